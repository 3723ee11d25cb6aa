// Joints between bodies anywhere: invariants, closed solutions, and the same bits on any ranks.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "sim/grains.hpp"

namespace talus {
namespace {

using bodies::Joint;

class Jointed : public test::Given {
 public:
  Jointed(bodies::World world, std::vector<bodies::Body> bodies, std::vector<Joint> joints)
      : Given(std::move(world), std::move(bodies)), joints_(std::move(joints)) {}
  std::vector<Joint> joints(const comm::Comm& comm) const override {
    std::vector<Joint> mine;
    for (std::size_t n = 0; n < joints_.size(); ++n) {
      if (static_cast<int>(n % static_cast<std::size_t>(comm.size())) == comm.rank()) mine.push_back(joints_[n]);
    }
    return mine;
  }

 private:
  std::vector<Joint> joints_;
};

sim::SimulationOptions options_for(double step, double tolerance) {
  sim::SimulationOptions options;
  options.build.step = step;
  options.solver.tolerance = tolerance;
  options.solver.norm = solver::Norm::max;
  options.solver.max_sweeps = 100000;
  options.solver.schedule = solver::ScheduleKind::cubes;
  return options;
}

// A joint at a point of the world, for bodies in their first pose without turn.
Joint joint_at(GlobalId id, const bodies::Body& a, const bodies::Body& b, const Vec3& point, std::int32_t locks) {
  Joint j;
  j.id = id, j.a = a.id, j.b = b.id, j.locks = locks;
  j.point_a = point - a.position;
  j.point_b = point - b.position;
  return j;
}

bodies::World free_space(const Vec3& gravity) {
  auto world = test::world_of({0, 0, 0}, gravity);
  test::add_plane(world, {0, 0, -1000}, {0, 0, 1});  // the ground, for joints to it
  return world;
}

// Small swings of a ball about a pin in the ground: T = 2 pi sqrt((l^2 + 2/5 r^2) / (g l)) for a ball that turns with
// the rod.
double period(double h) {
  const auto world = free_space({0, 0, -9.81});
  const auto ball = test::sphere(10, 0.1, {0.02, 0, -1}, 2);
  Joint pin = joint_at(0, world.walls[0], ball, {0, 0, 0}, bodies::locks::revolute);
  const Quat y_axis(Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitY()));
  pin.frame_a = world.walls[0].orientation.conjugate() * y_axis;
  pin.frame_b = y_axis;
  const Jointed scenario(world, {ball}, {pin});
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(h, 1e-12));
  double last = 1, first_time = 0;
  for (int n = 1, crossings = 0; n < 100000; ++n) {
    EXPECT_EQ(simulation.step().solve.status, solver::Status::converged);
    const double x = test::find_body(simulation, 10).position.x();
    if (x * last < 0) {
      const double time = h * (n - x / (x - last));
      if (crossings == 0) first_time = time;
      if (++crossings == 3) return time - first_time;
    }
    last = x;
  }
  return 0;
}

TEST(Pendulum, SwingsInTheTimeOfTheClosedForm) {
  const double length = std::hypot(1, 0.02), inertia = length * length + 0.4 * 0.01;
  const double exact = 2 * std::numbers::pi * std::sqrt(inertia / (9.81 * length));
  EXPECT_NEAR(period(2e-3), exact, 1e-3 * exact);
}

// A chain of balls thrown through empty space: its momenta stay, its joints hold.
TEST(Chain, KeepsMomentaAndHolds) {
  const auto world = free_space(Vec3::Zero());
  std::vector<bodies::Body> balls;
  std::vector<Joint> joints;
  for (int n = 0; n < 12; ++n) {
    balls.push_back(test::sphere(10 + n, 0.04, {0.5 * n, 0, 0}, 1 + 0.1 * n));
    balls.back().velocity = Vec3(0.1, 0.3 * std::sin(n), 0.2 * std::cos(2 * n));
    if (n > 0)
      joints.push_back(joint_at(n, balls[static_cast<std::size_t>(n) - 1], balls.back(), {0.5 * n - 0.25, 0, 0},
                                bodies::locks::ball));
  }
  const Jointed scenario(world, balls, joints);
  const double h = 1e-3;
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(h, 1e-11));
  const auto momenta = [&] {
    std::array<double, 6> sums{};
    for (const auto& b : simulation.bodies().owned()) {
      const Vec3 linear = b.mass * b.velocity, angular = b.position.cross(linear) + b.spin();
      for (std::size_t i = 0; i < 3; ++i)
        sums[i] += linear[static_cast<int>(i)], sums[3 + i] += angular[static_cast<int>(i)];
    }
    simulation.comm().sum(sums);
    return sums;
  };
  const auto start = momenta();
  for (int n = 0; n < 200; ++n) ASSERT_EQ(simulation.step().solve.status, solver::Status::converged);
  const auto end = momenta();
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(end[i], start[i], i < 3 ? 1e-11 : 1e-2) << i;  // angular: arms move by h
  double worst = 0;
  for (const auto& j : joints) {
    const auto a = test::find_body(simulation, j.a), b = test::find_body(simulation, j.b);
    worst = std::max(worst, (a.position + a.orientation * j.point_a - b.position - b.orientation * j.point_b).norm());
  }
  EXPECT_LT(worst, 40 * h * h);
}

