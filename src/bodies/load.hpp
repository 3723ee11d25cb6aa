#pragma once
// Loads on bodies besides gravity and contacts: forces, torques, accelerations and prescribed motions over time, and
// drag.

#include <limits>
#include <unordered_map>
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

// Loads by their targets: those of one body are found at once, those of several are looked through.
class TargetIndex {
 public:
  void build(const auto& loads) {
    size_ = loads.size();
    for (std::size_t n = 0; n < size_; ++n) {
      const Targets& targets = loads[n].targets;
      (targets.first == targets.last ? of_one_[targets.first] : of_several_).push_back(n);
    }
  }
  // The loads on a body, in their order. Without an index of so many loads all are looked through.
  void each(const auto& loads, GlobalId id, auto&& visit) const {
    const auto look = [&](std::size_t n) {
      if (loads[n].targets.hold(id)) visit(loads[n]);
    };
    if (size_ != loads.size()) {
      for (std::size_t n = 0; n < loads.size(); ++n) look(n);
      return;
    }
    const auto own = of_one_.find(id);
    auto several = of_several_.begin();
    if (own != of_one_.end()) {
      for (const std::size_t n : own->second) {
        for (; several != of_several_.end() && *several < n; ++several) look(*several);
        visit(loads[n]);
      }
    }
    for (; several != of_several_.end(); ++several) look(*several);
  }

 private:
  std::size_t size_ = 0;
  std::unordered_map<GlobalId, std::vector<std::size_t>> of_one_;
  std::vector<std::size_t> of_several_;
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
