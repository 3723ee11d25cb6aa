#include "sim/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>

#include "base/key.hpp"
#include "base/memory.hpp"
#include "comm/agree.hpp"
#include "io/deck/restart.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/hdf5/stored_step.hpp"
#include "scene/expected_speed.hpp"
#include "sim/frame_output.hpp"
#include "sim/output_folder.hpp"
#include "sim/progress.hpp"
#include "sim/rare_rows.hpp"
#include "sim/series.hpp"
#include "sim/signals.hpp"
#include "sim/state_fault.hpp"
#include "sim/summary.hpp"
#include "sim/wall_limit.hpp"
#include "sim/warnings.hpp"

namespace talus::sim {
namespace {

namespace fs = std::filesystem;

constexpr double kFirstCheckpoint = 60;  // wall seconds to the first automatic one, which tells their cost

RunOptions within_limits(RunOptions options, const RunPlan& plan) {
  options.max_hours = wall_limit(options.max_hours, plan.max_hours);
  return options;
}

// A start that cannot fit is refused before it is made.
std::unique_ptr<scene::Scenario> within_memory(const comm::Comm& comm, std::unique_ptr<scene::Scenario> scenario) {
  const std::int64_t bodies = scenario->num_bodies(0);
  const double need = kBodyBytes * static_cast<double>(bodies) / comm.size();
  const auto limit = static_cast<double>(memory_limit());
  if (comm.any(need > limit)) {
    throw InputError(
        fmt::format("{} bodies at the start need about {:.3g} GB on each of {} ranks, which have {:.3g} GB", bodies,
                    1e-9 * need, comm.size(), 1e-9 * limit));
  }
  return scenario;
}

io::CheckpointHeader first_header(const comm::Comm& comm, const io::Deck& deck, const RunPlan& plan) {
  io::CheckpointHeader header;
  header.deck = plan.deck;
  header.files = io::digests_of_files(comm, deck);
  return header;
}

class Run {
 public:
  Run(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, const RunOptions& options,
      io::Lock& lock)
      : comm_(comm), plan_(run_plan(deck)), options_(within_limits(options, plan_)), folder_{plan_.output.folder},
        lock_(lock), header_(first_header(comm, deck, plan_)), scenario_(within_memory(comm, maker(deck))),
        simulation_(comm, *scenario_, simulation_options(deck)), watched_(watched_of(deck, *scenario_)),
        progress_(comm, plan_, options_) {
    plan_.solve.tolerance = simulation_.options().solver.tolerance;
    const auto& world = simulation_.world();
    start_warnings_ = repairs_of(world) +
                      warning_of_speed(simulation_, scene::expected_speed({}, world, scenario_->flows(), plan_.end));
  }

  void restore(const fs::path& file, const io::Deck& deck) {
    auto state = io::read_checkpoint(file, comm_);
    comm::agree(comm_, [&] { restart_warnings_ = check_fits(state, file, deck, header_.files, simulation_.world()); });
    totals_.contacts = comm_.sum(std::ssize(state.bodies.memory.items()));
    state.header.deck.swap(header_.deck);
    state.header.files.swap(header_.files);
    header_ = state.header;
    simulation_.restore(std::move(state));
    plan_.end_step = simulation_.clock().step_at(plan_.end);
    std::error_code missing;
    const bool own = comm_.is_root() && fs::equivalent(file, folder_.checkpoint(), missing);
    saved_ = comm_.any(own) ? header_.step : -1;
    const bool here = comm_.is_root() && fs::equivalent(fs::absolute(file).parent_path(), folder_.root, missing);
    continues_ = comm_.any(here);
  }

  Exit go() {
    if (is_done_already()) return Exit::done;
    last_checkpoint_ = wall_seconds();
    progress_.start(simulation_);
    progress_.warn(simulation_, restart_warnings_);
    progress_.warn(simulation_,
                   warning_of(simulation_.clock(), plan_.end) + warning_of_loads(simulation_.world(), plan_.end));
    if (simulation_.steps_done() == 0) progress_.warn(simulation_, start_warnings_);
    open_streams();
    bool stop = false;
    while (simulation_.steps_done() < plan_.end_step && !stop) {
      const StepReport report = simulation_.step();
      note(report);
      std::optional<PhaseScope> phase(std::in_place, simulation_.times(), Phase::output);
      if (simulation_.steps_done() % plan_.output.series_every == 0) series_->write(simulation_, report);
      frames_->write_if_due(simulation_);
      balance_->write_if_due(simulation_);
      if (problem_is_asked_for(report)) store_problem(report);
      hashes_->write_if_due(simulation_);
      progress_.step(simulation_, report, memory_);
      stop = look_around(phase);
    }
    finish(stop);
    return stop ? Exit::stopped : Exit::done;
  }

