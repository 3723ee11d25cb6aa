#pragma once
// The loop of all accelerated sweeps: momentum, restarts, when to look at the residual, when to stop. What is swept
// comes as a type with
//
//   SweepSums sweep(double beta, bool full);   void take_back();   Residual residual(bool relative);   bool late();
//
// as in Iterate (round contacts, velocities of bodies) and RowIterate (rows of N).

#include <algorithm>
#include <cmath>

#include "base/timer.hpp"
#include "solver/iterate.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

// Does the residual of an evaluation from scratch confirm one that met the tolerance? Velocities that followed many
// changes are off by rounding.
inline bool confirms(double residual, double tolerance) {
  constexpr double kSlack = 1.01;
  return residual <= kSlack * tolerance;
}

// When to look at the residual. A look costs about a sweep; the length of a sweep's change costs nothing and keeps a
// nearly constant ratio to the residual. So the ratio at the last look tells when the tolerance should be met; every
// now and then a look sets it right.
class Looks {
 public:
  explicit Looks(double tolerance) : tolerance_(tolerance) {}

  bool due(int sweeps, double change) const { return ratio_ * change <= tolerance_ || sweeps >= latest_; }
  void looked(int sweeps, double change, double residual) {
    ratio_ = change > 0 ? residual / change : 0;
    latest_ = sweeps + std::max(kSweeps, sweeps / kShare);
  }

 private:
  static constexpr int kSweeps = 8, kShare = 10;  // looks are at most so many sweeps, or this part of them, apart
  double tolerance_, ratio_ = 0;
  int latest_ = 0;
};

// Nesterov's momentum, the beta of y = z + beta (z - x), with restarts. The momentum is restarted where the sweep from
// y turns against the way from x to z: where the cosine of y - z and z - x (O'Donoghue and Candes' gradient test, there
// with 0) exceeds a bound. The first restarts come early, which ends the swings of a cold start; the bound rises with
// each, since late in a solve long runs pay. A restart keeps a fraction of the momentum instead of resetting it.
class Momentum {
 public:
  double beta() const { return beta_; }

  // After a sweep; true if the momentum was cut, which only a full sweep can tell.
  bool advance(const SweepSums& sums, bool full) {
    const bool cut = full && sums.restart > cosine_ * sums.change * sums.progress;
    if (cut) {
      shorten();
      cosine_ *= kRise;
    }
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * run_ * run_));
    beta_ = (run_ - 1) / next;
    run_ = next;
    return cut;
  }
  // After a rejected sweep the next is a plain one.
  void stop() {
    shorten();
    beta_ = 0;
  }

 private:
  static constexpr double kFirstCosine = -0.25, kRise = 0.5, kKept = 0.4;
  void shorten() { run_ = std::max(1.0, kKept * run_); }

  double run_ = 1, beta_ = 0, cosine_ = kFirstCosine;
};

// The sums that cuts and looks need cost a tenth of a sweep: they are taken at the start, then now and then.
inline bool wants_all_sums(int sweeps) {
  constexpr int kAtStart = 16, kEvery = 4;
  return sweeps < kAtStart || sweeps % kEvery == 0;
}

// *Collective.* Sweeps until the residual meets the tolerance; with momentum: Nesterov's extrapolation of whole sweeps
// (impulses and velocities together), made monotone: a sweep after which the objective rose is rejected. The report
// arrives with the number of contacts; it has the status, the residual and the history at the end.
template <class Swept>
void run_sweeps(Swept& iterate, bool with_momentum, const SolverOptions& options, SolveReport& report) {
  auto converged = [&] {
    report.residual = iterate.residual(options.norm == Norm::relative);
    report.history.push_back({report.sweeps, value_of(report.residual, options.norm), wall_seconds()});
    return report.history.back().value <= options.tolerance;
  };
  bool done = converged();
  Momentum momentum;
  Looks looks(options.tolerance);
  while (!done && std::isfinite(report.history.back().value) && !iterate.late() && report.sweeps < options.max_sweeps) {
    ++report.sweeps;
    const bool full = wants_all_sums(report.sweeps);
    const SweepSums sums = iterate.sweep(momentum.beta(), full);
    if (momentum.beta() > 0 && sums.objective > 0) {
      iterate.take_back();
      momentum.stop();
      ++report.rejected;
    } else if (with_momentum) {
      report.restarts += momentum.advance(sums, full);
    }
    if ((full && looks.due(report.sweeps, sums.change)) || report.sweeps == options.max_sweeps) {
      done = converged();
      looks.looked(report.sweeps, sums.change, report.history.back().value);
    }
  }
  if (report.history.back().sweeps != report.sweeps) done = converged();  // it was late between looks
  report.status = done ? Status::converged : Status::missed;
}

}  // namespace talus::solver
