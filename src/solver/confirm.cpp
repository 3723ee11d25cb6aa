// What is said of a point that a solver of rows has returned.

#include <array>
#include <cmath>

#include "solver/certificate.hpp"
#include "solver/row_iterate.hpp"

namespace talus::solver {
namespace {

double largest_of(const Operator& op, const Vector& x) {
  return op.comm().max(x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0);
}

// The nearest direction along which Y reaches to infinity; under Coulomb's law one without friction.
void make_admissible(const Operator& op, Law law, Vector& d) {
  for (const RowBlock& block : op.blocks()) {
    double* rows = d.data() + block.row;
    if (law == Law::coulomb && block.is_cone()) std::fill(rows + 1, rows + block.rows(), 0.0);
    project(directions(block.set), rows);
  }
}

// *Collective.* Does d certify that the problem is unbounded?
bool certifies(Operator& op, Vector d, Law law, RowReport& report) {
  make_admissible(op, law, d);
  const double largest = largest_of(op, d);
  if (!(largest > 0) || !std::isfinite(largest)) return false;
  d /= largest;
  Vector bend;
  op.apply(d, bend);
  const Vector& r = op.offset();
  const auto sums =
      op.dots(std::array<std::pair<const Vector*, const Vector*>, 3>{{{&bend, &bend}, {&r, &r}, {&r, &d}}});
  if (!(sums[2] < 0) || !(kBeyond * std::sqrt(sums[0]) * std::sqrt(sums[1]) <= -sums[2])) return false;
  report.direction = op.impulses(d);
  Carriers carriers;
  for (std::size_t b = 0; b < op.blocks().size(); ++b)
    carriers.add(op.plain_set(b), report.direction.data() + op.blocks()[b].row);
  carriers.reduce(op.comm());
  report.certificate = carriers.list();
  return true;
}

// Plain sweeps whose changes are looked at.
struct SearchedRows : RowIterate {
  SearchedRows(Operator& op, const Vector& start, Law law, RowReport& report)
      : RowIterate(op, start, std::numeric_limits<double>::infinity(), 1, kFine), op_(op), law_(law), report_(report) {}
  bool certifies(double) { return solver::certifies(op_, change(), law_, report_); }

 private:
  Operator& op_;
  Law law_;
  RowReport& report_;
};

}  // namespace

bool find_certificate(Operator& op, const Vector& x, Law law, RowReport& report) {
  if (certifies(op, x, law, report)) return true;
  const bool absorbs = !(largest_of(op, x) <= kBeyond * largest_of(op, op.offset()));
  if (!absorbs) {
    SearchedRows rows(op, x, law, report);
    if (sweeps_find_certificate(rows)) return true;
  }
  SearchedRows rows(op, Vector::Zero(x.size()), law, report);
  return sweeps_find_certificate(rows);
}

void confirm(Operator& op, const RowOptions& options, const Vector& x, RowReport& report) {
  if (report.status == Status::converged) {
    Vector u;
    op.gradient(x, u);
    const Residual fresh = op.residual(x, u, unhidden_natural_map);
    if (op.has_finite_impulses(x) && confirms(value_of(fresh, options.norm), options.tolerance)) return;
    report.status = Status::missed;
    report.residual = fresh;
  }
  if (options.max_sweeps > 0 && find_certificate(op, x, Law::ccp, report)) report.status = Status::unbounded;
}

RowReport solve_rows(Operator& op, RowSolver solver, const RowOptions& options, Vector& x) {
  RowReport report = solver(op, options, x);
  confirm(op, options, x, report);
  return report;
}

}  // namespace talus::solver
