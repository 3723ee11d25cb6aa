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

// A wall in place: its shape and the rotation of its frame, worked out once for many spheres.
struct PlacedWall {
  const bodies::Body& body;
  const bodies::Shape& shape;
  Mat3 rotation;

  PlacedWall(const bodies::World& world, const bodies::Body& wall)
      : body(wall), shape(world.shapes[static_cast<std::size_t>(wall.shape)]), rotation(wall.orientation.toRotationMatrix()) {}
};

// The wall is A, the sphere is B.
Closest wall_sphere(const PlacedWall& wall, const bodies::Body& sphere);

}  // namespace talus::collide
