#include "problem/restitution.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace talus::problem {

double rebound_speed(double restitution, double speed, double acceleration, double gap, double step) {
  const double fall = acceleration * std::max(gap, 0.0), half = 0.5 * acceleration * step;
  const double energy = restitution * restitution * (0.5 * speed * speed + half * speed + fall) - fall;
  const double square = half * half + 2 * energy;
  return square > 0 ? std::max(0.0, std::sqrt(square) - half) : 0;
}

double lossless_restitution(const Block& contact, View<const ProblemBody> bodies) {
  if (contact.set.mu == 0 && contact.set.rho == 0 && contact.set.sigma == 0) return 1;
  Mat6 n = Mat6::Zero();
  const auto add = [&](const Mat6& on, const ProblemBody& body) {
    n += body.inverse_mass * on.leftCols<3>() * on.leftCols<3>().transpose() +
         body.inverse_inertia * on.rightCols<3>() * on.rightCols<3>().transpose();
  };
  add(contact.on_a, bodies[contact.a]);
  add(contact.on_b, bodies[contact.b]);
  const auto rest = contact.set.rows - 1;
  const Eigen::VectorXd across = n.col(0).segment(1, rest);
  Eigen::MatrixXd n_tt = n.block(1, 1, rest, rest);
  n_tt.diagonal().array() += 1e-12 * n_tt.trace();  // rows of locked directions are nothing
  const double coupled = across.dot(n_tt.ldlt().solve(across));
  return n(0, 0) > 0 ? std::sqrt(std::clamp(1 - coupled / n(0, 0), 0.0, 1.0)) : 1;
}

}  // namespace talus::problem
