// Meshes: what is repaired, what is refused, and their tree against all triangles one by one.

#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "bodies/mesh.hpp"

namespace talus::bodies {
namespace {

// A tetrahedron's four triangles, outside out.
std::vector<Vec3> tetrahedron() {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  return {o, y, x, o, x, z, o, z, y, x, y, z};
}

// A wavy sheet of 2 n^2 triangles over [0, 1]^2.
std::vector<Vec3> sheet(int n) {
  std::vector<Vec3> corners;
  corners.reserve(static_cast<std::size_t>(6 * n * n));
  const auto at = [n](int i, int j) {
    const double x = static_cast<double>(i) / n, y = static_cast<double>(j) / n;
    return Vec3(x, y, 0.1 * std::sin(9 * x) * std::cos(7 * y));
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (const Vec3& v : {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)})
        corners.push_back(v);
    }
  }
  return corners;
}

TEST(MeshClosedForm, Tetrahedron) {
  const Mesh mesh = make_mesh(tetrahedron());
  EXPECT_TRUE(mesh.surface->closed);
  EXPECT_EQ(mesh.surface->vertices.size(), 4u);
  EXPECT_EQ(mesh.repair.dropped, 0);
  EXPECT_FALSE(mesh.repair.turned);
  EXPECT_NEAR(mesh.mass().measure, 1.0 / 6, 1e-16);
  EXPECT_LT((mesh.mass().centre - Vec3::Constant(0.25)).norm(), 1e-15);
  EXPECT_NEAR(mesh.mass().inertia(0, 0), 1.0 / 30 - 1.0 / 48,
              1e-16);  // int (y^2 + z^2) - V 2/16 = 1/30 - 1/48 of the unit corner
  EXPECT_NEAR(mesh.bounding_radius(), 1, 1e-15);
}

TEST(MeshClosedForm, InwardSurfacesAreTurned) {
  auto corners = tetrahedron();
  for (std::size_t t = 0; t < corners.size(); t += 3) std::swap(corners[t], corners[t + 1]);
  const Mesh mesh = make_mesh(corners);
  EXPECT_TRUE(mesh.surface->closed);
  EXPECT_TRUE(mesh.repair.turned);
  EXPECT_NEAR(mesh.mass().measure, 1.0 / 6, 1e-16);
}

TEST(MeshClosedForm, UselessTrianglesAreDropped) {
  auto corners = tetrahedron();
  const Vec3 o(0, 0, 0), x(1, 0, 0);
  for (const Vec3& v : {o, x, x, o, o, o, o, Vec3(0.5, 0, 0), x}) corners.push_back(v);       // no area
  for (int c = 0; c < 3; ++c) corners.push_back(tetrahedron()[static_cast<std::size_t>(c)]);  // twice
  const Mesh mesh = make_mesh(corners);
  EXPECT_EQ(mesh.repair.dropped, 4);
  EXPECT_TRUE(mesh.surface->closed);
}

TEST(MeshErrors, OpenMeshesAreNoBodies) {
  auto corners = tetrahedron();
  corners.resize(9);
  const Mesh open = make_mesh(corners);
  EXPECT_FALSE(open.surface->closed);
  EXPECT_THROW(open.mass(), InputError);
  auto mixed = tetrahedron();
  std::swap(mixed[0], mixed[1]);  // one triangle faces the other way
  EXPECT_FALSE(make_mesh(mixed).surface->closed);
}

TEST(MeshErrors, BadCornersAreRefused) {
  EXPECT_THROW(make_mesh({}), InputError);
  EXPECT_THROW(make_mesh(std::vector<Vec3>(4, Vec3::Zero())), InputError);
  EXPECT_THROW(make_mesh(std::vector<Vec3>(6, Vec3::Zero())), InputError);
  auto corners = tetrahedron();
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1e200}) {
    corners[5].y() = bad;
    EXPECT_THROW(make_mesh(corners), InputError);
  }
}

TEST(MeshTreeVsBruteForce, BoxQueries) {
  const Mesh mesh = make_mesh(sheet(30));
  const auto& surface = *mesh.surface;
  for (std::uint64_t n = 0; n < 300; ++n) {
    auto u = [&](std::uint64_t which) { return random_uniform(3, n, which); };
    const Vec3 low(1.2 * u(0) - 0.2, 1.2 * u(1) - 0.2, 0.3 * u(2) - 0.2), high = low + 0.3 * Vec3(u(3), u(4), u(5));
    std::multiset<std::int32_t> found, expected;
    surface.each_in(low, high, [&](std::int32_t t) { found.insert(t); });
    for (std::int32_t t = 0; t < std::ssize(surface.triangles); ++t) {
      const Vec3 a = surface.corner(t, 0), b = surface.corner(t, 1), c = surface.corner(t, 2);
      const Vec3 least = a.cwiseMin(b).cwiseMin(c), most = a.cwiseMax(b).cwiseMax(c);
      if ((least.array() <= high.array()).all() && (most.array() >= low.array()).all()) expected.insert(t);
    }
    // A leaf answers for all its triangles: some more may be found, none twice, none missed.
    for (const auto t : expected) EXPECT_EQ(found.count(t), 1u);
    EXPECT_LE(found.size(), 8 * expected.size() + 40);
  }
}

TEST(MeshTreeVsBruteForce, AMillionTriangles) {
  const Mesh mesh = make_mesh(sheet(710));
  EXPECT_GT(mesh.surface->triangles.size(), 1000000u);
  EXPECT_FALSE(mesh.surface->closed);
  int visited = 0;
  mesh.surface->each_in({0.5, 0.5, -1}, {0.501, 0.501, 1}, [&](std::int32_t) { ++visited; });
  EXPECT_GT(visited, 2);
  EXPECT_LT(visited, 100);
}

}  // namespace
}  // namespace talus::bodies
