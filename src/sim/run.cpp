#include "sim/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <optional>

#include "base/memory.hpp"
#include "comm/agree.hpp"
#include "io/csv_rows.hpp"
#include "io/durable.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/hdf5/stored_step.hpp"
#include "io/json.hpp"
#include "sim/balance_series.hpp"
#include "sim/frame_output.hpp"
#include "sim/series.hpp"
#include "sim/warnings.hpp"

namespace talus::sim {
namespace {

namespace fs = std::filesystem;

constexpr double kFirstCheckpoint = 60;  // wall seconds to the first automatic one, which tells their cost

// Requests by signal: USR1 checkpoint and go on; USR2, TERM, INT checkpoint and stop.
volatile std::sig_atomic_t want_checkpoint = 0, want_stop = 0;
void on_signal(int signal) { (signal == SIGUSR1 ? want_checkpoint : want_stop) = 1; }

void catch_signals() {
  for (int s : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(s, on_signal);
}

// What a Slurm job has left, h, less what a step and the last checkpoint may take; infinite without one.
double hours_of_job() {
  const char* text = std::getenv("SLURM_JOB_END_TIME");
  const double end = text ? std::strtod(text, nullptr) : 0;
  if (!(end > 0)) return std::numeric_limits<double>::infinity();
  constexpr double kNothingLeft = 1e-9, kMostReserve = 120;  // h; s
  const double left = end - static_cast<double>(std::time(nullptr));
  return std::max(kNothingLeft, (left - std::min(kMostReserve, 0.1 * left)) / 3600);
}

// With the least of all limits of wall time.
RunOptions within_limits(RunOptions options, const io::Deck& deck) {
  double least = hours_of_job();
  for (double hours : {options.max_hours, deck.number("time.max_hours")})
    least = hours > 0 ? std::min(least, hours) : least;
  options.max_hours = std::isfinite(least) ? least : 0;
  return options;
}

struct Folder {
  fs::path root;
  fs::path checkpoint() const { return root / "checkpoint.h5"; }
  fs::path older_checkpoint() const { return root / "checkpoint.1.h5"; }
  fs::path series() const { return root / "series"; }  // and .csv, .h5
  fs::path balance() const { return root / "balance.csv"; }
  fs::path hashes() const { return root / "hashes.csv"; }
  fs::path summary() const { return root / "summary.json"; }

  fs::path problem(std::int64_t step) const { return root / fmt::format("problem-{:06}.hdf5", step); }

  bool holds_files() const { return fs::exists(root) && !fs::is_empty(root); }
  // A run that was killed before its first checkpoint leaves this.
  bool holds_beginnings_only() const {
    const auto begun = [this](const fs::path& file) {
      const auto name = file.filename().string();
      const bool unfinished = name.find(".unfinished") != std::string::npos;  // and what MPI puts beside it
      return file.stem() == "series" || name.starts_with("problem-") || file == balance() || file == hashes() ||
             unfinished || file.extension() == ".whole";
    };
    return std::all_of(fs::directory_iterator(root), fs::directory_iterator(),
                       [&](const auto& entry) { return begun(entry.path()); });
  }
};

class Run {
 public:
  Run(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, const RunOptions& options)
      : comm_(comm), deck_(deck), options_(within_limits(options, deck)), folder_{deck.text("output.folder")},
        scenario_(maker(deck)), simulation_(comm, *scenario_, simulation_options(deck)),
        end_step_(std::llround(deck.number("time.end") / deck.number("time.step"))),
        checkpoint_every_(deck.integer("checkpoint.every")), series_every_(deck.integer("output.series_every")),
        hash_every_(deck.integer("output.hash_every")), watched_(watched_of(deck, *scenario_)),
        progress_(comm, deck, options_) {
    header_.deck = deck.resolved();
  }

  void restore(const fs::path& file) {
    auto state = io::read_checkpoint(file, comm_);
    comm::agree(comm_, [&] { check_fits(state, file); });
    contacts_ = comm_.sum(std::ssize(state.bodies.memory));
    state.header.deck.swap(header_.deck);
    header_ = state.header;
    simulation_.restore(std::move(state));
    std::error_code missing;
    const bool own = comm_.is_root() && fs::equivalent(file, folder_.checkpoint(), missing);
    saved_ = comm_.any(own) ? header_.step : -1;
  }

  Exit go() {
    bool ended = false;
    comm::agree(comm_, [&] {
      if (!comm_.is_root()) return;
      std::error_code failure;
      fs::create_directories(folder_.root, failure);
      if (failure) throw IoError(fmt::format("{}: cannot be created: {}", folder_.root.string(), failure.message()));
      ended = simulation_.steps_done() >= end_step_ && fs::exists(folder_.summary());
      if (!ended) fs::remove(folder_.summary());  // from now on it would be wrong
      if (hash_every_ > 0)
        hashes_ = io::open_rows(folder_.hashes(), "step,time [s],state_hash\n", simulation_.steps_done());
    });
    if (saved_ >= 0 && comm_.any(ended)) {
      if (comm_.is_root() && !options_.quiet) {
        fmt::print("{}: t = {:g} s of {:g} s is reached, nothing is left to do\n", folder_.root.string(),
                   simulation_.time(), deck_.number("time.end"));
      }
      return Exit::done;
    }
    last_checkpoint_ = wall_seconds();
    progress_.start(simulation_);
    if (comm_.is_root() && simulation_.steps_done() == 0)
      fmt::print(stderr, "{}", repairs_of(simulation_.world(), deck_));
    std::optional<Series> opened;
    {
      PhaseScope phase(simulation_.times(), Phase::output);
      opened.emplace(comm_, folder_.series(), watched_, simulation_.steps_done());
      const bool from_start = simulation_.steps_done() == 0;
      frames_.emplace(comm_, deck_, folder_.root, scenario_->joint_probes(),
                      from_start ? -1 : simulation_.steps_done());
      if (from_start) frames_->write_if_due(simulation_);
    }
    Series& series = *opened;
    BalanceSeries balance(comm_, folder_.balance(), deck_.integer("output.balance_every"), simulation_.steps_done());
    bool stop = false;
    while (simulation_.steps_done() < end_step_ && !stop) {
      const StepReport report = simulation_.step();
      note(report);
      std::optional<PhaseScope> phase(std::in_place, simulation_.times(), Phase::output);
      if (simulation_.steps_done() % series_every_ == 0) series.write(simulation_, report);
      frames_->write_if_due(simulation_);
      balance.write_if_due(simulation_);
      if (problem_is_asked_for(report)) store_problem(report);
      note_hash();
      progress_.step(simulation_, report);
      stop = look_around(series, phase);
    }
    finish(series, stop);
    return stop ? Exit::stopped : Exit::done;
  }

 private:
  // Does this deck's world hold what the state refers to?
  void check_fits(const io::Checkpoint& state, const fs::path& file) const {
    const auto& here = simulation_.world();
    const double time = static_cast<double>(state.header.step) * deck_.number("time.step");
    if (std::abs(time - state.header.time) > 1e-9 * time) {
      deck_.reject("time.step", fmt::format("cannot change at a restart; {} was written with {:g} s", file.string(),
                                            state.header.time / static_cast<double>(state.header.step)));
    }
    if (state.header.energy.size() > static_cast<std::size_t>(observe::kNumEnergyTerms)) {
      throw IoError(fmt::format("{}: the energy account has {} terms, expected at most {}", file.string(),
                                state.header.energy.size(), observe::kNumEnergyTerms));
    }
    if (state.walls.size() != here.walls.size()) {
      throw InputError(
          fmt::format("{}: holds {} walls, the deck has {}", file.string(), state.walls.size(), here.walls.size()));
    }
    for (const auto* all : {&state.bodies.local, &state.walls}) {
      for (const auto& b : *all) {
        if (b.shape >= static_cast<int>(here.shapes.size()) || b.material >= here.materials.size()) {
          throw InputError(
              fmt::format("{}: body {} has a shape or material that the deck does not have", file.string(), b.id));
        }
      }
    }
    for (const auto& j : state.bodies.joints) {
      if (j.drive >= std::ssize(here.drives))
        throw InputError(fmt::format("{}: joint {} has a drive that the deck does not have", file.string(), j.id));
    }
  }

  void note(const StepReport& report) {
    if (comm_.is_root()) fmt::print(stderr, "{}", warning_of(report.overlap, simulation_.options().build));
    const auto& solve = report.solve;
    header_.missed_steps += solve.status == solver::Status::missed;
    header_.sweeps += solve.sweeps;
    header_.residual_rms = std::max(header_.residual_rms, solve.residual.rms);
    header_.residual_max = std::max(header_.residual_max, solve.residual.max);
    header_.penetration_max = std::max(header_.penetration_max, report.penetration);
    header_.relaxation_max = std::max(header_.relaxation_max, solve.residual.relaxation);
    if (const auto fault = fault_of(report); !fault.empty()) {
      frames_->seal();  // what led to it is worth seeing
      frames_->publish();
      const auto dump = store_problem(report);
      throw comm::AgreedError(Exit::physics, fmt::format("step {}: {}; its problem is in {}", simulation_.steps_done(),
                                                         fault, dump.string()));
    }
    contacts_ = solve.contacts;
    projection_left_ = std::max(projection_left_, report.projection_left);
    relaxation_mean_ = solve.residual.relaxation_mean;
    contact_steps_ += solve.contacts;
    chattering_ += report.chattering;
    chatter_speed_ = std::max(chatter_speed_, report.chatter_speed);
  }

  // *Collective.* Too low a threshold between sticking and sliding is said once, at the end.
  std::int64_t warn_of_chatter() const {
    constexpr double kMuch = 0.01;  // of all contacts' steps
    const auto chattering = comm_.sum(chattering_);
    const double speed = comm_.max(chatter_speed_);
    if (comm_.is_root() && static_cast<double>(chattering) > kMuch * static_cast<double>(contact_steps_)) {
      fmt::print(
          stderr,
          "talus: warning: contacts stick and slide in turn in {} of their {} steps, at up to {:g} m/s; "
          "contact.sliding_threshold = {:g} m/s lies below what the step leaves at resting or rolling contacts\n",
          chattering, contact_steps_, speed, deck_.number("contact.sliding_threshold"));
    }
    return chattering;
  }

  // *Collective.* Why a run must not go on; the same on all ranks, empty if it may.
  std::string fault_of(const StepReport& report) const {
    if (report.solve.status == solver::Status::unbounded) {
      return fmt::format(
          "the contact problem is unbounded, no impulses can keep apart {}; bodies that are driven close on others",
          observe::name_rows(simulation_.view(), report.solve.certificate));
    }
    if (report.runaway >= 0) {
      const double limit = simulation_.options().max_speed;
      return std::isinf(report.fastest) ? fmt::format("body {}: its place or velocity is not a number", report.runaway)
                                        : fmt::format("body {} has run away at {:.3g} m/s, guard.max_speed is {:g} m/s",
                                                      report.runaway, report.fastest, limit);
    }
    if (report.missing != 0)
      return fmt::format("{} of {} bodies got lost between ranks", report.missing, report.bodies + report.missing);
    if (!std::isfinite(report.solve.residual.rms)) return "the solver's residual is not a number";
    return scenario_->fault(simulation_.bodies(), comm_);
  }

  // State hashes against steps: where two runs part, their rows do.
  void note_hash() {
    if (hash_every_ == 0 || simulation_.steps_done() % hash_every_ != 0) return;
    const auto hash = simulation_.state_hash();
    comm::agree(comm_, [&] {
      if (!comm_.is_root()) return;
      hashes_ << fmt::format("{},{:.9g},{:016x}\n", simulation_.steps_done(), simulation_.time(), hash) << std::flush;
      io::check_written(hashes_, folder_.hashes());
    });
  }

  // Young and Daly: if failures come every M and a checkpoint costs C, least is lost with one each sqrt(2 C M).
  double checkpoint_interval() const {
    return checkpoint_cost_ > 0
               ? std::sqrt(2 * checkpoint_cost_ * 3600 * deck_.number("checkpoint.mean_hours_to_failure"))
               : kFirstCheckpoint;
  }

  bool problem_is_asked_for(const StepReport& report) const {
    const auto step = simulation_.steps_done(), every = deck_.integer("output.problem_every");
    const bool missed = report.solve.status == solver::Status::missed && deck_.flag("output.problem_missed");
    return missed || step == deck_.integer("output.problem_at") || (every > 0 && step % every == 0);
  }

  // *Collective.* The problem of the step just done.
  fs::path store_problem(const StepReport& report) const {
    const fs::path file = folder_.problem(simulation_.steps_done());
    io::write_step(
        file, comm_, simulation_.bodies().local, simulation_.world().walls, simulation_.problem(),
        simulation_.sharing(), simulation_.solution(),
        {deck_.text("solver.name"), deck_.text("contact.law"), deck_.text("solver.schedule"), deck_.text("solver.norm"),
         deck_.number("solver.tolerance"), deck_.integer("solver.max_sweeps"), report.solve.sweeps});
    return file;
  }

  // Checkpoints when due or asked for; true when the run is to stop. All ranks agree by one reduction.
  bool look_around(Series& series, std::optional<PhaseScope>& phase) {
    enum : std::int64_t { kNothing = 0, kCheckpoint = 1, kStop = 2 };
    const double now = wall_seconds();
    std::int64_t want = kNothing;
    if (want_checkpoint) want = kCheckpoint;
    if (comm_.is_root() && checkpoint_every_ == 0 && now - last_checkpoint_ > checkpoint_interval()) want = kCheckpoint;
    if (want_stop || (options_.max_hours > 0 && now - progress_.started() > 3600 * options_.max_hours)) want = kStop;
    want = comm_.max(want);
    if (checkpoint_every_ > 0 && simulation_.steps_done() % checkpoint_every_ == 0)
      want = std::max<std::int64_t>(want, kCheckpoint);
    if (want == kCheckpoint) checkpoint(series, phase);
    return want == kStop && simulation_.steps_done() < end_step_;
  }

  // Seconds by phase of the run so far, each of the rank that took longest. *Collective.*
  PhaseTimes phases_so_far() const {
    PhaseTimes all = simulation_.times();
    comm_.max(all.seconds);
    for (std::size_t p = 0; p < all.seconds.size(); ++p) all.seconds[p] += header_.phases.seconds[p];
    return all;
  }

  void checkpoint(Series& series, std::optional<PhaseScope>& phase) {
    want_checkpoint = 0;
    series.flush();
    if (saved_ == simulation_.steps_done()) return;
    const double start = wall_seconds();
    frames_->seal();
    header_.step = simulation_.steps_done();
    header_.time = simulation_.time();
    const auto energy = simulation_.energy().totals();
    header_.energy.assign(energy.begin(), energy.end());
    auto header = header_;
    header.removed += comm_.sum(simulation_.removed());
    phase.emplace(simulation_.times(), Phase::output);  // what it has lived so far is counted
    header.seconds += wall_seconds() - progress_.started();
    header.phases = phases_so_far();
    io::write_checkpoint(folder_.checkpoint(), folder_.older_checkpoint(), comm_, header, simulation_.bodies(),
                         simulation_.world().walls, simulation_.share());
    frames_->publish();
    saved_ = header_.step;
    last_checkpoint_ = wall_seconds();
    checkpoint_cost_ = last_checkpoint_ - start;
  }

  void finish(Series& series, bool stopped);

  comm::Comm comm_;
  const io::Deck& deck_;
  RunOptions options_;
  Folder folder_;
  std::unique_ptr<scene::Scenario> scenario_;
  Simulation simulation_;
  std::int64_t end_step_, checkpoint_every_, series_every_, hash_every_;
  std::ofstream hashes_;  // of the root
  observe::Watched watched_;
  std::optional<Frames> frames_;  // while the run goes
  io::CheckpointHeader header_;
  std::int64_t contacts_ = 0;
  std::int64_t contact_steps_ = 0, chattering_ = 0;   // of this session: of all ranks; of this one
  double chatter_speed_ = 0;                          // m/s
  double projection_left_ = 0;                        // m, of this session
  double relaxation_mean_ = 0;                        // of the last step, m
  std::int64_t saved_ = -1;                           // step of the folder's checkpoint, if it is this run's
  double last_checkpoint_ = 0, checkpoint_cost_ = 0;  // s of wall time
  Progress progress_;
};

void Run::finish(Series& series, bool stopped) {
  std::optional<PhaseScope> phase(std::in_place, simulation_.times(), Phase::output);
  checkpoint(series, phase);
  const auto bodies = comm_.sum(static_cast<std::int64_t>(simulation_.bodies().num_owned));
  const auto hash = simulation_.state_hash();
  const auto peak = comm_.max(resident_peak_bytes());
  const auto heap = comm_.max(heap_peak_bytes()), heap_sum = comm_.sum(heap_peak_bytes());
  const auto held = comm_.sum(static_cast<std::int64_t>(simulation_.bodies().num_local()));
  const auto most_owned = comm_.max(static_cast<std::int64_t>(simulation_.bodies().num_owned));
  const auto traffic = comm::traffic();
  const auto messages = comm_.max(traffic.messages), bytes = comm_.max(traffic.bytes);
  phase.reset();
  header_.seconds += wall_seconds() - progress_.started();
  const PhaseTimes so_far = phases_so_far();
  io::Json phases;
  for (std::size_t p = 0; p < so_far.seconds.size(); ++p) phases.add(kPhaseNames[p], so_far.seconds[p]);
  io::Json summary;
  summary.add("status", stopped ? "stopped" : "done")
      .add("state_hash", fmt::format("{:016x}", hash))
      .add("time", simulation_.time())
      .add("steps", simulation_.steps_done())
      .add("bodies", bodies)
      .add("removed", header_.removed + comm_.sum(simulation_.removed()))
      .add("contacts", contacts_)
      .add("missed_steps", header_.missed_steps)
      .add("residual_rms", header_.residual_rms)
      .add("residual_max", header_.residual_max)
      .add("penetration_max", header_.penetration_max)
      .add("relaxation_max", header_.relaxation_max)
      .add("projection_left_max", projection_left_)
      .add("chattering_contact_steps", warn_of_chatter())
      .add("relaxation_mean", relaxation_mean_)
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
  progress_.summarise(simulation_, summary);
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    const fs::path unfinished = folder_.summary().string() + ".unfinished";
    std::ofstream out(unfinished);
    out << summary.text() << "\n";
    out.close();
    io::check_written(out, unfinished);
    fs::rename(unfinished, folder_.summary());
  });
  if (options_.json && comm_.is_root()) fmt::print("{}\n", summary.text());
  progress_.end(simulation_, fmt::format("state in {}{}", folder_.checkpoint().string(),
                                         stopped ? "; stopped on request, go on with --resume" : ""));
}

// What a run may start from in its folder, the best first. Throws if it must not run there at all.
std::vector<fs::path> starts_in(const comm::Comm& comm, const Folder& folder, bool resume) {
  std::string found;  // the root's view is everybody's
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    const std::string name = folder.root.string();
    if (fs::exists(folder.root) && !fs::is_directory(folder.root))
      throw InputError(name + ": is a file, expected a folder for the output");
    if (!resume && folder.holds_files()) {
      throw InputError(name + ": holds files already; use --resume to go on with a run, or another output.folder");
    }
    if (resume && fs::exists(folder.checkpoint())) found += 'c';
    if (resume && fs::exists(folder.older_checkpoint())) found += 'o';
    if (found.empty() && folder.holds_files() && !folder.holds_beginnings_only()) {
      throw InputError(name + ": holds files but no checkpoint to resume from; nothing was touched");
    }
  });
  comm.broadcast(found);
  std::vector<fs::path> starts;
  for (char c : found) starts.push_back(c == 'c' ? folder.checkpoint() : folder.older_checkpoint());
  return starts;
}

