#include "solver/pivoting.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <cmath>
#include <vector>

#include "solver/lemke.hpp"

namespace talus::solver {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using problem::MixedLcp;
using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr double kRounding = 1e-11;  // relative: violations below are none
constexpr double kSolved = 1e-8;     // relative: what a solution's natural map may be
constexpr double kSingular = 1e10;   // a basis whose solve enlarges so much is singular

// x = M_FF^-1 rhs
VectorXd solve_basic(const MatrixXd& m, const std::vector<Index>& rows, const VectorXd& rhs) {
  return m(rows, rows).partialPivLu().solve(rhs);
}
VectorXd solve_basic(const SparseMatrix& m, const std::vector<Index>& rows, const VectorXd& rhs) {
  std::vector<Index> place(static_cast<std::size_t>(m.rows()), -1);
  for (std::size_t k = 0; k < rows.size(); ++k) place[static_cast<std::size_t>(rows[k])] = static_cast<Index>(k);
  std::vector<Eigen::Triplet<double>> entries;
  for (Index column : rows) {
    for (SparseMatrix::InnerIterator e(m, column); e; ++e) {
      if (const Index row = place[static_cast<std::size_t>(e.row())]; row >= 0) {
        entries.emplace_back(row, place[static_cast<std::size_t>(column)], e.value());
      }
    }
  }
  SparseMatrix basic(static_cast<Index>(rows.size()), static_cast<Index>(rows.size()));
  basic.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<SparseMatrix> lu(basic);
  return lu.info() == Eigen::Success ? VectorXd(lu.solve(rhs)) : VectorXd(VectorXd::Constant(rhs.size(), std::nan("")));
}

template <class Matrix>
class BlockPivots {
 public:
  explicit BlockPivots(const MixedLcp<Matrix>& lcp)
      : lcp_(lcp), place_(static_cast<std::size_t>(lcp.size()), kBasic), z_(lcp.size()) {
    for (Index i = 0; i < lcp.size(); ++i) {
      if (std::isfinite(lcp.lower[i])) {
        place(i) = kLower;
      } else if (std::isfinite(lcp.upper[i])) {
        place(i) = kUpper;
      }
    }
  }

  // False where a basis is singular or the rounds do not suffice.
  bool solve(int& pivots) {
    constexpr int kPatience = 5;  // block rounds without fewer violations
    Index fewest = lcp_.size() + 1;
    int patience = kPatience;
    for (const int most = 100 + 20 * static_cast<int>(lcp_.size()); pivots < most; ++pivots) {
      if (!evaluate()) return false;
      const auto wrong = violations();
      const auto count = static_cast<Index>(wrong.size());
      if (count == 0) return true;
      if (count < fewest) {
        fewest = count;
        patience = kPatience;
      } else {
        --patience;
      }
      if (patience >= 0) {
        for (Index i : wrong) exchange(i);
      } else {
        exchange(wrong.back());
      }
    }
    return false;
  }
  const VectorXd& z() const { return z_; }

 private:
  enum Place : char { kBasic, kLower, kUpper };
  Place& place(Index i) { return place_[static_cast<std::size_t>(i)]; }
  Place place(Index i) const { return place_[static_cast<std::size_t>(i)]; }

  // z_F = -M_FF^-1 (q + M z_bounds)_F
  bool evaluate() {
    std::vector<Index> basic;
    for (Index i = 0; i < lcp_.size(); ++i) {
      z_[i] = place(i) == kBasic ? 0 : place(i) == kLower ? lcp_.lower[i] : lcp_.upper[i];
      if (place(i) == kBasic) basic.push_back(i);
    }
    if (!basic.empty()) {
      const VectorXd rhs = -lcp_.slack(z_)(basic);
      z_(basic) = solve_basic(lcp_.m, basic, rhs);
      const double grown = lcp_.m.diagonal().cwiseAbs().maxCoeff() * z_(basic).cwiseAbs().maxCoeff();
      if (!(grown <= kSingular * rhs.cwiseAbs().maxCoeff())) return false;
    }
    w_ = lcp_.slack(z_);
    return true;
  }

  std::vector<Index> violations() const {
    const double z_rounding = kRounding * z_.cwiseAbs().maxCoeff();
    const double w_rounding = kRounding * std::max(lcp_.q.cwiseAbs().maxCoeff(), w_.cwiseAbs().maxCoeff());
    std::vector<Index> wrong;
    for (Index i = 0; i < lcp_.size(); ++i) {
      const bool bad = place(i) == kBasic ? z_[i] < lcp_.lower[i] - z_rounding || z_[i] > lcp_.upper[i] + z_rounding
                       : lcp_.lower[i] == lcp_.upper[i] ? false
                       : place(i) == kLower             ? w_[i] < -w_rounding
                                                        : w_[i] > w_rounding;
      if (bad) wrong.push_back(i);
    }
    return wrong;
  }

  void exchange(Index i) { place(i) = place(i) != kBasic ? kBasic : z_[i] < lcp_.lower[i] ? kLower : kUpper; }

