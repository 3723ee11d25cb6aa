#pragma once
// The time series of a run: one row of numbers every few steps, in a CSV file with units in its header.

#include <cstdio>
#include <filesystem>
#include <vector>

#include "sim/simulation.hpp"

namespace talus::sim {

class Series {
 public:
  // *Not collective*; only the root writes. Rows of an existing file behind `last_step` are dropped: they will come again.
  Series(const comm::Comm& comm, const std::filesystem::path& file, std::vector<GlobalId> probes, std::int64_t last_step);
  ~Series();
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  void write(const Simulation& simulation, const StepReport& report);  // *Collective.*
  void flush();

 private:
  comm::Comm comm_;
  std::filesystem::path path_;
  std::vector<GlobalId> probes_;
  std::FILE* file_ = nullptr;
};

}  // namespace talus::sim
