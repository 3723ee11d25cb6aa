#pragma once
// A wall whose surface moves in itself while the wall stays: a belt, a roller, a rotating disc.

#include "base/twist.hpp"

namespace talus::bodies {

struct SurfaceMotion {
  Vec3 velocity = Vec3::Zero();  // wall's frame, m/s
  Vec3 rotation = Vec3::Zero();  // about the wall's position, wall's frame, rad/s

  bool any() const { return !velocity.isZero(0) || !rotation.isZero(0); }
  // A bound on its speed at a distance from the wall's position, m/s.
  double most(double distance) const { return velocity.norm() + rotation.norm() * distance; }
  // In addition to the motion of the wall, at a point `arm` (world axes) from its position. What points along the
  // normal is left out, because the surface stays in its place.
  Twist at(const Quat& orientation, const Vec3& arm, const Vec3& normal) const {
    const Vec3 turning = orientation * rotation, moving = orientation * velocity + turning.cross(arm);
    return {moving - normal.dot(moving) * normal, turning};
  }
};

}  // namespace talus::bodies
