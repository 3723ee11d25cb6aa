#include "solver/coulomb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/family.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {
namespace {

// One contact by itself, where all slides, answers a change of its shift by c^2 / (1 + c^2) of it, c its coefficients:
// so a step of 1 + c^2 times what is missing ends there at once.
double longest_step(const AdmissibleSet& set) {
  double longest = 1;
  for (int k = 0; k < set.num_parts(); ++k) longest += set.part(k).coefficient * set.part(k).coefficient;
  return longest;
}

double value_of(const Operator::CoulombResidual& residual, Norm norm) {
  return norm == Norm::siconos ? residual.siconos : value_of(residual.natural, norm);
}

// *Collective.* The report's point x was measured from scratch. Siconos' measure is a part of the largest of |g|, |u|
// and |r|, so large impulses make it blind: what it calls solved must also have lost most of its residual in m/s.
void confirm_coulomb(Operator& op, const RowOptions& options, const Vector& x, RowReport& report) {
  constexpr double kLeft = 1e-2;
  const bool blind = options.norm == Norm::siconos && !(report.residual.relative <= kLeft);
  if (blind || !op.has_finite_impulses(x)) report.status = Status::missed;
  if (report.status == Status::missed && options.max_sweeps > 0 && find_certificate(op, x, Law::coulomb, report))
    report.status = Status::unbounded;
}

}  // namespace

CoulombReport solve_coulomb(Operator& op, RowSolver convex, const RowOptions& options, Vector& x) {
  constexpr int kMostSweeps = 2000;  // of one convex problem: the start of the next need not be exact
  constexpr double kLeastTolerance = 1e-16;
  CoulombReport report;
  report.last.contacts = op.num_contacts();
  RowOptions inner = options;
  inner.norm = Norm::relative;
  inner.tolerance = 1e-3;
  int sweeps = 0;
  Patience patience(options.max_seconds);
  Shifts shifts(op.blocks().size());
  // The convex problems stop by the part that is left of their residual at zero impulses.
  const double at_zero =
      options.norm == Norm::siconos ? 1 : value_of(op.coulomb_residual(Vector::Zero(x.size())), options.norm);
  double best = std::numeric_limits<double>::infinity();
  Vector moved = x;
  for (;;) {
    inner.max_sweeps = std::min(options.max_sweeps - sweeps, kMostSweeps);
    const RowReport solved = convex(op, inner, moved);
    ++report.solves;
    sweeps += solved.sweeps;
    const auto here = op.coulomb_residual(moved);
    const double value = value_of(here, options.norm);
    report.last.history.push_back({sweeps, value, wall_seconds()});
    if (report.solves == 1 || value < best) {
      best = value, x = moved;
      report.siconos = here.siconos, report.last.residual = here.natural;
    }
    patience.look(op.comm());
    const bool met = value <= options.tolerance;
    if (met || !std::isfinite(value) || patience.late() || sweeps >= options.max_sweeps ||
        report.solves >= CoulombReport::kMostSolves) {
      report.last.status = met ? Status::converged : Status::missed;
      report.last.sweeps = sweeps;
      op.shift({});
      confirm_coulomb(op, options, x, report.last);
      return report;
    }
    // The convex problem need not be solved more sharply than the fixed point is known; but where the start was sharp
    // enough, sharper.
    const double sharp = solved.sweeps == 0 ? 0.1 * inner.tolerance : inner.tolerance;
    inner.tolerance = std::max(kLeastTolerance, std::min(0.1 * value / at_zero, sharp));
    Vector u;
    op.gradient(moved, u);
    shifts.step_toward(op.relaxation_gaps(u), [&op](std::size_t b) { return longest_step(op.blocks()[b].set); });
    op.shift(shifts.values());
  }
}

}  // namespace talus::solver