// Goes on from the newest whole checkpoint. A damaged one is put aside, so that it does not take the place of a whole
// one.
void restore_newest(const comm::Comm& comm, Run& run, const std::vector<fs::path>& files) {
  std::vector<std::string> faults;  // of the first files
  for (const auto& file : files) {
    try {
      run.restore(file);
      break;
    } catch (const Error& e) {
      if (e.code() != Exit::io) throw;
      faults.emplace_back(e.what());
    }
  }
  if (faults.empty()) return;
  if (faults.size() == files.size()) throw comm::AgreedError(Exit::io, fmt::format("{}", fmt::join(faults, "; ")));
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    for (std::size_t f = 0; f < faults.size(); ++f) {
      fs::rename(files[f], files[f].string() + ".damaged");
      fmt::print(stderr, "talus: {}; put aside, going on from {}\n", faults[f], files[faults.size()].string());
    }
  });
}

}  // namespace

Exit run_deck(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, bool resume,
              const RunOptions& options) {
  catch_signals();
  const auto starts = starts_in(comm, {deck.text("output.folder")}, resume);
  Run run(comm, deck, maker, options);
  restore_newest(comm, run, starts);
  return run.go();
}

Exit restart_from(const comm::Comm& comm, const fs::path& checkpoint, const std::vector<std::string>& sets,
                  const ScenarioMaker& maker, const RunOptions& options) {
  catch_signals();
  const auto header = io::read_checkpoint_header(checkpoint, comm);
  const io::Deck deck = io::Deck::parse(header.deck, checkpoint.string(), sets);
  const Folder folder{deck.text("output.folder")};
  comm::agree(comm, [&] {
    if (!comm.is_root() || !folder.holds_files()) return;
    const fs::path from = checkpoint.parent_path().empty() ? "." : checkpoint.parent_path();
    if (!fs::equivalent(from, folder.root)) {
      throw InputError(fmt::format(
          "{}: holds files, and not this checkpoint; name another with --set output.folder=...", folder.root.string()));
    }
  });
  Run run(comm, deck, maker, options);
  run.restore(checkpoint);
  return run.go();
}

}  // namespace talus::sim
