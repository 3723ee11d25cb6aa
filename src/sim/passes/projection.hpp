#pragma once
// Position-level projection after a step (problem/projection.hpp), iterated.

#include <functional>
#include <span>

#include "problem/projection.hpp"
#include "sim/passes/solve.hpp"

namespace talus::sim {

// The state that projection moves.
struct Moved {
  bodies::Bodies& bodies;
  bodies::World& world;
  View<const problem::Pose> before;                                // poses when the step's rows were made
  std::function<void()> refresh_ghosts;                            // copies take the poses of their owners
  std::function<void(const problem::Solution& pseudo)> on_motion;  // called before each move
};

// *Collective.* Moves bodies until joints hold and nothing overlaps, to rounding; velocities stay. Returns the largest
// |Psi| and overlap that is left, m; where that is more than velocities at the tolerance do in a step, the step has
// missed.
double project(const problem::Problem& problem, std::span<const collide::Contact> contacts, const Moved& moved,
               const Solve& solve, problem::SolveReport& report);

}  // namespace talus::sim
