#pragma once
// Distance between two shapes at their closest points.


#include "bodies/world.hpp"

namespace talus::collide {

struct Closest {
  double gap;   // m, < 0: overlap
  Vec3 normal;  // from A to B
  Vec3 point;   // middle of the witness points
};

Closest sphere_sphere(const bodies::Body& a, const bodies::Body& b);

// The wall is A, the sphere is B.
Closest wall_sphere(const bodies::Body& wall, const bodies::Shape& shape, const bodies::Body& sphere);

}  // namespace talus::collide
