#pragma once
// Decides when a repartition pays, as an online algorithm for the ski-rental problem. The work for which ranks have
// waited for each other since the count began is compared with the cost of a repartition. If
//
//   waited > (price + kUpdatesPerMove) bodies of the fullest rank,
//
// the method proposes new owners, which are taken if they would have saved more than their move:
//
//   waited - waited with them > kUpdatesPerMove bodies moved per rank.
//
// So at most about twice as much is lost as with knowledge of the future, and least where work drifts from rank to rank
// at a steady pace. The count begins again with each proposal, and as long as at most kTolerated of the work is waited
// for. All numbers are contact updates (work.hpp).

#include "balance/work.hpp"

namespace talus::balance {

inline constexpr double kTolerated = 0.03;  // waiting over work that counts as even

// Work of all ranks since the count began.
struct Waiting {
  PerLoad<double> mean{};  // of the ranks
  double waited = 0;       // by the mean rank for the fullest, over all loads

  // From the sum and the largest of the ranks' loads.
  Waiting(const PerLoad<std::int64_t>& sum, const PerLoad<std::int64_t>& largest, int ranks);

  // The work for which the mean rank would have waited if the imbalance (largest over mean) of each load had been this.
  double with(const PerLoad<double>& imbalance) const;
};

enum class Decision { keep_counting, count_again, propose };

// `price`: contact updates that a proposal costs per body of the fullest rank.
Decision decide(const Waiting& waiting, double price, double bodies_of_fullest);

// Do new owners of cubes with this imbalance save more than their move costs?
bool pays(const Waiting& waiting, const PerLoad<double>& imbalance, double bodies_moved_per_rank);

}  // namespace talus::balance
