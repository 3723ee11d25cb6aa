// Sliding friction against closed forms: the block on an incline, from sliding to rolling, the weight of a stack.
//
// The convex form lets a sliding contact ride h mu |v_T| above the plane. A contact started on that height, rising or
// sinking with it, slides with the exact force from the first step; one started on the plane gets there geometrically.

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using test::Incline;
using test::kGravity;
using test::TightRun;

constexpr double kStep = 1e-3, kRadius = 0.1, kMass = 2, kMu = 0.5;

// A sphere that can neither roll nor spin: a block.
bodies::Friction locked(double mu) { return {mu, 10 * kRadius, 10 * kRadius}; }

class BlockOnIncline : public testing::TestWithParam<double> {};

TEST_P(BlockOnIncline, RestsWithoutCreepBelowTheAngleOfFriction) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const auto block = incline.sphere(kRadius, kMass);
  TightRun run(incline.world(locked(kMu)), {block}, test::tight(kStep));
  run.steps(100);
  const Vec3 settled = run.body(1).position;
  EXPECT_LE((settled - block.position).norm(), 1e-11);
  run.steps(test::long_run(10000) - 100);
  EXPECT_LE((run.body(1).position - settled).norm(), 1e-11);
  EXPECT_LE((run.wall_force() - Vec3(0, 0, -kMass * kGravity)).norm(), 1e-7 * kMass * kGravity);
}

INSTANTIATE_TEST_SUITE_P(ShareOfMu, BlockOnIncline, testing::Values(0.0, 0.5, 0.99, 0.9999));

class BlockSlidesDown : public testing::TestWithParam<double> {};

// a = g (sin - mu cos). Started with v_n = mu h a it is exact from the first step.
TEST_P(BlockSlidesDown, WithTheExactAcceleration) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const double a = kGravity * (std::sin(incline.angle) - kMu * std::cos(incline.angle));
  auto block = incline.sphere(kRadius, kMass);
  block.velocity = kMu * kStep * a * incline.normal();
  TightRun run(incline.world(locked(kMu)), {block}, test::tight(kStep));
  for (int tenth = 1; tenth <= 10; ++tenth) {
    run.steps(100);
    const auto body = run.body(1);
    EXPECT_NEAR(body.velocity.dot(incline.downhill()), a * run.time(), 1e-9 * a) << run.time();
    EXPECT_LE(body.angular_velocity.norm(), 1e-9);
  }
  const double normal_force = kMass * kGravity * std::cos(incline.angle);
  EXPECT_NEAR(run.wall_force().dot(incline.downhill()), kMu * normal_force, 1e-8 * normal_force);
  EXPECT_NEAR(-run.wall_force().dot(incline.normal()), normal_force, 1e-8 * normal_force);
}

// Started at rest on the plane: a_k = (a + mu^2 a_(k-1)) / (1 + mu^2), so the error falls by mu^2 / (1 + mu^2) a step.
TEST_P(BlockSlidesDown, AfterTheTransientOfTheConvexForm) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const double a = kGravity * (std::sin(incline.angle) - kMu * std::cos(incline.angle));
  TightRun run(incline.world(locked(kMu)), {incline.sphere(kRadius, kMass)}, test::tight(kStep));
  double expected = 0, speed = 0;
  for (int n = 0; n < 40; ++n) {
    expected = (a + kMu * kMu * expected) / (1 + kMu * kMu);
    run.step();
    const double now = run.body(1).velocity.dot(incline.downhill());
    EXPECT_NEAR((now - speed) / kStep, expected, 1e-9 * kGravity) << "step " << n;
    speed = now;
  }
  EXPECT_NEAR(expected, a, 1e-12 * a);  // the transient has died away
}

INSTANTIATE_TEST_SUITE_P(ShareOfMu, BlockSlidesDown, testing::Values(1.001, 1.2, 3.0));

// A ball sent sliding loses mu g until it rolls, with 5/7 v_0 from t = 2 v_0 / (7 mu g) on. The gap lengthens the arm of
// friction by half of itself: the final speed grows by the share h mu v_0 / (14 R), and the speed while sliding is off by
// mu times what that adds to the sinking speed at the start.
TEST(SlidingBall, RollsWithFiveSeventhsOfItsSpeed) {
  const double speed = 1, mu = 0.3;
  for (const double h : {1e-3, 2.5e-4}) {
    auto ball = Incline{}.sphere(kRadius, kMass, h * mu * speed);
    ball.velocity = Vec3(speed, 0, -h * mu * 3.5 * mu * kGravity);
    TightRun run(Incline{}.world({mu, 0, 0}), {ball}, test::tight(h));
    const double arm_share = 0.5 * h * mu * speed / kRadius;
    const double end = 2 * speed / (7 * mu * kGravity);
    const double bound = mu * (h * mu) * (2.5 * mu * kGravity) * 2 * arm_share;  // the arm counts twice in the slip
    while (run.time() + 2 * h < end) {
      run.step();
      if (run.simulation().steps_done() % 16) continue;
      const auto body = run.body(1);
      EXPECT_NEAR(body.velocity.x(), speed - mu * kGravity * run.time(), bound);
      EXPECT_GT(body.velocity.x() - kRadius * body.angular_velocity.y(), 0) << "rolls too early";
    }
    run.steps(4);
    const auto rolling = run.body(1);
    EXPECT_NEAR(rolling.velocity.x(), kRadius * rolling.angular_velocity.y(), 1e-4 * speed) << "rolls too late";
    run.steps(50);
    const double share = run.body(1).velocity.x() / (5.0 / 7 * speed) - 1;
    EXPECT_NEAR(share, arm_share / 7, 0.1 * arm_share / 7) << "h " << h;
    const double rolled = run.body(1).position.x();
    run.steps(100);
    EXPECT_NEAR(run.body(1).position.x() - rolled, 100 * h * rolling.velocity.x(), 1e-6);
  }
}

// Ten spheres on top of each other: the floor carries all, each contact what is above it.
TEST(Stack, WeighsOnTheFloorAllThatItHolds) {
  auto world = test::world_of({0.5, 0, 0}, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  std::vector<bodies::Body> stack;
  for (int n = 0; n < 10; ++n) stack.push_back(test::sphere(1 + n, kRadius, {0, 0, (2 * n + 1) * kRadius}, kMass));
  TightRun run(world, stack, test::tight(kStep));
  const double weight = 10 * kMass * kGravity;
  for (int n = 0; n < 100; ++n) {
    run.step();
    ASSERT_LE((run.wall_force() - Vec3(0, 0, -weight)).norm(), 1e-7 * weight) << "step " << n;
    const auto& simulation = run.simulation();
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
      const auto& contact = simulation.contacts()[c];
      const double above = weight * static_cast<double>(11 - contact.id_b) / 10;
      ASSERT_NEAR(simulation.solution().impulses[c].force.z() / kStep, above, 1e-7 * weight) << "step " << n;
    }
  }
  for (const auto& b : stack) EXPECT_LE((run.body(b.id).position - b.position).norm(), 1e-10);
}

}  // namespace
}  // namespace talus
