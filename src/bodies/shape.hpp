#pragma once
// Shapes, as seen from the body's own frame.

#include <variant>

#include "base/types.hpp"

namespace talus::bodies {

struct Sphere {};  // radius: Body::radius
struct Plane {};   // the half-space z <= 0 of the body frame is solid
struct Box {
  Vec3 half_size = Vec3::Ones();  // m
};

using Shape = std::variant<Sphere, Plane, Box>;

}  // namespace talus::bodies
