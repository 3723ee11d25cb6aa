// Solvers by sweeps over the rows of N.

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

RowReport solve_mnest(Operator& op, const RowOptions& options, Vector& x) {
  return solve_by_sweeps(op, options, true, x);
}
RowReport solve_pgs(Operator& op, const RowOptions& options, Vector& x) {
  return solve_by_sweeps(op, options, false, x);
}

}  // namespace talus::solver
