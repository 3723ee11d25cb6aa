#include "solver/lemke.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <numeric>

namespace talus::solver {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kTie = 1e-10;  // relative: ratios this close are equal
constexpr int kFresh = 40;      // pivots after which the inverse is made anew

// Keeps the rows whose key is the least, up to rounding.
template <class Key>
void keep_least(std::vector<Index>& rows, double scale, Key key) {
  double least = key(rows.front());
  for (Index r : rows) least = std::min(least, key(r));
  std::erase_if(rows, [&](Index r) { return key(r) > least + kTie * std::max(scale, std::abs(least)); });
}

}  // namespace

VectorXd Lemke::column(int variable) const {
  if (variable == artificial()) return VectorXd::Constant(n(), -1);
  return variable < n() ? VectorXd(VectorXd::Unit(n(), variable)) : VectorXd(-a_.col(variable - n()));
}

// The row of least (value, row of the inverse) / along in lexicographic order, of those that `along` decreases; the
// artificial variable as soon as it is one of the first. -1: none.
Index Lemke::leaving_row(const VectorXd& along) const {
  std::vector<Index> rows;
  const double nothing = rounding_ * std::max(1.0, along.cwiseAbs().maxCoeff());
  for (Index r = 0; r < n(); ++r) {
    if (along[r] > nothing) rows.push_back(r);
  }
  if (rows.empty()) return -1;
  keep_least(rows, 1e-3 * value_.cwiseAbs().maxCoeff(), [&](Index r) { return std::max(0.0, value_[r]) / along[r]; });
  for (Index r : rows) {
    if (basis_[static_cast<std::size_t>(r)] == artificial()) return r;
  }
  for (Index k = 0; k < n() && rows.size() > 1; ++k)
    keep_least(rows, 1, [&](Index r) { return inverse_(r, k) / along[r]; });
  return rows.front();
}

void Lemke::pivot(Index row, int entering, const VectorXd& along) {
  basis_[static_cast<std::size_t>(row)] = entering;
  ++pivots_;
  if (pivots_ % kFresh == 0) return refactor();
  inverse_.row(row) /= along[row];
  value_[row] /= along[row];
  VectorXd others = along;
  others[row] = 0;
  const Eigen::RowVectorXd pivot_row = inverse_.row(row);
  inverse_.noalias() -= others * pivot_row;
  value_ -= value_[row] * others;
}

void Lemke::refactor() {
  Eigen::MatrixXd basis(n(), n());
  for (Index r = 0; r < n(); ++r) basis.col(r) = column(basis_[static_cast<std::size_t>(r)]);
  inverse_ = basis.partialPivLu().inverse();
  value_ = inverse_ * b_;
}

Lemke::End Lemke::solve(int most_pivots) {
  if (n() == 0) return End::solved;
  inverse_ = Eigen::MatrixXd::Identity(n(), n());
  value_ = b_;
  basis_.resize(static_cast<std::size_t>(n()));
  std::iota(basis_.begin(), basis_.end(), 0);
  Index row = 0;
  if (b_.minCoeff(&row) >= 0) return End::solved;
  for (Index r = n(); r-- > 0;) {  // of equal ones the last: then all rows are lexicographically positive
    if (b_[r] == b_[row]) {
      row = r;
      break;
    }
  }
  int entering = artificial();
  VectorXd along = column(entering);
  for (;;) {
    const int leaving = basis_[static_cast<std::size_t>(row)];
    pivot(row, entering, along);
    if (leaving == artificial()) {
      refactor();
      return End::solved;
    }
    if (pivots_ >= most_pivots) return End::out_of_pivots;
    entering = complement(leaving);
    along = inverse_ * column(entering);
    row = leaving_row(along);
    if (row >= 0) continue;
    note_ray(entering, along);
    return End::ray;
  }
}

void Lemke::note_ray(int entering, const VectorXd& along) {
  ray_ = VectorXd::Zero(n());
  const auto rise = [&](int variable, double by) {
    if (variable >= n() && variable != artificial()) ray_[variable - n()] = std::max(0.0, by);
  };
  rise(entering, 1);
  for (Index r = 0; r < n(); ++r) rise(basis_[static_cast<std::size_t>(r)], -along[r]);
}

bool Lemke::ray_proves_infeasible() const {
  constexpr double kRounding = 1e-9;
  const double size = ray_.cwiseAbs().maxCoeff();
  return size > 0 && (a_.transpose() * ray_).maxCoeff() <= kRounding * size * a_.cwiseAbs().maxCoeff() &&
         b_.dot(ray_) < -kRounding * size * b_.cwiseAbs().maxCoeff();
}

VectorXd Lemke::x() const {
  VectorXd x = VectorXd::Zero(n());
  for (std::size_t r = 0; r < basis_.size(); ++r) {
    if (basis_[r] >= n() && basis_[r] != artificial())
      x[basis_[r] - n()] = std::max(0.0, value_[static_cast<Index>(r)]);
  }
  return x;
}

}  // namespace talus::solver
