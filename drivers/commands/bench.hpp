#pragma once
// Speed of each part on this machine.

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::drivers {

// Walls and bodies of a deck: spheres of 45 mm, 10 % more or less, at random places above the floor of a square box.
std::string settling_box(std::int64_t bodies, double width);

struct BenchOptions {
  int bodies = 10000;             // in the box that is settled
  std::string checkpoint;         // a run's state to measure on instead; empty: none
  std::vector<std::string> sets;  // changes to the checkpoint's deck
  bool sweeps_only = false;       // do not solve to tolerances
  std::string json;               // file for the figures; empty: none
};

// *Collective.* Measures on a settled box of spheres, or on the step that follows a checkpoint. Prints the figures;
// asserts nothing.
Exit bench(const comm::Comm& comm, const BenchOptions& options);

}  // namespace talus::drivers
