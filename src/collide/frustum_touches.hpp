#pragma once
// A ball against a surface swept around an axis, in closed form.

#include "bodies/frustum.hpp"
#include "collide/touch.hpp"

namespace talus::collide {

// Both sides of the surface touch: the ball is on the side of its centre. Its nearest point, and what holds a ball that
// fills a tube, sits in a cone or over an orifice: the points a quarter and half a turn from there.
void touch_sphere(const bodies::Frustum& surface, const Placed& wall, const Placed& sphere, double range,
                  Touches& touches);

}  // namespace talus::collide
