#pragma once
// Solvers of problems in matrix form: each is one function on an Operator, in a file of its own, and a row in the table
// of family.cpp.

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/timer.hpp"
#include "solver/operator.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

struct RowOptions {
  double tolerance = 1e-8;  // relative, or m/s
  Norm norm = Norm::relative;
  int max_sweeps = 20000;
  double max_seconds = std::numeric_limits<double>::infinity();  // of wall time, as looked at with the residual
  double omega = 0;                                              // of eq. 46 (jacobi, eq46); 0: half its bound
  double lambda = 1;
  int unknowns_per_rank = kUnknownsPerRank;  // of ipm
  std::function<void(const Vector& y, const Vector& next, double bound)> on_step =
      {};  // shown each step of apgd that is taken: from, to, L
};

struct RowReport : SolveReport {
  double omega = 0, omega_bound = 0;  // of eq. 46: what was taken; what lambda omega must stay below
  int refinements = 0;                // of alr; `sweeps` counts their work too, in sweeps of all contacts
  std::vector<double> direction;      // unbounded: the certificate, plain impulses of this rank's rows
};

// *Collective.* From x (scaled rows; the start) to the solution. Never prints or throws over slow convergence.
using RowSolver = RowReport (*)(Operator& op, const RowOptions& options, Vector& x);

RowReport solve_mnest(Operator& op, const RowOptions& options, Vector& x);  // row_sweeps.cpp; others polish with it
RowReport solve_pgs(Operator& op, const RowOptions& options, Vector& x);
RowReport solve_ipm(Operator& op, const RowOptions& options, Vector& x);  // ipm.cpp

// Throws InputError on an unknown name.
RowSolver row_solver(const std::string& name);
const std::vector<std::string>& row_solver_names();

// *Collective.* What is said of x, the point that a solver has returned: `converged` only if the residual, evaluated
// from scratch, confirms it; `unbounded` only with a certificate, for which every miss is searched.
void confirm(Operator& op, const RowOptions& options, const Vector& x, RowReport& report);
// *Collective.* From x (the start) to a confirmed report.
RowReport solve_rows(Operator& op, RowSolver solver, const RowOptions& options, Vector& x);

// *Collective.* Is the problem unbounded under this law (certificate.hpp)? By x as a direction; by the changes of plain
// sweeps from x, then from 0, for a large x absorbs changes; if impulses grow, by softening. If so, report.direction
// and .certificate.
bool find_certificate(Operator& op, const Vector& x, Law law, RowReport& report);

struct CoulombReport {
  static constexpr int kMostSolves = 1000;
  RowReport last;      // of the best point: the natural map of exact Coulomb; sweeps and history of all together
  int solves = 0;      // convex problems of the fixed point
  double siconos = 0;  // the residual in Siconos' normalisation (Operator::coulomb_residual)
};
// *Collective.* Exact Coulomb until its residual meets options.tolerance; at most max_sweeps sweeps. `mnest` and `pgs`
// spend half of them in one loop (coulomb.hpp). Where that misses, and for the other solvers, exact Coulomb is a fixed
// point of the convex problem: its normal rows are shifted by mu |u_T| (+ rho |w_T| + sigma |w_n|) of the last
// solution, in at most kMostSolves convex problems. x becomes the best point seen, its status is confirmed.
CoulombReport solve_coulomb(Operator& op, RowSolver convex, const RowOptions& options, Vector& x);

// A limit of wall time that all ranks keep together.
class Patience {
 public:
  explicit Patience(double seconds) : end_(wall_seconds() + seconds) {}
  // *Collective,* unless there is no limit.
  void look(const comm::Comm& comm) {
    late_ = end_ < std::numeric_limits<double>::infinity() && comm.any(wall_seconds() > end_);
  }
  bool late() const { return late_; }

 private:
  double end_;
  bool late_ = false;
};

// The stopping rule of the solvers that check the residual after chosen iterations. Keeps the best x that it saw.
class Watch {
 public:
  Watch(Operator& op, const RowOptions& options) : op_(op), options_(options), patience_(options.max_seconds) {
    report.contacts = op.num_contacts();
  }

  // Now and then is enough: a look costs a projection and sums.
  bool due() const { return report.sweeps < 10 || report.sweeps % 10 == 0 || report.sweeps >= options_.max_sweeps; }
  // Or of hope: a residual that is not finite stays so.
  bool out_of_sweeps() const {
    return report.sweeps >= options_.max_sweeps || patience_.late() ||
           (!report.history.empty() && !std::isfinite(report.history.back().value));
  }
  // *Collective.* True if x meets the tolerance; u = N^ x + r^.
  bool met(const Vector& x, const Vector& u);
  // *Collective.* What to return: x becomes the best one seen.
  RowReport end(Vector& x);

  RowReport report;

 private:
  Operator& op_;
  const RowOptions& options_;
  Patience patience_;
  Vector best_;
  double best_value_ = 0;
};

}  // namespace talus::solver
