#pragma once
// Rows every few steps in files of their own: state hashes in hashes.csv, the balance in balance.csv.

#include <filesystem>
#include <fstream>

#include "sim/simulation.hpp"

namespace talus::sim {

// A CSV file of the root. No file where `every` is 0. A run that goes on from `last_step` adds to its file.
class RareRows {
 public:
  RareRows(const comm::Comm& comm, std::filesystem::path file, const char* header, std::int64_t every,
           std::int64_t last_step);  // *Collective.*

 protected:
  bool is_due(const Simulation& simulation) const { return every_ > 0 && simulation.steps_done() % every_ == 0; }
  void write(const Simulation& simulation, const std::string& columns);  // *Collective:* behind step and time

  comm::Comm comm_;

 private:
  std::filesystem::path path_;
  std::int64_t every_;
  std::ofstream file_;
};

// State hashes: where two runs part, their rows do.
struct HashRows : RareRows {
  HashRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, std::int64_t last_step);
  void write_if_due(const Simulation& simulation);  // *Collective.*
};

// How evenly work is shared, each row over the time since the row before; and the most memory that a rank has of its
// own.
class BalanceRows : RareRows {
 public:
  BalanceRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, std::int64_t last_step);
  void write_if_due(const Simulation& simulation);  // *Collective.*

 private:
  Done last_;
};

}  // namespace talus::sim
