#include "problem/bristles.hpp"

#include "bodies/turn.hpp"

namespace talus::problem {

bodies::RememberedImpulse turned_with(const bodies::Body& a, const bodies::Body& b, bodies::RememberedImpulse impulse,
                                      double step) {
  const Quat turn_a = bodies::free_turn(a, step), turn_b = bodies::free_turn(b, step);
  const double side = turn_a.dot(turn_b) < 0 ? -1 : 1;
  const Quat half_way = Quat(turn_a.coeffs() + side * turn_b.coeffs()).normalized();
  for (Vec3* turning : {&impulse.force, &impulse.torque, &impulse.normal}) *turning = half_way * *turning;
  return impulse;
}

ContactImpulse carried_on(const bodies::RememberedImpulse& last, const Vec3& normal) {
  if (last.normal.isZero()) return {};
  const Quat turn = Quat::FromTwoVectors(last.normal, normal);
  return {turn * last.force, turn * last.torque};
}

Vec3 way_beside_velocity(const bodies::Body& a, const Vec3& arm_a, const bodies::Body& b, const Vec3& arm_b,
                         double step) {
  const double shared = a.angular_velocity.dot(b.angular_velocity);
  if (!(shared > 0)) return Vec3::Zero();
  const Vec3 spin = 0.5 * (a.angular_velocity + b.angular_velocity), between = arm_a - arm_b;
  const Vec3 circle = bodies::exponential(step * spin) * between - between - step * spin.cross(between);
  const auto turns = [step](const bodies::Body& body, const Vec3& arm) {
    return (bodies::free_spin(body, step) - body.angular_velocity).cross(arm);
  };
  return shared / spin.squaredNorm() * (turns(b, arm_b) - turns(a, arm_a) - circle / step);
}

}  // namespace talus::problem
