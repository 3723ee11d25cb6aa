#include "sim/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>

#include "base/memory.hpp"
#include "io/checkpoint.hpp"
#include "io/json.hpp"
#include "sim/series.hpp"

namespace talus::sim {
namespace {

namespace fs = std::filesystem;

constexpr double kCheckpointSeconds = 300;  // wall time between automatic checkpoints

// Requests by signal: USR1 checkpoint and go on; USR2, TERM, INT checkpoint and stop.
volatile std::sig_atomic_t want_checkpoint = 0, want_stop = 0;
void on_signal(int signal) { (signal == SIGUSR1 ? want_checkpoint : want_stop) = 1; }

struct Folder {
  fs::path root;
  fs::path checkpoint() const { return root / "checkpoint.h5"; }
  fs::path older_checkpoint() const { return root / "checkpoint.1.h5"; }
  fs::path series() const { return root / "series.csv"; }
  fs::path summary() const { return root / "summary.json"; }
};

class Run {
 public:
  Run(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, const RunOptions& options)
      : comm_(comm),
        deck_(deck),
        options_(options),
        folder_{deck.text("output.folder")},
        scenario_(maker(deck)),
        simulation_(comm, *scenario_, simulation_options(deck)),
        end_step_(std::llround(deck.number("time.end") / deck.number("time.step"))),
        checkpoint_every_(deck.integer("checkpoint.every")),
        series_every_(deck.integer("output.series_every")) {
    header_.deck = deck.resolved();
  }

  void restore(const fs::path& file) {
    auto state = io::read_checkpoint(file, comm_);
    const auto& here = simulation_.world();
    if (state.walls.size() != here.walls.size()) {
      throw IoError(fmt::format("{}: holds {} walls, the deck has {}", file.string(), state.walls.size(), here.walls.size()));
    }
    for (const auto* all : {&state.bodies.local, &state.walls}) {
      for (const auto& b : *all) {
        if (b.shape >= static_cast<int>(here.shapes.size()) || b.material >= here.materials.size()) {
          throw IoError(fmt::format("{}: body {} has a shape or material that the deck does not have", file.string(), b.id));
        }
      }
    }
    simulation_.restore(std::move(state.bodies), std::move(state.walls), state.header.step);
    const std::string deck = header_.deck;
    header_ = state.header;
    header_.deck = deck;
  }

