#pragma once
// The coordinate that a motor asks for over time: q*(t) = amount course(t), or of its rate: dq*/dt = amount course(t).

#include "bodies/load.hpp"

namespace talus::bodies {

struct Drive {
  enum class Kind { position, speed };
  Kind kind = Kind::speed;
  double amount = 0;  // m, rad, m/s or rad/s where the course is 1
  Course course;

  double at(double time) const {
    return amount * (kind == Kind::position ? course.value(time) : course.integral(0, time));
  }
  double change(double from, double to) const {
    return amount * (kind == Kind::position ? course.value(to) - course.value(from) : course.integral(from, to));
  }
};

}  // namespace talus::bodies