  const MixedLcp<Matrix>& lcp_;
  std::vector<Place> place_;
  VectorXd z_, w_;
};

// z = start + S x, S made of columns +-e_i; behind them one y for each row with two bounds: v_y = upper - lower - x.
template <class Matrix>
class AsStandard {
 public:
  explicit AsStandard(const MixedLcp<Matrix>& lcp) : start_(VectorXd::Zero(lcp.size())) {
    std::vector<std::size_t> two_bounds;
    for (Index i = 0; i < lcp.size(); ++i) {
      const bool low = std::isfinite(lcp.lower[i]), high = std::isfinite(lcp.upper[i]);
      if (low || high) start_[i] = low ? lcp.lower[i] : lcp.upper[i];
      if (low && high) two_bounds.push_back(columns_.size());
      if (low || !high) columns_.push_back({i, 1.0});
      if (!low) columns_.push_back({i, -1.0});
    }
    const auto n = static_cast<Index>(columns_.size()), m = static_cast<Index>(two_bounds.size());
    a = MatrixXd::Zero(n + m, n + m);
    b.resize(n + m);
    const VectorXd q = lcp.slack(start_);
    for (Index c = 0; c < n; ++c) {
      const auto& [of, sign] = columns_[static_cast<std::size_t>(c)];
      const VectorXd column = sign * lcp.m.col(of);
      for (Index r = 0; r < n; ++r)
        a(r, c) = columns_[static_cast<std::size_t>(r)].sign * column[columns_[static_cast<std::size_t>(r)].of];
      b[c] = sign * q[of];
    }
    for (Index k = 0; k < m; ++k) {
      const auto c = static_cast<Index>(two_bounds[static_cast<std::size_t>(k)]);
      const Index of = columns_[static_cast<std::size_t>(c)].of;
      a(c, n + k) = 1, a(n + k, c) = -1;
      b[n + k] = lcp.upper[of] - lcp.lower[of];
    }
  }
  VectorXd z(const VectorXd& x) const {
    VectorXd z = start_;
    for (std::size_t c = 0; c < columns_.size(); ++c) z[columns_[c].of] += columns_[c].sign * x[static_cast<Index>(c)];
    return z;
  }

  MatrixXd a;
  VectorXd b;

 private:
  struct Column {
    Index of;
    double sign;
  };
  VectorXd start_;
  std::vector<Column> columns_;
};

// Size of the terms that make up the natural map.
template <class Matrix>
double size_of(const MixedLcp<Matrix>& lcp, const VectorXd& z) {
  double most = z.cwiseAbs().maxCoeff();
  for (const auto* bounds : {&lcp.lower, &lcp.upper}) {
    for (double bound : *bounds) most = std::isfinite(bound) ? std::max(most, std::abs(bound)) : most;
  }
  return std::max({most, lcp.q.cwiseAbs().maxCoeff(), most * lcp.m.diagonal().cwiseAbs().maxCoeff()});
}

template <class Matrix>
void judge(const MixedLcp<Matrix>& lcp, const VectorXd& z, LcpReport& report) {
  report.status = LcpStatus::solved;
  if (lcp.size() == 0) return;
  report.error = lcp.natural_map(z).maxCoeff();
  if (!(report.error <= kSolved * size_of(lcp, z))) report.status = LcpStatus::missed;
}

// In an ill-conditioned basis only the end tells rounding from content: a solution, a proof, or another try.
template <class Matrix>
LcpReport lemke(const MixedLcp<Matrix>& lcp, VectorXd& z, LcpReport report) {
  report.lemke = true;
  const AsStandard<Matrix> standard(lcp);
  for (double rounding : {1e-11, 1e-9, 1e-7, 1e-13}) {
    Lemke method(standard.a, standard.b, rounding);
    const auto end = method.solve(1000 + 50 * static_cast<int>(standard.b.size()));
    report.pivots += method.pivots();
    z = standard.z(method.x());
    judge(lcp, z, report);
    if (end == Lemke::End::ray)
      report.status = method.ray_proves_infeasible() ? LcpStatus::no_solution : LcpStatus::missed;
    if (report.status != LcpStatus::missed) break;
  }
  return report;
}

template <class Matrix>
LcpReport pivoting(const MixedLcp<Matrix>& lcp, VectorXd& z) {
  LcpReport report;
  BlockPivots<Matrix> blocks(lcp);
  if (blocks.solve(report.pivots)) {
    z = blocks.z();
    judge(lcp, z, report);
    if (report.status == LcpStatus::solved) return report;
  }
  return lemke(lcp, z, report);
}

}  // namespace

LcpReport solve_pivoting(const problem::DenseLcp& lcp, VectorXd& z) { return pivoting(lcp, z); }
LcpReport solve_pivoting(const problem::SparseLcp& lcp, VectorXd& z) { return pivoting(lcp, z); }
LcpReport solve_lemke(const problem::DenseLcp& lcp, VectorXd& z) { return lemke(lcp, z, {}); }
LcpReport solve_lemke(const problem::SparseLcp& lcp, VectorXd& z) { return lemke(lcp, z, {}); }

}  // namespace talus::solver
