#pragma once
// A stored contact problem as plain sparse algebra, with none of the solver's code: an oracle for objective, natural
// map and optimum.
//
//   f(r) = 1/2 r'Wr + q'r over K,   W = H'M^-1 H,   q = H'M^-1 f + w;   rows of a contact: n, t1, t2[, roll1, roll2,
//   spin].

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/hdf5/fclib.hpp"

namespace talus::test {

using Rows = std::vector<double>;  // one number a contact row

class SparseProblem {
 public:
  explicit SparseProblem(const io::FclibProblem& stored) : p_(stored), inverse_mass_(p_.force.size(), 0.0) {
    for (std::size_t k = 0; k < p_.mass.value.size(); ++k) inverse_mass_[at(p_.mass.row[k])] += p_.mass.value[k];
    for (double& m : inverse_mass_) m = 1 / m;
    weight_.assign(p_.offset.size(), 0.0);
    const auto& h = p_.jacobian;
    for (std::size_t k = 0; k < h.value.size(); ++k) {
      weight_[at(h.column[k])] += inverse_mass_[at(h.row[k])] * h.value[k] * h.value[k];
    }
    for (std::size_t first = 0; first < weight_.size(); first += rows()) {
      for (const auto& [begin, end] : parts()) {
        const auto most = *std::max_element(&weight_[first + begin], &weight_[first + end]);
        std::fill(&weight_[first + begin], &weight_[first + end], most);
      }
    }
    q_ = gradient_from(p_.force);
  }

  std::size_t rows() const { return static_cast<std::size_t>(p_.dimension); }

  // W r + q
  Rows gradient(const Rows& r) const {
    Rows y = p_.force;
    const auto& h = p_.jacobian;
    for (std::size_t k = 0; k < h.value.size(); ++k) y[at(h.row[k])] += h.value[k] * r[at(h.column[k])];
    return gradient_from(y);
  }

  double objective(const Rows& r) const {
    const Rows u = gradient(r);
    double sum = 0;
    for (std::size_t j = 0; j < r.size(); ++j) sum += 0.5 * r[j] * (u[j] + q_[j]);
    return sum;
  }

  // The largest violation of a cone, N s.
  double outside(const Rows& r) const {
    double most = 0;
    for (std::size_t first = 0; first < r.size(); first += rows()) {
      most = std::max(most, -r[first]);
      for (std::size_t part = 1; part < parts().size(); ++part) {
        most = std::max(most, length(&r[first], part) - coefficient(first, part) * r[first]);
      }
    }
    return most;
  }

  // |w (r - P_W(r - W^-1 u))| in the metric of the diagonal, relative to its value at zero.
  double natural_map(const Rows& r) const {
    return unscaled_natural_map(r) / unscaled_natural_map(Rows(r.size(), 0.0));
  }

