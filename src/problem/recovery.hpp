#pragma once
// Split recovery: overlaps are taken out of positions, by pseudo-velocities that move bodies in this step and are
// forgotten.
//
//   w = M^-1 D_n g,   0 <= g  orthogonal to  D_n' w + Phi/h + u_n >= 0
//
// with the normal rows of the step's contacts, u_n their speeds in the step's solution: what is left of the gap after
// the step. Joints hold: they stay as the step's solution puts them.

#include <span>

#include "collide/contact.hpp"
#include "problem/build.hpp"

namespace talus::problem {

// The step's problem from rest without friction: normal rows and joints, no biases on these. *Not collective.*
Problem normal_rows_at_rest(const Problem& problem);

// The problem for w; overlaps go by the rate and not faster than the cap of the options. *Not collective.*
Problem build_recovery(const Problem& problem, std::span<const collide::Contact> contacts, const Solution& solution,
                       const BuildOptions& options);

// Is any overlap of these contacts left by that much or more, m/s?
bool needs_recovery(const Problem& recovery, double tolerance);

}  // namespace talus::problem
