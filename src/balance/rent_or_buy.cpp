#include "balance/rent_or_buy.hpp"

namespace talus::balance {

Waiting::Waiting(const PerLoad<std::int64_t>& sum, const PerLoad<std::int64_t>& largest, int ranks) {
  for (std::size_t k = 0; k < kNumLoads; ++k) {
    mean[k] = static_cast<double>(sum[k]) / ranks;
    waited += static_cast<double>(largest[k]) - mean[k];
  }
}

double Waiting::with(const PerLoad<double>& imbalance) const {
  double waits = 0;
  for (std::size_t k = 0; k < kNumLoads; ++k) waits += mean[k] * (imbalance[k] - 1);
  return waits;
}

Decision decide(const Waiting& waiting, double price, double bodies_of_fullest) {
  double done = 0;
  for (const double work : waiting.mean) done += work;
  if (waiting.waited <= kTolerated * done) return Decision::count_again;
  return waiting.waited > (price + kUpdatesPerMove) * bodies_of_fullest ? Decision::propose : Decision::keep_counting;
}

bool pays(const Waiting& waiting, const PerLoad<double>& imbalance, double bodies_moved_per_rank) {
  return waiting.waited - waiting.with(imbalance) > kUpdatesPerMove * bodies_moved_per_rank;
}

}  // namespace talus::balance
