#pragma once
// Small flows whose bits must not depend on who holds what.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "harness/harness.hpp"
#include "io/hdf5/checkpoint.hpp"

namespace talus::test {

struct Sharing {
  balance::Method method = balance::methods().front();
  int every = 0;  // steps between forced repartitions; 0: only the first partition
};

// The first partition alone, and repartitions every 10 steps, by every method of this build.
inline std::vector<Sharing> all_sharings() {
  std::vector<Sharing> all;
  for (const auto& method : balance::methods()) {
    if (!method.available()) continue;
    for (int every : {0, 10}) all.push_back({method, every});
  }
  return all;
}

inline sim::SimulationOptions same_bits_options(const Sharing& sharing, double step) {
  sim::SimulationOptions options;
  options.build.step = step;
  options.build.max_recovery_speed = 1;
  options.partition_method = sharing.method;
  options.partition_every = sharing.every;
  options.partition_forced = true;
  options.solver.max_sweeps = 40;
  options.solver.schedule = solver::ScheduleKind::cubes;
  return options;
}

// A loose lattice of grains of sizes 1:`ratio`.
inline std::vector<bodies::Body> lattice_of_grains(double ratio, int count) {
  std::vector<bodies::Body> grains;
  for (int n = 0; n < count; ++n) {
    auto u = [n](std::uint64_t which) { return random_uniform(3, static_cast<std::uint64_t>(n), which); };
    const double radius = 0.02 * (1 + (ratio - 1) * std::pow(u(0), 6));
    auto grain = sphere(5 + n, radius, {0.25 + 0.1 * (n % 5), 0.1 * (n / 5 % 6), 0.2 + 0.1 * (n / 30)});
    grain.velocity = Vec3(u(1) - 0.9, u(2) - 0.5, -u(3));
    grains.push_back(grain);
  }
  return grains;
}

// A loose lattice of grains that falls into a corner.
inline Given corner_of_grains(double ratio, int count) {
  auto world = world_of({0.5, 0.002, 0.001});
  add_plane(world, {0, 0, 0}, {0, 0, 1});
  add_plane(world, {0, 0, 0}, {1, 0, 0.2});
  return {world, lattice_of_grains(ratio, count)};
}

// Bodies of every shape that a body may have, which fall into a corner one by one and turn.
inline Given corner_of_shapes(int count) {
  auto world = world_of({0.5, 0.002, 0.001});
  add_plane(world, {0, 0, 0}, {0, 0, 1});
  add_plane(world, {0, 0, 0}, {1, 0, 0.2});
  const auto first = static_cast<std::int32_t>(world.shapes.size());
  std::vector<Vec3> points;
  for (std::uint64_t n = 0; n < 10; ++n) {
    const auto u = [n](std::uint64_t which) { return random_uniform(7, n, which) - 0.5; };
    points.push_back(0.035 * Vec3(u(0), u(1), u(2)).normalized());
  }
  for (const bodies::Shape& shape :
       {bodies::Shape(bodies::Box{{0.025, 0.02, 0.015}}), bodies::Shape(bodies::Capsule{0.015, 0.02}),
        bodies::Shape(bodies::Cylinder{0.02, 0.02}), bodies::Shape(bodies::Disk{0.035}),
        bodies::Shape(bodies::convex_hull(points)),
        bodies::Shape(bodies::make_clump({{{0.012, 0, 0}, 0.02}, {{-0.015, 0, 0}, 0.015}}))})
    world.shapes.push_back(shape);
  const auto kinds = static_cast<std::int32_t>(world.shapes.size()) - first;
  auto all = lattice_of_grains(1, count);
  for (auto& body : all) {
    const auto u = [&](std::uint64_t which) {
      return random_uniform(8, static_cast<std::uint64_t>(body.id), which) - 0.5;
    };
    body.shape = first + static_cast<std::int32_t>(body.id) % kinds;
    body.radius = bodies::bounding_radius(world.shapes[static_cast<std::size_t>(body.shape)]);
    body.orientation = Quat(u(0), u(1), u(2), u(3)).normalized();
    body.angular_velocity = 10 * Vec3(u(4), u(5), u(6));
    body.inertia = Vec3(0.6, 0.9, 1) * 4e-4 * body.mass;
  }
  return {world, all};
}

// The same grains on a slope that repeats along x and y.
inline Given periodic_slope(double ratio, int count) {
  auto world = world_of({0.5, 0.002, 0.001}, {3, 1, -9});
  world.periods.length = {0.6, 0.7, 0};
  add_plane(world, {0, 0, 0}, {0, 0, 1});
  return {world, lattice_of_grains(ratio, count)};
}

// A row of grains, one in each cube, that is swept to one end and pressed together, then to the other end: the grain
// ahead takes new cubes for its rank, so all other ranks are without a grain for a while, and then all but those at the
// other end are.
class Tide : public Given {
 public:
  static constexpr int kSteps = 440, kGrains = 10;
  static constexpr double kStep = 0.005;  // s
  Tide() : Given(world_of({0.3, 0.001, 0}, Vec3::Zero()), row()) {}
  void feed(bodies::Bodies& bodies, bodies::World&, const comm::Comm&, double time, double step) const override {
    const bool ebb = time < 0.5 * kSteps * step;
    for (auto& b : bodies.owned()) {
      const auto n = static_cast<double>(b.id - kFirst);
      const double goal = (ebb ? -1 + n * kPressed : 1 - (kGrains - 1 - n) * kPressed) - b.position.x();
      b.velocity = {std::clamp(5 * goal, -1.4, 1.4), 0, 0};  // along the row: none leaves it
    }
  }

