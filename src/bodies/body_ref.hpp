#pragma once

#include "base/types.hpp"

namespace talus::bodies {

// The body of a contact or joint: a body of this rank or a wall.
struct BodyRef {
  LocalIndex index : 31 = 0;  // into Bodies::local or World::walls
  bool is_wall : 1 = false;
};

}  // namespace talus::bodies