 private:
  // *Collective.* Makes the folder. A run that was ended before has nothing left to do.
  bool is_done_already() {
    bool ended = false;
    comm::agree(comm_, [&] {
      if (!comm_.is_root()) return;
      folder_.enter(lock_);
      ended = simulation_.steps_done() >= plan_.end_step && fs::exists(folder_.summary());
      if (ended) return;
      fs::remove(folder_.summary());  // from now on it would be wrong
      progress_.open_log(folder_.log());
    });
    if (saved_ < 0 || !comm_.any(ended)) return false;
    if (comm_.is_root() && !options_.quiet) {
      fmt::print("{}: t = {:g} s of {:g} s is reached, nothing is left to do\n", folder_.root.string(),
                 simulation_.time(), plan_.end);
    }
    return true;
  }

  void note(const StepReport& report) {
    progress_.warn(simulation_, warning_of(report.overlaps, simulation_.options().build));
    progress_.warn(simulation_, watch_.look(simulation_, report));
    add_step(header_, report);
    if (const auto fault = fault_of(simulation_, *scenario_, report); !fault.empty()) {
      frames_->seal();  // what led to it is worth seeing
      frames_->publish();
      const auto dump = store_problem(report);
      const auto message =
          fmt::format("step {}: {}; its problem is in {}", simulation_.steps_done(), fault, dump.string());
      progress_.fail(message);
      throw comm::AgreedError(Exit::physics, message);
    }
    totals_.add(simulation_, report);
  }

  // Young and Daly: if failures come every M and a checkpoint costs C, least is lost with one each sqrt(2 C M).
  double checkpoint_interval() const {
    return checkpoint_cost_ > 0 ? std::sqrt(2 * checkpoint_cost_ * 3600 * plan_.checkpoint.mean_hours_to_failure)
                                : kFirstCheckpoint;
  }

  bool problem_is_asked_for(const StepReport& report) const {
    const auto& output = plan_.output;
    const auto step = simulation_.steps_done(), every = output.problem_every;
    const bool missed = report.solve.status == solver::Status::missed && output.problem_missed;
    return missed || step == output.problem_at || (every > 0 && step % every == 0);
  }

  // *Collective.* The problem of the step just done.
  fs::path store_problem(const StepReport& report) const {
    const fs::path file = folder_.problem(simulation_.steps_done());
    auto settings = plan_.solve;
    settings.sweeps = report.solve.sweeps;
    io::write_step(file, comm_, simulation_.bodies().local, simulation_.world().walls, simulation_.problem(),
                   simulation_.sharing(), simulation_.solution(), settings);
    return file;
  }

  // Checkpoints when due or asked for; true when the run is to stop. All ranks agree by one reduction.
  bool look_around(std::optional<PhaseScope>& phase) {
    enum : std::int64_t { kNothing = 0, kCheckpoint = 1, kStop = 2 };
    const double now = wall_seconds();
    std::int64_t want = kNothing;
    if (checkpoint_requested()) want = kCheckpoint;
    if (comm_.is_root() && plan_.checkpoint.every == 0 && now - last_checkpoint_ > checkpoint_interval())
      want = kCheckpoint;
    if (stop_requested() || (options_.max_hours > 0 && now - progress_.started() > 3600 * options_.max_hours))
      want = kStop;
    std::array agreed{static_cast<double>(want), static_cast<double>(resident_peak_bytes())};
    comm_.max(agreed);
    want = static_cast<std::int64_t>(agreed[0]);
    memory_ = static_cast<std::int64_t>(agreed[1]);
    if (plan_.checkpoint.every > 0 && simulation_.steps_done() % plan_.checkpoint.every == 0)
      want = std::max<std::int64_t>(want, kCheckpoint);
    if (want == kCheckpoint) checkpoint(phase);
    return want == kStop && simulation_.steps_done() < plan_.end_step;
  }

  void checkpoint(std::optional<PhaseScope>& phase) {
    checkpoint_done();
    series_->flush();
    hashes_->sync();
    balance_->sync();
    if (saved_ == simulation_.steps_done()) return;
    const double start = wall_seconds();
    frames_->seal();
    header_.step = simulation_.steps_done();
    header_.time = simulation_.time();
    header_.clock = simulation_.clock();
    const auto energy = simulation_.energy().totals();
    header_.energy.assign(energy.begin(), energy.end());
    for (const auto& mark : {series_->mark(), hashes_->mark(), balance_->mark()}) note_rows(mark);
    auto header = header_;
    header.removed = simulation_.removed();
    phase.emplace(simulation_.times(), Phase::output);  // what it has lived so far is counted
    header.seconds += wall_seconds() - progress_.started();
    header.phases = phases_so_far(simulation_, header_);
    io::write_checkpoint(folder_.checkpoint(), folder_.older_checkpoint(), comm_, header, simulation_.bodies(),
                         simulation_.world().walls, simulation_.world().flows, simulation_.owned_space(),
                         simulation_.maps().state());
    frames_->publish();
    saved_ = header_.step;
    last_checkpoint_ = wall_seconds();
    checkpoint_cost_ = last_checkpoint_ - start;
  }