  Exit go() {
    for (int s : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(s, on_signal);
    if (comm_.is_root()) fs::create_directories(folder_.root);
    comm_.barrier();
    const double start = wall_seconds();
    started_ = last_progress_ = last_checkpoint_ = start;
    Series series(comm_, folder_.series(), scenario_->probes(), simulation_.steps_done());
    bool stop = false;
    const std::int64_t first_step = simulation_.steps_done();
    while (simulation_.steps_done() < end_step_ && !stop) {
      const StepReport report = simulation_.step();
      note(report);
      PhaseScope phase(simulation_.times(), Phase::output);
      if (simulation_.steps_done() % series_every_ == 0) series.write(simulation_, report);
      progress(report, first_step);
      stop = look_around(series);
    }
    finish(series, stop);
    return stop ? Exit::stopped : Exit::done;
  }

 private:
  void note(const StepReport& report) {
    const auto& solve = report.solve;
    header_.missed_steps += solve.status == solver::Status::missed;
    header_.sweeps += solve.sweeps;
    header_.residual_rms = std::max(header_.residual_rms, solve.residual.rms);
    header_.residual_max = std::max(header_.residual_max, solve.residual.max);
    header_.penetration_max = std::max(header_.penetration_max, report.penetration);
    header_.relaxation_max = std::max(header_.relaxation_max, solve.residual.relaxation);
    if (!std::isfinite(solve.residual.rms)) {
      throw PhysicsError(fmt::format("step {}: the solver's residual is not a number", simulation_.steps_done()));
    }
    contacts_ = solve.contacts;
  }

  // Checkpoints when due or asked for; true when the run is to stop. All ranks agree by one reduction.
  bool look_around(Series& series) {
    enum : std::int64_t { kNothing = 0, kCheckpoint = 1, kStop = 2 };
    const double now = wall_seconds();
    std::int64_t want = kNothing;
    if (want_checkpoint) want = kCheckpoint;
    if (comm_.is_root() && checkpoint_every_ == 0 && now - last_checkpoint_ > kCheckpointSeconds) want = kCheckpoint;
    if (want_stop || (options_.max_hours > 0 && now - started_ > 3600 * options_.max_hours)) want = kStop;
    want = comm_.max(want);
    if (checkpoint_every_ > 0 && simulation_.steps_done() % checkpoint_every_ == 0) want = std::max<std::int64_t>(want, kCheckpoint);
    if (want == kCheckpoint) checkpoint(series);
    return want == kStop && simulation_.steps_done() < end_step_;
  }

  void checkpoint(Series& series) {
    want_checkpoint = 0;
    series.flush();
    header_.step = simulation_.steps_done();
    header_.time = simulation_.time();
    auto header = header_;
    header.seconds += wall_seconds() - started_;
    io::write_checkpoint(folder_.checkpoint(), folder_.older_checkpoint(), comm_, header, simulation_.bodies(),
                         simulation_.world().walls);
    last_checkpoint_ = wall_seconds();
  }

  void progress(const StepReport& report, std::int64_t first_step) {
    if (options_.quiet || !comm_.is_root()) return;
    const bool terminal = isatty(STDOUT_FILENO);
    const double now = wall_seconds();
    const bool last = simulation_.steps_done() == end_step_;
    if (!last && now - last_progress_ < (terminal ? 0.5 : 10)) return;
    last_progress_ = now;
    const auto done = simulation_.steps_done() - first_step;
    const double rate = static_cast<double>(done) / std::max(now - started_, 1e-9);
    const double left = static_cast<double>(end_step_ - simulation_.steps_done()) / rate;
    fmt::print("{}t = {:.4g} s of {:.4g} s | step {} of {} | {} contacts | {} sweeps | residual {:.2e} m/s | {:.1f} steps/s | {:.0f} s left{}",
               terminal ? "\r" : "", simulation_.time(), deck_.number("time.end"), simulation_.steps_done(), end_step_,
               report.solve.contacts, report.solve.sweeps, report.solve.residual.rms, rate, left,
               terminal ? (last ? "\033[K\n" : "\033[K") : "\n");
    std::fflush(stdout);
  }

  void finish(Series& series, bool stopped);
  void report(const io::Json& summary) const;

  comm::Comm comm_;
  const io::Deck& deck_;
  RunOptions options_;
  Folder folder_;
  std::unique_ptr<Scenario> scenario_;
  Simulation simulation_;
  std::int64_t end_step_, checkpoint_every_, series_every_;
  io::CheckpointHeader header_;
  std::int64_t contacts_ = 0;
  double started_ = 0, last_progress_ = 0, last_checkpoint_ = 0;
};

void Run::finish(Series& series, bool stopped) {
  {
    PhaseScope phase(simulation_.times(), Phase::output);
    checkpoint(series);
  }
  header_.seconds += wall_seconds() - started_;
  const auto bodies = comm_.sum(static_cast<std::int64_t>(simulation_.bodies().num_owned));
  const auto hash = simulation_.state_hash();
  const auto peak = comm_.max(resident_peak_bytes());
  const auto heap = comm_.max(heap_peak_bytes()), heap_sum = comm_.sum(heap_peak_bytes());
  const auto held = comm_.sum(static_cast<std::int64_t>(simulation_.bodies().num_local()));
  const auto most_owned = comm_.max(static_cast<std::int64_t>(simulation_.bodies().num_owned));
  const auto traffic = comm::traffic();
  const auto messages = comm_.max(traffic.messages), bytes = comm_.max(traffic.bytes);
  auto times = simulation_.times();
  comm_.max(times.seconds);
  if (!comm_.is_root()) return;
  io::Json phases;
  for (int p = 0; p < kNumPhases; ++p) {
    phases.add(kPhaseNames[static_cast<std::size_t>(p)], times.seconds[static_cast<std::size_t>(p)]);
  }
  io::Json summary;
  summary.add("status", stopped ? "stopped" : "done")
      .add("state_hash", fmt::format("{:016x}", hash))
      .add("time", simulation_.time())
      .add("steps", simulation_.steps_done())
      .add("bodies", bodies)
      .add("contacts", contacts_)
      .add("missed_steps", header_.missed_steps)
      .add("residual_rms", header_.residual_rms)
      .add("residual_max", header_.residual_max)
      .add("penetration_max", header_.penetration_max)
      .add("relaxation_max", header_.relaxation_max)
      .add("sweeps", header_.sweeps)
      .add("seconds", header_.seconds)
      .add("seconds_by_phase", phases)
      .add("ranks", comm_.size())
      .add("peak_memory_bytes", peak)
      .add("heap_peak_bytes", heap)
      .add("heap_peak_bytes_all_ranks", heap_sum)
      .add("bodies_held_all_ranks", held)
      .add("bodies_owned_largest_rank", most_owned)
      .add("messages_largest_rank", messages)
      .add("message_bytes_largest_rank", bytes);
  std::ofstream out(folder_.summary());
  out << summary.text() << "\n";
  if (!out.flush()) throw IoError(folder_.summary().string() + ": cannot be written");
  report(summary);
}

void Run::report(const io::Json& summary) const {
  if (options_.quiet) return;
  fmt::print("{}\n{} of {} steps missed the tolerance of {:g} m/s ({}); state in {}\n", summary.text(), header_.missed_steps,
             simulation_.steps_done(), deck_.number("solver.tolerance"), deck_.text("solver.norm"),
             folder_.checkpoint().string());
}

bool holds_output(const fs::path& folder) { return fs::exists(folder) && !fs::is_empty(folder); }

}  // namespace

Exit run_deck(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, bool resume,
              const RunOptions& options) {
  const Folder folder{deck.text("output.folder")};
  const bool going_on = resume && comm.any(fs::exists(folder.checkpoint()));
  if (!going_on && comm.any(holds_output(folder.root))) {
    throw InputError(folder.root.string() +
                     (resume ? ": holds files but no checkpoint to resume from; nothing was touched"
                             : ": holds files already; use --resume to go on with a run, or another output.folder"));
  }
  Run run(comm, deck, maker, options);
  if (going_on) run.restore(folder.checkpoint());
  return run.go();
}

Exit restart_from(const comm::Comm& comm, const fs::path& checkpoint, const std::vector<std::string>& sets,
                  const ScenarioMaker& maker, const RunOptions& options) {
  const auto header = io::read_checkpoint_header(checkpoint);
  const io::Deck deck = io::Deck::parse(header.deck, checkpoint.string(), sets);
  Run run(comm, deck, maker, options);
  run.restore(checkpoint);
  return run.go();
}

}  // namespace talus::sim
