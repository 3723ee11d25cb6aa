#include "problem/laws.hpp"

#include <cmath>
#include <numbers>

namespace talus::problem {

Mat3 frame_along(const Vec3& normal, const Vec3& along) {
  const Vec3 across = along - normal.dot(along) * normal;
  const double length = across.norm();
  const Vec3 t = length > 1e-9 * along.norm() ? Vec3(across / length) : Vec3(normal.unitOrthogonal());
  Mat3 frame;
  frame << normal.transpose(), t.transpose(), normal.cross(t).transpose();
  return frame;
}

FrictionRows RegularisedLaw::rows(const Vec3& normal, const Vec3& v_t, const Vec3& last_friction, double bound, double step) const {
  const double bristles = std::isinf(stiffness) ? 0 : 1 / (stiffness * step * step);
  const double speed = (v_t - normal.dot(v_t) * normal).norm();
  FrictionRows rows;
  rows.bound = bound;
  rows.slides = speed > threshold && bound > 0;
  if (rows.slides) {
    rows.frame = frame_along(normal, v_t);
    rows.compliance[0] = bristles, rows.rest[0] = -bound;
    rows.compliance[1] = speed / bound;
  } else {
    rows.frame = frame_along(normal, last_friction);
    rows.compliance[0] = rows.compliance[1] = bristles;
    rows.rest[0] = last_friction.dot(Vec3(rows.frame.row(1)));
  }
  return rows;
}

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
