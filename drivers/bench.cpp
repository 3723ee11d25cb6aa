// Settles a box of spheres (45 mm +-10 %, mu = 0.6, h = 5 ms), then measures solving, memory and bandwidth on it.

#include "drivers/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "drivers/setup.hpp"
#include "io/json.hpp"
#include "sim/run.hpp"
#include "solver/iterate.hpp"

namespace talus::drivers {
namespace {

std::string deck_text(int bodies) {
  // Twice as high as wide when settled.
  const double width = std::cbrt(bodies * std::pow(0.045, 3) / 0.6 / 1.91 / 2) * 1.05;
  return fmt::format(
      "scenario: box\ntime: {{step: 0.005, end: 1}}\noutput: {{folder: none}}\n"
      "contact: {{mu: 0.6}}\nbodies: {{count: {}, radius: 0.0225, spread: 0.1}}\nbox: {{width: {}}}\n"
      "solver: {{tolerance: 1e-3, max_sweeps: 50}}\n",
      bodies, std::max(width, 0.1));
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

// Median over passes of the CPU time of `sweeps` sweeps, ns a contact of this rank's a sweep.
double nanoseconds_per_update(const comm::Comm& comm, const sim::Simulation& simulation, double beta) {
  solver::Iterate iterate(comm);
  iterate.begin(simulation.problem(), simulation.sharing(), simulation.options().solver.schedule);
  iterate.residual(false);
  const auto contacts = std::max<std::size_t>(simulation.problem().contacts.size(), 1);
  const int sweeps = static_cast<int>(std::clamp<std::size_t>(4000000 / contacts, 3, 200));
  std::vector<double> passes;
  for (int pass = 0; pass < 5; ++pass) {
    const double start = thread_cpu_seconds();
    for (int s = 0; s < sweeps; ++s) iterate.sweep(s % 2 ? beta : 0, false);
    passes.push_back((thread_cpu_seconds() - start) / sweeps / static_cast<double>(contacts) * 1e9);
  }
  std::nth_element(passes.begin(), passes.begin() + 2, passes.end());
  return passes[2];
}

struct Reached {
  double tolerance;
  int sweeps;
  double seconds;
  bool converged;
};

// Sweeps and CPU seconds from zero impulses to a relative residual.
Reached time_to(const comm::Comm& comm, const sim::Simulation& simulation, double tolerance) {
  problem::Problem cold = simulation.problem();
  std::fill(cold.start.begin(), cold.start.end(), problem::ContactImpulse{});
  problem::Solution solution;
  const double start = thread_cpu_seconds();
  const auto report = solver::make_solver("mnest", comm)->solve(cold, simulation.sharing(), {.tolerance = tolerance, .norm = solver::Norm::relative, .max_sweeps = 5000}, solution);
  return {tolerance, report.sweeps, comm.max(thread_cpu_seconds() - start), report.status == solver::Status::converged};
}

}  // namespace

Exit bench(const comm::Comm& comm, const BenchOptions& options) {
  const double bandwidth = triad_bandwidth();
  reset_heap_peak();
  const auto deck = io::Deck::parse(deck_text(options.bodies), "bench", {});
  const auto scenario = make_scenario(deck);
  sim::Simulation simulation(comm, *scenario, sim::simulation_options(deck));
  const int steps = static_cast<int>(std::llround(deck.number("time.end") / deck.number("time.step")));
  for (int s = 0; s < steps; ++s) simulation.step();
  const PhaseTimes settle = simulation.times();
  simulation.times() = {};
  constexpr int kMeasured = 20;
  for (int s = 0; s < kMeasured; ++s) simulation.step();

  const auto contacts = comm.sum(static_cast<std::int64_t>(simulation.contacts().size()));
  const auto held = comm.sum(static_cast<std::int64_t>(simulation.bodies().num_local()));
  const auto heap = comm.sum(heap_bytes());
  constexpr double kContactBytes = sizeof(collide::Contact) + sizeof(problem::RoundContact) + 2 * sizeof(problem::ContactImpulse) +
                                   sizeof(bodies::RememberedImpulse) + 8 * solver::kSlidingFields + 12;
  const double per_body = (static_cast<double>(heap) - kContactBytes * static_cast<double>(contacts)) / static_cast<double>(held);
  const double plain = comm.max(nanoseconds_per_update(comm, simulation, 0)), accelerated = comm.max(nanoseconds_per_update(comm, simulation, 0.5));
  const std::vector<Reached> reached{time_to(comm, simulation, 1e-2), time_to(comm, simulation, 1e-4)};
  const double total_bandwidth = comm.sum(bandwidth);
  auto times = simulation.times();
  comm.max(times.seconds);
  if (!comm.is_root()) return Exit::done;

  io::Json sweeps_to, seconds_to, phases;
  for (const auto& r : reached) {
    sweeps_to.add(fmt::format("{:g}", r.tolerance), r.converged ? r.sweeps : -1);
    seconds_to.add(fmt::format("{:g}", r.tolerance), r.converged ? r.seconds : -1.0);
  }
  for (int p = 0; p < kNumPhases; ++p) {
    phases.add(kPhaseNames[static_cast<std::size_t>(p)], times.seconds[static_cast<std::size_t>(p)] / kMeasured);
  }
  io::Json json;
  json.add("bodies", options.bodies).add("contacts", contacts).add("ranks", comm.size())
      .add("ns_per_contact_sweep", plain).add("ns_per_contact_sweep_accelerated", accelerated)
      .add("stream_gb_per_s", total_bandwidth).add("bytes_per_body", per_body).add("bytes_per_contact", kContactBytes)
      .add("sweeps_to", sweeps_to).add("seconds_to", seconds_to).add("seconds_by_phase", phases)
      .add("settle_seconds", settle.total());
  fmt::print("{}\n", json.text());
  if (!options.json.empty()) {
    std::ofstream out(options.json);
    out << json.text() << "\n";
    if (!out.flush()) throw IoError(options.json + ": cannot be written");
  }
  return Exit::done;
}

}  // namespace talus::drivers
