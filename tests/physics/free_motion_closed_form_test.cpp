// Bodies without lasting contact, against closed forms: free fall, free rotation, inelastic impacts.

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using test::TightRun;

// v_n = v_0 + n h g and x_n = x_0 + n h v_0 + h^2 g n (n + 1) / 2: the scheme's own parabola, h g t / 2 off the true
// one.
TEST(FreeFall, FollowsTheParabolaAndTurnsAtConstantRate) {
  const double h = 1e-3;
  const Vec3 gravity(0.3, -0.2, -9.81), start(0.1, 0.2, 3), speed(2, -1, 5), spin(3, -20, 50);
  auto thrown = test::sphere(7, 0.05, start, 2);
  thrown.velocity = speed;
  thrown.angular_velocity = spin;
  TightRun run(test::world_of({}, gravity), {thrown}, test::tight(h));
  constexpr int kSteps = 500;
  run.steps(kSteps);
  const double t = kSteps * h;
  const auto body = run.body(7);
  EXPECT_LE((body.velocity - (speed + t * gravity)).norm(), 1e-12);
  EXPECT_LE((body.position - (start + t * speed + 0.5 * t * (t + h) * gravity)).norm(), 1e-12);
  EXPECT_EQ(body.angular_velocity, spin);
  const Quat turned(Eigen::AngleAxisd(spin.norm() * t, spin.normalized()));
  EXPECT_LE(body.orientation.angularDistance(turned), 1e-11);
  EXPECT_NEAR(body.orientation.norm(), 1, 1e-15);
}

// Plastic impact: one common velocity, (sum m v) / (sum m), all in line with the motion.
void expect_common_velocity(std::vector<bodies::Body> bodies, double friction, double time) {
  Vec3 momentum = Vec3::Zero();
  double mass = 0;
  for (const auto& b : bodies) momentum += b.mass * b.velocity, mass += b.mass;
  TightRun run(test::world_of({friction, 0, 0}, Vec3::Zero()), bodies, test::tight(1e-3));
  const int steps = static_cast<int>(time / 1e-3);
  for (int n = 0; n < steps; ++n) {
    run.step();
    Vec3 now = Vec3::Zero();
    for (const auto& b : run.simulation().bodies().owned()) now += b.mass * b.velocity;
    run.simulation().comm().sum(std::span<double>(now.data(), 3));
    ASSERT_LE((now - momentum).norm(), 1e-13 * mass) << "step " << n;
  }
  for (const auto& b : bodies) {
    EXPECT_LE((run.body(b.id).velocity - momentum / mass).norm(), 1e-11) << "body " << b.id;
  }
}

bodies::Body flying(GlobalId id, double radius, double x, double mass, double speed) {
  auto b = test::sphere(id, radius, {x, 0, 0}, mass);
  b.velocity = Vec3(speed, 0, 0);
  return b;
}

TEST(InelasticImpact, OfEqualMassesLeavesTheirCommonVelocity) {
  expect_common_velocity({flying(1, 0.1, -0.5, 1, 3), flying(2, 0.1, 0.5, 1, -2)}, 0.3, 0.3);
}

TEST(InelasticImpact, OfUnequalMassesLeavesTheirCommonVelocity) {
  expect_common_velocity({flying(1, 0.1, -0.5, 1, 3), flying(2, 0.3, 0.5, 250, -0.5)}, 0.3, 0.4);
}

TEST(InelasticImpact, OfALineOfTouchingSpheresLeavesTheirCommonVelocity) {
  std::vector<bodies::Body> line{flying(1, 0.1, -0.6, 3, 2)};
  for (int n = 0; n < 6; ++n) line.push_back(flying(2 + n, 0.1, 0.2 * n, 1, 0));
  expect_common_velocity(line, 0, 0.3);
}

}  // namespace
}  // namespace talus
