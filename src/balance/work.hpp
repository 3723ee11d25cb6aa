#pragma once
// The work that is balanced. It is counted, not timed, so that a run can be repeated. The unit is the contact update:
// one contact in one sweep of the solver.
//
//   load 0, solving:         contacts (sweeps + kUpdatesPerContact)
//   load 1, everything else: narrow-phase tests + bodies with ghosts kUpdatesPerBody
//
// A narrow-phase test compares the shapes of two bodies; the distance checks of the grid that lead to it count with the
// bodies. Ranks wait for each other between the two loads, so each is balanced by itself: the time of a step is that of
// the fullest rank in both.

#include <array>
#include <cstddef>
#include <cstdint>

namespace talus::balance {

inline constexpr int kUpdatesPerContact = 10;  // finding a contact and building its rows, once per step
inline constexpr int kUpdatesPerBody = 50;     // distributing and moving a body, once per step; a test is one update
inline constexpr int kUpdatesPerMove = 50;     // moving a body to another rank; measured

inline constexpr std::size_t kNumLoads = 2;
template <class T>
using PerLoad = std::array<T, kNumLoads>;

// Work that one rank has done since the count began.
struct Work {
  std::int64_t updates = 0;  // of contacts, with kUpdatesPerContact for each contact and step
  std::int64_t pair_tests = 0;
  std::int64_t bodies = 0;  // times steps, ghosts included

  void add_step(std::int64_t contacts, std::int64_t tests, std::int64_t local_bodies, std::int64_t sweeps) {
    updates += contacts * (sweeps + kUpdatesPerContact);
    pair_tests += tests;
    bodies += local_bodies;
  }
  PerLoad<std::int64_t> by_load() const { return {updates, pair_tests + bodies * kUpdatesPerBody}; }
  std::int64_t all() const { return by_load()[0] + by_load()[1]; }
};

}  // namespace talus::balance
