#include "scene/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "balance/options.hpp"
#include "base/error.hpp"
#include "base/key.hpp"
#include "base/step_clock.hpp"
#include "observe/series.hpp"
#include "problem/contact_options.hpp"
#include "scene/names.hpp"
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
  options.build.recovery_rate = activation.recovery_rate;
  options.build.max_recovery_speed = activation.max_recovery_speed;
  options.build.split_recovery = activation.recovery == problem::ActivationOptions::Recovery::split;
  options.build.law = law.friction_law();
  options.bound_iterations = law.bound_iterations;
  options.project = step.projection;
  options.build.warm_start = step.warm_start;
  options.gravity = read<scene::WorldOptions>(deck).gravity.norm();
  options.solver = read<solver::SolverOptions>(deck);
  options.solver.law = solver::law_for(law.law);
  options.solver.schedule = solver::schedule_for(options.solver);
  const auto guard = read<GuardOptions>(deck);
  options.max_speed = guard.max_speed;
  options.max_overlap = guard.max_overlap;
  options.max_joint_opening = guard.max_joint_opening;
  options.max_contacts = guard.max_contacts;
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
  plan.end_step = StepClock{time.step}.step_at(time.end);
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
                solver.max_sweeps,
                0,
                {}};
  return plan;
}

namespace {

// The largest id that a wall or body will have; without limit where bodies are fed.
GlobalId last_id(const scene::Scenario& scenario) {
  if (!scenario.flows().feeds().empty()) return std::numeric_limits<GlobalId>::max();
  return scenario.world().first_body_id() + scenario.num_bodies(0) - 1;
}

using ByName = std::map<std::string, observe::Probe>;

// The bodies of a probe, and the name of its columns.
observe::Probe probe_of(const io::Deck& deck, const ProbeEntry& entry, const ByName& named, const scene::NameSet& known,
                        GlobalId last_of_all) {
  scene::require_plain_name(deck, entry);
  const bool by_name = !entry.body.empty();
  if (by_name == (entry.id >= 0)) deck.reject(entry, "id", "expected either this key or body");
  if (by_name) {
    if (entry.last >= 0) deck.reject(entry, "last", "goes with id");
    scene::require_known(deck, entry.entry + ".body", entry.body, known, "wall, body or packing",
                         "walls, bodies.list and bodies.packings");
    auto probe = named.at(entry.body);
    if (!entry.name.empty()) probe.name = entry.name;
    return probe;
  }
  if (const bool last = entry.last > last_of_all; last || entry.id > last_of_all)
    deck.reject(entry, last ? "last" : "id", fmt::format("expected at most {}, the last id of all", last_of_all));
  if (entry.last >= 0 && entry.last < entry.id)
    deck.reject(entry, "last", "expected at least the id, or -1 for a body alone");
  auto name = entry.name;
  if (name.empty())
    name = entry.last < 0 ? fmt::format("body{}", entry.id) : fmt::format("group{}-{}", entry.id, entry.last);
  return {name, entry.id, std::max(entry.id, entry.last)};
}

// Names of different lists may make the same column.
void require_own_columns(const observe::Watched& watched) {
  std::set<std::string> names;
  for (const auto& column : observe::series_columns(watched)) {
    if (!names.insert(column.name).second)
      throw InputError(
          fmt::format("two columns of the time series have the name '{}': rename one of a wall, a joint and "
                      "a probe",
                      column.name));
  }
}

// Walls that have a name: the forces of all bodies, then those of the groups that the deck asks for.
std::vector<observe::WallProbe> wall_probes(const io::Deck& deck, const scene::Scenario& scenario) {
  std::vector<observe::WallProbe> walls;
  scene::NameSet wall_names, group_names;
  const GlobalId first_body = scenario.world().first_body_id();
  for (const auto& probe : scenario.named()) {
    if (probe.first >= first_body) continue;
    walls.push_back({probe.name, probe.first});
    wall_names.insert(probe.name);
  }
  const auto named = std::ssize(walls);
  const auto groups = scenario.groups();
  for (const auto& group : groups) group_names.insert(group.name);
  for (const WallForceEntry& entry : read<OutputOptions>(deck).wall_forces) {
    scene::require_known(deck, entry.entry + ".wall", entry.wall, wall_names, "wall", "walls");
    scene::require_known(deck, entry.entry + ".group", entry.group, group_names, "group",
                         "bodies.list, bodies.packings and feeds");
    const auto wall = *std::ranges::find(walls.begin(), walls.begin() + named, entry.wall, &observe::WallProbe::name);
    walls.push_back({entry.wall, wall.wall, *std::ranges::find(groups, entry.group, &observe::BodyGroup::name)});
  }
  std::ranges::stable_sort(walls, {}, &observe::WallProbe::wall);
  return walls;
}

}  // namespace

observe::Watched watched_of(const io::Deck& deck, const scene::Scenario& scenario) {
  std::vector<observe::Probe> probes;
  std::set<std::string> taken;  // names of probes
  for (const GlobalId id : scenario.probes()) {
    probes.push_back({fmt::format("body{}", id), id, id});
    taken.insert(probes.back().name);
  }
  ByName named;
  scene::NameSet known;
  for (const auto& probe : scenario.named()) named.emplace(probe.name, probe), known.insert(probe.name);
  const GlobalId last = last_id(scenario);
  for (const ProbeEntry& entry : read<OutputOptions>(deck).probes) {
    const auto probe = probe_of(deck, entry, named, known, last);
    if (taken.insert(probe.name).second)
      probes.push_back(probe);
    else if (probe.first != probe.last || !entry.name.empty())  // else the scenario watches it already
      deck.reject(entry, "name", "expected a name that no other probe has");
  }
  auto joints = scenario.joint_probes();
  std::erase_if(joints, [](const observe::JointProbe& p) { return p.name.empty(); });
  const auto flows = scenario.flows().probes();
  observe::Watched watched{probes, std::move(joints), wall_probes(deck, scenario), {flows.begin(), flows.end()}};
  require_own_columns(watched);
  return watched;
}

}  // namespace talus::sim
