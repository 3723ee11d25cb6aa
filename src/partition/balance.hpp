#pragma once
// When it pays to share space anew. Work is counted, not timed, so that a run can be repeated. The unit is the contact
// update: one contact in one sweep of the solver.
//
//   work of a rank in a step  =  contacts held (sweeps + kUpdatesPerContact) + pair tests + bodies held, with copies, kUpdatesPerBody
//   weight of a body          =  the same of the contacts that it anchors, its pair tests, itself; times what its rank does, with
//                                copies of others' bodies, over what the rank's bodies would take alone
//
// At a look, every few steps: if the largest work of a rank since the last look is above kTolerated times the mean, the
// method proposes new holders. They are taken if   largest - mean imbalance_proposed > price bodies_largest,   that is if
// the next period, like the last one, saves more than computing the proposal and moving bodies costs.

#include <cstdint>

namespace talus::partition {

inline constexpr int kUpdatesPerContact = 10;  // finding a contact and building its rows, once a step
inline constexpr int kUpdatesPerBody = 50;     // distributing and motion of a body, once a step; a pair test is one update
inline constexpr int kUsualSweeps = 50;        // where none have been counted yet
inline constexpr double kTolerated = 1.05;     // largest over mean that needs no look at all

// What one rank has done since the last look.
struct Work {
  std::int64_t updates = 0;
  std::int64_t steps = 0;
  std::int64_t sweeps = 0;

  void add_step(std::int64_t contacts_held, std::int64_t pair_tests, std::int64_t bodies_held, std::int64_t sweeps_done) {
    updates += contacts_held * (sweeps_done + kUpdatesPerContact) + pair_tests + bodies_held * kUpdatesPerBody;
    ++steps;
    sweeps += sweeps_done;
  }
  // What so much costs a step.
  std::int64_t cost(std::int64_t contacts, std::int64_t pair_tests, std::int64_t bodies) const {
    const std::int64_t mean_sweeps = steps > 0 ? sweeps / steps : kUsualSweeps;
    return contacts * (mean_sweeps + kUpdatesPerContact) + pair_tests + bodies * kUpdatesPerBody;
  }
};

}  // namespace talus::partition
