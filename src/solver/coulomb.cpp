#include <algorithm>

#include "solver/family.hpp"

namespace talus::solver {

CoulombReport solve_coulomb(Operator& op, RowSolver convex, const RowOptions& options, Vector& x) {
  constexpr int kMostSolves = 1000, kMostSweeps = 2000;  // of one convex problem: the start of the next need not be exact
  CoulombReport report;
  constexpr double kLeastTolerance = 1e-16;
  RowOptions inner = options;
  inner.norm = Norm::relative;
  inner.tolerance = 1e-3;
  int sweeps = 0;
  for (;;) {
    inner.max_sweeps = std::min(options.max_sweeps - sweeps, kMostSweeps);
    report.last = convex(op, inner, x);
    ++report.solves;
    sweeps += report.last.sweeps;
    report.residual = op.coulomb_residual(x);
    const bool met = report.residual <= options.tolerance;
    if (met || sweeps >= options.max_sweeps || report.solves >= kMostSolves) {
      report.last.status = met ? Status::converged : Status::missed;
      report.last.sweeps = sweeps;
      return report;
    }
    // The convex problem need not be solved more sharply than the fixed point is known.
    inner.tolerance = std::clamp(0.1 * report.residual, kLeastTolerance, inner.tolerance);
    Vector u;
    op.gradient(x, u);
    op.shift(op.relaxation(u));
  }
}

}  // namespace talus::solver
