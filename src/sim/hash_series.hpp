#pragma once
// State hashes against steps, in hashes.csv: where two runs part, their rows do.

#include <filesystem>
#include <fstream>

#include "sim/simulation.hpp"

namespace talus::sim {

class HashSeries {
 public:
  // *Collective*; only the root writes. Without rows if `every` is 0. Continues the file from `last_step`.
  HashSeries(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, std::int64_t last_step);

  void write_if_due(const Simulation& simulation);  // *Collective.*

 private:
  comm::Comm comm_;
  std::filesystem::path path_;
  std::int64_t every_;
  std::ofstream file_;
};

}  // namespace talus::sim
