#pragma once
// The least push that parts two overlapping cores, by an expanding polytope: a polytope inside of the difference B - A
// grows where it is nearest to the origin. Its nearest face is a bound from below, every farthest point met on the way
// one from above, so that what it ends with is the least of all, up to the tolerance.

#include "collide/convex.hpp"

namespace talus::collide {

// A unit normal n with the greatest separation n . (s_B(-n) - s_A(n)), within `tolerance` (m); zero where the
// difference is flat.
Vec3 expand(const Convex& a, const Convex& b, double tolerance);

}  // namespace talus::collide
