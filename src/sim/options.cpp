#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "sim/run_options.hpp"

namespace talus::sim {
namespace {

problem::FrictionLaw law_of(const io::Deck& deck) {
  const auto law = deck.text("contact.law");
  const auto solver = deck.text("solver.name");
  if (law == "pyramid" && solver == "ipm")
    deck.reject("contact.law", "expected another law, pyramid is not for the solver ipm");
  if (law == "pyramid") return problem::PyramidLaw{static_cast<int>(deck.integer("contact.directions"))};
  if (law == "box") return problem::BoxLaw{};
  if (law != "regularised") return {};
  const double stiffness = deck.number("contact.bristle_stiffness");
  return problem::RegularisedLaw{stiffness > 0 ? stiffness : std::numeric_limits<double>::infinity(),
                                 deck.number("contact.sliding_threshold")};
}

}  // namespace

SimulationOptions simulation_options(const io::Deck& deck) {
  SimulationOptions options;
  options.envelope = deck.number("contact.envelope");
  options.build.step = deck.number("time.step");
  options.build.max_recovery_speed = deck.number("contact.max_recovery_speed");
  options.build.split_recovery = deck.text("contact.recovery") == "split";
  options.build.law = law_of(deck);
  options.bound_iterations = static_cast<int>(deck.integer("contact.bound_iterations"));
  options.project = deck.flag("solver.projection");
  options.build.warm_start = deck.flag("solver.warm_start");
  options.solver.name = deck.text("solver.name");
  const bool exact = deck.text("contact.law") == "coulomb" || deck.text("contact.law") == "pyramid";
  options.solver.law = exact ? solver::Law::coulomb : solver::Law::ccp;
  options.solver.tolerance = deck.number("solver.tolerance");
  options.solver.norm = deck.text("solver.norm") == "max" ? solver::Norm::max : solver::Norm::rms;
  const bool scheduled =
      options.solver.name == "mnest" || options.solver.name == "pgs";  // the others see rows, not bodies
  const bool cubes = scheduled && deck.text("solver.schedule") == "cubes";
  options.solver.schedule = cubes ? solver::ScheduleKind::cubes : solver::ScheduleKind::blocks;
  options.solver.max_sweeps = static_cast<int>(deck.integer("solver.max_sweeps"));
  options.max_speed = deck.number("guard.max_speed");
  options.partition_method = balance::method_named(deck.text("partition.method"));
  options.partition_every = static_cast<int>(deck.integer("partition.every"));
  return options;
}

RunPlan run_plan(const io::Deck& deck) {
  RunPlan plan;
  plan.scenario = deck.text("scenario");
  plan.deck = deck.resolved();
  plan.end = deck.number("time.end");
  plan.end_step = std::llround(plan.end / deck.number("time.step"));
  plan.max_hours = deck.number("time.max_hours");
  plan.sliding_threshold = deck.number("contact.sliding_threshold");
  OutputOptions& output = plan.output;
  output.folder = deck.text("output.folder");
  output.series_every = deck.integer("output.series_every");
  output.hash_every = deck.integer("output.hash_every");
  output.balance_every = deck.integer("output.balance_every");
  output.problem_every = deck.integer("output.problem_every");
  output.problem_at = deck.integer("output.problem_at");
  output.problem_missed = deck.flag("output.problem_missed");
  output.frames = {deck.number("output.every"), deck.integer("output.every_steps"), deck.flag("output.contacts"),
                   deck.flag("output.joints"), deck.flag("output.compress")};
  plan.checkpoint = {deck.integer("checkpoint.every"), deck.number("checkpoint.mean_hours_to_failure")};
  plan.solve = {deck.text("solver.name"), deck.text("contact.law"),        deck.text("solver.schedule"),
                deck.text("solver.norm"), deck.number("solver.tolerance"), deck.integer("solver.max_sweeps")};
  return plan;
}

observe::Watched watched_of(const io::Deck& deck, const scene::Scenario& scenario) {
  std::vector<observe::Probe> probes;
  for (const GlobalId id : scenario.probes()) probes.push_back({fmt::format("body{}", id), id, id});
  for (int n = 0; n < deck.size("output.probes"); ++n) {
    const auto entry = fmt::format("output.probes[{}].", n);
    const auto first = deck.integer(entry + "id"), last = deck.integer(entry + "last");
    if (last >= 0 && last < first) deck.reject(entry + "last", "expected at least the id, or -1 for a body alone");
    auto name = deck.text(entry + "name");
    const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    if (!std::ranges::all_of(name, plain)) deck.reject(entry + "name", "expected letters, digits, _ and - only");
    if (name.empty()) name = last < 0 ? fmt::format("body{}", first) : fmt::format("group{}-{}", first, last);
    if (std::ranges::any_of(probes, [&](const observe::Probe& p) { return p.name == name; })) {
      if (last < 0 && deck.text(entry + "name").empty()) continue;  // the scenario watches it already
      deck.reject(entry + "name", "expected a name that no other probe has");
    }
    probes.push_back({name, first, std::max(first, last)});
  }
  auto joints = scenario.joint_probes();
  std::erase_if(joints, [](const observe::JointProbe& p) { return p.name.empty(); });
  return {probes, std::move(joints)};
}

}  // namespace talus::sim