  // The optimum, slowly: projected gradient with Nesterov's momentum and restarts, rows scaled by the diagonal.
  Rows projected_gradient(int steps) const {
    const double step = 1 / largest_eigenvalue();
    Rows x(weight_.size(), 0.0), y = x;
    double t = 1;
    for (int k = 0; k < steps; ++k) {
      const Rows u = gradient(y);
      Rows next(x.size());
      double uphill = 0;
      for (std::size_t j = 0; j < x.size(); ++j) next[j] = y[j] - step * u[j] / weight_[j];
      project(next);
      for (std::size_t j = 0; j < x.size(); ++j) uphill += weight_[j] * (y[j] - next[j]) * (next[j] - x[j]);
      if (uphill > 0) t = 1;
      const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t * t)), beta = (t - 1) / t_next;
      for (std::size_t j = 0; j < x.size(); ++j) y[j] = next[j] + beta * (next[j] - x[j]);
      t = t_next;
      x = std::move(next);
    }
    return x;
  }

 private:
  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  // Ranges of a contact's rows: normal, sliding, rolling, spinning.
  const std::vector<std::pair<std::size_t, std::size_t>>& parts() const {
    static const std::vector<std::pair<std::size_t, std::size_t>> slides{{0, 1}, {1, 3}},
        rolls{{0, 1}, {1, 3}, {3, 5}, {5, 6}};
    return rows() == 3 ? slides : rolls;
  }
  double coefficient(std::size_t first, std::size_t part) const {
    const std::size_t contact = first / rows();
    return part == 1 ? p_.mu[contact] : part == 2 ? p_.mu_r[contact] : p_.mu_s[contact];
  }
  double length(const double* contact, std::size_t part) const {
    const auto [begin, end] = parts()[part];
    return end - begin == 1 ? std::abs(contact[begin]) : std::hypot(contact[begin], contact[begin + 1]);
  }

  // H' M^-1 y + w
  Rows gradient_from(const std::vector<double>& y) const {
    Rows u = p_.offset;
    const auto& h = p_.jacobian;
    for (std::size_t k = 0; k < h.value.size(); ++k)
      u[at(h.column[k])] += h.value[k] * inverse_mass_[at(h.row[k])] * y[at(h.row[k])];
    return u;
  }

  // Projection on K in the metric of the diagonal. The normal multiplier is where the slope of the squared distance
  //   w_n (g - a_n) - sum_i w_i c_i max(0, l_i - c_i g)
  // vanishes; it grows with g, so it is found by trying the pieces between breakpoints l_i / c_i from the top.
  void project(Rows& r) const {
    for (std::size_t first = 0; first < r.size(); first += rows()) {
      double* x = &r[first];
      const double* w = &weight_[first];
      std::array<double, 4> l{}, c{};
      std::vector<std::pair<double, std::size_t>> breaks;
      for (std::size_t part = 1; part < parts().size(); ++part) {
        l[part] = length(x, part);
        c[part] = coefficient(first, part);
        if (c[part] > 0) breaks.emplace_back(l[part] / c[part], part);
      }
      std::sort(breaks.rbegin(), breaks.rend());
      double pull = w[0] * x[0], stiffness = w[0];
      for (const auto& [place, part] : breaks) {
        if (pull / stiffness >= place) break;
        const double w_part = w[parts()[part].first];
        pull += w_part * c[part] * l[part];
        stiffness += w_part * c[part] * c[part];
      }
      x[0] = std::max(0.0, pull / stiffness);
      for (std::size_t part = 1; part < parts().size(); ++part) {
        const double limit = c[part] * x[0], scale = l[part] > limit ? limit / l[part] : 1;
        for (std::size_t j = parts()[part].first; j < parts()[part].second; ++j) x[j] *= scale;
      }
    }
  }

  double unscaled_natural_map(const Rows& r) const {
    const Rows u = gradient(r);
    Rows moved(r.size());
    for (std::size_t j = 0; j < r.size(); ++j) moved[j] = r[j] - u[j] / weight_[j];
    project(moved);
    double sum = 0;
    for (std::size_t j = 0; j < r.size(); ++j) sum += weight_[j] * (r[j] - moved[j]) * (r[j] - moved[j]);
    return std::sqrt(sum);
  }

  // Bound from above on the largest eigenvalue of W in the metric of its diagonal: power iteration, and a margin.
  double largest_eigenvalue() const {
    Rows x(weight_.size());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = (j % 7 + 1) / std::sqrt(weight_[j]);
    double value = 0;
    for (int k = 0; k < 200; ++k) {
      double norm = 0;
      for (std::size_t j = 0; j < x.size(); ++j) norm += weight_[j] * x[j] * x[j];
      for (double& xj : x) xj /= std::sqrt(norm);
      Rows y = gradient(x);
      value = 0;
      for (std::size_t j = 0; j < x.size(); ++j) {
        value += x[j] * (y[j] - q_[j]);
        y[j] = (y[j] - q_[j]) / weight_[j];
      }
      x = std::move(y);
    }
    return 1.1 * value;
  }

  const io::FclibProblem& p_;
  std::vector<double> inverse_mass_;
  Rows weight_;  // diagonal of W, the largest within a part
  Rows q_;
};

}  // namespace talus::test
