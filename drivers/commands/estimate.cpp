#include "drivers/commands/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/key.hpp"
#include "base/timer.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/hdf5/trajectory.hpp"
#include "io/json.hpp"
#include "observe/series.hpp"
#include "problem/contact_options.hpp"
#include "sim/automatic.hpp"
#include "sim/frame_output.hpp"

namespace talus::drivers {
namespace {

// Measured on boxes of 10^4 to 10^6 spheres (input/box.yaml).
constexpr double kContactsOfBody = 2.6;  // at rest
constexpr double kLoadedShare = 0.8;     // of the contacts: those that carry a force
constexpr double kProcessBytes = 48e6;   // the program and its libraries
constexpr double kContactBytes = 1090;   // resident, with what the allocator keeps
constexpr double kGhostLayers = 0.5;     // of bodies, copies of others', on each side of a rank that is cut
// Measured by `talus bench` on one core of 2023.
constexpr double kContactSeconds = 25e-9;  // a sweep
constexpr double kBodySeconds = 2e-6;      // a step, all but the sweeps
constexpr double kSweeps = 60;             // a step, where the tolerance allows for no better guess
constexpr double kStartSeconds = 0.1;      // of the program, before the first step
constexpr double kValueSeconds = 6e-7;     // to write a number of the series
constexpr double kCsvBytes = 18;           // a number
constexpr double kColumnBytes = 520;       // of a column of series.h5 without rows
constexpr double kFilled = 0.6;            // of space, by bodies at rest

std::string bytes_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  return seconds < 6000 ? fmt::format("{:.2g} min", seconds / 60) : fmt::format("{:.2g} h", seconds / 3600);
}

// Disk that frames take, from the bodies at some times of the run.
void add_frames(Estimate& e, const sim::RunPlan& plan, const scene::Scenario& scenario) {
  if (const auto& when = plan.output.frames; when.map_every > 0) {
    const auto maps = static_cast<std::int64_t>(plan.end / when.map_every);
    const auto cells = observe::WallMaps(scenario.world(), scenario.maps()).num_cells();
    e.trajectory_bytes += static_cast<double>(io::frames_bytes(observe::map_frames(), maps, maps * cells, cells, 0));
  }
  const std::int64_t frames = sim::num_frames(plan), samples = std::min<std::int64_t>(frames, 1000);
  if (frames == 0) return;
  double bodies = 0, fresh = 0;  // a sample
  std::int64_t before = -1;
  for (std::int64_t s = 0; s < samples; ++s) {
    const double time = samples > 1 ? plan.end * static_cast<double>(s) / static_cast<double>(samples - 1) : 0;
    const std::int64_t now = scenario.num_bodies(time);
    bodies += static_cast<double>(now);
    fresh += now == before ? 0 : static_cast<double>(now);
    before = now;
  }
  const auto of_run = [&](double a_sample) {
    return std::llround(a_sample * static_cast<double>(frames) / static_cast<double>(samples));
  };
  const auto loaded = of_run(kLoadedShare * kContactsOfBody * bodies);
  e.trajectory_bytes += static_cast<double>(io::frames_bytes(observe::body_frames(), frames, of_run(bodies),
                                                             of_run(fresh), std::ssize(scenario.world().walls)));
  if (plan.output.frames.contacts)
    e.contacts_bytes = static_cast<double>(io::frames_bytes(observe::contact_frames(), frames, loaded, loaded, 0));
  const auto joints = frames * std::ssize(scenario.joint_probes());
  if (plan.output.frames.joints)
    e.trajectory_bytes += static_cast<double>(io::frames_bytes(observe::joint_frames(), frames, joints, 0, 0));
}

// For a bed at rest; a larger envelope reaches further neighbours.
double contacts_per_body(const io::Deck& deck, const scene::Scenario& scenario, double bodies) {
  const double envelope = read<problem::ActivationOptions>(deck).envelope, radius = scenario.radii().second;
  const double within = kFilled * std::pow((2 * radius + envelope) / radius, 3) - 1;
  return envelope > 0 ? std::max(kContactsOfBody, 0.5 * std::min(bodies - 1, within)) : kContactsOfBody;
}

}  // namespace

