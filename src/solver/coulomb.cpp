#include "solver/coulomb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solver/family.hpp"
#include "solver/row_iterate.hpp"

namespace talus::solver {
namespace {

// The shifts of all blocks, each led to its relaxation gap. Contacts that depend on each other may oscillate: where the
// sign of what is missing changes, steps become shorter.
class Shifts {
 public:
  explicit Shifts(std::size_t count) : value_(count), missing_(count), share_(count, 1) {}
  const std::vector<double>& values() const { return value_; }
  // `longest(k)`: the first step, as a multiple of what is missing.
  template <class Longest>
  void step_toward(const std::vector<double>& gaps, Longest&& longest) {
    constexpr double kLeast = 0.05, kShorter = 0.7, kLonger = 1.2;
    for (std::size_t k = 0; k < gaps.size(); ++k) {
      const double missing = gaps[k] - value_[k];
      share_[k] =
          missing * missing_[k] < 0 ? std::max(kLeast, kShorter * share_[k]) : std::min(1.0, kLonger * share_[k]);
      value_[k] = std::max(0.0, value_[k] + share_[k] * longest(k) * missing);
      missing_[k] = missing;
    }
  }

 private:
  std::vector<double> value_, missing_, share_;
};

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

// The one loop over rows.
class CoulombRows : public RowIterate {
 public:
  CoulombRows(Operator& op, const Vector& start, double max_seconds)
      : RowIterate(op, start, max_seconds, 1, kFine, Law::coulomb) {}

  double look(Norm norm, Residual& found) {
    now_ = coulomb_residual();
    found = now_.natural;
    return value_of(now_, norm);
  }
  void keep() {
    kept_ = solution();
    kept_siconos_ = now_.siconos;
  }
  void restore() { restart(kept_); }
  const Vector& kept() const { return kept_; }
  double kept_siconos() const { return kept_siconos_; }

 private:
  Operator::CoulombResidual now_;
  Vector kept_;
  double kept_siconos_ = 0;
};

// *Collective.* At most half of the sweeps; x becomes the best point.
void sweep_in_one_loop(Operator& op, bool with_momentum, const RowOptions& options, Vector& x, CoulombReport& report) {
  CoulombRows rows(op, x, options.max_seconds);
  run_coulomb_sweeps(rows, with_momentum,
                     {.tolerance = options.tolerance, .norm = options.norm, .max_sweeps = (options.max_sweeps + 1) / 2},
                     report.last);
  x = rows.kept();
  report.siconos = rows.kept_siconos();
}

// *Collective.* `convex` solves one shifted problem after the other, until shift and solution agree. x becomes the best
// point seen, with those before.
void find_fixed_point(Operator& op, RowSolver convex, const RowOptions& options, Vector& x, CoulombReport& report) {
  constexpr int kMostSweeps = 2000;  // of one convex problem: the start of the next need not be exact
  constexpr double kLeastTolerance = 1e-16;
  RowOptions inner = options;
  inner.norm = Norm::relative;
  inner.tolerance = 1e-3;
  int& sweeps = report.last.sweeps;
  Patience patience(options.max_seconds);
  Shifts shifts(op.blocks().size());
  // The convex problems stop by the part that is left of their residual at zero impulses.
  const double at_zero =
      options.norm == Norm::siconos ? 1 : value_of(op.coulomb_residual(Vector::Zero(x.size())), options.norm);
  double best = value_of(op.coulomb_residual(x), options.norm);
  Vector moved = x;
  for (;;) {
    inner.max_sweeps = std::min(options.max_sweeps - sweeps, kMostSweeps);
    const RowReport solved = convex(op, inner, moved);
    ++report.solves;
    sweeps += solved.sweeps;
    const auto here = op.coulomb_residual(moved);
    const double value = value_of(here, options.norm);
    report.last.history.push_back({sweeps, value, wall_seconds()});
    if (report.last.history.size() == 1 || value < best) {
      best = value, x = moved;
      report.siconos = here.siconos, report.last.residual = here.natural;
    }
    patience.look(op.comm());
    const bool met = value <= options.tolerance;
    if (met || !std::isfinite(value) || patience.late() || sweeps >= options.max_sweeps ||
        report.solves >= CoulombReport::kMostSolves) {
      report.last.status = met ? Status::converged : Status::missed;
      op.shift({});
      return;
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

}  // namespace

CoulombReport solve_coulomb(Operator& op, RowSolver convex, const RowOptions& options, Vector& x) {
  CoulombReport report;
  report.last.contacts = op.num_contacts();
  report.last.status = Status::missed;
  const bool sweeps = convex == solve_mnest || convex == solve_pgs;
  if (sweeps) sweep_in_one_loop(op, convex == solve_mnest, options, x, report);
  if (report.last.status == Status::missed && report.last.sweeps < options.max_sweeps)
    find_fixed_point(op, convex, options, x, report);
  confirm_coulomb(op, options, x, report.last);
  return report;
}

}  // namespace talus::solver
