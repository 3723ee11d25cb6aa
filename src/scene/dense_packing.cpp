#include "scene/dense_packing.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/cube.hpp"

namespace talus::scene {
namespace {

constexpr int kMostSweeps = 10000;
constexpr double kSkin = 0.3;  // of the largest radius: pairs are found again when a sphere has moved by half of it

struct Pair {
  std::size_t a, b;
};

// Pairs that are not farther apart than the skin, in an order that depends on the places alone.
std::vector<Pair> near_pairs(std::span<const Vec3> centres, std::span<const double> radii, double skin) {
  const double largest = std::ranges::max(radii);
  const CubeGrid grid{2 * largest + skin};
  std::unordered_map<CubeKey, std::vector<std::size_t>> cells;
  for (std::size_t n = 0; n < centres.size(); ++n) cells[grid.cube_at(0, centres[n]).key()].push_back(n);
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < centres.size(); ++a) {
    const Vec3 reach = Vec3::Constant(radii[a] + largest + skin);
    const auto first = pairs.size();
    grid.each_cube(0, centres[a] - reach, centres[a] + reach, [&](CubeKey key) {
      const auto cell = cells.find(key);
      if (cell == cells.end()) return;
      for (const std::size_t b : cell->second)
        if (b > a && (centres[b] - centres[a]).norm() < radii[a] + radii[b] + skin) pairs.push_back({a, b});
    });
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
              [](const Pair& x, const Pair& y) { return x.b < y.b; });
  }
  return pairs;
}

}  // namespace

DensePacking pack_densely(const Region& region, std::span<const double> radii, std::vector<Vec3> centres,
                          double most_overlap) {
  DensePacking packing{std::move(centres), 0};
  auto& at = packing.centres;
  const double skin = kSkin * std::ranges::max(radii);
  std::vector<Vec3> listed;  // where spheres were when the pairs were found
  std::vector<Pair> pairs;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double moved = listed.empty() ? skin : 0;
    for (std::size_t n = 0; n < listed.size(); ++n) moved = std::max(moved, (at[n] - listed[n]).norm());
    if (2 * moved >= skin) {
      listed = at;
      pairs = near_pairs(at, radii, skin);
    }
    packing.overlap = 0;
    for (const auto [a, b] : pairs) {
      const Vec3 away = at[b] - at[a];
      const double distance = away.norm(), smaller = std::min(radii[a], radii[b]),
                   depth = radii[a] + radii[b] - distance;
      packing.overlap = std::max(packing.overlap, depth / smaller);
      if (depth <= 0.25 * most_overlap * smaller) continue;
      const Vec3 direction = distance > 0 ? Vec3(away / distance) : Vec3(Vec3::UnitX());
      const Vec3 push = 0.5 * depth * direction;
      at[a] = region.nearest(at[a] - push, radii[a]);
      at[b] = region.nearest(at[b] + push, radii[b]);
    }
    if (packing.overlap <= most_overlap) break;
  }
  return packing;
}

}  // namespace talus::scene
