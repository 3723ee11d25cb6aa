#include "bodies/cells.hpp"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "base/error.hpp"

namespace talus::bodies {
namespace {

constexpr int kSides = 96;  // of a disk

using Corners = std::array<Vec3, 3>;

std::vector<Corners> triangles_of(const Mesh& mesh) {
  std::vector<Corners> all;
  const auto& surface = *mesh.surface;
  for (std::int32_t t = 0; t < std::ssize(surface.triangles); ++t)
    all.push_back({surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2)});
  return all;
}

std::vector<Corners> triangles_of(const Box& box) {
  std::vector<Corners> all;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const auto corner = [&](double u, double v) {
        Vec3 at;
        at[axis] = side, at[(axis + 1) % 3] = side * u, at[(axis + 2) % 3] = v;
        return Vec3(at.cwiseProduct(box.half_size));
      };
      all.push_back({corner(-1, -1), corner(1, -1), corner(1, 1)});
      all.push_back({corner(-1, -1), corner(1, 1), corner(-1, 1)});
    }
  }
  return all;
}

std::vector<Corners> triangles_of(const Disk& disk) {
  std::vector<Corners> all;
  const auto rim = [&](int side) {
    const double angle = 2 * std::numbers::pi * (side % kSides) / kSides;
    return Vec3(disk.radius * std::cos(angle), disk.radius * std::sin(angle), 0);
  };
  for (int side = 0; side < kSides; ++side) all.push_back({Vec3::Zero(), rim(side), rim(side + 1)});
  return all;
}

std::vector<Corners> triangles_of(const auto&) { return {}; }

}  // namespace

std::vector<Vec3> cells_of(const Shape& shape, double longest) {
  std::vector<Vec3> corners;
  auto waiting = std::visit([](const auto& kind) { return triangles_of(kind); }, shape);
  std::ranges::reverse(waiting);
  while (!waiting.empty()) {
    const Corners cell = waiting.back();
    waiting.pop_back();
    int first = 0;  // of the longest edge
    const auto edge = [&](int c) { return (cell[(c + 1) % 3] - cell[c]).norm(); };
    for (int c = 1; c < 3; ++c)
      if (edge(c) > edge(first)) first = c;
    if (longest == 0 || edge(first) <= longest) {
      corners.insert(corners.end(), cell.begin(), cell.end());
      continue;
    }
    if (waiting.size() + corners.size() / 3 >= kMostCells)
      throw InputError(fmt::format("more than {} cells", kMostCells));
    const Vec3 &a = cell[first], &b = cell[(first + 1) % 3], &c = cell[(first + 2) % 3], middle = 0.5 * (a + b);
    waiting.push_back({middle, b, c});
    waiting.push_back({a, middle, c});
  }
  return corners;
}

}  // namespace talus::bodies
