// Solvers by sweeps over the rows of N, and the certificate of unbounded problems that sweeps show.

#include <cmath>
#include <limits>

#include "solver/row_iterate.hpp"

namespace talus::solver {
namespace {

RowReport solve_by_sweeps(Operator& op, const RowOptions& options, bool momentum, Vector& x) {
  RowReport report;
  report.contacts = op.num_contacts();
  RowIterate iterate(op, x, options.max_seconds);
  run_sweeps(iterate, momentum,
             {.tolerance = options.tolerance, .norm = options.norm, .max_sweeps = options.max_sweeps}, report);
  x = iterate.solution();
  return report;
}

}  // namespace

namespace {

// Is d in Y, to rounding? Bounds have no direction of their own.
bool in_set(Operator& op, const Vector& d, double rounding) {
  Vector moved = d;
  op.project(moved);
  double outside = (moved - d).size() > 0 ? (moved - d).cwiseAbs().maxCoeff() : 0;
  for (const auto& block : op.blocks()) {
    if (block.bounded()) outside = std::max(outside, std::abs(d[static_cast<Eigen::Index>(block.row)]));
  }
  return op.comm().max(outside) <= rounding;
}

}  // namespace

// As Iterate::find_certificate: impulses of an unbounded problem grow for ever, in the end by the same in each plain
// sweep.
bool find_certificate(Operator& op, const Vector& x, std::vector<std::size_t>& carriers) {
  constexpr int kMostSweeps = 200, kFirst = 2;
  constexpr double kStill = 1e-14, kVisible = 1e-16, kFalls = 0.8, kRounding = 1e-6, kCarries = 1e-3;
  RowIterate iterate(op, x, std::numeric_limits<double>::infinity(), 1, RowIterate::kFine);
  double last = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kMostSweeps; ++n) {
    const SweepSums sums = iterate.sweep(0, true);
    const double size = sums.change * sums.change, bend = std::max(0.0, iterate.bend_of_last_change());
    if (!(size > kVisible * op.dot(op.offset(), op.offset())) || !(sums.objective < 0)) return false;
    if (bend <= kStill * size) break;
    if (n >= kFirst && bend > kFalls * last * size) return false;
    last = bend / size;
    if (n + 1 == kMostSweeps) return false;
  }
  const Vector d = iterate.last_change();
  const double largest = op.comm().max(d.size() > 0 ? d.cwiseAbs().maxCoeff() : 0.0);
  if (!in_set(op, d, kRounding * largest)) return false;
  for (std::size_t b = 0; b < op.blocks().size(); ++b) {
    const auto& block = op.blocks()[b];
    const auto rows = d.segment(static_cast<Eigen::Index>(block.row), static_cast<Eigen::Index>(block.rows));
    if (rows.cwiseAbs().maxCoeff() > kCarries * largest) carriers.push_back(b);
  }
  return true;
}

RowReport solve_mnest(Operator& op, const RowOptions& options, Vector& x) {
  return solve_by_sweeps(op, options, true, x);
}
RowReport solve_pgs(Operator& op, const RowOptions& options, Vector& x) {
  return solve_by_sweeps(op, options, false, x);
}

}  // namespace talus::solver
