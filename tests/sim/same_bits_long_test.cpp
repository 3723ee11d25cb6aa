// The same bits over more grains and steps, all ways of sharing, restarts between any two of them, and the tide.

#include <gtest/gtest.h>

#include <map>

#include "sim/grains.hpp"

namespace talus {
namespace {

class SameBitsLong : public testing::TestWithParam<test::Sharing> {
 protected:
  sim::SimulationOptions options(double step) const { return test::same_bits_options(GetParam(), step); }

  // On one rank there is nothing to share: the root works each run out once, for all ways of sharing, and alone judges.
  void expect_as_on_one_rank(std::uint64_t hash, const std::string& run, const scene::Scenario& scenario, double step,
                             int steps) {
    if (!world_.is_root()) return;
    static std::map<std::string, std::uint64_t> alone;
    if (!alone.contains(run)) alone[run] = test::hash_after(self_, scenario, test::same_bits_options({}, step), steps);
    EXPECT_EQ(hash, alone[run]) << run;
  }
  comm::Comm world_ = comm::Comm::world(), self_ = comm::Comm::self();
};

TEST_P(SameBitsLong, AsOnOneRank) {
  for (double ratio : {1.0, 3.0, 10.0}) {
    const auto scenario = test::corner_of_grains(ratio, 300);
    expect_as_on_one_rank(test::hash_after(world_, scenario, options(0.005), 200), "sizes 1:" + std::to_string(ratio),
                          scenario, 0.005, 200);
  }
}

TEST_P(SameBitsLong, ThroughACheckpointOfAnotherRankCountAsWithoutOne) {
  const auto scenario = test::corner_of_grains(3, 200);
  for (const auto& [before, after] : {std::pair{self_, world_}, std::pair{world_, self_}}) {
    expect_as_on_one_rank(test::hash_through_checkpoint(before, after, scenario, options(0.005), 100), "checkpoint",
                          scenario, 0.005, 100);
  }
}

TEST_P(SameBitsLong, TideAsOnOneRank) {
  const test::Tide tide;
  expect_as_on_one_rank(test::hash_after(world_, tide, options(tide.kStep), tide.kSteps), "tide", tide, tide.kStep,
                        tide.kSteps);
}

INSTANTIATE_TEST_SUITE_P(Sharings, SameBitsLong, testing::ValuesIn(test::all_sharings()));

}  // namespace
}  // namespace talus
