#pragma once
// Where two shapes in place touch: one table over all pairs of shapes.

#include "bodies/world.hpp"
#include "collide/touch.hpp"

namespace talus::collide {

Placed placed(const bodies::World& world, const bodies::Body& body);

// Appends the points of A and B that are at most `range` apart, normals from A to B; nothing for a refused pair.
void find_touches(const Placed& a, const Placed& b, double range, Touches& touches);

// Two shapes that meet touch, pass through each other, or have no narrow phase. A scene in which a refused pair could
// meet is refused before it starts (scene/check_pairs.hpp).
enum class Meeting { touch, pass, refused };
Meeting meeting_of(const bodies::Shape& a, const bodies::Shape& b);

}  // namespace talus::collide
