#pragma once
// The time series of a run: one row of numbers every few steps, in a CSV file with units in its header.

#include <cstdio>
#include <filesystem>
#include <vector>

#include "sim/simulation.hpp"

namespace talus::sim {

class Series {
 public:
  // *Collective*; only the root writes. Goes on with an existing file if `last_step` > 0; rows behind that step and a row
  // that was cut off are dropped: they will come again.
  Series(const comm::Comm& comm, const std::filesystem::path& file, std::vector<GlobalId> probes, std::int64_t last_step);
  ~Series();
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  // *Collective.*
  void write(const Simulation& simulation, const StepReport& report);
  void flush();  // throws if this or a write() before has failed

 private:
  [[noreturn]] void fail(int error) const;

  comm::Comm comm_;
  std::filesystem::path path_;
  std::vector<GlobalId> probes_;
  std::FILE* file_ = nullptr;
  int error_ = 0;  // errno of the first write that failed
};

}  // namespace talus::sim
