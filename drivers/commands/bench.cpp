// Settles a box of spheres (45 mm +-10 %, mu = 0.6, h = 5 ms), or takes the state of a checkpoint and makes one step,
// then measures solving, messages, memory and bandwidth on it. A checkpoint gives the same problem on any number of
// ranks.

#include "drivers/commands/bench.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/agree.hpp"
#include "drivers/keys.hpp"
#include "io/durable.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/json.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"
#include "sim/state_fault.hpp"
#include "solver/iterate.hpp"

namespace talus::drivers {
namespace {}  // namespace

std::string settling_box(std::int64_t bodies, double width) {
  constexpr double kSpacing = 2.05 * 0.0225 * 1.1;
  const double across = std::max(1.0, std::floor(width / kSpacing)), half = 0.5 * width,
               height = kSpacing * std::ceil(static_cast<double>(bodies) / (across * across));
  return fmt::format(
      "walls:\n- {{shape: plane}}\n"
      "- {{shape: plane, position: [-{0}, 0, 0], normal: [1, 0, 0]}}\n"
      "- {{shape: plane, position: [{0}, 0, 0], normal: [-1, 0, 0]}}\n"
      "- {{shape: plane, position: [0, -{0}, 0], normal: [0, 1, 0]}}\n"
      "- {{shape: plane, position: [0, {0}, 0], normal: [0, -1, 0]}}\n"
      "bodies:\n  spread: 0.1\n  packings:\n"
      "  - {{kind: random, count: {1}, low: [-{0}, -{0}, 0], high: [{0}, {0}, {2}]}}\n",
      half, bodies, height);
}

namespace {

// A bed that is twice as high as wide when settled.
std::string deck_text(int bodies) {
  const double width = std::cbrt(bodies * std::pow(0.045, 3) / 0.6 / 1.91 / 2) * 1.05;
  return settling_box(bodies, std::max(width, 0.1)) +
         "time: {step: 0.005, end: 1}\noutput: {folder: none}\ncontact: {mu: 0.6}\n"
         "solver: {tolerance: 1e-3, max_sweeps: 50}\n";
}

// STREAM triad: GB/s of this rank, best of a few passes over arrays beyond all caches.
double triad_bandwidth() {
  const std::size_t n = std::size_t{1} << 23;
  std::vector<double> a(n, 0.0), b(n, 1.0), c(n, 2.0);
  double best = 0;
  for (int pass = 0; pass < 6; ++pass) {
    const double start = wall_seconds();
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
    best = std::max(best, 24.0 * static_cast<double>(n) / (wall_seconds() - start) * 1e-9);
    std::swap(a, b);
  }
  return best;
}

// The simulation that is measured; it has made steps.
struct Subject {
  io::Deck deck;
  std::unique_ptr<scene::Scenario> scenario;
  std::unique_ptr<sim::Simulation> simulation;
  io::CheckpointHeader header;  // of the checkpoint, if it is one's state
  double settle_seconds = 0;

