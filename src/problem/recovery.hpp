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
#include "problem/problem.hpp"

namespace talus::problem {

// The step's problem from rest without friction: normal rows and joints, no biases on these. *Not collective.*
Problem normal_rows_at_rest(const Problem& problem);

// The problem for w; max_speed caps how fast overlaps go, m/s (0: no cap). *Not collective.*
Problem build_recovery(const Problem& problem, std::span<const collide::Contact> contacts, const Solution& solution,
                       double max_speed);

// Is any overlap of these contacts left by that much or more, m/s?
bool needs_recovery(const Problem& recovery, double tolerance);

}  // namespace talus::problem
