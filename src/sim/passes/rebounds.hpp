#pragma once
// Restitution makes no energy. A contact that bounces alone cannot (problem/restitution.hpp), but contacts that meet at
// once with friction may move each other's points so that friction gives more than impacts take. With g.(u + b) = 0 the
// work of a step's contacts on what moves relative to them is
//
//   W = g.(u_free + u)/2 = -g.b - 1/2 sum m |v - v_free|^2

#include <span>

#include "collide/contact.hpp"
#include "problem/build.hpp"
#include "sim/passes/solve.hpp"

namespace talus::sim {

// *Collective.* Where W > 0 in the sum over all bodies, the step is solved again with half the rebound, then with none,
// which makes W <= 0.
void reduce_rebounds(problem::Problem& problem, problem::Solution& solution, std::span<const collide::Contact> contacts,
                     const problem::BuildOptions& build, const Solve& solve, problem::SolveReport& report);

}  // namespace talus::sim
