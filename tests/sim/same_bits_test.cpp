// With the `cubes` schedule a run has the same bits on any number of ranks: the oracle is the run on one rank.

#include <gtest/gtest.h>

#include "sim/grains.hpp"

namespace talus {
namespace {

class SameBits : public testing::TestWithParam<double> {
 protected:
  static constexpr int kGrains = 120, kSteps = 30;
  comm::Comm world_ = comm::Comm::world(), self_ = comm::Comm::self();
};

TEST_P(SameBits, AsOnOneRankHoweverShared) {
  const auto scenario = test::corner_of_grains(GetParam(), kGrains);
  const auto hash = [&](const comm::Comm& comm, const test::Sharing& sharing, int steps) {
    return test::hash_after(comm, scenario, test::same_bits_options(sharing, 0.005), steps);
  };
  const auto alone = hash(self_, {}, kSteps);
  for (const auto& sharing : test::all_sharings()) {
    EXPECT_EQ(hash(world_, sharing, kSteps), alone) << "method " << sharing.method.name << ", every " << sharing.every;
  }
  EXPECT_NE(hash(self_, {}, kSteps - 1), alone);  // the hash does see a step
}

INSTANTIATE_TEST_SUITE_P(Sizes, SameBits, testing::Values(1.0, 3.0, 10.0));

TEST(SameBitsOfShapes, AsOnOneRankHoweverSharedAndThroughACheckpoint) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto scenario = test::corner_of_shapes(90);
  for (const auto& sharing : test::all_sharings()) {
    const auto options = test::same_bits_options(sharing, 0.005);
    const auto alone = test::hash_after(self, scenario, options, 30);
    EXPECT_EQ(test::hash_after(world, scenario, options, 30), alone) << "method " << sharing.method.name;
    if (sharing.every == 0) continue;
    EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, 30), alone);
  }
}

TEST(SameBitsPeriodic, AsOnOneRankHoweverShared) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto scenario = test::periodic_slope(2.5, 100);
  const auto alone = test::hash_after(self, scenario, test::same_bits_options({}, 0.005), 30);
  for (const auto& sharing : test::all_sharings()) {
    EXPECT_EQ(test::hash_after(world, scenario, test::same_bits_options(sharing, 0.005), 30), alone)
        << "method " << sharing.method.name << ", every " << sharing.every;
  }
  const auto options = test::same_bits_options({.every = 10}, 0.005);
  EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, 30), alone);
}

TEST(SameBitsRestarted, ThroughACheckpointOfAnotherRankCountAsWithoutOne) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto scenario = test::corner_of_grains(3, 100);
  const auto options = test::same_bits_options({.every = 10}, 0.005);
  const auto alone = test::hash_after(self, scenario, options, 30);
  EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, 30), alone);
  const auto back = test::hash_through_checkpoint(world, self, scenario, options, 30);
  EXPECT_TRUE(!world.is_root() || back == alone);
}

// On as many ranks `blocks` too: bodies, cubes and the counted work are where they were. At the end of the first half a
// look at the balance has just been made, or is still to come.
TEST(SameBitsRestarted, BlocksThroughACheckpointAsWithoutOne) {
  const auto world = comm::Comm::world();
  const auto scenario = test::corner_of_grains(3, 100);
  auto options = test::same_bits_options({.every = 10}, 0.005);
  options.solver.schedule = solver::ScheduleKind::blocks;
  options.partition_forced = false;
  for (const int steps : {40, 70}) {
    const auto without = test::hash_after(world, scenario, options, steps);
    EXPECT_EQ(test::hash_through_checkpoint(world, world, scenario, options, steps), without) << steps << " steps";
  }
}

// Friction that contacts remember goes with them.
TEST(SameBitsOfLaws, AsOnOneRankHoweverSharedAndThroughACheckpoint) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto scenario = test::corner_of_grains(3, 60);
  for (const problem::FrictionLaw& law :
       {problem::FrictionLaw(problem::RegularisedLaw{1e6, 0.01}), problem::FrictionLaw(problem::BoxLaw{}),
        problem::FrictionLaw(problem::PyramidLaw{5}), problem::FrictionLaw(problem::CircularLaw{})}) {
    auto options = test::same_bits_options({.every = 10}, 0.005);
    options.build.law = law;
    options.bound_iterations = 1;
    if (!problem::has_bounds(law)) options.solver.law = solver::Law::coulomb;
    const auto alone = test::hash_after(self, scenario, options, 30);
    EXPECT_EQ(test::hash_after(world, scenario, options, 30), alone);
    EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, 30), alone);
  }
}

TEST(SameBitsEmptied, EachRankWithoutBodiesForAWhileAsOnOneRank) {
  const auto world = comm::Comm::world();
  const test::Tide tide;
  const auto options = test::same_bits_options({}, test::Tide::kStep);
  sim::Simulation simulation(world, tide, options);
  std::int64_t with = 0, without = 0;
  for (int step = 0; step < test::Tide::kSteps; ++step) {
    simulation.step();
    (simulation.bodies().num_owned > 0 ? with : without) += 1;
  }
  EXPECT_EQ(simulation.state_hash(), test::hash_after(comm::Comm::self(), tide, options, test::Tide::kSteps));
  EXPECT_GT(with, 0);
  EXPECT_TRUE(world.size() == 1 || without > 0);
}

}  // namespace
}  // namespace talus
