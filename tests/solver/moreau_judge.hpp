#pragma once
// Whether impulses solve a problem that is held whole, and whether a direction certifies that nothing does: in plain
// loops over the rows of N and in quadruple precision, by Moreau's conditions rather than by the natural map.
//
// Impulses whose natural map r_i is at most `tolerance` in every set (m/s; w_i = N_ii, the largest within a pair) obey
//
//   u_n - sum c_k |u_k| >= -tolerance (1 + sum c_k / l_k),   |g_k| - c_k g_n <= tolerance (1 / (w_k l_k) + c_k / w_n),
//   |u.g| <= tolerance sum (|g_k| / l_k + |u_k| / (w_k l_k) + tolerance / (w_k l_k^2))
//
// over the parts k of a contact, l_k the length by which angular rows count. Each is a consequence, so what breaks one
// of them has a larger residual.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/solver/whole_problem.hpp"

namespace talus::test {

struct WholeProblem {
  std::string name;
  Eigen::MatrixXd n;
  Eigen::VectorXd r;
  std::vector<problem::AdmissibleSet> sets;
  bool semidefinite = true;
};

class MoreauJudge {
 public:
  MoreauJudge(const WholeProblem& problem, double tolerance, bool coulomb)
      : p_(problem), tolerance_(tolerance), coulomb_(coulomb), w_(problem.n.diagonal()) {
    const double largest = w_.size() > 0 ? w_.maxCoeff() : 0, least = largest > 0 ? 1e-14 * largest : 1;
    each_set([&](const auto& set, Eigen::Index row) {
      if (!set.is_cone()) return;
      const auto slide = std::min<Eigen::Index>(set.rows, 3) - 1, roll = std::max<Eigen::Index>(set.rows - 3, 0);
      w_.segment(row + 1, slide).setConstant(w_.segment(row + 1, slide).maxCoeff());
      if (roll > 0) w_.segment(row + 3, roll).setConstant(w_.segment(row + 3, roll).maxCoeff());
    });
    w_ = w_.cwiseMax(least);
  }

  // The largest violation over what the tolerance allows: at most 1 for a solution, NaN or infinite for nonsense.
  double excess(const Eigen::VectorXd& g) {
    if (!g.allFinite()) return std::numeric_limits<double>::infinity();
    worst_ = 0;
    const Eigen::VectorXd u = product(g, 1);
    each_set([&](const auto& set, Eigen::Index row) {
      set.is_cone() ? look_at_cone(set, row, g, u) : look_at_rows(set, row, g, u);
    });
    return worst_;
  }

  // N d = 0 up to 1e-8 of what r.d < 0 is worth, d a direction of Y; without friction under Coulomb's law.
  bool certifies(const Eigen::VectorXd& d) const {
    if (!d.allFinite() || d.size() != p_.r.size()) return false;
    const Eigen::VectorXd bend = product(d, 0);
    double falls = 0, of_bend = 0, of_r = 0;
    for (Eigen::Index i = 0; i < d.size(); ++i) {
      falls -= p_.r[i] * d[i];
      const double rounding = 1e-15 * (p_.n.row(i).transpose().cwiseProduct(d)).cwiseAbs().sum();  // of d itself
      const double bent = std::max(0.0, std::abs(bend[i]) - rounding);
      of_bend += bent * bent / w_[i];
      of_r += p_.r[i] * p_.r[i] / w_[i];
    }
    bool admissible = true;
    const double rounding = 1e-9 * d.cwiseAbs().maxCoeff();
    each_set([&](const auto& set, Eigen::Index row) {
      if (set.is_cone()) {
        for (const Part& part : parts_of(set, row, d)) {
          const double most = coulomb_ ? 0 : part.coefficient * d[row];
          admissible = admissible && d[row] >= -rounding && part.length <= most + rounding * (1 + part.coefficient);
        }
        return;
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(set.rows) && set.kind == problem::SetKind::box; ++i) {
        const double d_i = d[row + static_cast<Eigen::Index>(i)];
        admissible = admissible && (d_i >= -rounding || set.lower[i] == -problem::AdmissibleSet::kUnbounded) &&
                     (d_i <= rounding || set.upper[i] == problem::AdmissibleSet::kUnbounded);
      }
    });
    return admissible && falls > 0 && std::sqrt(of_bend) * std::sqrt(of_r) * 1e8 <= 1.01 * falls;
  }

 private:
  // A part of a cone: its length, that of u or g; in a polygon its gauge, so that coefficient * normal bounds it.
  struct Part {
    Eigen::Index row;
    double coefficient, length, metre = 1;
  };

  template <class Act>
  void each_set(Act&& act) const {
    Eigen::Index row = 0;
    for (const auto& set : p_.sets) {
      act(set, row);
      row += set.rows;
    }
  }

