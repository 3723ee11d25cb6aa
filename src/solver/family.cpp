#include "solver/family.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {

using Solve = RowReport(Operator& op, const RowOptions& options, Vector& x);
Solve solve_alr;                 // alr.cpp
Solve solve_jacobi, solve_eq46;  // eq46.cpp
Solve solve_apgd;                // apgd.cpp
Solve solve_spg;                 // spg.cpp

namespace {

const std::vector<std::pair<std::string, RowSolver>>& table() {
  static const std::vector<std::pair<std::string, RowSolver>> solvers{
      {"mnest", solve_mnest}, {"pgs", solve_pgs},   {"alr", solve_alr}, {"jacobi", solve_jacobi},
      {"eq46", solve_eq46},   {"apgd", solve_apgd}, {"spg", solve_spg}, {"ipm", solve_ipm}};
  return solvers;
}

}  // namespace

RowSolver row_solver(const std::string& name) {
  for (const auto& [known, solver] : table()) {
    if (known == name) return solver;
  }
  throw InputError("unknown solver '" + name + "'");
}

const std::vector<std::string>& row_solver_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& entry : table()) list.push_back(entry.first);
    return list;
  }();
  return names;
}

bool Watch::met(const Vector& x, const Vector& u) {
  const Residual residual = op_.residual(x, u);
  patience_.look(op_.comm());
  const double value = value_of(residual, options_.norm);
  report.history.push_back({report.sweeps, value, wall_seconds()});
  if (best_.size() != x.size() || report.history.size() == 1 || value < best_value_ || std::isnan(best_value_)) {
    best_ = x;
    best_value_ = value;
    report.residual = residual;
  }
  return value <= options_.tolerance;
}

RowReport Watch::end(Vector& x) {
  x = best_;
  report.status = best_value_ <= options_.tolerance ? Status::converged : Status::missed;
  return report;
}

}  // namespace talus::solver
