// Rolling and spinning friction against closed forms.
//
// The convex form lets a rolling or spinning contact ride h (rho |w_T| + sigma |w_n|) above the plane: bodies start on
// that height and sink as they slow down. The gap lengthens the arm of friction by half of itself; what that changes
// stays within the 0.1 % asked for here.

#include <tuple>

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using test::Incline;
using test::kGravity;
using test::TightRun;

constexpr double kRadius = 0.1, kMass = 2, kMu = 0.6, kRho = 0.01, kSigma = 0.005;
constexpr double kInertia = 0.4 * kMass * kRadius * kRadius;
// Rolling without slip under a force along the plane.
constexpr double kShare = kMass * kRadius * kRadius / (kInertia + kMass * kRadius * kRadius);
constexpr double kDeceleration = kGravity * kRho / kRadius * kShare;

// Rolling without slip about the contact point, which lies half the gap below the ball.
bodies::Body rolling_ball(double h, double speed) {
  const double gap = h * kRho * speed / kRadius, turn = speed / (kRadius + 0.5 * gap);
  auto ball = Incline{}.sphere(kRadius, kMass, gap);
  ball.velocity = Vec3(speed, 0, 0);
  ball.angular_velocity = Vec3(0, turn, 0);
  return ball;
}

TEST(RollingBall, SlowsDownByTheRollingLawAndStays) {
  for (const double h : {2e-3, 1e-3}) {
    const double speed = 0.25;
    auto ball = rolling_ball(h, speed);
    ball.velocity.z() = -h * kRho * kDeceleration / kRadius;
    TightRun run(Incline{}.world({kMu, kRho, 0}), {ball}, test::tight(h));
    const int steps_to_rest = static_cast<int>(speed / kDeceleration / h);
    for (int part = 1; part <= 9; ++part) {
      run.steps(steps_to_rest / 10);
      const auto body = run.body(1);
      EXPECT_NEAR((speed - body.velocity.x()) / run.time(), kDeceleration, 1e-3 * kDeceleration) << "h " << h;
      EXPECT_NEAR(run.wall_force().z(), -kMass * kGravity, 1e-3 * kMass * kGravity);
      EXPECT_NEAR(run.wall_force().x(), kMass * kDeceleration, 1e-3 * kMass * kDeceleration);
    }
    run.steps(steps_to_rest / 10 + 20);
    const auto rest = run.body(1);
    EXPECT_NEAR(rest.position.x(), 0.5 * speed * speed / kDeceleration, 0.51 * h * speed);
    run.steps(100);
    EXPECT_LE((run.body(1).position - rest.position).norm(), 1e-11);
  }
}

struct Iterations {
  const char* solver;
  bool warm_start;
  double overshoot;  // of the momentum from cold, as a share of the law
};
class RollingBallInSweeps : public testing::TestWithParam<Iterations> {
 protected:
  // Deceleration over the first 20 steps, as a share of the law.
  static double deceleration(double tolerance, int max_sweeps) {
    const double speed = 0.25;
    auto ball = rolling_ball(kStep, speed);
    ball.velocity.z() = -kStep * kRho * kDeceleration / kRadius;
    auto options = test::tight(kStep, tolerance);
    options.solver.name = GetParam().solver;
    options.solver.max_sweeps = max_sweeps;
    options.build.warm_start = GetParam().warm_start;
    const test::Given scenario(Incline{}.world({kMu, kRho, 0}), {ball});
    sim::Simulation simulation(comm::Comm::world(), scenario, options);
    constexpr int kSteps = 20;
    for (int n = 0; n < kSteps; ++n) simulation.step();
    return (speed - test::find_body(simulation, 1).velocity.x()) / (kSteps * kStep * kDeceleration);
  }
  static constexpr double kStep = 1e-3;
};

TEST_P(RollingBallInSweeps, ComesNeverWorseToTheLaw) {
  const double limit = deceleration(0, 1000);
  EXPECT_NEAR(limit, 1, 1e-3);
  double last = 1;
  for (int sweeps = 1; sweeps <= 512; sweeps *= 2) {
    const double error = std::abs(deceleration(0, sweeps) - limit);
    EXPECT_LE(error, std::max({last, GetParam().overshoot, 1e-10})) << sweeps << " sweeps";
    last = error;
  }
}

