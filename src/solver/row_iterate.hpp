#pragma once
// Projected Gauss-Seidel sweeps over the rows of N: velocities u = N^ x + r^ play the part that velocities of bodies
// play in Iterate, and are extrapolated together with the impulses.

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/family.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {

// The local step: min 1/2 d'B d + u'd over x + d in the block's set, B its diagonal block: exactly where the set is
// free, row after row between bounds, otherwise by projected gradients of step 1 / (largest eigenvalue of B). Each
// lowers the objective, so they may end early; one is exact where B is a multiple of 1.
class LocalProblem {
 public:
  LocalProblem(const Operator& op, double enough, Law law) : op_(op), enough_(enough), law_(law) {
    for (std::size_t b = 0; b < op.blocks().size(); ++b) {
      const Eigen::MatrixXd matrix = op.diagonal_matrix(b);
      largest_.push_back(std::max(largest_eigenvalue(matrix), kLeast));
      const auto round = largest_.back() * Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols());
      inverse_.emplace_back();
      if (op.blocks()[b].set.kind == SetKind::free)
        inverse_.back() = matrix.completeOrthogonalDecomposition().pseudoInverse();
      round_.push_back((matrix - round).cwiseAbs().maxCoeff() <= kRounding * largest_.back());
    }
  }

  void step(std::size_t b, const double* u, double* x) const {
    const RowBlock& block = op_.blocks()[b];
    if (block.set.kind == SetKind::free) return step_freely(b, u, x);
    const bool friction_follows = law_ == Law::coulomb && block.is_cone();
    const double* matrix = round_[b] && !friction_follows ? nullptr : op_.diagonal(b).data();
    std::array<double, kMostRows> slope, start, old;
    std::copy_n(u, block.rows(), slope.begin());
    std::copy_n(x, block.rows(), start.begin());
    double first = 0;
    for (int k = 0; k < kSteps; ++k) {
      std::copy_n(x, block.rows(), old.begin());
      if (block.set.kind == SetKind::box && !round_[b]) {
        descend_by_rows(block.set, matrix, block.set.rows, slope.data(), x);
      } else if (friction_follows) {
        step_by_coulomb(block, matrix, largest_[b], slope.data(), x);
        if (round_[b]) return;
      } else {
        for (std::size_t i = 0; i < block.rows(); ++i) x[i] -= slope[i] / largest_[b];
        project(block.set, x);
        if (round_[b]) return;
      }
      double moved = 0;
      for (std::size_t i = 0; i < block.rows(); ++i) moved = std::max(moved, std::abs(x[i] - old[i]));
      if (k == 0) first = moved;
      if (moved <= enough_ * first) return;
      for (std::size_t i = 0; i < block.rows(); ++i) {
        slope[i] = u[i];
        for (std::size_t j = 0; j < block.rows(); ++j) slope[i] += matrix[i * block.rows() + j] * (x[j] - start[j]);
      }
    }
  }

 private:
  // Under Coulomb's law: the normal row, then the rows of friction between the bounds that it leaves them.
  static void step_by_coulomb(const RowBlock& block, const double* matrix, double largest, double* slope, double* x) {
    const double normal = x[0];
    x[0] = std::max(x[0] - slope[0] / (matrix[0] > kLeast ? matrix[0] : largest), -block.set.shift);
    for (std::size_t i = 1; i < block.rows(); ++i) {
      slope[i] += matrix[i * block.rows()] * (x[0] - normal);
      x[i] -= slope[i] / largest;
    }
    project_friction(block.set, x);
  }
  void step_freely(std::size_t b, const double* u, double* x) const {
    const auto rows = inverse_[b].rows();
    Eigen::Map<Vector>(x, rows) -= inverse_[b] * Eigen::Map<const Vector>(u, rows);
  }
  static constexpr int kSteps = 20;
  static constexpr double kLeast = 1e-14, kRounding = 1e-13;
  const Operator& op_;
  double enough_;  // of the first step: the last one
  Law law_;
  std::vector<double> largest_;
  std::vector<Eigen::MatrixXd> inverse_;  // of B, where the set is free
  std::vector<bool> round_;               // B is a multiple of 1: one step is exact
};