  // A file without rows keeps what was said of it.
  void note_rows(const io::RowsMark& mark) {
    if (mark.bytes == 0) return;
    std::erase_if(header_.rows, [&](const io::RowsMark& old) { return old.file == mark.file; });
    header_.rows.push_back(mark);
  }

  void open_streams();
  void finish(bool stopped);

  comm::Comm comm_;
  RunPlan plan_;
  RunOptions options_;
  OutputFolder folder_;
  io::Lock& lock_;  // of the folder, at the root
  io::CheckpointHeader header_;
  std::unique_ptr<scene::Scenario> scenario_;
  Simulation simulation_;
  observe::Watched watched_;
  std::string start_warnings_, restart_warnings_;
  // While the run goes:
  std::optional<Series> series_;
  std::optional<HashRows> hashes_;
  std::optional<BalanceRows> balance_;
  std::optional<Frames> frames_;
  SessionTotals totals_;
  StepWatch watch_;
  bool continues_ = false;                            // with the files of the folder
  std::int64_t saved_ = -1;                           // step of the folder's checkpoint, if it is this run's
  std::int64_t memory_ = 0;                           // bytes, of the largest rank
  double last_checkpoint_ = 0, checkpoint_cost_ = 0;  // s of wall time
  Progress progress_;
};

// 64 random bits: files of a run are told from those of another by them, the results are not.
std::string new_identity(const comm::Comm& comm) {
  std::random_device random;
  std::string identity = fmt::format("{:08x}{:08x}", random(), random());
  comm.broadcast(identity);
  return identity;
}

void Run::open_streams() {
  PhaseScope phase(simulation_.times(), Phase::output);
  const std::int64_t step = simulation_.steps_done();
  if (!continues_) header_.rows.clear();
  if (!continues_ || header_.run.empty()) header_.run = new_identity(comm_);
  plan_.solve.run = header_.run;
  const io::StreamStart start{header_.run, continues_ ? step : 0, header_.rows};
  series_.emplace(comm_, folder_.series(), watched_, start);
  hashes_.emplace(comm_, folder_.hashes(), plan_.output.hash_every, start);
  balance_.emplace(comm_, folder_.balance(), plan_.output.balance_every, start);
  for (const auto& notice : {series_->notice(), hashes_->notice(), balance_->notice()})
    if (!notice.empty()) progress_.warn(simulation_, fmt::format("talus: warning: {}\n", notice));
  frames_.emplace(simulation_, plan_, scenario_->joint_probes(), step == 0 ? -1 : step, header_.run);
  if (step == 0) frames_->write_if_due(simulation_);
}

void Run::finish(bool stopped) {
  {
    std::optional<PhaseScope> phase(std::in_place, simulation_.times(), Phase::output);
    checkpoint(phase);
  }
  header_.seconds += wall_seconds() - progress_.started();
  const auto chatter = chatter_of_session(comm_, totals_, plan_.sliding_threshold);
  progress_.warn(simulation_, chatter.warning);
  auto summary = summary_of(simulation_, header_, totals_, chatter.contact_steps, stopped);
  progress_.summarise(simulation_, summary);
  write_summary(comm_, folder_.summary(), summary);
  if (options_.json && comm_.is_root()) fmt::print("{}\n", summary.text());
  const auto waiting = simulation_.waiting();
  const std::string wait = waiting > 0 ? fmt::format("{} bodies wait for room at their feeds\n", waiting) : "";
  progress_.warn(simulation_, watch_.verdict());
  progress_.end(simulation_,
                fmt::format("{}{}{}state in {}{}", wait, totals_.worst(), accuracy_of(simulation_, header_, totals_),
                            folder_.checkpoint().string(), stopped ? "; stopped on request, go on with --resume" : ""),
                stopped);
  if (!plan_.output.report || stopped || !comm_.is_root() || !options_.make_report) return;
  const auto fault = options_.make_report(folder_.root);
  if (!fault.empty()) progress_.warn(simulation_, fmt::format("talus: warning: {}\n", fault));
}

}  // namespace

Exit run_deck(const comm::Comm& comm, const io::Deck& deck, const ScenarioMaker& maker, bool resume,
              const RunOptions& options) {
  io::Lock lock;
  const auto starts = starts_in(comm, {read<OutputOptions>(deck).folder}, resume, lock);
  Run run(comm, deck, maker, options, lock);
  restore_newest(comm, starts, [&](const fs::path& file) { run.restore(file, deck); });
  return run.go();
}

Exit restart_from(const comm::Comm& comm, const KeyTable& table, const fs::path& checkpoint,
                  const std::vector<std::string>& sets, const ScenarioMaker& maker, const RunOptions& options) {
  const auto header = io::read_checkpoint_header(checkpoint, comm);
  const io::Deck deck = io::Deck::stored(table, header.deck, checkpoint.string(), sets);
  io::Lock lock;
  check_restart_into(comm, {read<OutputOptions>(deck).folder}, checkpoint, lock);
  Run run(comm, deck, maker, options, lock);
  run.restore(checkpoint, deck);
  return run.go();
}

}  // namespace talus::sim
