#pragma once
// Exact Coulomb friction on bodies, as a fixed point of the convex problem: the normal row of each contact is shifted
// by the relaxation gap s = mu |v_T| + rho |w_T| + sigma |w_n| of the velocities that were found last,
//
//   Phi / h + v_n + s >= mu |v_T| + rho |w_T| + sigma |w_n|,
//
// and solved again from the last impulses, until it repeats. The natural map of exact Coulomb at g is that of the
// convex problem shifted by the relaxation gap of g itself; it differs from that of another shift by no more than the
// shifts do.

#include <algorithm>
#include <memory>
#include <vector>

#include "solver/solver.hpp"

namespace talus::solver {

// The shifts of all contacts and blocks, each led to its relaxation gap. Contacts that depend on each other may
// oscillate: where the sign of what is missing changes, steps become shorter.
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

// *Not collective.* The relaxation gap of each contact, then of each block, m/s.
std::vector<double> relaxation_gaps(const problem::Problem& problem, const problem::Solution& solution);

// *Collective.* What contacts that press open by, given in m/s for each contact and block, as the residual's
// relaxation.
void measure_openings(const comm::Comm& comm, const problem::Problem& problem, const std::vector<double>& openings,
                      const problem::Solution& solution, Residual& residual);

std::unique_ptr<Solver> make_coulomb(std::unique_ptr<Solver> convex, const comm::Comm& comm);

}  // namespace talus::solver
