#pragma once
// How bodies turn in a step of time.

#include "bodies/body.hpp"

namespace talus::bodies {

// The rotation exp(x).
Quat exponential(const Vec3& x);

// Spin of a body with unequal moments in the middle of a free step, body axes (Lewis and Simo, 1994): the implicit
// midpoint rule
//   L+ = L + h Lm x Wm,   Wm = J^-1 Lm,   Lm = (L + L+) / 2
// keeps |L| and the energy, both quadratic; the Cayley turn by h Wm then keeps L in world axes. Returns Wm.
Vec3 midpoint_spin(const Vec3& inertia, const Vec3& momentum, double step);

// The turn of tan(angle / 2) = |h Wm| / 2, body axes, up to its length.
inline Quat cayley(const Vec3& turn) { return {1, 0.5 * turn.x(), 0.5 * turn.y(), 0.5 * turn.z()}; }

// Has it unequal moments and all its ways to turn?
inline bool tumbles(const Body& body) { return body.state == State::dynamic && !body.isotropic() && body.locked == 0; }

// The spin in the middle of a step in which nothing but its spin turns a body, world axes, and the turn that it makes.
Vec3 free_spin(const Body& body, double step);
Quat free_turn(const Body& body, double step);

}  // namespace talus::bodies
