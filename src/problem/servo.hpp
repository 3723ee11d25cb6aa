#pragma once
// The motor of a servo wall as a row of the problem.

#include "bodies/world.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

inline Vec3 pressed_along(const bodies::Body& wall) { return wall.orientation * Vec3::UnitZ(); }

// The motion at the motor's speed limit.
inline Twist servo_limit(const bodies::Servo& servo, const bodies::Body& wall) {
  return {servo.speed * pressed_along(wall), Vec3::Zero()};
}

// Between what moves at the speed limit (A) and the wall (B), along the wall's axis n:
//   u = n . v - speed,   0 <= g <= h force,
// so the motor presses with its whole force, or with as much of it as keeps the wall at the limit.
inline Block servo_row(const bodies::Servo& servo, const bodies::Body& wall, double step) {
  Block block;
  block.on_b.row(0).head<3>() = pressed_along(wall);
  block.on_a = -block.on_b;
  block.set = AdmissibleSet::bounded_row(0, step * servo.force);
  return block;
}

}  // namespace talus::problem
