// With the `cubes` schedule a run has the same bits on any number of ranks: the oracle is the run on one rank.

#include <gtest/gtest.h>

#include "harness/harness.hpp"

namespace talus {
namespace {

// A loose lattice of grains of sizes 1:`ratio` falls into a corner and is shared out anew every few steps.
std::uint64_t hash_after(const comm::Comm& comm, double ratio, int partition_every, int steps) {
  auto world = test::world_of({0.5, 0.002, 0.001});
  test::add_plane(world, {0, 0, 0}, {0, 0, 1});
  test::add_plane(world, {0, 0, 0}, {1, 0, 0.2});
  std::vector<bodies::Body> grains;
  for (int n = 0; n < 150; ++n) {
    auto u = [n](std::uint64_t which) { return random_uniform(3, static_cast<std::uint64_t>(n), which); };
    const double radius = 0.02 * (1 + (ratio - 1) * std::pow(u(0), 6));
    auto grain = test::sphere(5 + n, radius, {0.25 + 0.1 * (n % 5), 0.1 * (n / 5 % 6), 0.2 + 0.1 * (n / 30)});
    grain.velocity = Vec3(u(1) - 0.9, u(2) - 0.5, -u(3));
    grains.push_back(grain);
  }
  const test::Given scenario(world, grains);
  sim::SimulationOptions options;
  options.build.step = 0.005;
  options.build.max_recovery_speed = 1;
  options.partition_every = partition_every;
  options.solver.max_sweeps = 40;
  options.solver.schedule = solver::ScheduleKind::cubes;
  sim::Simulation simulation(comm, scenario, options);
  for (int step = 0; step < steps; ++step) simulation.step();
  return simulation.state_hash();
}

class SameBits : public testing::TestWithParam<double> {};

TEST_P(SameBits, AsOnOneRankWheneverSharedAnew) {
  const auto world = comm::Comm::world();
  const auto alone = hash_after(comm::Comm::self(), GetParam(), 0, 60);
  EXPECT_EQ(hash_after(world, GetParam(), 0, 60), alone);
  EXPECT_EQ(hash_after(world, GetParam(), 7, 60), alone);
  EXPECT_NE(hash_after(world, GetParam(), 7, 59), alone);  // the hash does see a step
}

INSTANTIATE_TEST_SUITE_P(Sizes, SameBits, testing::Values(1.0, 3.0, 10.0));

}  // namespace
}  // namespace talus
