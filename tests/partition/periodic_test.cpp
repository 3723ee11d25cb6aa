// Cubes and bodies in space that repeats, against intervals worked out image by image.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "partition/cloud.hpp"

namespace talus::partition {
namespace {

constexpr int kCoarse = 1;  // the level of the larger bodies

// Periods along x and y, of `cubes` cubes of level 0 or a little longer; z does not repeat.
Periods periods_of(double cubes) {
  Periods periods;
  periods.length = {cubes * cloud_grid().edge, cubes * cloud_grid().edge, 0};
  return periods;
}
CubeGrid grid_of(const Periods& periods) {
  CubeGrid grid = cloud_grid();
  EXPECT_TRUE(grid.fit(periods, kCoarse));
  return grid;
}

// The coordinates, along one axis, of the cubes that meet the interval or one of its images.
std::set<std::int32_t> coordinates(const CubeGrid& grid, double period, int level, double low, double high) {
  const double length =
      period > 0 ? period / std::round(period * grid.narrow[0] / grid.edge_at(level)) : grid.edge_at(level);
  const auto half = period > 0 ? static_cast<std::int32_t>(std::round(0.5 * period / length)) : 40;
  std::set<std::int32_t> met;
  for (std::int32_t c = -half; c < half; ++c) {
    for (int image = -3; image <= 3; ++image) {
      const double shift = image * period;
      if (c * length <= high + shift && (c + 1) * length > low + shift) met.insert(c);
    }
  }
  return met;
}
std::set<CubeKey> cubes_that_meet(const CubeGrid& grid, const Periods& periods, int level, const Vec3& low,
                                  const Vec3& high) {
  std::set<CubeKey> keys;
  for (const auto i : coordinates(grid, periods.length[0], level, low[0], high[0]))
    for (const auto j : coordinates(grid, periods.length[1], level, low[1], high[1]))
      for (const auto k : coordinates(grid, periods.length[2], level, low[2], high[2]))
        keys.insert(Cube{level, i, j, k}.key());
  return keys;
}

// From a period of exactly two coarse cubes up.
class PeriodicGrid : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Cubes, PeriodicGrid, testing::Values(4.0, 4.3, 8.0, 13.0));

TEST_P(PeriodicGrid, ABoxMeetsEachCubeOnceAcrossTheBorder) {
  const auto periods = periods_of(GetParam());
  const auto grid = grid_of(periods);
  for (std::uint64_t n = 0; n < 400; ++n) {
    const auto u = [n](std::uint64_t which) { return random_uniform(3, n, which); };
    const Vec3 middle = periods.length[0] * Vec3(u(0) - 0.5, u(1) - 0.5, u(2) - 0.5);
    const Vec3 half = 0.7 * (n % 4 == 0 ? periods.length[0] : grid.edge) * Vec3(u(3), u(4), u(5));
    for (int level = 0; level <= kCoarse; ++level) {
      std::vector<CubeKey> visited;
      grid.each_cube(level, middle - half, middle + half, [&](CubeKey key) { visited.push_back(key); });
      const std::set<CubeKey> once(visited.begin(), visited.end());
      ASSERT_EQ(once.size(), visited.size()) << "box " << n << ", level " << level;
      ASSERT_EQ(once, cubes_that_meet(grid, periods, level, middle - half, middle + half)) << "box " << n;
    }
  }
}

TEST_P(PeriodicGrid, ImagesOfAPointLieInOneCubeAndCubesNextToEachOtherDifferInColour) {
  const auto periods = periods_of(GetParam());
  const auto grid = grid_of(periods);
  EXPECT_GE(grid.coarsest(), kCoarse);
  for (std::uint64_t n = 0; n < 400; ++n) {
    const auto u = [n](std::uint64_t which) { return random_uniform(4, n, which) - 0.5; };
    const Vec3 point = periods.length[0] * Vec3(u(0), u(1), u(2));
    for (int level = 0; level <= grid.coarsest(); ++level) {
      const Cube cube = grid.cube_at(level, point);
      const Vec3 image = point + Vec3(periods.length[0], -2 * periods.length[1], 0);
      ASSERT_EQ(grid.cube_at(level, image).key(), cube.key());
      for (const auto& next : {Cube{level, cube.i + 1, cube.j, cube.k}, Cube{level, cube.i, cube.j - 1, cube.k}})
        ASSERT_NE(colour_of(grid.wrapped(next).key()), colour_of(cube.key()));
    }
  }
}

TEST(PeriodicGridFit, APeriodShorterThanTwoCoarseCubesIsRefused) {
  CubeGrid grid = cloud_grid();
  EXPECT_FALSE(grid.fit(periods_of(3.9), kCoarse));
}

// Bodies of two sizes: each rank has those that touch its cubes, once.
TEST_P(PeriodicGrid, BodiesOfTwoSizesAreWhereTheirImagesReach) {
  const auto comm = comm::Comm::world();
  const auto periods = periods_of(GetParam());
  const auto grid = grid_of(periods);
  const auto range = cloud_range();
  const Space space{grid, range};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<bodies::Body> cloud;
    bodies::Bodies bodies;
    for (GlobalId id = 0; id < 60; ++id) {
      const auto u = [&](std::uint64_t which) { return random_uniform(seed, static_cast<std::uint64_t>(id), which); };
      const Vec3 place = periods.length[0] * Vec3(u(0) - 0.5, u(1) - 0.5, u(2) - 0.5);
      cloud.push_back(test::sphere(id, (id % 3 == 0 ? 2 : 1) * kSmallest, place));
      if (id % comm.size() == comm.rank()) bodies.add(cloud.back());
    }
    Directory directory(comm);
    repartition(directory, space, balance::methods().front(), {bodies});
    const auto distribution = distribute(directory, space, bodies);
    check_valid(directory, space, distribution, bodies);
    ASSERT_EQ(distribution.levels, 0b11u);
    std::vector<GlobalId> expected, found;
    for (const auto& body : cloud) {
      const Vec3 reach = Vec3::Constant(range.reach(body));
      bool here = false;
      for (int level = level_of(body); level <= kCoarse; ++level) {
        const auto cubes = cubes_that_meet(grid, periods, level, body.position - reach, body.position + reach);
        here |= std::ranges::any_of(cubes, [&](CubeKey key) { return directory.owns(key); });
      }
      if (here) expected.push_back(body.id);
    }
    for (const auto& body : bodies.local) found.push_back(body.id);
    std::ranges::sort(found);
    ASSERT_EQ(found, expected) << "cloud " << seed;
  }
}

}  // namespace
}  // namespace talus::partition
