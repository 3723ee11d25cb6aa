#pragma once
// Exact Coulomb friction in one loop of accelerated sweeps. Each visit of a contact solves the contact's own problem:
// the normal row by itself, then friction between the bounds that the normal multiplier leaves. That is the convex
// problem shifted by the relaxation gap s = mu |v_T| + rho |w_T| + sigma |w_n| of the velocities after the visit,
//
//   Phi / h + v_n + s >= mu |v_T| + rho |w_T| + sigma |w_n|,
//
// so the shift follows in every sweep and nothing is solved twice. No objective falls along these sweeps, and full
// momentum excites the swings between normal and friction impulses. So momentum has a bound, which rises while the
// residual falls and is halved where it stalls, down to plain Gauss-Seidel.

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/sweeps.hpp"

namespace talus::solver {

class BoundedMomentum {
 public:
  double beta() const { return std::min(1 - room_, run_ / (run_ + 3)); }
  void advance() { ++run_; }
  // After each look; true if the residual has risen so far that the best point is the better start.
  bool looked(int sweeps, double residual) {
    const double long_run = kRoom / std::sqrt(std::max(1.0, sweeps / kShort));  // soft modes want more momentum
    const bool falls = residual <= kFalls * reference_, lost = residual > kLost * reference_,
               stalls = sweeps - since_ >= std::max({kPatience / room_, kLooks, sweeps / 4.0});
    if (falls || lost || stalls) {
      caution_ = falls ? std::max(1.0, caution_ / kBolder) : kWarier * caution_;
      if (!falls) run_ = 0;
      if (!lost) reference_ = residual;
      since_ = sweeps;
    }
    room_ = std::min(1.0, caution_ * long_run);
    caution_ = room_ / long_run;
    return lost;
  }

 private:
  static constexpr double kRoom = 0.3, kShort = 64, kFalls = 0.8, kLost = 4, kPatience = 8, kLooks = 24, kBolder = 1.25,
                          kWarier = 2;

  double room_ = kRoom, caution_ = 1, run_ = 0, reference_ = std::numeric_limits<double>::infinity();
  int since_ = 0;
};

// *Collective.* Sweeps until the residual of exact Coulomb meets the tolerance. `Swept` has what run_sweeps wants,
// except that a residual is taken by  double look(Norm, Residual&);  and keep() and restore(). The best point seen is
// returned.
template <class Swept>
void run_coulomb_sweeps(Swept& iterate, bool with_momentum, const SolverOptions& options, SolveReport& report) {
  double best = std::numeric_limits<double>::infinity(), last = best;
  const auto look = [&] {
    Residual residual;
    last = iterate.look(options.norm, residual);
    report.history.push_back({report.sweeps, last, wall_seconds()});
    if (last < best || report.history.size() == 1) {
      best = last;
      report.residual = residual;
      iterate.keep();
    }
    return last <= options.tolerance;
  };
  bool done = look();
  BoundedMomentum momentum;
  Looks looks(options.tolerance);
  while (!done && std::isfinite(last) && !iterate.late() && report.sweeps < options.max_sweeps) {
    ++report.sweeps;
    const bool full = wants_all_sums(report.sweeps);
    const SweepSums sums = iterate.sweep(with_momentum ? momentum.beta() : 0, full);
    momentum.advance();
    if ((full && looks.due(report.sweeps, sums.change)) || report.sweeps == options.max_sweeps) {
      done = look();
      looks.looked(report.sweeps, sums.change, last);
      if (!done && momentum.looked(report.sweeps, last)) iterate.restore();
    }
  }
  if (!done && !(last <= best)) iterate.restore();
  report.status = done ? Status::converged : Status::missed;
}

}  // namespace talus::solver
