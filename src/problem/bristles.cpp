#include "problem/bristles.hpp"

#include "bodies/turn.hpp"

namespace talus::problem {

ContactImpulse carried_on(const bodies::RememberedImpulse& last, const Vec3& normal, const bodies::Body& a, const bodies::Body& b, double step) {
  if (last.normal.isZero()) return {};
  const Quat back_a = bodies::free_turn(a, -step), back_b = bodies::free_turn(b, -step);
  const double side = back_a.dot(back_b) < 0 ? -1 : 1;
  const Quat half_way = Quat(back_a.coeffs() + side * back_b.coeffs()).normalized().conjugate();
  const Quat turn = Quat::FromTwoVectors(half_way * last.normal, normal) * half_way;
  return {turn * last.force, turn * last.torque};
}

Vec3 way_beside_velocity(const bodies::Body& a, const Vec3& arm_a, const bodies::Body& b, const Vec3& arm_b, double step) {
  const double shared = a.angular_velocity.dot(b.angular_velocity);
  if (!(shared > 0)) return Vec3::Zero();
  const Vec3 spin = 0.5 * (a.angular_velocity + b.angular_velocity), between = arm_a - arm_b;
  const Vec3 circle = bodies::exponential(step * spin) * between - between - step * spin.cross(between);
  const auto turns = [step](const bodies::Body& body, const Vec3& arm) { return (bodies::free_spin(body, step) - body.angular_velocity).cross(arm); };
  return shared / spin.squaredNorm() * (turns(b, arm_b) - turns(a, arm_a) - circle / step);
}

}  // namespace talus::problem
