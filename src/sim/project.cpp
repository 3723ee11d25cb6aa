// Position-level projection after a step (problem/projection.hpp), iterated.

#include <limits>

#include "motion/motion.hpp"
#include "problem/projection.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

void Simulation::advance(StepReport& report) {
  const double h = options_.build.step;
  std::vector<problem::Pose> before;
  if (options_.project) {
    for (const auto& body : bodies_.local) before.push_back({body.position, body.orientation});
    for (const auto& wall : world_.walls) before.push_back({wall.position, wall.orientation});
  }
  motion::advance(bodies_, world_, solution_, recovery_, h);
  if (options_.project) project(report, before);
}

// Newton: each step squares what was left, but for the part that its solve leaves. Done at rounding, or where steps
// gain no more: rows that are more than the motion needs contradict each other by rounding, and sweeps may miss.
void Simulation::project(StepReport& report, std::span<const problem::Pose> before) {
  constexpr int kMostSteps = 20;
  constexpr double kRounding = 1e-13, kLeft = 1e-5, kGain = 0.5;  // m; parts of what was left
  const double h = options_.build.step;
  solver::SolverOptions options = options_.solver;
  options.norm = solver::Norm::max;
  problem::Solution pseudo;
  double last = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kMostSteps; ++n) {
    decomposition_.refresh_copies(bodies_);
    const auto projection = problem::build_projection(problem_, contacts_, bodies_, world_, before);
    report.projection_left = comm_.max(problem::deviation(projection));
    if (report.projection_left <= kRounding || report.projection_left > kGain * last) return;
    last = report.projection_left;
    options.tolerance = std::max(kLeft * last, 0.05 * kRounding) / h;
    report.solve.sweeps += solver_->solve(projection, sharing_, options, pseudo).sweeps;
    energy_.add_recovery(comm_, bodies_, world_, pseudo, h);
    motion::shift(bodies_, world_, pseudo, h);
  }
}

}  // namespace talus::sim
