#pragma once
// How evenly work is shared, against time: balance.csv, a row every few steps over what was done since the row before.

#include <filesystem>
#include <fstream>

#include "sim/simulation.hpp"

namespace talus::sim {

class BalanceSeries {
 public:
  // *Collective*; only the root writes. Without rows if `every` is 0. A run that goes on adds to its file.
  BalanceSeries(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, bool goes_on);

  void write_if_due(const Simulation& simulation);  // *Collective.*

 private:
  comm::Comm comm_;
  std::int64_t every_;
  std::ofstream file_;
  Done last_;
};

}  // namespace talus::sim
