#pragma once
// Where two shapes touch: up to a handful of points a pair.

#include <vector>

#include "bodies/shape.hpp"

namespace talus::collide {

struct Touch {
  double gap;                // m, < 0: overlap
  Vec3 normal;               // from A to B
  Vec3 point;                // middle of the witness points, which lie half a gap along the normal on either side
  std::int32_t feature = 0;  // the same from step to step as long as the same parts of the shapes touch

  Vec3 on_a() const { return point - 0.5 * gap * normal; }
  Vec3 on_b() const { return point + 0.5 * gap * normal; }
};

using Touches = std::vector<Touch>;

// A shape in its place.
struct Placed {
  const bodies::Shape* shape;
  Vec3 position;
  Mat3 rotation;  // shape's frame to world
  double radius;  // of a sphere; else of a ball about the position

  Vec3 in_frame(const Vec3& world) const { return rotation.transpose() * (world - position); }
};

}  // namespace talus::collide
