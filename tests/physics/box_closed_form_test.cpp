// Boxes against closed solutions: rest, incline, tipping, a stack.

#include <array>
#include <cmath>

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using bodies::Body;

constexpr GlobalId kFirst = 10;

// A uniform box of 1000 kg/m^3.
Body box(bodies::World& world, GlobalId id, const Vec3& half, const Vec3& position, const Quat& orientation = Quat::Identity()) {
  const bodies::Box shape{half};
  const auto mass = shape.mass();
  Body b;
  b.id = id;
  b.shape = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(shape);
  b.radius = shape.bounding_radius();
  b.position = position;
  b.orientation = orientation;
  b.mass = 1000 * mass.measure;
  b.inertia = 1000 * mass.inertia.diagonal();
  return b;
}

// Gravity turned by `angle` about y instead of the floor: the floor is an incline that falls towards +x.
bodies::World incline(double angle, double mu) {
  auto world = test::world_of({mu, 0, 0}, test::kGravity * Vec3(std::sin(angle), 0, -std::cos(angle)));
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  return world;
}

sim::SimulationOptions options_for(double step) {
  auto options = test::tight(step, 1e-9);
  options.envelope = 2e-3;
  options.build.max_recovery_speed = 0.1;
  options.solver.norm = solver::Norm::max;
  options.solver.max_sweeps = 20000;
  return options;
}

TEST(BoxOnPlane, RestsWithoutCreepAndPressesWithItsWeight) {
  auto world = incline(0, 0.5);
  const Vec3 half(0.2, 0.1, 0.05);
  const Body start = box(world, kFirst, half, {0, 0, half.z()});
  const test::Given scenario(world, {start});
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(5e-3));
  for (int n = 0; n < test::long_run(10000); ++n) {
    const auto report = simulation.step();
    ASSERT_EQ(report.solve.contacts, 4) << n;
    Vec3 on_floor = report.wall_impulse;
    simulation.comm().sum(std::span(on_floor.data(), 3));
    ASSERT_NEAR(on_floor.z(), -start.mass * test::kGravity * 5e-3, 1e-6) << n;
  }
  const Body end = test::find_body(simulation, kFirst);
  EXPECT_LT((end.position - start.position).norm(), 1e-8);
  EXPECT_LT(end.orientation.angularDistance(start.orientation), 1e-8);
}

TEST(BoxOnIncline, SticksBelowAndSlidesAboveTheAngleOfFriction) {
  const double mu = 0.5, h = 2e-3;
  const Vec3 half(0.2, 0.15, 0.05);
  for (const double factor : {0.95, 1.05}) {
    const double angle = std::atan(factor * mu);
    auto world = incline(angle, mu);
    const test::Given scenario(world, {box(world, kFirst, half, {0, 0, half.z()})});
    sim::Simulation simulation(comm::Comm::world(), scenario, options_for(h));
    const int steps = 400;
    for (int n = 0; n < steps; ++n) ASSERT_EQ(simulation.step().solve.status, solver::Status::converged);
    const Body end = test::find_body(simulation, kFirst);
    if (factor < 1) {
      EXPECT_LT((end.position - Vec3(0, 0, half.z())).norm(), 1e-7);
      continue;
    }
    const double exact = test::kGravity * (std::sin(angle) - mu * std::cos(angle));
    EXPECT_NEAR(end.velocity.x(), exact * h * steps, 1e-3 * exact * h * steps);
    EXPECT_LT(end.angular_velocity.norm(), 1e-3);
  }
}

// A box of width b and height t on a slope of much friction tips where tan(angle) > b / t.
TEST(BoxOnIncline, TipsAtItsAngle) {
  const Vec3 half(0.05, 0.1, 0.15);
  for (const double factor : {0.98, 1.02}) {
    auto world = incline(std::atan(factor * half.x() / half.z()), 2.0);
    const test::Given scenario(world, {box(world, kFirst, half, {0, 0, half.z()})});
    sim::Simulation simulation(comm::Comm::world(), scenario, options_for(2e-3));
    for (int n = 0; n < 300; ++n) simulation.step();
    const double turned = test::find_body(simulation, kFirst).orientation.angularDistance(Quat::Identity());
    if (factor < 1) {
      EXPECT_LT(turned, 1e-6);
    } else {
      EXPECT_GT(turned, 0.01);
    }
  }
}

TEST(StackOfTwentyBoxes, Stands) {
  auto world = incline(0, 0.5);
  const Vec3 half(0.1, 0.1, 0.05);
  std::vector<Body> stack;
  double weight = 0;
  for (int n = 0; n < 20; ++n) {
    stack.push_back(box(world, kFirst + n, half, {0, 0, (2 * n + 1) * half.z()}));
    weight += stack.back().mass * test::kGravity;
  }
  const test::Given scenario(world, stack);
  auto options = options_for(5e-3);
  options.solver.tolerance = 1e-6;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  Vec3 on_floor;
  for (int n = 0; n < 60; ++n) {
    const auto report = simulation.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged) << n;
    on_floor = report.wall_impulse;
  }
  simulation.comm().sum(std::span(on_floor.data(), 3));
  EXPECT_NEAR(on_floor.z(), -weight * 5e-3, 1e-4 * weight * 5e-3);
  const Body top = test::find_body(simulation, kFirst + 19);
  EXPECT_LT((top.position - stack.back().position).norm(), 1e-4);
  EXPECT_LT(top.orientation.angularDistance(Quat::Identity()), 1e-4);
}

}  // namespace
}  // namespace talus
