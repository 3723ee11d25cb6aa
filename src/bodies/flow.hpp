#pragma once
// The account of a feed, an outlet or a counter since time 0. Part of the state: the same on all ranks, in
// every checkpoint.

#include <cstdint>

namespace talus::bodies {

struct Flow {
  std::int64_t bodies = 0;  // fed, removed, or counted into the region
  double mass = 0;          // kg, of the same
  std::int64_t due = 0;     // of a feed: bodies whose time has come; those that are not fed wait
  double due_mass = 0;      // kg
  std::int64_t back = 0;    // of a counter: bodies that left the region
  double back_mass = 0;     // kg
};

}  // namespace talus::bodies
