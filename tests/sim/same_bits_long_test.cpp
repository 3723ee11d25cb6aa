// The same bits over more grains and steps, all ways of sharing, restarts between any two of them, and the tide.

#include <gtest/gtest.h>

#include "sim/grains.hpp"

namespace talus {
namespace {

class SameBitsLong : public testing::TestWithParam<test::Sharing> {
 protected:
  sim::SimulationOptions options(double step) const { return test::same_bits_options(GetParam(), step); }
  comm::Comm world_ = comm::Comm::world(), self_ = comm::Comm::self();
};

TEST_P(SameBitsLong, AsOnOneRank) {
  for (double ratio : {1.0, 3.0, 10.0}) {
    const auto scenario = test::corner_of_grains(ratio, 300);
    EXPECT_EQ(test::hash_after(world_, scenario, options(0.005), 200), test::hash_after(self_, scenario, options(0.005), 200));
  }
}

TEST_P(SameBitsLong, ThroughACheckpointOfAnotherRankCountAsWithoutOne) {
  const auto scenario = test::corner_of_grains(3, 200);
  const auto alone = test::hash_after(self_, scenario, options(0.005), 100);
  EXPECT_EQ(test::hash_through_checkpoint(self_, world_, scenario, options(0.005), 100), alone);
  const auto back = test::hash_through_checkpoint(world_, self_, scenario, options(0.005), 100);
  EXPECT_TRUE(!world_.is_root() || back == alone);
}

TEST_P(SameBitsLong, TideAsOnOneRank) {
  const test::Tide tide;
  EXPECT_EQ(test::hash_after(world_, tide, options(tide.kStep), tide.kSteps), test::hash_after(self_, tide, options(tide.kStep), tide.kSteps));
}

INSTANTIATE_TEST_SUITE_P(Sharings, SameBitsLong, testing::ValuesIn(test::all_sharings()));

}  // namespace
}  // namespace talus
