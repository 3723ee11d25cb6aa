#include "sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "sim/joints.hpp"

namespace talus::sim {
namespace {

double automatic_envelope(const Scenario& scenario, double asked) {
  return asked > 0 ? asked : 0.05 * scenario.radii().first;
}

// Cubes of level 0: 1.25 times the reach of the largest body, or of a body twice the smallest where sizes differ more.
CubeGrid grid_for(const Scenario& scenario, double envelope) {
  const auto [smallest, largest] = scenario.radii();
  return {2.5 * (std::min(largest, 2 * smallest) + 0.5 * envelope)};
}

}  // namespace

Simulation::Simulation(const comm::Comm& comm, const Scenario& scenario, const SimulationOptions& options)
    : comm_(comm),
      scenario_(scenario),
      options_(options),
      world_(scenario.world()),
      range_{automatic_envelope(scenario, options.envelope), options.build.step},
      decomposition_(comm, grid_for(scenario, range_.envelope), options.partition_method),
      solver_(solver::make_solver(options.solver.name, comm)) {
  scenario.populate(bodies_, comm);
  attach_joints(comm, world_, scenario.joints(comm), bodies_);
  energy_.bring_in(bodies_.owned(), world_);
  if (comm.is_root()) energy_.bring_in(world_.walls, world_);
}

void Simulation::restore(bodies::Bodies bodies, std::vector<bodies::Body> walls, std::span<const double> energy,
                         std::int64_t step) {
  bodies_ = std::move(bodies);
  world_.walls = std::move(walls);
  energy_.restore(energy);
  step_ = step;
}

void Simulation::distribute() {
  const int every = options_.partition_every;
  if (!partitioned_ || (every > 0 && step_ % every == 0)) {
    std::vector<std::int64_t> weights(static_cast<std::size_t>(bodies_.num_owned));
    for (std::size_t b = 0; b < weights.size(); ++b) {
      weights[b] = work_.body_weight(std::ssize(bodies_.remembered(static_cast<LocalIndex>(b))));
    }
    if (partitioned_ && !options_.partition_forced) {
      decomposition_.rebalance(bodies_, range_, weights, work_);
    } else {
      decomposition_.repartition(bodies_, range_, weights);
      std::int64_t colours = 0;
      for (const auto& joint : bodies_.joints) colours = std::max<std::int64_t>(colours, joint.colour + 1);
      joint_colours_ = static_cast<int>(comm_.max(colours));
    }
    partitioned_ = true;
    work_ = {};
  }
  decomposition_.distribute(bodies_, range_);
}

collide::CollideOptions Simulation::collide_options() const {
  return {decomposition_.grid(), range_, [this](CubeKey key) { return decomposition_.holds(key); },
          options_.solver.schedule == solver::ScheduleKind::cubes};
}

problem::BuildOptions Simulation::build_options() const {
  problem::BuildOptions build = options_.build;
  if (options_.solver.schedule == solver::ScheduleKind::cubes) build.levels = decomposition_.levels();
  build.joint_colours = joint_colours_;
  return build;
}

std::vector<std::uint64_t> Simulation::work_on_bodies() const {
  std::vector<std::uint64_t> work(bodies_.local.size() + world_.walls.size(), 0);
  const std::uint64_t levels = build_options().levels;
  if (constexpr int kClasses = 64; num_classes(levels) + joint_colours_ > kClasses) {
    throw InputError(fmt::format("schedule `cubes` has room for {} classes; bodies of {} sizes and joints of {} colours need {}", kClasses,
                                 num_classes(levels) / kNumColours, joint_colours_, num_classes(levels) + joint_colours_));
  }
  for (const auto& c : contacts_) {
    const auto bit = std::uint64_t{1} << (levels == 0 ? 0 : class_of(c.cube, levels));
    for (LocalIndex b : {c.a, c.b}) work[static_cast<std::size_t>(b)] |= bit;
  }
  for (std::size_t j = 0; j < problem_.joints.size(); ++j) {
    const auto& block = problem_.blocks[static_cast<std::size_t>(problem_.num_contact_blocks) + j];
    const int colour = bodies_.joints[static_cast<std::size_t>(problem_.joints[j].second)].colour;
    const auto bit = std::uint64_t{1} << (levels == 0 ? 0 : num_classes(levels) + colour);
    for (LocalIndex b : {block.a, block.b}) work[static_cast<std::size_t>(b)] |= bit;
  }
  work.resize(bodies_.local.size());
  return work;
}

void Simulation::measure(StepReport& report) {
  work_.add_step(std::ssize(contacts_), bodies_.num_local(), report.solve.sweeps);
  double deepest = 0;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    deepest = std::max(deepest, -contacts_[c].gap);
    if (contacts_[c].a < bodies_.num_local()) continue;
    const auto impulse = problem::impulse_of(problem_, solution_, contacts_[c], c);
    report.wall_impulse -= impulse.force;
    report.wall_moment -= contacts_[c].point.cross(impulse.force) + impulse.torque;
  }
  report.penetration = comm_.max(deepest);
  report.bodies = comm_.sum(std::int64_t{bodies_.num_owned});
  energy_.add_impulses(comm_, bodies_, world_, contacts_, problem_, solution_);
}

std::uint64_t Simulation::state_hash() const {
  // Words of a record are mixed in turn; bodies are added up, so their order and place do not count.
  auto hash_words = [](std::uint64_t hash, const void* record, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, static_cast<const char*>(record) + at, 8);
      hash = mix_bits(hash ^ word) + 0x9e3779b97f4a7c15ULL;
    }
    return hash;
  };
  static_assert(sizeof(bodies::Body) % 8 == 0 && sizeof(bodies::RememberedImpulse) % 8 == 0);
  std::uint64_t sum = 0;
  for (LocalIndex b = 0; b < bodies_.num_owned; ++b) {
    const auto& body = bodies_.local[static_cast<std::size_t>(b)];
    std::uint64_t hash = hash_words(0, &body, sizeof(body));
    for (const auto& m : bodies_.remembered(b)) hash = hash_words(hash, &m, sizeof(m));
    sum += hash;
  }
  if (comm_.is_root()) {
    for (const auto& wall : world_.walls) {
      if (wall.state == bodies::State::dynamic) sum += hash_words(0, &wall, sizeof(wall));
    }
  }
  return static_cast<std::uint64_t>(comm_.sum(static_cast<std::int64_t>(sum)));
}

}  // namespace talus::sim
