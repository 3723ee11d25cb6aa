#pragma once
// A body for tests of rooms that know bodies and nothing above them.

#include "bodies/body.hpp"

namespace talus::test {

inline bodies::Body sphere(GlobalId id, double radius, const Vec3& position, double mass = 1) {
  bodies::Body b;
  b.id = id;
  b.radius = radius;
  b.position = position;
  b.mass = mass;
  b.inertia.setConstant(0.4 * mass * radius * radius);
  return b;
}

}  // namespace talus::test
