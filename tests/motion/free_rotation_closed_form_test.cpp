// A body that turns freely, with unequal moments of inertia: its invariants, and the closed solution by elliptic
// functions.

#include <gtest/gtest.h>

#include <cmath>

#include "motion/motion.hpp"

namespace talus {
namespace {

// A solid box of sides 1 : 2 : 3, 1 kg.
bodies::Body box(const Vec3& spin) {
  bodies::Body body;
  const Vec3 side(0.1, 0.2, 0.3);
  for (int i = 0; i < 3; ++i) body.inertia[i] = (side.squaredNorm() - side[i] * side[i]) / 12;
  body.orientation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, -2, 0.5).normalized()));
  body.angular_velocity = body.orientation * spin;
  return body;
}

double energy(const bodies::Body& b) { return 0.5 * b.angular_velocity.dot(b.spin()); }

TEST(FreeRotation, KeepsMomentumAndEnergyAtHundredRadiansPerSecond) {
  bodies::Body body = box(100 * Vec3(0.3, 0.9, 0.2).normalized());
  const Vec3 momentum = body.spin();
  const double start = energy(body);
  for (int n = 0; n < 10000; ++n) {
    motion::move(body, 5e-3);
    ASSERT_LT((body.spin() - momentum).norm(), 1e-10 * momentum.norm()) << n;
    ASSERT_NEAR(energy(body), start, 1e-9 * start) << n;
  }
}

// Pseudo-velocities are about the axes of the world, however the body stands.
TEST(Shift, TurnsByTheRotationMatrixAboutWorldAxes) {
  bodies::Body body = box(Vec3::Zero());
  body.inertia = Vec3::Ones();
  const double h = 0.1;
  const Twist pseudo{Vec3(0.3, -0.2, 0.7), Vec3(1.5, 2, -0.4)};
  bodies::Bodies bodies;
  bodies.add(body);
  bodies::World world;
  problem::Solution solution;
  solution.local = {pseudo};
  motion::shift(bodies, world, solution, h);
  const bodies::Body& moved = bodies.local[0];
  const Mat3 turn = Eigen::AngleAxisd(h * pseudo.w.norm(), pseudo.w.normalized()).toRotationMatrix();
  EXPECT_LT((moved.orientation.toRotationMatrix() - turn * body.orientation.toRotationMatrix()).norm(), 1e-14);
  EXPECT_LT((moved.position - body.position - h * pseudo.v).norm(), 1e-15);
}

// Time between changes of sign of the spin about the middle axis, mean of several.
double flip_time(double h) {
  bodies::Body body = box({0.05, 10, 0.02});
  double last = 10, first_time = 0, last_time = 0;
  int flips = 0;
  for (int n = 1; flips < 6; ++n) {
    motion::move(body, h);
    const double middle = (body.orientation.conjugate() * body.angular_velocity)[1];
    if (middle * last < 0) {
      last_time = h * (n - middle / (middle - last));
      if (flips++ == 0) first_time = last_time;
    }
    last = middle;
  }
  return (last_time - first_time) / (flips - 1);
}

// The spin about the middle axis is an elliptic sine of period 4 K(k) / rate (Landau and Lifshitz, Mechanics, par. 37).
double exact_flip_time() {
  const bodies::Body body = box({0.05, 10, 0.02});
  Vec3 j(body.inertia[2], body.inertia[1], body.inertia[0]);  // ascending
  const double twice = 2 * energy(body), square = body.spin().squaredNorm();
  if (square < twice * j[1]) std::swap(j[0], j[2]);
  const double k2 = (j[1] - j[0]) * (twice * j[2] - square) / ((j[2] - j[1]) * (square - twice * j[0]));
  return 2 * std::comp_ellint_1(std::sqrt(k2)) * std::sqrt(j.prod() / ((j[2] - j[1]) * (square - twice * j[0])));
}

TEST(FreeRotation, FlipsAfterTheTimeOfTheEllipticSolution) {
  const double exact = exact_flip_time();
  const double coarse = std::abs(flip_time(4e-3) - exact), fine = std::abs(flip_time(2e-3) - exact);
  EXPECT_LT(fine, 1e-3 * exact);
  EXPECT_NEAR(coarse / fine, 4, 0.5);  // second order
}

}  // namespace
}  // namespace talus
