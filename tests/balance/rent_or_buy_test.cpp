// When a repartition pays, in plain numbers.

#include "balance/rent_or_buy.hpp"

#include <gtest/gtest.h>

namespace talus::balance {
namespace {

TEST(Work, IsCounted) {
  Work work;
  work.add_step(100, 300, 40, 20);
  work.add_step(100, 500, 40, 40);
  EXPECT_EQ(work.by_load()[0], 100 * (60 + 2 * kUpdatesPerContact));
  EXPECT_EQ(work.by_load()[1], 800 + 2 * 40 * kUpdatesPerBody);
}

// Two ranks: the fullest of each load is waited for.
TEST(Waiting, IsTheSumOverLoadsOfLargestLessMean) {
  const Waiting waiting({100, 40}, {70, 30}, 2);
  EXPECT_EQ(waiting.mean, (PerLoad<double>{50, 20}));
  EXPECT_EQ(waiting.waited, 20 + 10);
  EXPECT_DOUBLE_EQ(waiting.with({1.4, 1.5}), 30);
  EXPECT_EQ(waiting.with({1, 1}), 0);
}

TEST(Decision, ProposesOnceWaitingIsAboveThePriceAndCountsAgainWhereWorkIsEven) {
  const double price = 30, bodies = 10;
  const auto cost = static_cast<std::int64_t>((price + kUpdatesPerMove) * bodies);
  const auto decision_at = [&](std::int64_t waited, std::int64_t mean) {
    return decide(Waiting({2 * mean, 0}, {mean + waited, 0}, 2), price, bodies);
  };
  EXPECT_EQ(decision_at(cost, 2 * cost), Decision::keep_counting);
  EXPECT_EQ(decision_at(cost + 1, 2 * cost), Decision::propose);
  EXPECT_EQ(decision_at(cost + 1, 100 * cost), Decision::count_again);  // even, however long it was counted
  EXPECT_EQ(decision_at(0, 0), Decision::count_again);
}

TEST(Decision, NewOwnersAreTakenIfTheySaveMoreThanTheirMove) {
  const Waiting waiting({2000, 0}, {1500, 0}, 2);  // 500 waited; 100 with an imbalance of 1.1
  const double bodies = 400.0 / kUpdatesPerMove;
  EXPECT_TRUE(pays(waiting, {1.1, 1}, 0.99 * bodies));
  EXPECT_FALSE(pays(waiting, {1.1, 1}, 1.01 * bodies));
}

}  // namespace
}  // namespace talus::balance