  Eigen::VectorXd product(const Eigen::VectorXd& g, int with_offset) const {
    Eigen::VectorXd u(g.size());
    for (Eigen::Index i = 0; i < g.size(); ++i) {
      __float128 sum = with_offset ? p_.r[i] : 0;
      for (Eigen::Index j = 0; j < g.size(); ++j) sum += static_cast<__float128>(p_.n(i, j)) * g[j];
      u[i] = static_cast<double>(sum);
    }
    return u;
  }

  static std::vector<Part> parts_of(const problem::AdmissibleSet& set, Eigen::Index row, const Eigen::VectorXd& x) {
    std::vector<Part> parts{{row + 1, set.mu, x.segment(row + 1, std::min<Eigen::Index>(set.rows - 1, 2)).norm()}};
    if (set.corners > 0) {  // the gauge of the polygon of radius 1
      double gauge = 0;
      for (int k = 0; k < set.corners; ++k) {
        const double side = (2 * k + 1) * std::numbers::pi / set.corners;
        gauge = std::max(gauge, (std::cos(side) * x[row + 1] + std::sin(side) * x[row + 2]) /
                                    std::cos(std::numbers::pi / set.corners));
      }
      parts[0].length = gauge;
    }
    if (set.rows >= 5) parts.push_back({row + 3, set.rho, x.segment(row + 3, 2).norm(), set.length});
    if (set.rows == 6) parts.push_back({row + 5, set.sigma, std::abs(x[row + 5]), set.length});
    return parts;
  }
  // For velocities: in a polygon the largest of -d_k . u_T over its corners.
  static std::vector<Part> parts_of_velocity(const problem::AdmissibleSet& set, Eigen::Index row,
                                             const Eigen::VectorXd& u) {
    auto parts = parts_of(set, row, u);
    if (set.corners == 0) return parts;
    parts[0].length = 0;
    for (int k = 0; k < set.corners; ++k) {
      const double corner = 2 * k * std::numbers::pi / set.corners;
      parts[0].length = std::max(parts[0].length, -std::cos(corner) * u[row + 1] - std::sin(corner) * u[row + 2]);
    }
    return parts;
  }

  void allow(double violation, double allowed) {
    const double excess = violation / (1.05 * allowed);
    if (!(excess <= worst_)) worst_ = excess;
  }

  void look_at_cone(const problem::AdmissibleSet& set, Eigen::Index row, const Eigen::VectorXd& g,
                    const Eigen::VectorXd& u) {
    const auto of_g = parts_of(set, row, g), of_u = parts_of_velocity(set, row, u);
    double u_n = u[row], dual = 0, loose = 1, work = u_n * g[row], moved = std::abs(u_n * g[row]);
    for (const Part& part : of_u) {
      dual += part.coefficient * part.length;
      loose += part.coefficient / part.metre;
    }
    if (coulomb_) u_n += dual;
    work = u_n * g[row];
    double limit = std::abs(g[row]) + std::abs(u_n) / w_[row] + tolerance_ / w_[row];
    for (std::size_t k = 0; k < of_g.size(); ++k) {
      const Part& part = of_g[k];
      const double w = w_[part.row] * part.metre;
      allow(part.length - part.coefficient * g[row],
            tolerance_ * (1 / w + part.coefficient / w_[row]) /
                    (set.corners > 0 && k == 0 ? std::cos(std::numbers::pi / set.corners) : 1) +
                1e-14 * (part.length + part.coefficient * std::abs(g[row])));
      const Eigen::Index rows = k == 0 ? std::min<Eigen::Index>(set.rows - 1, 2) : k == 1 ? 2 : 1;
      const auto g_k = g.segment(part.row, rows), u_k = u.segment(part.row, rows);
      work += u_k.dot(g_k);
      moved += g_k.norm() * u_k.norm();
      limit += g_k.norm() / part.metre + u_k.norm() / w + tolerance_ / (w * part.metre);
    }
    allow(-g[row], tolerance_ / w_[row]);
    allow(dual - u_n, tolerance_ * loose + 1e-14 * (dual + std::abs(u_n)));
    allow(std::abs(work), tolerance_ * limit + 1e-14 * moved);
  }

  void look_at_rows(const problem::AdmissibleSet& set, Eigen::Index row, const Eigen::VectorXd& g,
                    const Eigen::VectorXd& u) {
    for (Eigen::Index i = 0; i < set.rows; ++i) {
      const double g_i = g[row + i], u_i = u[row + i];
      const auto k = static_cast<std::size_t>(i);
      if (set.kind == problem::SetKind::free) {
        allow(std::abs(u_i), tolerance_);
        continue;
      }
      const double near = 1.05 * tolerance_ / w_[row + i] + 1e-14 * std::abs(g_i);
      allow(std::max(set.lower[k] - g_i, g_i - set.upper[k]), near);
      if (g_i > set.lower[k] + near) allow(u_i, tolerance_);
      if (g_i < set.upper[k] - near) allow(-u_i, tolerance_);
    }
  }

  const WholeProblem& p_;
  double tolerance_;
  bool coulomb_;
  Eigen::VectorXd w_;
  double worst_ = 0;
};

}  // namespace talus::test
