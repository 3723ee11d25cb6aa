#pragma once
// From velocities to the next state: q+ = Lambda(q, v+, h), orientations by the exponential map (|e| does not drift).

#include <span>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "problem/problem.hpp"

namespace talus::motion {

// *Not collective.* Owned bodies take the solution's velocities and move; walls that are driven move too.
// Pseudo-velocities of a recovery, where there are any, move bodies besides.
void advance(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& solution,
             const problem::Solution& recovery, double step);

// *Not collective.* Owned dynamic bodies and walls move by pseudo-velocities alone.
void shift(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& pseudo, double step);

// *Not collective.* Owned bodies and walls that are driven take the mean over the step from `time` of the velocities
// that loads prescribe, so that they stand where those lead.
void drive(bodies::Bodies& bodies, bodies::World& world, double time, double step);

// One body with its present velocities.
void move(bodies::Body& body, double step);

}  // namespace talus::motion
