#include "sim/passes/projection.hpp"

#include <algorithm>
#include <limits>

#include "motion/motion.hpp"

namespace talus::sim {

// Newton: each step squares what was left, except for the part that its solve leaves. Done at rounding, or where steps
// gain no more: rows that are more than the motion needs contradict each other by rounding, and sweeps may miss.
double project(const problem::Problem& problem, std::span<const collide::Contact> contacts, const Moved& moved,
               const Solve& solve, problem::SolveReport& report) {
  constexpr int kMostSteps = 20;
  constexpr double kRounding = 1e-13, kLeft = 1e-5, kGain = 0.5;  // m; parts of what was left
  const double h = problem.step;
  Solve tight = solve;
  tight.options.norm = solver::Norm::max;
  problem::Solution pseudo;
  problem::SolveReport solved;
  double last = std::numeric_limits<double>::infinity(), left = 0;
  for (int n = 0; n < kMostSteps; ++n) {
    moved.refresh_ghosts();
    const auto projection = problem::build_projection(problem, contacts, moved.bodies, moved.world, moved.before);
    left = solve.comm.max(problem::deviation(projection));
    if (left <= kRounding || left > kGain * last) break;
    last = left;
    tight.options.tolerance = std::max(kLeft * last, 0.05 * kRounding) / h;
    solved = tight(projection, pseudo);
    report.sweeps += solved.sweeps;
    if (solved.status == problem::Status::unbounded) break;
    moved.on_motion(pseudo);
    motion::shift(moved.bodies, moved.world, pseudo, h);
  }
  if (left > solve.options.tolerance * h) {
    if (solved.status == problem::Status::converged)
      solved.status = problem::Status::missed;  // its equations, not Newton's
    add_status(solved, report);
  }
  return left;
}

}  // namespace talus::sim
