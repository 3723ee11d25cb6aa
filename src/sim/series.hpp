#pragma once
// The time series of a run: one row every few steps.

#include "io/series_file.hpp"
#include "observe/series.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

class Series {
 public:
  // *Collective.* Continues the files <stem>.csv and <stem>.h5 from the start.
  Series(const comm::Comm& comm, const std::filesystem::path& stem, observe::Watched watched,
         const io::StreamStart& start)
      : watched_(std::move(watched)), file_(comm, stem, observe::series_columns(watched_), start) {}

  // *Collective.*
  void write(const Simulation& simulation, const StepReport& report) {
    PhaseTimes spent = simulation.times();
    for (std::size_t p = 0; p < spent.seconds.size(); ++p) spent.seconds[p] -= before_.seconds[p];
    before_ = simulation.times();
    file_.append(observe::series_row(simulation.view(), report, simulation.energy(), spent, watched_));
  }
  void flush() { file_.flush(); }
  io::RowsMark mark() const { return file_.mark(); }
  const std::string& notice() const { return file_.notice(); }

 private:
  observe::Watched watched_;
  io::SeriesFile file_;
  PhaseTimes before_;  // at the row before
};

}  // namespace talus::sim
