#pragma once
// How evenly work is shared, against time: balance.csv, a row every few steps over what was done since the row before;
// and the most memory that a rank has of its own.

#include <filesystem>
#include <fstream>

#include "sim/simulation.hpp"

namespace talus::sim {

class BalanceSeries {
 public:
  // *Collective*; only the root writes. Without rows if `every` is 0. A run that goes on from `last_step` adds to its
  // file.
  BalanceSeries(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, std::int64_t last_step);

  void write_if_due(const Simulation& simulation);  // *Collective.*

 private:
  comm::Comm comm_;
  std::filesystem::path path_;
  std::int64_t every_;
  std::ofstream file_;
  Done last_;
};

}  // namespace talus::sim
