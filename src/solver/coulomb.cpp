#include "solver/coulomb.hpp"

#include <algorithm>

#include "solver/family.hpp"

namespace talus::solver {
namespace {

// One contact by itself, where all slides, answers a change of its shift by c^2 / (1 + c^2) of it, c its coefficients:
// so a step of 1 + c^2 times what is missing ends there at once.
double longest_step(const AdmissibleSet& set) {
  double longest = 1;
  for (int k = 0; k < set.num_parts(); ++k) longest += set.part(k).coefficient * set.part(k).coefficient;
  return longest;
}

}  // namespace

CoulombReport solve_coulomb(Operator& op, RowSolver convex, const RowOptions& options, Vector& x) {
  constexpr int kMostSolves = 1000,
                kMostSweeps = 2000;  // of one convex problem: the start of the next need not be exact
  CoulombReport report;
  constexpr double kLeastTolerance = 1e-16;
  RowOptions inner = options;
  inner.norm = Norm::relative;
  inner.tolerance = 1e-3;
  int sweeps = 0;
  Patience patience(options.max_seconds);
  Shifts shifts(op.blocks().size());
  for (;;) {
    inner.max_sweeps = std::min(options.max_sweeps - sweeps, kMostSweeps);
    report.last = convex(op, inner, x);
    ++report.solves;
    sweeps += report.last.sweeps;
    report.residual = op.coulomb_residual(x);
    const bool met = report.residual <= options.tolerance;
    patience.look(op.comm());
    if (met || patience.late() || sweeps >= options.max_sweeps || report.solves >= kMostSolves) {
      report.last.status = met ? Status::converged : Status::missed;
      report.last.sweeps = sweeps;
      return report;
    }
    // The convex problem need not be solved more sharply than the fixed point is known; but where the start was sharp
    // enough, sharper.
    const double sharp = report.last.sweeps == 0 ? 0.1 * inner.tolerance : inner.tolerance;
    inner.tolerance = std::max(kLeastTolerance, std::min(0.1 * report.residual, sharp));
    Vector u;
    op.gradient(x, u);
    shifts.step_toward(op.relaxation_gaps(u), [&op](std::size_t b) { return longest_step(op.blocks()[b].set); });
    op.shift(shifts.values());
  }
}

}  // namespace talus::solver
