#pragma once
// Bristles and springs of contacts that stick: what they keep from step to step, and how far they are stretched in one.

#include "bodies/body.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

// An impulse at the end of its step, its normal too, in a frame that turns with the two bodies: by the turn half way
// between those that both make in the step by these velocities.
bodies::RememberedImpulse turned_with(const bodies::Body& a, const bodies::Body& b, bodies::RememberedImpulse impulse,
                                      double step);

// An impulse so remembered in the contact's frame of today: it follows the normal.
ContactImpulse carried_on(const bodies::RememberedImpulse& last, const Vec3& normal);

// Drift velocity: the difference, per unit time, between the true relative displacement over the step and h times the
// relative velocity at the contact. Bodies that rotate together move along arcs, h v is along tangents, and bodies of
// unequal moments rotate by the spin in the middle of the step. Sticking contacts would creep by it. As far as the two
// share their turn: where they roll on each other, the contact does not go with their points.
Vec3 way_beside_velocity(const bodies::Body& a, const Vec3& arm_a, const bodies::Body& b, const Vec3& arm_b,
                         double step);

}  // namespace talus::problem
