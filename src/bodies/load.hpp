#pragma once
// Loads on bodies besides gravity and contacts: forces, torques, accelerations and prescribed motions over time, and
// drag.

#include <limits>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace talus::bodies {

// A factor over time, 0 before `start` and from `end` on (a ramp stays 1, a table keeps its first and last value):
//   constant 1,   ramp (t - start) / (end - start),   sine sin(2 pi frequency (t - start) + phase),   table by straight
//   lines
struct Course {
  enum class Kind { constant, ramp, sine, table };
  Kind kind = Kind::constant;
  double start = 0, end = std::numeric_limits<double>::infinity();  // s
  double frequency = 0;                                             // 1/s
  double phase = 0;                                                 // rad
  std::vector<std::pair<double, double>> table;                     // s, factor; by time, not empty

  double value(double time) const;
  double largest() const;                         // that |value| comes to
  double integral(double from, double to) const;  // s, exact
};

// The bodies first <= id <= last.
struct Targets {
  GlobalId first = 0, last = std::numeric_limits<GlobalId>::max();
  bool hold(GlobalId id) const { return first <= id && id <= last; }
};

// Forces, torques and accelerations act on dynamic bodies; velocities are those of driven bodies, in place of their
// own.
struct Load {
  enum class Kind { force, torque, acceleration, velocity, angular_velocity };
  Kind kind = Kind::force;
  Vec3 amount = Vec3::Zero();  // N, N m, m/s^2, m/s, rad/s
  bool in_body_axes = false;   // else world axes
  Vec3 point = Vec3::Zero();   // where a force acts, from the centre in body axes, m
  Course course;
  Targets targets;
};

// Force -(linear + quadratic |v - wind|) (v - wind), torque -angular w.
struct Drag {
  double linear = 0;         // N s/m
  double quadratic = 0;      // N s^2/m^2
  double angular = 0;        // N m s
  Vec3 wind = Vec3::Zero();  // m/s
  Targets targets;
};

}  // namespace talus::bodies