Estimate estimate(const io::Deck& deck, const sim::RunPlan& plan, const scene::Scenario& scenario, int ranks) {
  Estimate e;
  e.ranks = ranks;
  e.steps = plan.end_step;
  e.bodies = scenario.num_bodies(plan.end);
  const auto bodies = static_cast<double>(e.bodies), steps = static_cast<double>(e.steps);
  const double contacts_of_body = contacts_per_body(deck, scenario, bodies);
  e.contacts = e.bodies > 1 ? std::llround(contacts_of_body * bodies) : e.bodies;
  const double owned = bodies / ranks, cut_sides = 6 * (1 - 1 / std::cbrt(ranks));
  const double held = std::min(bodies, owned + kGhostLayers * cut_sides * std::pow(owned, 2.0 / 3));
  e.memory_bytes = kProcessBytes + held * (sim::kBodyBytes + contacts_of_body * kContactBytes);
  e.checkpoint_bytes = static_cast<double>(io::checkpoint_bytes(e.bodies, e.contacts, std::ssize(plan.deck)));
  const auto columns = static_cast<double>(std::ssize(observe::series_columns(sim::watched_of(deck, scenario))));
  const double rows = std::floor(steps / static_cast<double>(plan.output.series_every));
  e.series_bytes = columns * (kColumnBytes + rows * (sizeof(double) + kCsvBytes));
  e.output_seconds = kStartSeconds + columns * rows * kValueSeconds;
  add_frames(e, plan, scenario);
  const auto options = sim::simulation_options(deck);
  e.tolerance = options.solver.tolerance == keys::kAuto
                    ? sim::automatic_tolerance(comm::Comm::self(), {}, scenario.world(), options)
                    : options.solver.tolerance;
  const double sweeps = std::min(kSweeps, static_cast<double>(plan.solve.max_sweeps));
  e.seconds = e.output_seconds +
              steps * (static_cast<double>(e.contacts) * sweeps * kContactSeconds + bodies * kBodySeconds) / ranks;
  return e;
}

// Spheres settle into beds, of which the figures above are; what flat faces and joints need shows only where they
// touch.
void try_steps(sim::Simulation& simulation, Estimate& e) {
  constexpr double kMostSeconds = 1;
  constexpr std::int64_t kMostSteps = 50;
  const double start = thread_cpu_seconds();
  if (!solver::sweeps_over_bodies(simulation.options().solver.name)) return;  // PETSc needs MPI, which `check` does not
  sim::StepReport report;
  std::vector<double> passed{0};
  try {
    while (passed.back() < kMostSeconds && simulation.steps_done() < std::min(kMostSteps, e.steps)) {
      report = simulation.step();
      passed.push_back(thread_cpu_seconds() - start);
    }
  } catch (const Error&) {
    return;  // a run will say it
  }
  if (passed.size() == 1) return;
  const std::size_t half = (passed.size() - 1) / 2;  // what is stacked exactly takes less at first
  const double of_step = (passed.back() - passed[half]) / static_cast<double>(passed.size() - 1 - half);
  const double all = of_step * static_cast<double>(e.steps) / e.ranks;
  const bool spheres = std::ranges::all_of(simulation.bodies().owned(), [](const auto& b) { return b.shape == 0; });
  e.seconds = std::max(e.seconds, e.output_seconds + all);
  e.is_least = !spheres && 2 * report.solve.contacts < report.bodies;
}

std::string text_of(const Estimate& e) {
  return fmt::format(
      "# bodies {}, contacts about {}, steps {}\n# tolerance: {:g} m/s\n# memory: {} on the largest of {} rank{}\n"
      "# disk: two checkpoints of {}, series {}, trajectory {}, contacts {}\n# time: {}{}\n",
      e.bodies, e.contacts, e.steps, e.tolerance, bytes_text(e.memory_bytes), e.ranks, e.ranks > 1 ? "s" : "",
      bytes_text(e.checkpoint_bytes), bytes_text(e.series_bytes), bytes_text(e.trajectory_bytes),
      bytes_text(e.contacts_bytes), time_text(e.seconds),
      e.is_least ? " or more: how long bodies take that are not spheres shows when they meet" : ", a rough guess");
}

std::string json_of(const Estimate& e) {
  io::Json json;
  json.add("bodies", e.bodies)
      .add("contacts", e.contacts)
      .add("steps", e.steps)
      .add("ranks", e.ranks)
      .add("memory_bytes", e.memory_bytes)
      .add("checkpoint_bytes", e.checkpoint_bytes)
      .add("series_bytes", e.series_bytes)
      .add("trajectory_bytes", e.trajectory_bytes)
      .add("contacts_bytes", e.contacts_bytes)
      .add("tolerance", e.tolerance)
      .add("seconds", e.seconds)
      .add("seconds_is_least", e.is_least);
  return json.text();
}

}  // namespace talus::drivers
