// Pivoting on mixed linear complementarity problems against: enumeration of all bases (n <= 8); projected Gauss-Seidel
// and a primal-dual interior point method (n <= 300), neither of which knows of bases.

#include "solver/pivoting.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace talus::solver {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using problem::DenseLcp;
using problem::SparseLcp;

constexpr double kInf = std::numeric_limits<double>::infinity();

enum class Kind { positive, singular, skewed };  // M: definite; symmetric semidefinite; definite with a skew part

class Problems {
 public:
  explicit Problems(std::uint64_t seed) : random_(seed) {}

  // Rows that are free, bounded on one side or on both. `whole`: all numbers are small integers, so that ties abound.
  DenseLcp next(Index n, Kind kind, bool whole, double free_share = 0.25) {
    DenseLcp lcp;
    const Index rank = kind == Kind::singular ? integer(0, static_cast<int>(n) - 1) : n;
    const MatrixXd a = MatrixXd::NullaryExpr(n, rank, [&] { return whole ? integer(-1, 1) : normal(); });
    lcp.m = a * a.transpose();
    if (kind != Kind::singular) lcp.m += (whole ? 1.0 : 0.1) * MatrixXd::Identity(n, n);
    if (kind == Kind::skewed) {
      const MatrixXd s = MatrixXd::NullaryExpr(n, n, [&] { return normal(); });
      lcp.m += s - s.transpose();
    }
    const auto number = [&](double size) { return whole ? std::round(size * normal()) : size * normal(); };
    lcp.q = VectorXd::NullaryExpr(n, [&] { return number(2); });
    if (kind == Kind::singular && chance(0.7)) {  // most have a solution
      lcp.q = -lcp.m * VectorXd::NullaryExpr(n, [&] { return std::abs(number(1)); });
    }
    lcp.lower.resize(n), lcp.upper.resize(n);
    for (Index i = 0; i < n; ++i) {
      lcp.lower[i] = whole ? -integer(0, 1) : chance(0.5) ? 0 : -std::abs(normal());
      lcp.upper[i] = lcp.lower[i] + (whole ? integer(0, 2) : 2 * uniform());
      if (chance(free_share)) {
        lcp.lower[i] = -kInf, lcp.upper[i] = kInf;
      } else if (chance(0.5)) {
        lcp.upper[i] = kInf;
      } else if (chance(0.3)) {
        lcp.lower[i] = -kInf;
      }
    }
    return lcp;
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double normal() { return normal_(random_); }
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  bool chance(double p) { return uniform() < p; }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

// All ways to put rows at bounds, until one gives a solution.
std::optional<VectorXd> by_enumeration(const DenseLcp& lcp) {
  const Index n = lcp.size();
  std::vector<std::vector<double>> places(static_cast<std::size_t>(n));  // NaN: basic
  for (Index i = 0; i < n; ++i) {
    auto& p = places[static_cast<std::size_t>(i)];
    p.push_back(std::numeric_limits<double>::quiet_NaN());
    if (std::isfinite(lcp.lower[i])) p.push_back(lcp.lower[i]);
    if (std::isfinite(lcp.upper[i])) p.push_back(lcp.upper[i]);
  }
  std::vector<std::size_t> at(static_cast<std::size_t>(n), 0);
  for (;;) {
    VectorXd z(n);
    std::vector<Index> basic;
    for (Index i = 0; i < n; ++i) {
      z[i] = places[static_cast<std::size_t>(i)][at[static_cast<std::size_t>(i)]];
      if (std::isnan(z[i])) z[i] = 0, basic.push_back(i);
    }
    if (!basic.empty()) z(basic) = lcp.m(basic, basic).fullPivLu().solve(-lcp.slack(z)(basic)).eval();
    if (lcp.natural_map(z).maxCoeff() < 1e-9 * (1 + z.cwiseAbs().maxCoeff())) return z;
    Index i = 0;
    while (i < n && ++at[static_cast<std::size_t>(i)] == places[static_cast<std::size_t>(i)].size())
      at[static_cast<std::size_t>(i++)] = 0;
    if (i == n) return std::nullopt;
  }
}

SparseLcp sparse(const DenseLcp& lcp) { return {lcp.m.sparseView(), lcp.q, lcp.lower, lcp.upper}; }

using Method = LcpReport (*)(const DenseLcp&, VectorXd&);
LcpReport solve_as_sparse(const DenseLcp& lcp, VectorXd& z) { return solve_pivoting(sparse(lcp), z); }

class Pivoting : public testing::TestWithParam<Method> {};

TEST_P(Pivoting, EqualsEnumerationOfBases) {
  Problems problems(1);
  int without = 0;
  for (int n = 0; n < 10000; ++n) {
    const auto kind = static_cast<Kind>(n % 3);
    const DenseLcp lcp = problems.next(problems.integer(1, 8), kind, n % 2 == 0);
    VectorXd z;
    const LcpReport report = GetParam()(lcp, z);
    const auto exact = by_enumeration(lcp);
    ASSERT_EQ(report.status, exact ? LcpStatus::solved : LcpStatus::no_solution)
        << "problem " << n << ", error " << report.error;
    without += !exact;
    if (!exact) continue;
    const double size = 1 + exact->cwiseAbs().maxCoeff();
    ASSERT_LE((lcp.m * (z - *exact)).cwiseAbs().maxCoeff(), 1e-8 * size) << "problem " << n;
    if (kind == Kind::singular) continue;  // then only M z is unique
    ASSERT_LE((z - *exact).cwiseAbs().maxCoeff(), 1e-8 * size) << "problem " << n;
  }
  EXPECT_GT(without, 50);
}
const std::string kMethodNames[] = {"Dense", "Lemke", "Sparse"};
INSTANTIATE_TEST_SUITE_P(Methods, Pivoting,
                         testing::Values(Method(solve_pivoting), Method(solve_lemke), Method(solve_as_sparse)),
                         [](const auto& method) { return kMethodNames[method.index]; });

// Whole numbers of few values, singular: nearly every ratio test has ties.
TEST(DegenerateProblems, NeverCycle) {
  Problems problems(2);
  int solved = 0, lemke = 0, most = 0;
  for (int n = 0; n < 100000; ++n) {
    const DenseLcp lcp = problems.next(problems.integer(2, 7), Kind::singular, true);
    VectorXd z;
    const LcpReport report = n % 2 ? solve_pivoting(lcp, z) : solve_lemke(lcp, z);
    ASSERT_NE(report.status, LcpStatus::missed) << "problem " << n << ", error " << report.error;
    solved += report.status == LcpStatus::solved;
    lemke += report.lemke;
    most = std::max(most, report.pivots);
  }
  EXPECT_GT(solved, 50000);
  EXPECT_GT(lemke, 50000);
  RecordProperty("most_pivots", most);
}

VectorXd by_gauss_seidel(const DenseLcp& lcp, double tolerance) {
  VectorXd z = VectorXd::Zero(lcp.size()).cwiseMax(lcp.lower).cwiseMin(lcp.upper);
  for (int sweep = 0; sweep < 200000; ++sweep) {
    for (Index i = 0; i < lcp.size(); ++i) {
      const double w = lcp.m.row(i) * z + lcp.q[i];
      z[i] = std::clamp(z[i] - w / lcp.m(i, i), lcp.lower[i], lcp.upper[i]);
    }
    if (sweep % 20 == 0 && lcp.natural_map(z).maxCoeff() < tolerance) break;
  }
  return z;
}

// Mehrotra-like path following on  M z + q - a + b = 0,  a . (z - lower) = mu,  b . (upper - z) = mu.
VectorXd by_interior_point(const DenseLcp& lcp, double tolerance) {
  const Index n = lcp.size();
  VectorXd z(n), a = VectorXd::Zero(n), b = VectorXd::Zero(n);
  VectorXd has_low(n), has_high(n);
  for (Index i = 0; i < n; ++i) {
    const double low = lcp.lower[i], high = lcp.upper[i];
    has_low[i] = std::isfinite(low), has_high[i] = std::isfinite(high);
    z[i] = has_low[i] > 0 && has_high[i] > 0 ? 0.5 * (low + high)
           : has_low[i] > 0                  ? low + 1
           : has_high[i] > 0                 ? high - 1
                                             : 0;
    a[i] = has_low[i], b[i] = has_high[i];
  }
  const double pairs = has_low.sum() + has_high.sum();
  for (int k = 0; k < 200 && lcp.natural_map(z).maxCoeff() > tolerance; ++k) {
    const auto low = [&](Index i) { return has_low[i] > 0 ? z[i] - lcp.lower[i] : 1; };
    const auto high = [&](Index i) { return has_high[i] > 0 ? lcp.upper[i] - z[i] : 1; };
    double gap = 0;
    for (Index i = 0; i < n; ++i) gap += a[i] * low(i) + b[i] * high(i);
    const double mu = 0.1 * gap / std::max(1.0, pairs);
    MatrixXd h = lcp.m;
    VectorXd rhs = -(lcp.slack(z) - a + b);
    for (Index i = 0; i < n; ++i) {
      h(i, i) += a[i] / low(i) + b[i] / high(i);
      if (has_low[i] > 0) rhs[i] += mu / low(i) - a[i];
      if (has_high[i] > 0) rhs[i] -= mu / high(i) - b[i];
    }
    const VectorXd dz = h.ldlt().solve(rhs);
    VectorXd da = VectorXd::Zero(n), db = VectorXd::Zero(n);
    double step = 1;
    const auto keep = [&step](double x, double dx) {
      if (dx < 0) step = std::min(step, -0.99 * x / dx);
    };
    for (Index i = 0; i < n; ++i) {
      if (has_low[i] > 0) da[i] = (mu - a[i] * dz[i]) / low(i) - a[i], keep(low(i), dz[i]), keep(a[i], da[i]);
      if (has_high[i] > 0) db[i] = (mu + b[i] * dz[i]) / high(i) - b[i], keep(high(i), -dz[i]), keep(b[i], db[i]);
    }
    z += step * dz, a += step * da, b += step * db;
  }
  return z;
}

// 100 problems of up to 300 rows; every third is singular but solvable, and then only w is unique.
TEST(LargerProblems, EqualGaussSeidelAndInteriorPoint) {
  Problems problems(3);
  for (int k = 0; k < 100; ++k) {
    const Index n = 10 + 290 * k / 99;
    DenseLcp lcp = problems.next(n, Kind::positive, false, 0.1);
    if (n > 100) lcp.m.diagonal().array() += 0.05 * static_cast<double>(n);  // else sweeps take too long
    if (k % 3 == 0) {
      const MatrixXd a = MatrixXd::NullaryExpr(n, n - n / 3, [&] { return problems.normal(); });
      lcp.m = a * a.transpose();
      lcp.q = lcp.m * VectorXd::NullaryExpr(n, [&] { return problems.normal(); });  // in its range: solvable
    }
    lcp.m /= static_cast<double>(n), lcp.q /= static_cast<double>(n);
    VectorXd z;
    const LcpReport report = k % 2 ? solve_pivoting(sparse(lcp), z) : solve_pivoting(lcp, z);
    ASSERT_EQ(report.status, LcpStatus::solved) << "problem " << k << ", error " << report.error;
    EXPECT_LE(report.error, 1e-9) << "problem " << k;
    const VectorXd w = lcp.slack(z), inner = lcp.slack(by_interior_point(lcp, 1e-9));
    EXPECT_LE((w - inner).cwiseAbs().maxCoeff(), 1e-6) << "problem " << k << " of " << n << " rows";
    const VectorXd swept = lcp.slack(by_gauss_seidel(lcp, 1e-8));
    EXPECT_LE((w - swept).cwiseAbs().maxCoeff(), 1e-5) << "problem " << k << " of " << n << " rows";
  }
}

}  // namespace
}  // namespace talus::solver
