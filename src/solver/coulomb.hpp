#pragma once
// Exact Coulomb friction on bodies, as a fixed point of the convex problem: the normal row of each contact is shifted
// by the relaxation s = mu |v_T| + rho |w_T| + sigma |w_n| of the velocities that were found last,
//
//   Phi / h + v_n + s >= mu |v_T| + rho |w_T| + sigma |w_n|,
//
// and solved again from the last impulses, until it repeats. The natural map of exact Coulomb at g is that of the
// convex problem shifted by the relaxation of g itself; it differs from that of another shift by no more than the
// shifts do.

#include <algorithm>
#include <memory>
#include <vector>

#include "solver/solver.hpp"

namespace talus::solver {

// The shift of one contact, led to its relaxation. Contacts that depend on each other may swing: where the way turns
// back, its steps become shorter.
class Shift {
 public:
  double value() const { return value_; }
  // `longest`: the step, in ways, that ends at once if nothing turns back.
  void step_toward(double relaxation, double longest) {
    constexpr double kLeast = 0.05, kShorter = 0.7, kLonger = 1.2;
    const double way = relaxation - value_;
    share_ = way * way_ < 0 ? std::max(kLeast, kShorter * share_) : std::min(1.0, kLonger * share_);
    value_ = std::max(0.0, value_ + share_ * longest * way);
    way_ = way;
  }

 private:
  double value_ = 0, way_ = 0, share_ = 1;
};

// *Not collective.* The relaxation of each contact, then of each block, m/s.
std::vector<double> relaxations(const problem::Problem& problem, const problem::Solution& solution);

// *Collective.* What contacts that press open by, given in m/s for each contact and block, as the residual's
// relaxation.
void measure_openings(const comm::Comm& comm, const problem::Problem& problem, const std::vector<double>& openings,
                      const problem::Solution& solution, Residual& residual);

std::unique_ptr<Solver> make_coulomb(std::unique_ptr<Solver> convex, const comm::Comm& comm);

}  // namespace talus::solver
