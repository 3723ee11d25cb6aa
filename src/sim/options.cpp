#include "scene/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "balance/options.hpp"
#include "base/key.hpp"
#include "problem/contact_options.hpp"
#include "sim/run_options.hpp"

namespace talus::sim {

SimulationOptions simulation_options(const io::Deck& deck) {
  const auto law = read<problem::LawOptions>(deck);
  const auto activation = read<problem::ActivationOptions>(deck);
  const auto step = read<StepOptions>(deck);
  const auto partition = read<balance::PartitionOptions>(deck);
  SimulationOptions options;
  options.envelope = activation.envelope;
  options.build.step = read<scene::TimeOptions>(deck).step;
  options.build.max_recovery_speed = activation.max_recovery_speed;
  options.build.split_recovery = activation.recovery == problem::ActivationOptions::Recovery::split;
  options.build.law = law.friction_law();
  options.bound_iterations = law.bound_iterations;
  options.project = step.projection;
  options.build.warm_start = step.warm_start;
  options.solver = read<solver::SolverOptions>(deck);
  options.solver.law = solver::law_for(law.law);
  options.solver.schedule = solver::schedule_for(options.solver);
  options.max_speed = read<GuardOptions>(deck).max_speed;
  options.partition_method = balance::method_named(partition.method);
  options.partition_every = partition.every;
  return options;
}

RunPlan run_plan(const io::Deck& deck) {
  RunPlan plan;
  plan.scenario = deck.scenario();
  plan.deck = deck.resolved();
  const auto time = read<scene::TimeOptions>(deck);
  plan.end = time.end;
  plan.end_step = std::llround(time.end / time.step);
  plan.max_hours = time.max_hours;
  const auto law = read<problem::LawOptions>(deck);
  plan.sliding_threshold = law.sliding_threshold;
  plan.output = read<OutputOptions>(deck);
  plan.checkpoint = read<CheckpointOptions>(deck);
  const auto solver = read<solver::SolverOptions>(deck);
  plan.solve = {solver.name,
                std::string(name_of(law.law)),
                std::string(name_of(solver::schedule_for(solver))),
                std::string(name_of(solver.norm)),
                solver.tolerance,
                solver.max_sweeps};
  return plan;
}

observe::Watched watched_of(const io::Deck& deck, const scene::Scenario& scenario) {
  std::vector<observe::Probe> probes;
  for (const GlobalId id : scenario.probes()) probes.push_back({fmt::format("body{}", id), id, id});
  for (const ProbeEntry& entry : read<OutputOptions>(deck).probes) {
    const auto first = entry.id, last = entry.last;
    if (last >= 0 && last < first) deck.reject(entry, "last", "expected at least the id, or -1 for a body alone");
    const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    if (!std::ranges::all_of(entry.name, plain)) deck.reject(entry, "name", "expected letters, digits, _ and - only");
    auto name = entry.name;
    if (name.empty()) name = last < 0 ? fmt::format("body{}", first) : fmt::format("group{}-{}", first, last);
    if (std::ranges::any_of(probes, [&](const observe::Probe& p) { return p.name == name; })) {
      if (last < 0 && entry.name.empty()) continue;  // the scenario watches it already
      deck.reject(entry, "name", "expected a name that no other probe has");
    }
    probes.push_back({name, first, std::max(first, last)});
  }
  auto joints = scenario.joint_probes();
  std::erase_if(joints, [](const observe::JointProbe& p) { return p.name.empty(); });
  return {probes, std::move(joints)};
}

}  // namespace talus::sim
