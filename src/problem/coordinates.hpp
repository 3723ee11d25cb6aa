#pragma once
// Scaled angular velocities. With the inertia J of a body that differs by direction, w_s = S w, S = sqrt(J / j),
// j = (J1 J2 J3)^(1/3), the kinetic energy is 1/2 j w_s'w_s: solvers see one number, as for a sphere. A torque's rows D
// w become (D S^-1) w_s. And the axes that a body is locked on.

#include "base/twist.hpp"
#include "bodies/body.hpp"

namespace talus::problem {

// j of a body that can be moved.
inline double scalar_inertia(const bodies::Body& b) {
  return b.isotropic() ? b.inertia.x() : std::cbrt(b.inertia.prod());
}

namespace detail {
inline Mat3 spin_scale(const bodies::Body& b, double power) {
  if (b.isotropic() || b.state != bodies::State::dynamic) return Mat3::Identity();
  const Mat3 frame = b.orientation.toRotationMatrix();
  const Vec3 factors = (b.inertia / scalar_inertia(b)).array().pow(power);
  return frame * factors.asDiagonal() * frame.transpose();
}
}  // namespace detail

inline Mat3 to_scaled(const bodies::Body& b) { return detail::spin_scale(b, 0.5); }     // S
inline Mat3 from_scaled(const bodies::Body& b) { return detail::spin_scale(b, -0.5); }  // S^-1

inline Twist twist_of(const bodies::Body& b) { return {b.velocity, b.angular_velocity}; }
// A velocity of the problem as the body has it.
inline Twist unscaled(const bodies::Body& b, const Twist& scaled) {
  return b.isotropic() ? scaled : Twist{scaled.v, from_scaled(b) * scaled.w};
}

// Projections on the axes along which and about which a body may move, world axes. They commute with S.
inline Mat3 free_axes(const bodies::Body& b, int first_bit) {
  if (b.locked == 0) return Mat3::Identity();
  const Mat3 frame = b.orientation.toRotationMatrix();
  Vec3 free;
  for (int i = 0; i < 3; ++i) free[i] = b.locked >> (first_bit + i) & 1 ? 0 : 1;
  return frame * free.asDiagonal() * frame.transpose();
}
inline Mat3 free_ways(const bodies::Body& b) { return free_axes(b, 0); }
// The velocity that a body keeps along axes that it is locked on, which rows leave out; what rounding leaves is none.
inline Vec3 kept_velocity(const bodies::Body& b) {
  if (b.locked == 0) return Vec3::Zero();
  const Vec3 kept = b.velocity - free_ways(b) * b.velocity;
  return kept.norm() > 1e-12 * b.velocity.norm() ? kept : Vec3(Vec3::Zero());
}
inline Mat3 free_turns(const bodies::Body& b) { return free_axes(b, 3); }

}  // namespace talus::problem
