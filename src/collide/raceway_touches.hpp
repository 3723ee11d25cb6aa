#pragma once
// A ball in front of the pieces of a raceway.

#include "collide/touch.hpp"

namespace talus::collide {

// Appends a touch for each piece that the ball is near to, but where that piece ends and another goes on nearer to the
// ball.
void touch_ball(const bodies::Raceway& raceway, const Placed& placed, const Placed& ball, double range,
                Touches& touches);

}  // namespace talus::collide
