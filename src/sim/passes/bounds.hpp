#pragma once
// Laws whose friction bounds are given numbers: the bounds are iterated.

#include "problem/laws.hpp"
#include "sim/passes/solve.hpp"

namespace talus::sim {

// *Collective.* Solves `times` more times, each with the bounds that the normal impulses of the solve before set; does
// nothing for laws without such bounds.
void iterate_bounds(problem::Problem& problem, problem::Solution& solution, const problem::FrictionLaw& law, int times,
                    const Solve& solve, problem::SolveReport& report);

}  // namespace talus::sim
