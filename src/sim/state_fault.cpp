#include "sim/state_fault.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/key.hpp"
#include "io/deck/restart.hpp"
#include "scene/options.hpp"

namespace talus::sim {
namespace {

std::string name_joint(GlobalId id, const scene::Scenario& scenario) {
  for (const auto& probe : scenario.joint_probes()) {
    if (probe.joint < 0 || id < probe.first || id > probe.last) continue;
    return probe.name.empty() ? fmt::format("joints[{}]", probe.joint) : fmt::format("joint {}", probe.name);
  }
  return fmt::format("joint {}", id);
}

// Bodies or joints that the step has not held together or apart; empty if it has.
std::string fault_of_positions(const Simulation& simulation, const scene::Scenario& scenario,
                               const StepReport& report) {
  const auto& options = simulation.options();
  if (options.max_overlap > 0 && report.overlap > options.max_overlap) {
    const auto [a, b] = observe::bodies_that_overlap(simulation.view(), report);
    const auto named = scenario.named();
    return fmt::format("bodies {} and {} overlap by {:.3g} radii of the smaller one, guard.max_overlap is {:g}",
                       observe::name_body(a, named), observe::name_body(b, named), report.overlap, options.max_overlap);
  }
  if (options.max_joint_opening > 0 && report.opening > options.max_joint_opening) {
    return fmt::format("{} is open by {:.3g} m, guard.max_joint_opening is {:g} m",
                       name_joint(observe::open_joint(simulation.view(), report), scenario), report.opening,
                       options.max_joint_opening);
  }
  return {};
}

}  // namespace

std::string fault_of(const Simulation& simulation, const scene::Scenario& scenario, const StepReport& report) {
  if (report.solve.status == solver::Status::unbounded) {
    return fmt::format(
        "the contact problem is unbounded, no impulses can keep apart {}; bodies that are driven close on others",
        observe::name_rows(simulation.view(), report.solve.certificate, scenario.named()));
  }
  if (report.runaway >= 0) {
    const double limit = simulation.options().max_speed;
    return std::isinf(report.fastest) ? fmt::format("body {}: its place or velocity is not a number", report.runaway)
                                      : fmt::format("body {} has run away at {:.3g} m/s, guard.max_speed is {:g} m/s",
                                                    report.runaway, report.fastest, limit);
  }
  if (const auto fault = fault_of_positions(simulation, scenario, report); !fault.empty()) return fault;
  if (report.missing != 0)
    return fmt::format("{} of {} bodies got lost between ranks", report.missing, report.bodies + report.missing);
  if (!std::isfinite(report.solve.residual.rms)) return "the solver's residual is not a number";
  return scenario.fault(simulation.bodies(), simulation.comm());
}

namespace {

// Keys that describe the state.
std::string check_deck(const io::CheckpointHeader& header, const std::string& file, const io::Deck& deck,
                       const std::string& digests) {
  std::optional<io::Deck> stored;
  try {
    stored = io::Deck::stored(deck.table(), header.deck, file);
  } catch (const InputError& fault) {
    return fmt::format("talus: warning: {}; what has changed since cannot be looked for\n", fault.what());
  }
  io::check_restart({file, *stored, header.files}, deck, digests);
  return "";
}

}  // namespace

std::string check_fits(const io::Checkpoint& state, const std::filesystem::path& file, const io::Deck& deck,
                       const std::string& digests, const bodies::World& here) {
  const std::string warning = check_deck(state.header, file.string(), deck, digests);
  if (const double end = read<scene::TimeOptions>(deck).end; state.header.time > end * (1 + 1e-9)) {
    deck.reject("time.end", fmt::format("{} is at {:g} s already", file.string(), state.header.time));
  }
  if (state.header.energy.size() > static_cast<std::size_t>(observe::kNumEnergyTerms)) {
    throw IoError(fmt::format("{}: the energy account has {} terms, expected at most {}", file.string(),
                              state.header.energy.size(), observe::kNumEnergyTerms));
  }
  if (state.walls.size() != here.walls.size()) {
    throw InputError(
        fmt::format("{}: holds {} walls, the deck has {}", file.string(), state.walls.size(), here.walls.size()));
  }
  if (!state.flows.empty() && state.flows.size() != here.flows.size()) {
    throw InputError(fmt::format("{}: holds accounts of {} feeds and outlets, the deck has {}", file.string(),
                                 state.flows.size(), here.flows.size()));
  }
  for (std::size_t w = 0; w < here.servos.size(); ++w) {
    if (here.servos[w].force > 0 && state.walls[w].state != bodies::State::dynamic)
      throw InputError(fmt::format("{}: a restart cannot make wall {} a servo", file.string(), w));
  }
  for (const auto all : std::array<std::span<const bodies::Body>, 2>{state.bodies.local, state.walls}) {
    for (const auto& b : all) {
      if (b.shape >= static_cast<int>(here.shapes.size()) || b.material >= here.materials.size()) {
        throw InputError(
            fmt::format("{}: body {} has a shape or material that the deck does not have", file.string(), b.id));
      }
    }
  }
  for (const auto& j : state.bodies.joints.items()) {
    if (j.drive >= std::ssize(here.drives))
      throw InputError(fmt::format("{}: joint {} has a drive that the deck does not have", file.string(), j.id));
  }
  return warning;
}

}  // namespace talus::sim
