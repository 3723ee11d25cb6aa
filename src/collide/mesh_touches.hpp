#pragma once
// A surface of triangles against one convex shape. Both sides of the surface touch: the shape is on the side where its
// centre is. A touch on an edge or corner is dropped where the surface goes on and comes nearer, so that internal
// edges are not felt.

#include "collide/convex.hpp"

namespace talus::collide {

void touch_sphere(const bodies::MeshSurface& surface, const Placed& mesh, const Placed& sphere, double range,
                  Touches& touches);

// The core stands in the mesh's frame.
void touch_convex_core(const bodies::MeshSurface& surface, const Placed& mesh, const Convex& core, double range,
                       Touches& touches);

}  // namespace talus::collide
