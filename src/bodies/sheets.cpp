#include "bodies/sheets.hpp"

#include <cmath>
#include <numbers>

namespace talus::bodies {
namespace {

Vec3 on_circle(const Frustum::Vec2& end, int side, int sides) {
  const double angle = 2 * std::numbers::pi * side / sides;
  return {end.x() * std::cos(angle), end.x() * std::sin(angle), end.y()};
}

}  // namespace

Mesh rectangle(double half_length, double half_width) {
  const Vec3 x(half_length, 0, 0), y(0, half_width, 0);
  return make_mesh(std::vector<Vec3>{-x - y, x - y, x + y, -x - y, x + y, -x + y});
}

Mesh plate_with_slot(double radius, double half_length, double half_width, int sides) {
  // The rectangle's corner in the quarter of the rim's side.
  const auto corner = [&](int side) {
    const Vec3 middle = on_circle({radius, 0}, side, sides) + on_circle({radius, 0}, side + 1, sides);
    return Vec3(middle.x() < 0 ? -half_length : half_length, middle.y() < 0 ? -half_width : half_width, 0);
  };
  std::vector<Vec3> corners;
  for (int k = 0; k < sides; ++k) {
    const Vec3 here = on_circle({radius, 0}, k % sides, sides), next = on_circle({radius, 0}, (k + 1) % sides, sides);
    corners.insert(corners.end(), {corner(k), here, next});
    if (corner(k - 1) != corner(k)) corners.insert(corners.end(), {corner(k - 1), here, corner(k)});
  }
  return make_mesh(corners);
}

Mesh swept(const Frustum& line, int sides) {
  std::vector<Vec3> corners;
  for (int k = 0; k < sides; ++k) {
    const int next = (k + 1) % sides;
    const Vec3 a = on_circle(line.from, k, sides), b = on_circle(line.to, k, sides),
               far_a = on_circle(line.from, next, sides), far_b = on_circle(line.to, next, sides);
    if (line.from.x() > 0) corners.insert(corners.end(), {a, far_a, far_b});
    if (line.to.x() > 0) corners.insert(corners.end(), {a, far_b, b});
  }
  Mesh mesh = make_mesh(corners);
  mesh.exact = line;
  return mesh;
}

}  // namespace talus::bodies
