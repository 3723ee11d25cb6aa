#pragma once
// Where two shapes in place touch: one table over all pairs of shapes.

#include "bodies/world.hpp"
#include "collide/touch.hpp"

namespace talus::collide {

Placed placed(const bodies::World& world, const bodies::Body& body);

// Appends the points of A and B that are at most `range` apart, normals from A to B. Throws InputError for pairs that
// cannot meet (planes and open surfaces among themselves).
void find_touches(const Placed& a, const Placed& b, double range, Touches& touches);

}  // namespace talus::collide
