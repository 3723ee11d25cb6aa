// Accelerated projected gradient descent (Mazhar, Heyn, Negrut, Tasora 2015) with back-tracking on the step and
// restarts:
//
//   x+ = P(y - u_y / L),   L doubled until  (x+ - y)' N^ (x+ - y) <= L |x+ - y|^2;   y+ = x+ + beta (x+ - x),
//   theta+^2 = (1 - theta+) theta^2,   beta = theta (1 - theta) / (theta^2 + theta+);
//   restart when u_y . (x+ - x) > 0.
//
// u is linear in x, so one product per trial of L is enough: u_y follows from u_x+ and u_x.

#include <array>
#include <cmath>

#include "solver/family.hpp"

namespace talus::solver {

RowReport solve_apgd(Operator& op, const RowOptions& options, Vector& x) {
  constexpr double kGrowth = 2, kEasing = 0.9;
  Watch watch(op, options);
  op.project(x);
  Vector u;
  op.gradient(x, u);
  Vector y = x, u_y = u, next, u_next;
  double theta = 1, bound = 1;
  bool done = watch.met(x, u);
  while (!done && !watch.out_of_sweeps()) {
    double uphill = 0;
    for (;;) {
      ++watch.report.sweeps;
      next = y - u_y / bound;
      op.project(next);
      op.gradient(next, u_next);
      const Vector step = next - y, bend = u_next - u_y, progress = next - x;
      const auto sums = op.dots(
          std::array<std::pair<const Vector*, const Vector*>, 3>{{{&step, &bend}, {&step, &step}, {&u_y, &progress}}});
      uphill = sums[2];
      if (sums[0] <= bound * sums[1]) break;
      if (watch.out_of_sweeps()) return watch.end(x);
      bound *= kGrowth;
    }
    if (options.on_step) options.on_step(y, next, bound);
    const double theta_next = 0.5 * theta * (std::sqrt(theta * theta + 4) - theta);
    double beta = theta * (1 - theta) / (theta * theta + theta_next);
    theta = theta_next;
    if (uphill > 0) {
      beta = 0;
      theta = 1;
      ++watch.report.restarts;
    }
    y = next + beta * (next - x);
    u_y = u_next + beta * (u_next - u);
    x.swap(next);
    u.swap(u_next);
    bound *= kEasing;
    if (watch.due()) done = watch.met(x, u);
  }
  return watch.end(x);
}

}  // namespace talus::solver
