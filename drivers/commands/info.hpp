#pragma once
// Prints the content of a file of Talus, and finds where two checkpoints differ.

#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/comm.hpp"

namespace talus::drivers {

struct InfoOptions {
  std::vector<std::string>
      files;             // checkpoints, trajectories, contacts; to compare also output folders with a trajectory
  bool compare = false;  // the two of them
  bool verify = false;   // byte for byte, without a look at what they mean
  bool json = false;
};

inline constexpr Exit kDifferent = static_cast<Exit>(1);  // as diff ends

// *Collective*; the root works alone. kDifferent if the two differ in any bit.
Exit info(const comm::Comm& comm, const InfoOptions& options);

}  // namespace talus::drivers
