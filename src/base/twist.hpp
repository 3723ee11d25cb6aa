#pragma once
// The velocity of a rigid body: of its centre and about it.

#include "base/types.hpp"

namespace talus {

struct Twist {
  Vec3 v = Vec3::Zero();  // m/s
  Vec3 w = Vec3::Zero();  // rad/s

  Vec3 at(const Vec3& arm) const { return v + w.cross(arm); }  // of the point at `arm` from the centre
  Vec6 stacked() const { return (Vec6() << v, w).finished(); }
  bool is_zero() const { return v.isZero(0) && w.isZero(0); }
  friend Twist operator+(const Twist& a, const Twist& b) { return {a.v + b.v, a.w + b.w}; }
  friend Twist operator-(const Twist& a, const Twist& b) { return {a.v - b.v, a.w - b.w}; }
};

}  // namespace talus