// The sliding and rolling rows' block has the eigenvalues 1 +- 0.845: a residual r leaves a speed of at most 7 r.
TEST_P(RollingBallInSweeps, IsAsCloseToTheLawAsItsTolerance) {
  const double limit = deceleration(0, 1000);
  for (double tolerance = 1e-2; tolerance > 1e-13; tolerance /= 10) {
    EXPECT_NEAR(deceleration(tolerance, 10000), limit, 7 * tolerance / (kStep * kDeceleration) + 1e-10) << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, RollingBallInSweeps,
                         testing::Values(Iterations{"mnest", false, 1e-3}, Iterations{"mnest", true, 0},
                                         Iterations{"pgs", false, 0}, Iterations{"pgs", true, 0}));

// Pulled along with rho N / R a ball keeps its speed, and the floor feels just that force, resting or running away
// below.
class RollingForce : public testing::TestWithParam<double> {};

TEST_P(RollingForce, IsRhoNOverR) {
  const double h = 1e-3, speed = 0.5, floor = GetParam();
  auto world = Incline{}.world({kMu, kRho, 0});
  world.gravity = Vec3(kGravity * kRho / kRadius, 0, -kGravity);
  world.walls[0].velocity = Vec3(floor, 0, 0);
  world.walls[0].state = bodies::State::driven;
  auto ball = rolling_ball(h, speed);
  ball.velocity.x() += floor;
  TightRun run(world, {ball}, test::tight(h));
  const double force = kRho / kRadius * kMass * kGravity;
  for (int n = 0; n < 8; ++n) {
    run.steps(50);
    EXPECT_NEAR(run.wall_force().x(), force, 1e-3 * force);
    EXPECT_NEAR(run.wall_force().z(), -kMass * kGravity, 1e-3 * kMass * kGravity);
    EXPECT_NEAR(run.body(1).velocity.x(), speed + floor, 1e-3 * kDeceleration * run.time());
  }
}

INSTANTIATE_TEST_SUITE_P(FloorSpeed, RollingForce, testing::Values(0.0, -0.5, 3.0));

class BallOnIncline : public testing::TestWithParam<double> {};

TEST_P(BallOnIncline, StaysWhereTheSlopeIsBelowRhoOverR) {
  const Incline incline{std::atan(GetParam() * kRho / kRadius)};
  const auto ball = incline.sphere(kRadius, kMass);
  TightRun run(incline.world({kMu, kRho, kSigma}), {ball}, test::tight(1e-3));
  run.steps(test::long_run(10000));
  EXPECT_LE((run.body(1).position - ball.position).norm(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(ShareOfRhoOverR, BallOnIncline, testing::Values(0.5, 0.99));

class BallRollsDown : public testing::TestWithParam<double> {};

TEST_P(BallRollsDown, WithTheAccelerationOfTheRollingLaw) {
  const double h = 1e-3;
  const Incline incline{std::atan(GetParam() * kRho / kRadius)};
  const double law = kGravity * kRho / kRadius * std::cos(incline.angle) * kShare;
  const double a = kGravity * std::sin(incline.angle) * kShare - law;
  auto ball = incline.sphere(kRadius, kMass);
  ball.velocity = h * kRho * a / kRadius * incline.normal();
  TightRun run(incline.world({kMu, kRho, kSigma}), {ball}, test::tight(h));
  for (int n = 0; n < 4; ++n) {
    run.steps(100);
    const auto body = run.body(1);
    EXPECT_NEAR(body.velocity.dot(incline.downhill()) / run.time(), a, 1e-3 * law);
    EXPECT_NEAR(body.angular_velocity.y() * kRadius / run.time(), a, 1e-3 * law);
  }
}

INSTANTIATE_TEST_SUITE_P(ShareOfRhoOverR, BallRollsDown, testing::Values(1.01, 1.5, 4.0));

// J w_0 / (sigma m g): spinning slows down linearly, whatever the gap.
TEST(SpinningTop, StopsAfterTheTimeOfTheSpinningLaw) {
  const double h = 1e-3, spin = 5, slowing = kSigma * kMass * kGravity / kInertia;
  auto top = Incline{}.sphere(kRadius, kMass, h * kSigma * spin);
  top.velocity = Vec3(0, 0, -h * kSigma * slowing);
  top.angular_velocity = Vec3(0, 0, -spin);
  TightRun run(Incline{}.world({kMu, kRho, kSigma}), {top}, test::tight(h));
  const double end = spin / slowing;
  while (run.time() + h < end) {
    run.step();
    const auto body = run.body(1);
    ASSERT_NEAR(body.angular_velocity.z(), -spin + slowing * run.time(), 1e-9 * spin) << run.time();
    ASSERT_NEAR(run.wall_force().z(), -kMass * kGravity, 1e-7 * kMass * kGravity) << run.time();
  }
  run.steps(100);
  EXPECT_LE(run.body(1).angular_velocity.norm(), 1e-9);
  EXPECT_LE(run.body(1).velocity.norm(), 1e-10);
}

// Coefficients relative to the smaller radius: a ball decelerates by 5 g ratio / 7 whatever its size.
class BallsOfTwoSizes : public testing::TestWithParam<double> {};

TEST_P(BallsOfTwoSizes, DecelerateByTheRatioAlone) {
  const double h = 1e-3, speed = 0.25, ratio = 0.1, radius = GetParam(), law = kGravity * ratio * 5 / 7;
  auto world = test::world_of({}, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  world.materials = bodies::Materials();
  world.materials.add("", {.mu = kMu}, {}, {.rho_ratio = ratio});
  const double turn = speed / radius, gap = h * ratio * radius * turn;
  auto ball = test::sphere(1, radius, {0, 0, radius + gap}, kMass);
  ball.velocity = Vec3(speed, 0, -h * ratio * law);
  ball.angular_velocity = Vec3(0, speed / (radius + 0.5 * gap), 0);
  TightRun run(world, {ball}, test::tight(h));
  run.steps(200);
  EXPECT_NEAR((speed - run.body(1).velocity.x()) / run.time(), law, 1e-3 * law);
}

INSTANTIATE_TEST_SUITE_P(Radius, BallsOfTwoSizes, testing::Values(0.1, 0.05));

// A top that spins on a ball four times as large, either of the two the first: sigma_ratio times the smaller radius.
TEST(SpinningTop, OnALargerBallSlowsDownByTheSmallerRadius) {
  const double h = 1e-3, spin = 5, small = 0.05, large = 0.2, ratio = 0.05, inertia = 0.4 * kMass * small * small;
  const double slowing = ratio * small * kMass * kGravity / inertia;
  for (const GlobalId id : {GlobalId{0}, GlobalId{2}}) {
    auto world = test::world_of({}, {0, 0, -kGravity});
    world.materials = bodies::Materials();
    world.materials.add("", {}, {}, {.sigma_ratio = ratio});
    auto fixed = test::sphere(1, large, {0, 0, -large}, kMass);
    fixed.state = bodies::State::fixed;
    auto top = test::sphere(id, small, {0, 0, small + h * ratio * small * spin}, kMass);
    top.velocity = Vec3(0, 0, -h * ratio * small * slowing);
    top.angular_velocity = Vec3(0, 0, -spin);
    TightRun run(world, {top, fixed}, test::tight(h));
    run.steps(50);
    EXPECT_NEAR(run.body(id).angular_velocity.z(), -spin + slowing * run.time(), 1e-9 * spin);
  }
}

// Pairs combine lengths at the contact, not ratios with lengths; a pair of its own has one form.
TEST(PairOfMaterials, CombinesLengthsAtTheContact) {
  for (const auto& [rule, rho, sigma] :
       {std::tuple{bodies::PairRule::min, 0.02, 0.05}, std::tuple{bodies::PairRule::max, 0.1, 0.2},
        std::tuple{bodies::PairRule::mean, 0.06, 0.125},
        std::tuple{bodies::PairRule::geometric, std::sqrt(0.002), 0.1}}) {
    bodies::Materials materials(rule);
    const int by_length = materials.add("a", {.rho = 0.02, .sigma = 0.05});
    const int by_ratio = materials.add("b", {}, {}, {.rho_ratio = 0.2, .sigma_ratio = 0.4});
    const auto pair = materials.of_pair(by_length, by_ratio, 0.5);
    EXPECT_NEAR(pair.rho, rho, 1e-15);
    EXPECT_NEAR(pair.sigma, sigma, 1e-15);
    materials.set_pair(by_ratio, by_length, {.mu = 1, .sigma = 0.3}, {.rho_ratio = 2});
    const auto own = materials.of_pair(by_length, by_ratio, 0.25);
    EXPECT_EQ(std::tuple(own.mu, own.rho, own.sigma), std::tuple(1, 0.5, 0.3));
  }
}

// ROLL 6.1: comes to rest by 0.14 m/s^2 after 7.142857 s and 3.571429 m, and stays.
class RollingDisk : public testing::TestWithParam<double> {};

TEST_P(RollingDisk, ComesToRestWhenAndWhereTheLawSays) {
  const double h = GetParam(), radius = 1, mass = 10, inertia = 4, rho = 0.02, gravity = 9.8, tolerance = 1e-10;
  const double law = mass * gravity * rho * radius / (inertia + mass * radius * radius);
  if (h < 5e-3 && comm::Comm::world().size() > 1) GTEST_SKIP() << "12,000 steps: on one rank";
  auto world = test::world_of({0.9, rho, 0}, {0, 0, -gravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  auto disk = test::sphere(1, radius, {0, 0, radius + h * rho}, mass);
  disk.inertia.setConstant(inertia);
  disk.velocity = Vec3(1, 0, 0);
  disk.angular_velocity = Vec3(0, 1, 0);
  TightRun run(world, {disk}, test::tight(h, 0.1 * tolerance));  // a residual r leaves a speed of up to 7 r here
  const int tenth = static_cast<int>(std::lround(0.1 / h));
  run.steps(tenth);
  double speed = run.body(1).velocity.x();
  while (run.time() < 6.95) {
    run.steps(tenth);
    const double now = run.body(1).velocity.x();
    EXPECT_NEAR((speed - now) / 0.1, law, 0.005 * law) << run.time();
    speed = now;
  }
  double stopped = 0;
  while (run.time() < 7.142857 * 1.006) {
    run.step();
    speed = run.body(1).velocity.norm();
    if (stopped == 0 && speed < tolerance) stopped = run.time();
  }
  EXPECT_NEAR(stopped, 7.142857, 0.005 * 7.142857);
  EXPECT_NEAR(run.body(1).position.x(), 3.571429, 0.005 * 3.571429);
  while (run.time() < stopped + 5) {
    run.steps(tenth / 10);
    ASSERT_LE(run.body(1).velocity.norm(), tolerance) << run.time();
  }
}

INSTANTIATE_TEST_SUITE_P(Step, RollingDisk, testing::Values(1e-2, 1e-3));

}  // namespace
}  // namespace talus
