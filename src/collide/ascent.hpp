#pragma once
// From a guess to the greatest separation nearby, to rounding.
//
// g(n) = n . w(n), w = s_B(-n) - s_A(n), is smooth except for kinks at n . e = 0, e the direction of an edge. A
// greatest value lies on a face's normal, in two kinks (n = e x f), in one or in none. There, with grad g = w and w' =
// -sum q q^T (the farthest point of a rim moves by q q^T dn, that of a surface curved twice by p p^T dn + q q^T dn),
// Newton's step within the tangent space of the unit sphere, and of the kink, is
//
//   (g I + sum q q^T) dn = w
//
// A cap's normal is a peak of its own kind: where the other's point stands beyond the rim by a little, the top is just
// next to it.
//
// Among directions that separate equally, the one in fewer kinks counts: only rounding speaks against it.

#include "collide/convex.hpp"

namespace talus::collide {

// g(n) of the cores.
double separation(const Convex& a, const Convex& b, const Vec3& normal);

// A unit normal near a unit guess, with a separation no less than the guess's.
Vec3 ascend(const Convex& a, const Convex& b, const Vec3& guess);

}  // namespace talus::collide
