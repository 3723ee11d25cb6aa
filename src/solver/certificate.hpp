#pragma once
// The certificate of an unbounded problem: impulses g along which Y reaches to infinity with N g = 0 and r.g < 0.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "comm/comm.hpp"
#include "solver/set.hpp"

namespace talus::solver {

// *Collective.* Impulses of an unbounded problem grow without bound, in the end by the same g in each plain sweep, and
// velocities stay: then g'N g = 0 up to rounding, while f falls. Sweeps that crawl along soft modes have a small but
// steady g'N g instead. `swept` is Iterate or RowIterate, whose iterate is lost; with the change d of its last sweep
//
//   double energy_of_change();   d'N d          double energy_scale();   J, the size of terms in f
//   void each_change(act);       act(set, d) for each contact or block of this rank, in their order
//
// If there is a certificate: the contacts or blocks here that carry a thousandth of its largest impulse.
template <class Swept>
bool find_certificate(const comm::Comm& comm, Swept& swept, std::vector<LocalIndex>& carriers) {
  constexpr int kMostSweeps = 200, kFirst = 2;
  constexpr double kStill = 1e-14, kVisible = 1e-16, kFalls = 0.8, kRounding = 1e-6, kCarries = 1e-3;
  double last = std::numeric_limits<double>::infinity();
  for (int n = 0;; ++n) {
    if (n == kMostSweeps) return false;
    const auto sums = swept.sweep(0, true);
    const double size = sums.change * sums.change, bend = swept.energy_of_change();
    if (!(size > kVisible * swept.energy_scale()) || !(sums.objective < 0)) return false;
    if (bend <= kStill * size) break;
    if (n >= kFirst && bend > kFalls * last * size) return false;
    last = bend / size;
  }
  std::vector<double> gains;  // N s
  std::array<double, 2> most{};
  swept.each_change([&](const AdmissibleSet& set, const double* d) {
    gains.push_back(size_of(set, d));
    most = {std::max(most[0], gains.back()), std::max(most[1], distance(directions(set), d))};
  });
  comm.max(most);
  if (!(most[1] <= kRounding * most[0])) return false;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    if (gains[i] > kCarries * most[0]) carriers.push_back(static_cast<LocalIndex>(i));
  }
  return true;
}

}  // namespace talus::solver
