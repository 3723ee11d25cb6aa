#pragma once
// Rows of a contact: n, t1, t2, r1, r2, s in a frame of its normal, and impulses as multipliers of these rows.

#include <cmath>

#include "problem/problem.hpp"

namespace talus::problem {

// Rows n, t1, t2; the same for the same normal.
inline Mat3 frame_of(const Vec3& normal) {
  Mat3 frame;
  frame.row(0) = normal;
  frame.row(1) = normal.unitOrthogonal();
  frame.row(2) = normal.cross(normal.unitOrthogonal());
  return frame;
}

// The length by which relative angular velocities of two bodies count as m/s: sqrt((1/m_A + 1/m_B) / (1/J_A + 1/J_B)).
inline double angular_length(const ProblemBody& a, const ProblemBody& b) {
  const double inertia = a.inverse_inertia + b.inverse_inertia;
  return inertia > 0 ? std::sqrt((a.inverse_mass + b.inverse_mass) / inertia) : 1;
}

// Impulse and angular impulse as multipliers, and back.
inline Vec6 to_rows(const ContactImpulse& impulse, const Mat3& frame) {
  const Vec3 p = frame * impulse.force, q = frame * impulse.torque;
  return Vec6(p[0], p[1], p[2], q[1], q[2], q[0]);
}
inline ContactImpulse from_rows(const Vec6& g, const Mat3& frame) {
  return {frame.transpose() * g.head<3>(), frame.transpose() * Vec3(g[5], g[3], g[4])};
}

// Multipliers or velocities of a round contact by the lengths of their parts, along t1 and r1.
inline Vec6 by_lengths(const Vec3& linear, const Vec3& angular, const Vec3& normal) {
  const double n = linear.dot(normal), s = angular.dot(normal);
  return Vec6(n, (linear - n * normal).norm(), 0, (angular - s * normal).norm(), 0, s);
}

// A round contact stores its three coefficients alone: its set takes six times as much memory.
inline AdmissibleSet set_of(const Problem& problem, const RoundContact& c) {
  AdmissibleSet set = AdmissibleSet::cone(c.rolls() ? 6 : 3, c.mu, c.rho, c.sigma);
  set.length =
      angular_length(problem.bodies[static_cast<std::size_t>(c.a)], problem.bodies[static_cast<std::size_t>(c.b)]);
  return set;
}

// The same contact as general rows; all six are filled, `rows` says how many count.
inline Block block_of(const Problem& problem, const RoundContact& c) {
  const Mat3 frame = frame_of(c.normal);
  Block block;
  block.a = c.a, block.b = c.b;
  block.set = set_of(problem, c);
  block.bias[0] = c.bias;
  const auto fill = [&](Mat6& on, double sign, double arm) {
    on.topLeftCorner<3, 3>() = sign * frame;
    for (int i = 1; i < 3; ++i) on.block<1, 3>(i, 3) = -arm * c.normal.cross(Vec3(frame.row(i))).transpose();
    on.bottomRightCorner<3, 3>() << sign * frame.row(1), sign * frame.row(2), sign * frame.row(0);
  };
  fill(block.on_a, -1, c.arm_a);
  fill(block.on_b, 1, c.arm_b);
  return block;
}

}  // namespace talus::problem
