#pragma once
// Rows every few steps in files of their own: state hashes in hashes.csv, the balance in balance.csv.

#include <filesystem>

#include "io/row_file.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

// A CSV file of the root. No file where `every` is 0. A run that goes on adds to its file.
class RareRows {
 public:
  RareRows(const comm::Comm& comm, const std::filesystem::path& file, const char* header, std::int64_t every,
           const io::StreamStart& start);                                // *Collective.*
  void sync();                                                           // *Collective.*
  io::RowsMark mark() const { return io::shared(comm_, file_.mark()); }  // *Collective.*
  const std::string& notice() const { return file_.notice(); }           // what a user is to be told of the start

 protected:
  bool is_due(const Simulation& simulation) const { return every_ > 0 && simulation.steps_done() % every_ == 0; }
  void write(const Simulation& simulation, const std::string& columns);  // *Collective:* behind step and time

  comm::Comm comm_;

 private:
  std::int64_t every_;
  io::RowFile file_;
};

// State hashes: where two runs part, their rows do.
struct HashRows : RareRows {
  HashRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every, const io::StreamStart& start);
  void write_if_due(const Simulation& simulation);  // *Collective.*
};

// How evenly work is shared, each row over the time since the row before; and the most memory that a rank has of its
// own.
class BalanceRows : public RareRows {
 public:
  BalanceRows(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t every,
              const io::StreamStart& start);
  void write_if_due(const Simulation& simulation);  // *Collective.*

 private:
  Done last_;
};

}  // namespace talus::sim