  explicit Subject(io::Deck d) : deck(std::move(d)), scenario(scene::make_scenario(deck)) {}
};

// *Collective.* A box of spheres at rest.
std::unique_ptr<Subject> settled_box(const comm::Comm& comm, int bodies) {
  auto subject = std::make_unique<Subject>(io::Deck::parse(key_table(), deck_text(bodies), "bench", {}));
  subject->simulation =
      std::make_unique<sim::Simulation>(comm, *subject->scenario, sim::simulation_options(subject->deck));
  auto& simulation = *subject->simulation;
  const auto steps = sim::run_plan(subject->deck).end_step;
  for (int s = 0; s < steps; ++s) simulation.step();
  subject->settle_seconds = simulation.times().total();
  return subject;
}

// *Collective.* The state of a checkpoint and one step.
std::unique_ptr<Subject> restored(const comm::Comm& comm, const BenchOptions& options) {
  std::unique_ptr<Subject> subject;
  const auto header = io::read_checkpoint_header(options.checkpoint, comm);
  comm::agree(comm, [&] {
    subject = std::make_unique<Subject>(io::Deck::stored(key_table(), header.deck, options.checkpoint, options.sets));
  });
  subject->simulation =
      std::make_unique<sim::Simulation>(comm, *subject->scenario, sim::simulation_options(subject->deck));
  auto state = io::read_checkpoint(options.checkpoint, comm);
  comm::agree(comm,
              [&] { sim::check_fits(state, options.checkpoint, subject->deck, "", subject->simulation->world()); });
  subject->header = state.header;
  subject->simulation->restore(std::move(state));
  subject->simulation->step();
  return subject;
}

// *Collective.* Seconds of the next step by phase, largest rank. The first after a start touches memory for the first
// time, so it is not among those that are averaged.
PhaseTimes cost_of_step(const comm::Comm& comm, sim::Simulation& simulation) {
  constexpr int kMeasured = 10;
  simulation.step();
  simulation.times() = {};
  for (int s = 0; s < kMeasured; ++s) simulation.step();
  PhaseTimes step = simulation.times();
  for (double& seconds : step.seconds) seconds /= kMeasured;
  comm.max(step.seconds);
  return step;
}

struct SweepCost {
  double nanoseconds;      // CPU time per contact of the rank, largest rank
  double seconds;          // wall time of a sweep
  double messages, bytes;  // sent per sweep between neighbours, largest rank
};

// *Collective.* Medians over passes of sweeps with extrapolation `beta`, as the solver makes them.
SweepCost cost_of_sweep(const comm::Comm& comm, const sim::Simulation& simulation, double beta) {
  solver::Iterate iterate(comm);
  iterate.begin(simulation.problem(), simulation.sharing(), simulation.options().solver.schedule);
  iterate.residual(false);
  const auto contacts = std::max<std::int64_t>(std::ssize(simulation.problem().contacts), 1);
  const auto sweeps = std::clamp<std::int64_t>(2000000 / comm.max(contacts), 4, 60);
  const comm::Traffic before = comm::traffic();
  std::array<double, 5> cpu{}, wall{};
  for (std::size_t pass = 0; pass < cpu.size(); ++pass) {
    comm.barrier();
    const double cpu_start = thread_cpu_seconds(), start = wall_seconds();
    for (int s = 0; s < sweeps; ++s) iterate.sweep(s % 2 ? beta : 0, beta > 0 && s % 4 == 0);
    cpu[pass] = (thread_cpu_seconds() - cpu_start) / static_cast<double>(sweeps);
    wall[pass] = (wall_seconds() - start) / static_cast<double>(sweeps);
  }
  const comm::Traffic after = comm::traffic();
  const auto made = static_cast<double>(std::ssize(cpu) * sweeps);
  const auto median = [](std::array<double, 5>& values) {
    std::nth_element(values.begin(), values.begin() + 2, values.end());
    return values[2];
  };
  return {comm.max(median(cpu) / static_cast<double>(contacts) * 1e9), comm.max(median(wall)),
          comm.max(static_cast<double>(after.messages - before.messages) / made),
          comm.max(static_cast<double>(after.bytes - before.bytes) / made)};
}

struct Reached {
  double tolerance;
  int sweeps;
  double seconds;
  bool converged;
};

// *Collective.* Sweeps and CPU seconds (largest rank) from zero impulses to a relative residual.
Reached time_to(const comm::Comm& comm, const sim::Simulation& simulation, double tolerance) {
  problem::Problem cold = simulation.problem();
  std::fill(cold.start.begin(), cold.start.end(), problem::ContactImpulse{});
  problem::Solution solution;
  const solver::SolverOptions options{.tolerance = tolerance,
                                      .norm = solver::Norm::relative,
                                      .max_sweeps = 20000,
                                      .schedule = simulation.options().solver.schedule};
  const double start = thread_cpu_seconds();
  const auto report = solver::make_solver("mnest", comm)->solve(cold, simulation.sharing(), options, solution);
  return {tolerance, report.sweeps, comm.max(thread_cpu_seconds() - start), report.status == solver::Status::converged};
}

struct Memory {
  double per_body, per_contact;
};

// *Collective.* What this rank's contacts occupy between steps: as geometry, row, start, solution and memory, and in
// the solver (fields, indices, two scratch values). The rest of the heap, without what was there before the simulation,
// is the bodies'.
Memory memory_of(const comm::Comm& comm, const sim::Simulation& simulation, std::int64_t heap_before) {
  constexpr auto kCommon = sizeof(collide::Contact) + sizeof(problem::RoundContact) +
                           2 * sizeof(problem::ContactImpulse) + sizeof(bodies::RememberedImpulse) +
                           3 * sizeof(std::int32_t) + 2 * sizeof(double);
  std::int64_t bytes = 0;
  for (const auto& c : simulation.problem().contacts) {
    bytes += static_cast<std::int64_t>(kCommon +
                                       sizeof(double) * (c.rolls() ? solver::kRollingFields : solver::kSlidingFields));
  }
  const auto contacts = comm.sum(std::ssize(simulation.problem().contacts));
  const auto held = comm.sum(static_cast<std::int64_t>(simulation.bodies().num_local()));
  const auto of_contacts = static_cast<double>(comm.sum(bytes));
  const auto rest = static_cast<double>(comm.sum(heap_bytes() - heap_before)) - of_contacts;
  return {rest / static_cast<double>(std::max<std::int64_t>(held, 1)),
          of_contacts / static_cast<double>(std::max<std::int64_t>(contacts, 1))};
}

// Seconds of a checkpoint of this state, and of as many bytes from all ranks at once into one file, synced; each the
// least of three.
struct Writing {
  std::int64_t bytes = 0;
  double checkpoint = std::numeric_limits<double>::infinity(), plain = checkpoint;
};

// *Collective.* Every rank writes its part of the file.
double plain_write(const comm::Comm& comm, const std::filesystem::path& file, std::int64_t bytes) {
  const std::int64_t part = bytes / comm.size();
  const std::vector<char> data(static_cast<std::size_t>(part), 'x');
  comm.barrier();
  const double start = wall_seconds();
  comm::agree(comm, [&] {
    const int to = ::open(file.c_str(), O_WRONLY | O_CREAT, 0666);
    std::int64_t done = 0;
    for (ssize_t now = 1; to >= 0 && done < part && now > 0; done += now) {
      now = ::pwrite(to, data.data() + done, static_cast<std::size_t>(part - done), comm.rank() * part + done);
    }
    const bool whole = to >= 0 && done == part && ::fsync(to) == 0;
    if (to >= 0) ::close(to);
    if (!whole) throw IoError(file.string() + ": cannot be written");
  });
  return wall_seconds() - start;
}

// *Collective.* In files next to `near`, removed afterwards; their names belong to this run, since several may measure
// at once.
Writing cost_of_checkpoint(const comm::Comm& comm, const sim::Simulation& simulation,
                           const io::CheckpointHeader& header, const std::filesystem::path& near) {
  const auto now =
      std::chrono::system_clock::now().time_since_epoch().count() ^ (static_cast<std::int64_t>(::getpid()) << 40);
  const std::filesystem::path file =
      fmt::format("{}.bench-{:x}", near.string(), comm.max(comm.is_root() ? std::abs(now) : 0));
  const std::filesystem::path older = file.string() + ".1", plain = file.string() + ".plain";
  Writing writing;
  for (int pass = 0; pass < 3; ++pass) {
    comm.barrier();
    const double start = wall_seconds();
    io::write_checkpoint(file, older, comm, header, simulation.bodies(), simulation.world().walls,
                         simulation.world().flows, simulation.owned_space());
    writing.checkpoint = std::min(writing.checkpoint, comm.max(wall_seconds() - start));
    if (comm.is_root()) writing.bytes = static_cast<std::int64_t>(std::filesystem::file_size(file));
    writing.bytes = comm.max(writing.bytes);
    writing.plain = std::min(writing.plain, comm.max(plain_write(comm, plain, writing.bytes)));
    comm::agree(comm, [&] {
      for (const auto& gone : {file, older, plain}) {
        if (comm.is_root()) std::filesystem::remove(gone);
      }
    });
  }
  return writing;
}

}  // namespace

Exit bench(const comm::Comm& comm, const BenchOptions& options) {
  const double bandwidth = comm.sum(triad_bandwidth());
  const auto heap_before = heap_bytes();
  const auto subject = options.checkpoint.empty() ? settled_box(comm, options.bodies) : restored(comm, options);
  auto& simulation = *subject->simulation;
  const auto bodies = comm.sum(static_cast<std::int64_t>(simulation.bodies().num_owned));
  const auto contacts = comm.sum(std::ssize(simulation.contacts()));
  const Memory memory = memory_of(comm, simulation, heap_before);
  const SweepCost plain = cost_of_sweep(comm, simulation, 0), accelerated = cost_of_sweep(comm, simulation, 0.5);
  std::vector<Reached> reached;
  if (!options.sweeps_only) reached = {time_to(comm, simulation, 1e-2), time_to(comm, simulation, 1e-4)};
  Writing writing;
  if (!options.checkpoint.empty()) writing = cost_of_checkpoint(comm, simulation, subject->header, options.checkpoint);
  const PhaseTimes step = cost_of_step(comm, simulation);
  if (!comm.is_root()) return Exit::done;

  io::Json sweeps_to, seconds_to, phases;
  for (const auto& r : reached) {
    sweeps_to.add(fmt::format("{:g}", r.tolerance), r.converged ? r.sweeps : -1);
    seconds_to.add(fmt::format("{:g}", r.tolerance), r.converged ? r.seconds : -1.0);
  }
  for (std::size_t p = 0; p < kNumPhases; ++p) phases.add(kPhaseNames[p], step.seconds[p]);
  io::Json json;
  json.add("bodies", bodies)
      .add("contacts", contacts)
      .add("ranks", comm.size())
      .add("ns_per_contact_sweep", plain.nanoseconds)
      .add("ns_per_contact_sweep_accelerated", accelerated.nanoseconds)
      .add("seconds_per_sweep_accelerated", accelerated.seconds)
      .add("stream_gb_per_s", bandwidth)
      .add("bytes_per_body", memory.per_body)
      .add("bytes_per_contact", memory.per_contact)
      .add("messages_per_sweep_largest_rank", accelerated.messages)
      .add("message_bytes_per_sweep_largest_rank", accelerated.bytes)
      .add("seconds_by_phase", phases);
  if (!options.sweeps_only) json.add("sweeps_to", sweeps_to).add("seconds_to", seconds_to);
  if (options.checkpoint.empty()) {
    json.add("settle_seconds", subject->settle_seconds);
  } else {
    const auto rate = [&](double seconds) { return 1e-9 * static_cast<double>(writing.bytes) / seconds; };
    json.add("checkpoint_bytes", writing.bytes)
        .add("checkpoint_seconds", writing.checkpoint)
        .add("checkpoint_gb_per_s", rate(writing.checkpoint))
        .add("plain_write_gb_per_s", rate(writing.plain));
  }
  fmt::print("{}\n", json.text());
  if (!options.json.empty()) io::write_text(options.json, json.text() + "\n");
  return Exit::done;
}

}  // namespace talus::drivers
