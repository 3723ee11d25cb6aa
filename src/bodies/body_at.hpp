#pragma once

#include "bodies/bodies.hpp"
#include "bodies/body_ref.hpp"
#include "bodies/world.hpp"

namespace talus::bodies {

inline const Body& body_at(const Bodies& bodies, const World& world, BodyRef ref) {
  return (ref.is_wall ? world.walls : bodies.local)[ref.index];
}

}  // namespace talus::bodies
