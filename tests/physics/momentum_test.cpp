// Newton's and Euler's laws of a step, summed up anew from the impulses of all ranks: for all bodies together at every
// step, for each body alone at some. And what holds of every impulse and velocity: the cone and its dual.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "harness/gather.hpp"
#include "harness/harness.hpp"
#include "harness/wall_impulse.hpp"

namespace talus {
namespace {

using bodies::Body;

const bodies::Friction kFriction{0.6, 0.002, 0.001};
constexpr double kStep = 2e-3, kRadius = 0.0225, kGravity = 9.81;

Vec3 angular_momentum(const Body& b) { return b.mass * b.position.cross(b.velocity) + b.spin(); }

struct Totals {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero(), first_moment = Vec3::Zero();
  double mass = 0, motion = 0;  // motion: sum of m |v|, for what rounding may do
  std::int64_t count = 0, ids = 0, id_squares = 0;
};

// *Collective.* Over all owned bodies.
Totals totals(const sim::Simulation& simulation) {
  std::array<double, 11> sums{};
  std::array<std::int64_t, 3> counts{};
  for (const auto& b : simulation.bodies().owned()) {
    Vec3::Map(&sums[0]) += b.mass * b.velocity;
    Vec3::Map(&sums[3]) += angular_momentum(b);
    Vec3::Map(&sums[6]) += b.mass * b.position;
    sums[9] += b.mass;
    sums[10] += b.mass * b.velocity.norm();
    ++counts[0], counts[1] += b.id, counts[2] += b.id * b.id;
  }
  simulation.comm().sum(sums);
  simulation.comm().sum(counts);
  return {Vec3::Map(&sums[0]),
          Vec3::Map(&sums[3]),
          Vec3::Map(&sums[6]),
          sums[9],
          sums[10],
          counts[0],
          counts[1],
          counts[2]};
}

std::map<GlobalId, Body> all_bodies(const sim::Simulation& simulation) {
  std::map<GlobalId, Body> all;
  for (const auto& b : test::gather_all(simulation.comm(), simulation.bodies().owned())) all.emplace(b.id, b);
  return all;
}

// `count` spheres of different masses above the floor of a box, thrown at it.
std::vector<Body> grains(int count, double width) {
  std::vector<Body> all;
  const int across = std::max(1, static_cast<int>(width / (2.3 * kRadius)));
  for (int n = 0; n < count; ++n) {
    auto u = [n](std::uint64_t which) { return 2 * random_uniform(3, static_cast<std::uint64_t>(n), which) - 1; };
    const double cell = width / across;
    const Vec3 place(n % across + 0.5, n / across % across + 0.5, n / (across * across) + 0.5);
    const double radius = kRadius * (1 + 0.1 * u(0));
    auto b = test::sphere(10 + n, radius, cell * place + 0.1 * kRadius * Vec3(u(1), u(2), u(3)), 0.1 * (1.5 + u(4)));
    b.position -= Vec3(0.5 * width, 0.5 * width, 0.2 * kRadius);
    b.velocity = Vec3(u(5), u(6), -2 + u(7));
    b.angular_velocity = 20 * Vec3(u(8), u(9), u(10));
    all.push_back(b);
  }
  return all;
}

sim::SimulationOptions loose() {
  sim::SimulationOptions options;
  options.build.step = kStep;
  options.solver.tolerance = 1e-3;
  options.solver.max_sweeps = 40;
  options.partition_every = 7;
  return options;
}

void expect_in_cone(const problem::ContactImpulse& impulse, const Vec3& normal) {
  const double normal_part = impulse.force.dot(normal), spin = impulse.torque.dot(normal);
  const double slide = (impulse.force - normal_part * normal).norm(), roll = (impulse.torque - spin * normal).norm();
  const double rounding = 1e-12 * impulse.force.norm();
  EXPECT_GE(normal_part, -rounding);
  EXPECT_LE(slide, kFriction.mu * normal_part + rounding);
  EXPECT_LE(roll, kFriction.rho * (normal_part + rounding));
  EXPECT_LE(std::abs(spin), kFriction.sigma * (normal_part + rounding));
}

// One contact's impulse as it counts for its two bodies.
struct Push {
  GlobalId a, b;
  Vec3 normal, point, force, torque;
  double gap;
};

std::vector<Push> all_pushes(const sim::Simulation& simulation) {
  std::vector<Push> mine;
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    const auto& impulse = simulation.solution().impulses[c];
    mine.push_back(
        {contact.id_a, contact.id_b, contact.normal, contact.point, impulse.force, impulse.torque, contact.gap});
  }
  return test::gather_all(simulation.comm(), std::span<const Push>(mine));
}

// m (v+ - v) = h m g + sum p and J (w+ - w) = sum (s x p + q), body by body; `before` holds positions and velocities at
// the start of the step.
void expect_laws_of_each_body(const std::map<GlobalId, Body>& before, const std::map<GlobalId, Body>& after,
                              std::span<const Push> pushes, const Vec3& gravity, double weight) {
  std::map<GlobalId, std::pair<Vec3, Vec3>> missing;
  for (const auto& [id, b] : before) {
    const Body& moved = after.at(id);
    missing[id] = {b.mass * (moved.velocity - b.velocity - kStep * gravity), moved.spin() - b.spin()};
    EXPECT_LE((moved.position - b.position - kStep * moved.velocity).norm(), 1e-15) << "body " << id;
  }
  for (const auto& p : pushes) {
    for (const auto& [id, sign] : {std::pair{p.a, -1.0}, std::pair{p.b, 1.0}}) {
      const auto at = missing.find(id);
      if (at == missing.end()) continue;  // a wall
      at->second.first -= sign * p.force;
      at->second.second -= sign * ((p.point - before.at(id).position).cross(p.force) + p.torque);
    }
  }
  for (const auto& [id, rest] : missing) {
    EXPECT_LE(rest.first.norm(), 1e-10 * weight * kStep) << "body " << id;
    EXPECT_LE(rest.second.norm(), 1e-10 * weight * kStep * kRadius) << "body " << id;
  }
}

// u = N g + r lies in the dual cone and u . g = 0, as far as the residual says. Fixed walls only.
void expect_dual_cone(const std::map<GlobalId, Body>& before, const std::map<GlobalId, Body>& after,
                      std::span<const Push> pushes, double residual) {
  for (const auto& p : pushes) {
    const Body& b = after.at(p.b);
    Vec3 u = b.velocity + b.angular_velocity.cross(p.point - before.at(p.b).position), spin = b.angular_velocity;
    if (const auto at = after.find(p.a); at != after.end()) {
      u -= at->second.velocity + at->second.angular_velocity.cross(p.point - before.at(p.a).position);
      spin -= at->second.angular_velocity;
    }
    const double opening = u.dot(p.normal) + p.gap / kStep;
    const Vec3 slip = u - u.dot(p.normal) * p.normal, roll = spin - spin.dot(p.normal) * p.normal;
    const double relaxation =
        kFriction.mu * slip.norm() + kFriction.rho * roll.norm() + kFriction.sigma * std::abs(spin.dot(p.normal));
    EXPECT_GE(opening - relaxation, -4 * residual);
    const double power = opening * p.force.dot(p.normal) + slip.dot(p.force) + spin.dot(p.torque);
    EXPECT_LE(std::abs(power), 4 * residual * p.force.norm() + 1e-12);
  }
}

class Momentum : public testing::TestWithParam<int> {};

TEST_P(Momentum, OfAPileChangesByGravityAndWallsOnly) {
  const double width = 0.36, height = 0.5;
  auto world = test::world_of(kFriction, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  for (int side = 0; side < 4; ++side) {
    const Vec3 inward = (side % 2 ? 1.0 : -1.0) * Vec3::Unit(side / 2);
    test::add_plane(world, -0.5 * width * inward, inward);
  }
  const auto bodies = grains(GetParam(), width);
  const test::Given scenario(world, bodies);
  sim::Simulation simulation(comm::Comm::world(), scenario, loose());
  const Totals start = totals(simulation);
  ASSERT_EQ(start.count, GetParam());
  const double weight = start.mass * kGravity;

  Totals before = start;
  double worst_linear = 0, worst_angular = 0;
  std::int64_t contacts = 0;
  for (int n = 0; n < 120; ++n) {
    const bool closely = n % 10 == 9;
    const auto bodies_before = closely ? all_bodies(simulation) : std::map<GlobalId, Body>{};
    const auto report = simulation.step();
    const Totals after = totals(simulation);

    // Impulses act at the positions of the step's start; the move along v+ changes no angular momentum.
    std::array<double, 6> wall;
    const auto on_walls = test::wall_impulse(simulation);
    Vec3::Map(wall.data()) = on_walls.force, Vec3::Map(wall.data() + 3) = on_walls.torque;
    simulation.comm().sum(wall);
    const Vec3 linear = after.linear - before.linear - kStep * before.mass * world.gravity + Vec3::Map(wall.data());
    const Vec3 angular =
        after.angular - before.angular - kStep * before.first_moment.cross(world.gravity) + Vec3::Map(wall.data() + 3);
    worst_linear = std::max(worst_linear, linear.norm() / (weight * kStep));
    worst_angular = std::max(worst_angular, angular.norm() / (weight * kStep * height));
    ASSERT_LE(linear.norm(), 1e-10 * weight * kStep) << "step " << n;
    ASSERT_LE(angular.norm(), 1e-10 * weight * kStep * height) << "step " << n;

    ASSERT_EQ(after.count, start.count) << "step " << n;
    ASSERT_EQ(after.ids, start.ids) << "step " << n;
    ASSERT_EQ(after.id_squares, start.id_squares) << "step " << n;
    const auto& solve = report.solve;
    const bool met = solve.residual.rms <= simulation.options().solver.tolerance;
    ASSERT_EQ(solve.status == solver::Status::converged, met) << "step " << n;
    ASSERT_TRUE(met || solve.sweeps == simulation.options().solver.max_sweeps) << "step " << n;
    contacts += solve.contacts;
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
      expect_in_cone(simulation.solution().impulses[c], simulation.contacts()[c].normal);
    }
    if (closely) {
      const auto bodies_after = all_bodies(simulation);
      ASSERT_EQ(bodies_after.size(), bodies.size());
      const auto pushes = all_pushes(simulation);
      EXPECT_EQ(static_cast<std::int64_t>(pushes.size()), solve.contacts);
      expect_laws_of_each_body(bodies_before, bodies_after, pushes, world.gravity, weight);
      expect_dual_cone(bodies_before, bodies_after, pushes, solve.residual.max);
    }
    before = after;
    if (simulation.comm().any(HasFailure())) FAIL() << "step " << n;
  }
  EXPECT_GT(contacts, 0);
  RecordProperty("linear", std::to_string(worst_linear * 1e15) + "e-15");
  RecordProperty("angular", std::to_string(worst_angular * 1e15) + "e-15");
}

INSTANTIATE_TEST_SUITE_P(Grains, Momentum, testing::Values(3, 300));

// A cluster that clashes while it flies through the cubes of all ranks, with no wall and no gravity.
class FreeCluster : public testing::TestWithParam<int> {};

TEST_P(FreeCluster, KeepsItsMomenta) {
  std::vector<Body> cluster = grains(80, 0.25);
  for (auto& b : cluster) b.velocity += Vec3(12, -7, 9) - 10 * b.position;
  const test::Given scenario(test::world_of(kFriction, Vec3::Zero()), cluster);
  auto options = loose();
  options.partition_every = GetParam();
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  const Totals start = totals(simulation);
  std::int64_t contacts = 0;
  for (int n = 0; n < 60; ++n) {
    contacts += simulation.step().solve.contacts;
    const Totals now = totals(simulation);
    const double distance = 12 * kStep * n + 1;
    ASSERT_LE((now.linear - start.linear).norm(), 1e-13 * start.motion) << "step " << n;
    ASSERT_LE((now.angular - start.angular).norm(), 1e-13 * start.motion * distance) << "step " << n;
    ASSERT_EQ(now.count, start.count);
    ASSERT_EQ(now.id_squares, start.id_squares);
  }
  EXPECT_GT(contacts, 1000);
}

INSTANTIATE_TEST_SUITE_P(PartitionEvery, FreeCluster, testing::Values(0, 1, 10));

}  // namespace
}  // namespace talus