// Balls in a corner, tied across the domain by every kind of joint.
Jointed tied_balls() {
  auto world = test::world_of({0.4, 0.001, 0.0005});
  test::add_plane(world, {0, 0, 0}, {0, 0, 1});
  test::add_plane(world, {0, 0, 0}, {1, 0, 0.2});
  std::vector<bodies::Body> balls;
  for (int n = 0; n < 90; ++n) {
    auto u = [n](std::uint64_t which) { return random_uniform(4, static_cast<std::uint64_t>(n), which); };
    balls.push_back(
        test::sphere(10 + n, 0.03 * (1 + 0.2 * u(0)), {0.2 + 0.1 * (n % 6), 0.1 * (n / 6 % 5), 0.1 + 0.1 * (n / 30)}));
    balls.back().velocity = Vec3(u(1) - 0.9, u(2) - 0.5, -u(3));
  }
  std::vector<Joint> joints;
  const std::int32_t kinds[] = {bodies::locks::ball, bodies::locks::weld, bodies::locks::revolute,
                                bodies::locks::cylindrical};
  for (int n = 0; n < 14; ++n) {
    const auto &a = balls[static_cast<std::size_t>(n)], &b = balls[static_cast<std::size_t>(89 - 5 * n)];
    joints.push_back(joint_at(100 + n, a, b, 0.5 * (a.position + b.position), kinds[n % 4]));
  }
  joints.push_back(joint_at(7, world.walls[0], balls[44], balls[44].position, bodies::locks::ball));
  return {world, balls, joints};
}

TEST(TiedBalls, SameBitsAsOnOneRankHoweverSharedAndRestarted) {
  constexpr int kSteps = 40;
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto scenario = tied_balls();
  const auto hash = [&](const comm::Comm& comm, const sim::SimulationOptions& options) {
    return test::hash_after(comm, scenario, options, kSteps);
  };
  const auto alone = hash(self, test::same_bits_options({}, 0.004));
  for (const auto& sharing : test::all_sharings()) {
    EXPECT_EQ(hash(world, test::same_bits_options(sharing, 0.004)), alone)
        << "method " << sharing.method.name << ", every " << sharing.every;
  }
  auto projected = test::same_bits_options({.every = 10}, 0.004);
  projected.project = true;
  EXPECT_EQ(hash(world, projected), hash(self, projected));
  EXPECT_NE(hash(self, projected), alone);
  auto options = test::same_bits_options({.every = 10}, 0.004);
  EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, kSteps), alone);
  options.solver.schedule = solver::ScheduleKind::blocks;
  hash(world, options);  // runs
}

// A joint that locks one motion leaves its bodies their contacts: the upper ball stays on the lower one. Two locks and
// more hold the bodies together instead of contacts: it falls as a free body does.
TEST(Joints, ThatLockOneMotionLeaveContacts) {
  const double h = 0.01, g = 9.81;
  const int steps = 10;
  for (const std::int32_t locks : {0b000010, 0b000011}) {
    auto lower = test::sphere(10, 0.1, {0, 0, 0}, 2);
    lower.state = bodies::State::fixed;
    const auto upper = test::sphere(11, 0.1, {0, 0, 0.2}, 2);
    const Jointed scenario(free_space({0, 0, -g}), {lower, upper}, {joint_at(0, lower, upper, {0, 0, 0.1}, locks)});
    sim::Simulation simulation(comm::Comm::world(), scenario, options_for(h, 1e-12));
    for (int n = 0; n < steps; ++n) simulation.step();
    const double fall = locks == 0b000010 ? 0 : g * h * h * steps * (steps + 1) / 2;
    EXPECT_NEAR(test::find_body(simulation, 11).position.z(), 0.2 - fall, 1e-10);
  }
}

TEST(Joints, BadOnesAreRefused) {
  const auto world = free_space(Vec3::Zero());
  const std::vector<bodies::Body> balls{test::sphere(10, 0.1, {0, 0, 0}), test::sphere(11, 0.1, {1, 0, 0})};
  const auto refused = [&](auto&& spoil) {
    Joint j = joint_at(1, balls[0], balls[1], {0.5, 0, 0}, bodies::locks::ball);
    spoil(j);
    const Jointed scenario(world, balls, {j});
    EXPECT_THROW(sim::Simulation(comm::Comm::world(), scenario, options_for(1e-3, 1e-6)), InputError);
  };
  refused([](Joint& j) { j.a = j.b; });
  refused([](Joint& j) { j.b = 99; });
  refused([](Joint& j) { j.locks = 0; });
  refused([](Joint& j) { j.locks = 0b001001; });
  refused([](Joint& j) { j.limit = -1; });
  refused([](Joint& j) { j.drive = 0; });
  refused([](Joint& j) { j.kind = bodies::JointKind::distance; });
  refused([](Joint& j) { j.point_a.x() = std::nan(""); });
  refused([](Joint& j) { j.frame_b = Quat(2, 0, 0, 0); });
  refused([](Joint& j) { j.id = -1; });
}

}  // namespace
}  // namespace talus