// Contacts that stay apart, with zeros in the iterate and the one before, may be looked at in every n-th sweep only.
class RowIterate {
 public:
  static constexpr double kRough = 0.1,
                          kFine = 1e-3;  // local steps: as many sweeps with the one as with the other, in half the time
  RowIterate(Operator& op, const Vector& start, double max_seconds = std::numeric_limits<double>::infinity(),
             int look_every = 1, double enough = kRough, Law law = Law::ccp)
      : op_(op), local_(op, enough, law), patience_(max_seconds), look_every_(look_every),
        apart_(op.blocks().size(), false), z_(start) {
    op.project(z_);
    op.gradient(z_, u_z_);
    x_ = z_;
    u_x_ = u_z_;
  }

  SweepSums sweep(double beta, bool full) {
    const Vector y = z_ + beta * (z_ - x_);
    Vector u = u_z_ + beta * (u_z_ - u_x_);
    x_ = std::exchange(z_, y);
    u_x_ = std::exchange(u_z_, u);
    const bool look = ++sweeps_ % look_every_ == 0;
    op_.sweep(
        [this, look](std::size_t b, const double* slope, double* x) {
          if (apart_[b] && !look) return;
          local_.step(b, slope, x);
          ++updates_;
        },
        z_, u_z_);
    if (look && look_every_ > 1) find_apart();
    const Vector progress = z_ - x_, slopes = 0.5 * (u_z_ + u_x_);  // f(z) - f(x) = (z - x) . (u_z + u_x) / 2
    if (!full) return {op_.dot(progress, slopes), 0, 0, 0};
    const Vector change = z_ - y;
    const auto sums = op_.dots(std::array<std::pair<const Vector*, const Vector*>, 4>{
        {{&progress, &slopes}, {&change, &progress}, {&change, &change}, {&progress, &progress}}});
    return {sums[0], -sums[1], std::sqrt(sums[2]), std::sqrt(sums[3])};
  }
  void take_back() {
    z_ = x_;
    u_z_ = u_x_;
  }
  // Frees velocities of the rounding errors of many changes, the last and those before alike: the momentum would make
  // much of a jump between them.
  Residual residual(bool) {
    Vector u;
    op_.gradient(z_, u);
    u_x_ += u - u_z_;
    u_z_ = u;
    patience_.look(op_.comm());
    return op_.residual(z_, u_z_);
  }
  // *Collective.* The same under Coulomb's law.
  Operator::CoulombResidual coulomb_residual() {
    residual(true);
    return op_.coulomb_residual(z_);
  }
  bool late() const { return patience_.late(); }
  // *Collective among neighbours.* beta must be 0 in the next sweep.
  void restart(const Vector& x) {
    z_ = x_ = x;
    op_.gradient(z_, u_z_);
    u_x_ = u_z_;
  }
  const Vector& solution() const { return z_; }
  const Vector& velocities() const { return u_z_; }
  // *Collective among neighbours.* Moves the iterate and the one before alike: the momentum stays.
  void move(const Vector& change) {
    Vector bend;
    op_.apply(change, bend);
    for (Vector* x : {&z_, &x_}) *x += change;
    for (Vector* u : {&u_z_, &u_x_}) *u += bend;
    std::fill(apart_.begin(), apart_.end(), false);
  }
  // *Not collective.* Local steps so far.
  std::int64_t updates() const { return updates_; }
  // Measures of the change d of the last sweep (certificate.hpp). *Collective:* d'N^ d and the scale.
  Vector change() const { return z_ - x_; }
  double energy_of_change() const { return std::max(0.0, op_.dot(z_ - x_, u_z_ - u_x_)); }
  double energy_scale() const { return op_.dot(op_.offset(), op_.offset()); }

 private:
  void find_apart() {
    for (std::size_t b = 0; b < apart_.size(); ++b) {
      const auto normal = static_cast<Eigen::Index>(op_.blocks()[b].row);
      apart_[b] = op_.blocks()[b].is_cone() && z_[normal] == 0 && x_[normal] == 0;
    }
  }

  Operator& op_;
  LocalProblem local_;
  Patience patience_;
  int look_every_, sweeps_ = 0;
  std::int64_t updates_ = 0;
  std::vector<bool> apart_;  // as of the last look
  Vector z_, x_, u_z_, u_x_;
};

}  // namespace talus::solver