 private:
  static constexpr double kPressed = 0.0598;  // m between centres, of radius 0.03
  static constexpr GlobalId kFirst = 5;
  static std::vector<bodies::Body> row() {
    std::vector<bodies::Body> grains;
    for (int n = 0; n < kGrains; ++n)
      grains.push_back(sphere(kFirst + n, 0.03, {0.07 * (n - 0.5 * (kGrains - 1)), 0.03, 0.03}));
    return grains;
  }
};

inline std::uint64_t hash_after(const comm::Comm& comm, const scene::Scenario& scenario,
                                const sim::SimulationOptions& options, int steps) {
  sim::Simulation simulation(comm, scenario, options);
  for (int step = 0; step < steps; ++step) simulation.step();
  return simulation.state_hash();
}

// *Collective over the world.* Half of the steps on `before`, a checkpoint, the others on `after`; one of the two is
// the world, the other the root alone. The hash is right on `after`.
inline std::uint64_t hash_through_checkpoint(const comm::Comm& before, const comm::Comm& after,
                                             const scene::Scenario& scenario, const sim::SimulationOptions& options,
                                             int steps) {
  const auto world = comm::Comm::world();
  std::string name =
      (std::filesystem::temp_directory_path() / ("talus-same-bits-" + std::to_string(::getpid()) + ".h5")).string();
  world.broadcast(name);
  const auto takes_part = [&](const comm::Comm& comm) { return comm.size() == world.size() || world.is_root(); };
  if (takes_part(before)) {
    sim::Simulation simulation(before, scenario, options);
    for (int step = 0; step < steps / 2; ++step) simulation.step();
    io::CheckpointHeader header;
    header.step = simulation.steps_done();
    header.time = simulation.time();
    const auto energy = simulation.energy().totals();
    header.energy.assign(energy.begin(), energy.end());
    io::write_checkpoint(name, name + ".older", before, header, simulation.bodies(), simulation.world().walls,
                         simulation.world().flows, simulation.owned_space());
  }
  world.barrier();
  std::uint64_t hash = 0;
  if (takes_part(after)) {
    sim::Simulation simulation(after, scenario, options);
    simulation.restore(io::read_checkpoint(name, after));
    while (simulation.steps_done() < steps) simulation.step();
    hash = simulation.state_hash();
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(name);
  return hash;
}

}  // namespace talus::test
