// A tutorial: how a test is written here. It is built and run like any other (tests/base/tests.cmake registers it):
//
//   talus_test(NAME example RANKS 1 3)
//
// makes one executable and one ctest per rank count, example.np1 and example.np3. A test of a room lies in that room's
// folder, mirrors the name of what it tests and says in its own name what it is compared with:
// collide/pairs_vs_brute_force, physics/rolling_closed_form.

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "comm/comm.hpp"

namespace talus {
namespace {

// All ranks run every test. Where a test needs each rank's share, it derives it from the rank and the number of ranks,
// so that it holds on any number of them, ranks without a share included.
TEST(Example, SumOverRanksVsClosedForm) {
  const auto comm = comm::Comm::world();
  std::int64_t mine = 0;
  for (std::int64_t n = comm.rank(); n <= 100; n += comm.size()) mine += n;
  EXPECT_EQ(comm.sum(mine), 100 * 101 / 2);
}

// A failure on any rank fails the test: the harness lets the ranks agree after each test (harness/main.cpp). Before a
// collective call use EXPECT_, never ASSERT_: a rank that returned early would leave the others waiting.
TEST(Example, RandomNumbersDependOnSeedAndPlaceAlone) {
  const auto comm = comm::Comm::world();
  const double here = random_uniform(7, 42, 0);
  EXPECT_GE(here, 0);
  EXPECT_LT(here, 1);
  EXPECT_EQ(comm.max(here), here);
  EXPECT_NE(here, random_uniform(8, 42, 0));
}

}  // namespace
}  // namespace talus
