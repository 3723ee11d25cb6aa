// The status of a point that a solver of rows has returned.

#include <algorithm>
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

// *Collective.*
bool grows(Operator& op, const Vector& x) {
  Vector bend;
  op.apply(x, bend);
  const auto sums = op.dots(std::array<std::pair<const Vector*, const Vector*>, 2>{{{&x, &bend}, {&op.offset(), &x}}});
  return power_grows(sums[0] + sums[1], sums[0]);
}

// Bit i: the set bounds row i on both sides, so that no direction has it.
unsigned held_rows(const AdmissibleSet& set) {
  unsigned held = 0;
  for (std::size_t i = 0; set.kind == SetKind::box && i < static_cast<std::size_t>(set.rows); ++i)
    held |= (set.lower[i] > -AdmissibleSet::kUnbounded && set.upper[i] < AdmissibleSet::kUnbounded ? 1u : 0u) << i;
  return held;
}

// *Collective among neighbours.* The problem over directions of Y: held rows are on their own, free, and without
// offset.
problem::MatrixProblem problem_of_directions(Operator& op, Law law) {
  problem::MatrixProblem p = op.problem();
  std::vector<double> held_here;
  for (const auto& set : p.sets) held_here.push_back(held_rows(set));
  const auto held = op.with_ghosts(held_here);
  const auto holds = [&held](std::size_t block, int row) { return static_cast<unsigned>(held[block]) >> row & 1; };
  for (std::size_t b = 0; b < p.sets.size(); ++b) {
    auto& set = p.sets[b];
    set = directions(set);
    if (law == Law::coulomb && set.is_cone()) set = AdmissibleSet::cone(set.rows, 0);
    const auto others = op.coupled(b);
    for (std::size_t k = 0; k < others.size(); ++k) {
      const auto other = static_cast<std::size_t>(others[k]), entry = static_cast<std::size_t>(p.entry_start[b]) + k;
      double* v = p.value.data() + p.value_start[entry];
      for (int i = 0; i < set.rows; ++i) {
        for (int j = 0; j < p.column_rows[entry]; ++j, ++v) {
          if ((holds(b, i) || holds(other, j)) && (other != b || i != j)) *v = 0;
        }
      }
    }
    for (int i = 0; i < set.rows; ++i) {
      if (!holds(b, i)) continue;
      const auto row = static_cast<std::size_t>(p.row_start[b] + i), at = static_cast<std::size_t>(i);
      set.lower[at] = -AdmissibleSet::kUnbounded, set.upper[at] = AdmissibleSet::kUnbounded;
      p.offset[row] = 0;
      if (p.freedoms.total == 0) continue;
      std::fill(p.freedoms.value.begin() + p.freedoms.start[row], p.freedoms.value.begin() + p.freedoms.start[row + 1],
                0.0);
      p.freedoms.compliance[row] = op.weight(row);
    }
  }
  return p;
}

// *Collective.* With compliance e on the diagonal every problem over directions has a solution x. As e falls, that of
// an unbounded one tends to w / e, where -w is the least change of r with which it would have one without. Then w
// certifies: it is in Y, N w = 0, r.w = -|w|^2. Under Coulomb's law contacts are taken without friction.
bool softening_finds_certificate(Operator& op, Law law, RowReport& report) {
  constexpr std::int64_t kMostRows = 200000;
  constexpr int kMostSteps = 100;
  const bool polygons = std::ranges::any_of(op.blocks(), [](const RowBlock& b) { return b.set.corners > 0; });
  if (op.num_rows_of_all() > kMostRows || op.comm().any(law == Law::ccp && polygons)) return false;
  for (const double softness : {1e-8, 1e-10}) {
    problem::MatrixProblem problem = problem_of_directions(op, law);
    problem::soften(problem, softness);
    Operator soft(op.comm(), problem);
    Vector x = Vector::Zero(static_cast<Eigen::Index>(op.num_rows()));
    solve_ipm(soft, {.tolerance = 1e-6, .norm = Norm::relative, .max_sweeps = kMostSteps}, x);
    if (certifies(op, op.scaled(soft.impulses(x)), law, report)) return true;
  }
  return false;
}

}  // namespace

bool find_certificate(Operator& op, const Vector& x, Law law, RowReport& report) {
  if (certifies(op, x, law, report)) return true;
  const bool absorbs = !(largest_of(op, x) <= kBeyond * largest_of(op, op.offset()));
  if (!absorbs) {
    SearchedRows rows(op, x, law, report);
    if (sweeps_find_certificate(rows)) return true;
  }
  SearchedRows rows(op, Vector::Zero(x.size()), law, report);
  if (sweeps_find_certificate(rows)) return true;
  return grows(op, x) && softening_finds_certificate(op, law, report);
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
