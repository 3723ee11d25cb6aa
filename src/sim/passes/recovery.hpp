#pragma once
// Split recovery: overlaps go out of positions only (problem/recovery.hpp).

#include <span>

#include "collide/contact.hpp"
#include "problem/build.hpp"
#include "sim/passes/solve.hpp"

namespace talus::sim {

// *Collective.* The pseudo-velocities that move bodies in this step; empty where nothing is recovered. Sweeps and a
// missed tolerance go into the report.
problem::Solution recover(const problem::Problem& problem, const problem::Solution& solution,
                          std::span<const collide::Contact> contacts, const problem::BuildOptions& build,
                          const Solve& solve, problem::SolveReport& report);

}  // namespace talus::sim
