#include "sim/passes/bounds.hpp"

#include "problem/build.hpp"

namespace talus::sim {

void iterate_bounds(problem::Problem& problem, problem::Solution& solution, const problem::FrictionLaw& law, int times,
                    const Solve& solve, problem::SolveReport& report) {
  if (!problem::has_bounds(law)) return;
  for (int k = 0; k < times; ++k) {
    problem::renew_bounds(problem, solution);
    solve.again(problem, solution, report);
  }
}

}  // namespace talus::sim
