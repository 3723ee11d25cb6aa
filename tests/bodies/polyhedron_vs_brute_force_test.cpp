// Hulls against the definition: every triple of points whose plane has all others on one side lies in a face.

#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "bodies/polyhedron.hpp"

namespace talus::bodies {
namespace {

std::vector<Vec3> cloud(std::uint64_t seed, int count) {
  std::vector<Vec3> points;
  for (int n = 0; n < count; ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(seed, static_cast<std::uint64_t>(n), which) - 1; };
    points.emplace_back(u(0), 0.5 * u(1), 1e-3 * u(2));  // a flat one, to be hard
  }
  return points;
}

TEST(PolyhedronVsBruteForce, FacesAreTheSupportingPlanes) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto points = cloud(seed, 15);
    std::set<std::size_t> on_hull;
    std::size_t supporting = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = i + 1; j < points.size(); ++j)
        for (std::size_t k = j + 1; k < points.size(); ++k) {
          const Vec3 n = (points[j] - points[i]).cross(points[k] - points[i]);
          int above = 0, below = 0;
          for (std::size_t p = 0; p < points.size(); ++p) {
            if (p == i || p == j || p == k) continue;
            ++(n.dot(points[p] - points[i]) > 0 ? above : below);
          }
          if (above > 0 && below > 0) continue;
          ++supporting;
          on_hull.insert({i, j, k});
        }
    const Polyhedron hull = convex_hull(points);
    EXPECT_EQ(hull.faces.size(), supporting) << seed;
    EXPECT_EQ(hull.vertices.size(), on_hull.size()) << seed;
    for (const auto& face : hull.faces) {
      for (const Vec3& p : points) {
        EXPECT_LT(face.normal.dot(p - hull.vertices[static_cast<std::size_t>(face.loop[0])]), 1e-14);
      }
    }
  }
}

TEST(PolyhedronVsBruteForce, CoplanarTrianglesAreOneFace) {
  std::vector<Vec3> points;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) points.push_back(1e-3 * Vec3(i, 2 * j, 3 * k) + Vec3(5, 5, 5));
  const Polyhedron hull = convex_hull(points);
  EXPECT_EQ(hull.faces.size(), 6u);
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_EQ(hull.edge_directions.size(), 3u);
  for (const auto& f : hull.faces) EXPECT_EQ(f.loop.size(), 4u);
  EXPECT_NEAR(hull.mass().measure, 9e-3 * 6e-3 * 3e-3, 1e-19);
}

TEST(PolyhedronErrors, DegenerateHullsAreRefused) {
  const double nan = std::nan("");
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>(6, Vec3(1, 2, 3))), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1e308, 0, 0}, {0, 1e308, 0}, {0, 0, 1e308}}), InputError);
  EXPECT_THROW(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-14}}), InputError);
}

}  // namespace
}  // namespace talus::bodies
