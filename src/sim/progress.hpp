#pragma once
// The lines that a run prints: at the start what runs, then its progress, and at the end where the time went.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "comm/comm.hpp"
#include "io/json.hpp"
#include "io/run_log.hpp"
#include "sim/run_options.hpp"

namespace talus::sim {

// Numbers of steps, ascending, as ranges: few where misses come in a row.
class StepList {
 public:
  void add(std::int64_t step);
  std::string text(std::size_t most_ranges) const;  // "3, 10-14 and 2 more"

 private:
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges_;
};

// 16 hexadecimal digits that tell one resolved deck from another.
std::string deck_digest(const std::string& resolved);

// Characters that a line on this terminal may have.
std::size_t terminal_width();

// On a terminal one line that is written again and again, else a line now and then, more rarely as the run grows old.
// Only the root prints; nothing except warnings is printed with --quiet or --json. Colours: on terminals, unless
// NO_COLOR is set. The log of the run has all of it, for those who follow the run from elsewhere.
class Progress {
 public:
  Progress(const comm::Comm& comm, const RunPlan& plan, const RunOptions& options);

  void open_log(const std::filesystem::path& file) { log_.open(file); }  // *Not collective*; the root, before the rest
  void start(const Simulation& simulation);                              // *Not collective.*
  // *Not collective.* `memory`: bytes of the largest rank at the last step.
  void step(const Simulation& simulation, const StepReport& report, std::int64_t memory);
  // *Not collective.* Lines that begin with "talus: warning: "; may be empty.
  void warn(const Simulation& simulation, const std::string& lines);
  void fail(const std::string& message);  // *Not collective.* For the log; who throws it prints it
  // *Collective.* Adds what it knows to the summary.
  void summarise(const Simulation& simulation, io::Json& summary);
  // *Not collective*; after summarise().
  void end(const Simulation& simulation, const std::string& after, bool stopped);

  double started() const { return started_; }  // wall_seconds()

 private:
  struct Spread {
    double least = 0, mean = 0, most = 0;  // over the ranks
  };
  // Where a line ended; the next one tells of what came since.
  struct Mark {
    double clock = 0;  // wall_seconds()
    std::int64_t step = 0;
    PhaseTimes times;
  };
  Spread spread(double value) const;
  std::string line(const Simulation& simulation, const StepReport& report, const Mark& since, double now) const;
  std::string troubles(const StepReport& report) const;
  void show(std::string text);
  std::string table() const;
  std::string verdict(const Simulation& simulation) const;
  std::string bold(const std::string& text) const { return colours_ ? "\033[1m" + text + "\033[0m" : text; }

  comm::Comm comm_;
  const RunPlan& plan_;
  RunOptions options_;
  bool prints_, terminal_, colours_;
  io::RunLog log_;
  std::int64_t first_step_ = 0, memory_ = 0;  // of this session; bytes of the largest rank
  double started_, wall_ = 0;
  Mark shown_, logged_;
  bool open_line_ = false;  // the terminal's line is to be ended
  StepList missed_;
  std::int64_t num_missed_ = 0, num_capped_ = 0;  // steps of this session; those that ended at max_sweeps
  double updates_ = 0;                            // contacts times sweeps, all ranks
  double updates_here_ = 0;                       // this rank's
  std::vector<Spread> phases_;
  Spread work_;  // updates per rank
};

}  // namespace talus::sim
