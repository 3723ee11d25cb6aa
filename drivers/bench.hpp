#pragma once
// Speed of each part on this machine.

#include <string>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::drivers {

struct BenchOptions {
  int bodies = 10000;
  std::string json;  // file for the figures; empty: none
};

// *Collective.* Settles a box of spheres, then measures on it. Prints a table; asserts nothing.
Exit bench(const comm::Comm& comm, const BenchOptions& options);

}  // namespace talus::drivers
