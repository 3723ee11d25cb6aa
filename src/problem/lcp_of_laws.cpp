#include "problem/lcp_of_laws.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::problem {

DenseLcp lcp_of_bounds(Eigen::MatrixXd n, Eigen::VectorXd r, std::span<const FrictionRows> contacts) {
  DenseLcp lcp{std::move(n), std::move(r), {}, {}};
  lcp.lower = Eigen::VectorXd::Zero(lcp.size());
  lcp.upper = Eigen::VectorXd::Constant(lcp.size(), std::numeric_limits<double>::infinity());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    for (int t = 0; t < 2; ++t) {
      const Eigen::Index row = 3 * static_cast<Eigen::Index>(c) + 1 + t;
      lcp.m(row, row) += contacts[c].compliance[t];
      lcp.q[row] -= contacts[c].compliance[t] * contacts[c].rest[t];
      lcp.upper[row] = contacts[c].bound;
      lcp.lower[row] = -contacts[c].bound;
    }
  }
  return lcp;
}

// g = D z, lambda's columns being nothing.
Eigen::MatrixXd PyramidLaw::directions(Eigen::Index contacts) const {
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(3 * contacts, rows() * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    d(3 * c, rows() * c) = 1;
    for (int k = 0; k < directions_; ++k) {
      const double angle = 2 * std::numbers::pi * k / directions_;
      d(3 * c + 1, rows() * c + 1 + k) = std::cos(angle);
      d(3 * c + 2, rows() * c + 1 + k) = std::sin(angle);
    }
  }
  return d;
}

DenseLcp PyramidLaw::lcp(const Eigen::MatrixXd& n, const Eigen::VectorXd& r, std::span<const double> mu) const {
  const auto contacts = static_cast<Eigen::Index>(mu.size());
  const Eigen::MatrixXd d = directions(contacts);
  DenseLcp lcp;
  lcp.m = d.transpose() * n * d;
  lcp.q = d.transpose() * r;
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const Eigen::Index first = rows() * c, lambda = first + 1 + directions_;
    lcp.m.block(first + 1, lambda, directions_, 1).setOnes();
    lcp.m.block(lambda, first + 1, 1, directions_).setConstant(-1);
    lcp.m(lambda, first) = mu[static_cast<std::size_t>(c)];
  }
  lcp.lower = Eigen::VectorXd::Zero(lcp.size());
  lcp.upper = Eigen::VectorXd::Constant(lcp.size(), std::numeric_limits<double>::infinity());
  return lcp;
}

Eigen::VectorXd PyramidLaw::impulses(const Eigen::VectorXd& z) const { return directions(z.size() / rows()) * z; }

}  // namespace talus::problem
