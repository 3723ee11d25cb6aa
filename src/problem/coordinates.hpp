#pragma once
// Scaled angular velocities. With the inertia J of a body that differs by direction, w_s = S w, S = sqrt(J / j),
// j = (J1 J2 J3)^(1/3), the kinetic energy is 1/2 j w_s'w_s: solvers see one number, as for a sphere. A torque's rows D w
// become (D S^-1) w_s.

#include "bodies/body.hpp"

namespace talus::problem {

// j of a body that can be moved.
inline double scalar_inertia(const bodies::Body& b) { return b.isotropic() ? b.inertia.x() : std::cbrt(b.inertia.prod()); }

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

}  // namespace talus::problem
