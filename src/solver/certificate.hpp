#pragma once
// The certificate of an unbounded problem: impulses g along which Y reaches to infinity with N g = 0 and r.g < 0. Then
// u.g = r.g < 0 for all impulses, while u in the dual cone of Y asks for u.g >= 0: no solution. Rounding leaves
// N g = e instead, which excludes all solutions x with |x| < -r.g / |e|; so a certificate is one that leaves room for
// impulses only which are kBeyond times larger than those that stop the bodies.
//
// Exact Coulomb's law asks for less, u_n >= 0 alone: there g is a certificate only where it has no friction.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "comm/comm.hpp"
#include "solver/set.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

inline constexpr double kBeyond = 1e8;

// Impulses x of an unbounded problem grow while velocities stay: their power u.x is below 0, and far larger than
// bend = x'N x. Near a solution it is far smaller.
inline bool power_grows(double power, double bend) {
  constexpr double kFar = 10;
  return !(-power < kFar * bend);
}

// *Collective.* Impulses of an unbounded problem grow without bound, in the end by the same g in each plain sweep, and
// velocities stay: then g'N g = 0 up to rounding, while f falls. Sweeps that crawl along soft modes have a small but
// steady g'N g instead. `swept` is Iterate or RowIterate, whose iterate is lost; with the change d of its last sweep
//
//   double energy_of_change();         d'N d
//   double energy_scale();             J, the size of terms in f
//   bool certifies(double fall);       is d a certificate? f fell by so much, J
template <class Swept>
bool sweeps_find_certificate(Swept& swept) {
  constexpr int kMostSweeps = 200, kFirst = 2;
  constexpr double kStill = 1e-14, kVisible = 1e-16, kFalls = 0.8;
  double last = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kMostSweeps; ++n) {
    const auto sums = swept.sweep(0, true);
    const double size = sums.change * sums.change, bend = swept.energy_of_change();
    if (!(size > kVisible * swept.energy_scale()) || !(sums.objective < 0)) return false;
    if (bend <= kStill * size && swept.certifies(-sums.objective)) return true;
    if (n >= kFirst && bend > kFalls * last * size) return false;
    last = bend / size;
  }
  return false;
}

// The set whose directions a certificate has under this law.
inline AdmissibleSet set_of_directions(const AdmissibleSet& set, Law law) {
  return law == Law::coulomb && set.is_cone() ? AdmissibleSet::cone(set.rows, 0) : set;
}

// Collects the contacts or blocks that carry a thousandth of the largest impulse of a certificate or more.
class Carriers {
 public:
  // One contact or block after the other, its impulses in plain rows.
  void add(const AdmissibleSet& set, const double* g) {
    sizes_.push_back(size_of(set, g));
    most_ = {std::max(most_[0], sizes_.back()), std::max(most_[1], distance(directions(set), g))};
  }
  // *Collective.* Before what follows.
  void reduce(const comm::Comm& comm) { comm.max(most_); }
  // Does Y reach to infinity along g, up to rounding?
  bool are_admissible() const {
    constexpr double kRounding = 1e-6;
    return most_[1] <= kRounding * most_[0];
  }
  std::vector<LocalIndex> list() const {
    constexpr double kCarries = 1e-3;
    std::vector<LocalIndex> carriers;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (sizes_[i] > kCarries * most_[0]) carriers.push_back(static_cast<LocalIndex>(i));
    }
    return carriers;
  }

 private:
  std::vector<double> sizes_;  // N s
  std::array<double, 2> most_{};
};

}  // namespace talus::solver
