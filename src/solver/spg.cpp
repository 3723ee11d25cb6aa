// Spectral projected gradients (Birgin, Martinez, Raydan 2000): Barzilai and Borwein's step, made to converge by a line
// search that lets the objective rise above its last value, but not above the largest of the last few:
//
//   d = P(x - a u) - x;   x+ = x + t d,  f(x+) <= max of the last f + c t u.d;   a+ = s.s / s.N^ s  or  s.N^ s / |N^
//   s|^2.
//
// f is quadratic, so N^ d serves the search, the new u and the new step.

#include <algorithm>
#include <array>
#include <deque>

#include "solver/family.hpp"

namespace talus::solver {

RowReport solve_spg(Operator& op, const RowOptions& options, Vector& x) {
  constexpr std::size_t kMemory = 10;
  constexpr double kDescent = 1e-4, kLeast = 1e-10, kMost = 1e10;
  Watch watch(op, options);
  op.project(x);
  Vector u;
  op.gradient(x, u);
  double f = 0, a = 1;  // f counts from the start
  std::deque<double> last{f};
  bool done = watch.met(x, u);
  while (!done && !watch.out_of_sweeps()) {
    ++watch.report.sweeps;
    Vector d = x - a * u, bend;
    op.project(d);
    d -= x;
    op.apply(d, bend);
    const auto sums = op.dots(
        std::array<std::pair<const Vector*, const Vector*>, 4>{{{&u, &d}, {&d, &bend}, {&d, &d}, {&bend, &bend}}});
    const double slope = sums[0], curvature = std::max(sums[1], 0.0);
    const double ceiling = *std::max_element(last.begin(), last.end());
    const auto change = [&](double t) { return t * (slope + 0.5 * t * curvature); };
    double t = 1;
    if (f + change(1) > ceiling + kDescent * slope) t = std::clamp(-slope / curvature, 0.0, 1.0);  // the exact minimum
    x += t * d;
    u += t * bend;
    f += change(t);
    last.push_back(f);
    if (last.size() > kMemory) last.pop_front();
    const bool odd = watch.report.sweeps % 2 == 1;
    a = curvature > 0 ? std::clamp(odd ? sums[2] / curvature : curvature / sums[3], kLeast, kMost) : kMost;
    if (watch.due()) {
      op.gradient(x, u);  // without the rounding errors of many changes
      done = watch.met(x, u);
    }
  }
  return watch.end(x);
}

}  // namespace talus::solver
