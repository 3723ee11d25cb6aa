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
      lcp.q[row] += contacts[c].bias[t] - contacts[c].compliance[t] * contacts[c].rest[t];
      lcp.upper[row] = contacts[c].bound;
      lcp.lower[row] = -contacts[c].bound;
    }
  }
  return lcp;
}

namespace {

Eigen::Index rows_of(const PyramidLaw& law) { return law.directions + 2; }

// g = D z, lambda's columns being nothing.
Eigen::MatrixXd directions(const PyramidLaw& law, Eigen::Index contacts) {
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(3 * contacts, rows_of(law) * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    d(3 * c, rows_of(law) * c) = 1;
    for (int k = 0; k < law.directions; ++k) {
      const double angle = 2 * std::numbers::pi * k / law.directions;
      d(3 * c + 1, rows_of(law) * c + 1 + k) = std::cos(angle);
      d(3 * c + 2, rows_of(law) * c + 1 + k) = std::sin(angle);
    }
  }
  return d;
}

}  // namespace

DenseLcp lcp_of_pyramids(const PyramidLaw& law, const Eigen::MatrixXd& n, const Eigen::VectorXd& r,
                         std::span<const double> mu) {
  const auto contacts = static_cast<Eigen::Index>(mu.size());
  const Eigen::MatrixXd d = directions(law, contacts);
  DenseLcp lcp;
  lcp.m = d.transpose() * n * d;
  lcp.q = d.transpose() * r;
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const Eigen::Index first = rows_of(law) * c, lambda = first + 1 + law.directions;
    lcp.m.block(first + 1, lambda, law.directions, 1).setOnes();
    lcp.m.block(lambda, first + 1, 1, law.directions).setConstant(-1);
    lcp.m(lambda, first) = mu[c];
  }
  lcp.lower = Eigen::VectorXd::Zero(lcp.size());
  lcp.upper = Eigen::VectorXd::Constant(lcp.size(), std::numeric_limits<double>::infinity());
  return lcp;
}

Eigen::VectorXd pyramid_impulses(const PyramidLaw& law, const Eigen::VectorXd& z) {
  return directions(law, z.size() / rows_of(law)) * z;
}

}  // namespace talus::problem
