#pragma once
// When it pays to share space anew. Work is counted, not timed, so that a run can be repeated. The unit is the contact
// update: one contact in one sweep of the solver.
//
//   solving:  contacts held (sweeps + kUpdatesPerContact)      all else:  pair tests + bodies held, with copies,
//   kUpdatesPerBody
//
// A pair test holds two bodies against each other by their shapes; the grid's checks of distances that lead to it count
// with the bodies.
//
// Ranks wait for each other between the two, so each is shared evenly by itself: a rank's time is that of the fullest
// in both.
//
// Rent or buy: at a look, every few steps, what ranks have waited for each other so far is held against what it costs
// to share space anew. If   waited > (price + kUpdatesPerMove) bodies_largest,   the method proposes new holders; they
// are taken if they would have saved
//   waited - proposed > kUpdatesPerMove bodies_moved a rank.   So no more is lost than about twice what is lost by who
//   knows the future, and
// least where work drifts away from its ranks at a steady pace. The count begins anew with each proposal, and as long
// as at most kTolerated of the work is waited for.

#include <array>
#include <cstdint>
#include <span>

#include "base/cube.hpp"

namespace talus::balance {

inline constexpr int kUpdatesPerContact = 10;  // finding a contact and building its rows, once a step
inline constexpr int kUpdatesPerBody = 50;  // distributing and motion of a body, once a step; a pair test is one update
inline constexpr int kUpdatesPerMove = 50;  // moving a body to another rank; measured
inline constexpr double kTolerated = 0.03;  // waiting over work that is taken for even

// What must be even: contacts, and pair tests with bodies.
inline constexpr std::size_t kNumLoads = 2;
template <class T>
using PerLoad = std::array<T, kNumLoads>;

// What was counted in the last step, of this rank.
struct Counts {
  std::span<const CubeKey> tests;     // the cube of each pair test
  std::span<const CubeKey> contacts;  // the cube of each contact held
};

// What one rank has done since the count began.
struct Work {
  std::int64_t updates = 0;  // of contacts, and what a contact costs beside them
  std::int64_t pair_tests = 0;
  std::int64_t bodies = 0;  // held, steps

  void add_step(std::int64_t contacts_held, std::int64_t tests, std::int64_t bodies_held, std::int64_t sweeps) {
    updates += contacts_held * (sweeps + kUpdatesPerContact);
    pair_tests += tests;
    bodies += bodies_held;
  }
  PerLoad<std::int64_t> by_load() const { return {updates, pair_tests + bodies * kUpdatesPerBody}; }
  std::int64_t all() const { return by_load()[0] + by_load()[1]; }
};

}  // namespace talus::balance
