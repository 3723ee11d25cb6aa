#pragma once
// Speed of each part on this machine.

#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::drivers {

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
