#include "drivers/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/checkpoint.hpp"
#include "io/json.hpp"
#include "sim/run.hpp"

namespace talus::drivers {
namespace {

// Of settled boxes of spheres (input/box.yaml), 10^4 to 10^6 of them.
constexpr double kContactsOfBody = 2.6;
constexpr double kProcessBytes = 53e6;  // the program and its libraries
constexpr double kBodyBytes = 1400, kContactBytes = 815;
constexpr double kGhostLayer = 11;  // of bodies: a rank with n bodies holds copies of 11 n^(2/3) others
// Of `talus bench` on one core of 2023.
constexpr double kContactSeconds = 25e-9;  // a sweep
constexpr double kBodySeconds = 2e-6;      // a step, all but the sweeps
constexpr double kSweeps = 60;             // a step, where the tolerance allows for no better guess
constexpr double kCsvBytes = 18;           // a number

std::string bytes_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  return seconds < 6000 ? fmt::format("{:.2g} min", seconds / 60) : fmt::format("{:.2g} h", seconds / 3600);
}

}  // namespace

Estimate estimate(const io::Deck& deck, const sim::Scenario& scenario, int ranks) {
  Estimate e;
  e.ranks = ranks;
  e.steps = std::llround(deck.number("time.end") / deck.number("time.step"));
  e.bodies = scenario.num_bodies(deck.number("time.end"));
  const auto bodies = static_cast<double>(e.bodies), steps = static_cast<double>(e.steps);
  e.contacts = e.bodies > 1 ? std::llround(kContactsOfBody * bodies) : e.bodies;
  const double owned = bodies / ranks;
  const double held = std::min(bodies, owned + (ranks > 1 ? kGhostLayer * std::pow(owned, 2.0 / 3) : 0));
  e.memory_bytes = kProcessBytes + held * (kBodyBytes + kContactsOfBody * kContactBytes);
  e.checkpoint_bytes = static_cast<double>(io::checkpoint_bytes(e.bodies, e.contacts, std::ssize(deck.resolved())));
  const auto columns = static_cast<double>(sim::num_columns(sim::probes_of(deck, scenario)));
  e.series_bytes = steps / static_cast<double>(deck.integer("output.series_every")) * columns * (sizeof(double) + kCsvBytes);
  const double sweeps = std::min(kSweeps, static_cast<double>(deck.integer("solver.max_sweeps")));
  e.seconds = steps * (static_cast<double>(e.contacts) * sweeps * kContactSeconds + bodies * kBodySeconds) / ranks;
  return e;
}

std::string text_of(const Estimate& e) {
  return fmt::format("# bodies {}, contacts about {}, steps {}\n# memory: {} on the largest of {} rank{}\n"
                     "# disk: two checkpoints of {}, series {}, trajectory {}\n# time: {}, a rough guess\n",
                     e.bodies, e.contacts, e.steps, bytes_text(e.memory_bytes), e.ranks, e.ranks > 1 ? "s" : "",
                     bytes_text(e.checkpoint_bytes), bytes_text(e.series_bytes), bytes_text(e.trajectory_bytes), time_text(e.seconds));
}

std::string json_of(const Estimate& e) {
  io::Json json;
  json.add("bodies", e.bodies).add("contacts", e.contacts).add("steps", e.steps).add("ranks", e.ranks)
      .add("memory_bytes", e.memory_bytes).add("checkpoint_bytes", e.checkpoint_bytes).add("series_bytes", e.series_bytes)
      .add("trajectory_bytes", e.trajectory_bytes).add("seconds", e.seconds);
  return json.text();
}

}  // namespace talus::drivers
