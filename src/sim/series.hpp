#pragma once
// The time series of a run: one row of numbers every few steps, in a CSV file with units in its header and, the same
// columns, in an HDF5 file. All but wall seconds and the largest rank's share have the same bits on any number of
// ranks.

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5/table.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

std::size_t num_columns(const observe::Watched& watched);

class Series {
 public:
  // *Collective*; only the root writes, <stem>.csv and <stem>.h5. Goes on with existing files if `last_step` > 0; rows
  // behind that step and a row that was cut off are dropped: they will come again. (The CSV file is what counts: the
  // other is made again from its rows, so that a run that was killed while writing it can go on.)
  Series(const comm::Comm& comm, const std::filesystem::path& stem, observe::Watched watched, std::int64_t last_step);
  ~Series();
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  // *Collective.*
  void write(const Simulation& simulation, const StepReport& report);
  void flush();  // throws if this or a write() before has failed

 private:
  void open(std::int64_t last_step);
  void put(const std::vector<double>& row);
  std::vector<double> probed(const Simulation& simulation) const;
  std::vector<double> reactions(const Simulation& simulation) const;
  [[noreturn]] void fail(int error) const;

  comm::Comm comm_;
  std::filesystem::path csv_, h5_;
  observe::Watched watched_;
  std::vector<io::Column> columns_;
  std::FILE* file_ = nullptr;
  std::optional<io::Table> table_;
  std::string failure_;  // of the first write that failed
  PhaseTimes before_;    // at the row before
};

}  // namespace talus::sim
