// The projected iteration of Tasora and Anitescu, eq. 46, to the letter:
//
//   g <- lambda P(g - omega B (N g + r + K (g_new - g))) + (1 - lambda) g
//
// eq46:   K the strictly lower triangle of blocks (Gauss-Seidel), B one number per contact, rows / trace of its block.
// jacobi: K = 0, B = W^-1, the projection in the metric W.
// It converges if (lambda omega B)^-1 + K - N/2 is positive definite: with K = 0, lambda omega < 2 / largest eigenvalue
// of B N; with the lower triangle x'K x = x'(N - diagonal blocks)x / 2, so the same bound holds for the blocks alone.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/random.hpp"
#include "solver/family.hpp"

namespace talus::solver {
namespace {

// Largest eigenvalue of N^ = W^-1/2 N W^-1/2, which is that of B N: Lanczos' iteration, and a little more.
double largest_of_all(Operator& op) {
  constexpr int kSteps = 60;
  constexpr double kMore = 1.005, kNothing = 1e-12;
  Vector x(static_cast<Eigen::Index>(op.num_rows())), y, last = Vector::Zero(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = random_uniform(46, static_cast<std::uint64_t>(op.first_row() + i), 0) - 0.5;
  x /= std::max(std::sqrt(op.dot(x, x)), 1e-300);
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(kSteps, kSteps);
  double least = 0, beside = 0;  // least: below the largest eigenvalue
  int k = 0;
  for (;; ++k) {
    op.apply(x, y);
    t(k, k) = op.dot(x, y);
    y -= t(k, k) * x + beside * last;
    least = std::max(least, t(k, k));
    beside = std::sqrt(op.dot(y, y));
    if (!(beside > kNothing * least) || k + 1 == kSteps) break;
    t(k, k + 1) = t(k + 1, k) = beside;
    last = std::exchange(x, y / beside);
  }
  return kMore * largest_eigenvalue(t.topLeftCorner(k + 1, k + 1));
}

// B of each row, in plain rows: rows that are free or between bounds have different units, and one each.
std::vector<double> trace_steps(const Operator& op) {
  std::vector<double> steps;
  for (std::size_t b = 0; b < op.blocks().size(); ++b) {
    const RowBlock& block = op.blocks()[b];
    double trace = 0;
    for (std::size_t i = 0; i < block.rows(); ++i)
      trace += op.diagonal(b)[i * (block.rows() + 1)] * op.weight(block.row + i);
    for (std::size_t i = 0; i < block.rows(); ++i)
      steps.push_back(!block.is_cone() ? 1 / op.weight(block.row + i)
                      : trace > 0      ? static_cast<double>(block.rows()) / trace
                                       : 0);
  }
  return steps;
}

// *Collective.* Largest eigenvalue of B N_ii over all blocks i.
double largest_of_blocks(const Operator& op, const std::vector<double>& steps) {
  double most = 0;
  for (std::size_t b = 0; b < op.blocks().size(); ++b) {
    const RowBlock& block = op.blocks()[b];
    Eigen::MatrixXd plain = op.diagonal_matrix(b);
    for (Eigen::Index i = 0; i < plain.rows(); ++i) {
      const std::size_t row = block.row + static_cast<std::size_t>(i);
      const double root = std::sqrt(steps[row] * op.weight(row));
      plain.row(i) *= root;
      plain.col(i) *= root;
    }
    most = std::max(most, largest_eigenvalue(plain));
  }
  return op.comm().max(most);
}

void choose_omega(const RowOptions& options, double largest, RowReport& report) {
  report.omega_bound = largest > 0 ? 2 / largest : 1;
  report.omega = options.omega > 0 ? options.omega : 0.5 * report.omega_bound / options.lambda;
}

}  // namespace

RowReport solve_jacobi(Operator& op, const RowOptions& options, Vector& x) {
  Watch watch(op, options);
  choose_omega(options, largest_of_all(op), watch.report);
  op.project(x);
  Vector u, next;
  op.gradient(x, u);
  bool done = watch.met(x, u);
  while (!done && !watch.out_of_sweeps()) {
    ++watch.report.sweeps;
    next = x - watch.report.omega * u;
    op.project(next);
    x = options.lambda * next + (1 - options.lambda) * x;
    op.gradient(x, u);
    if (watch.due()) done = watch.met(x, u);
  }
  return watch.end(x);
}

RowReport solve_eq46(Operator& op, const RowOptions& options, Vector& x) {
  const auto steps = trace_steps(op);
  Watch watch(op, options);
  choose_omega(options, largest_of_blocks(op, steps), watch.report);
  op.project(x);
  Vector u;
  op.gradient(x, u);
  bool done = watch.met(x, u);
  const double omega = watch.report.omega;
  // In plain rows: g - omega b u, the projection in the plain metric.
  const auto step = [&](std::size_t b, const double* slope, double* x_b) {
    const RowBlock& block = op.blocks()[b];
    std::array<double, kMostRows> old;
    std::copy_n(x_b, block.rows(), old.begin());
    for (std::size_t i = 0; i < block.rows(); ++i)
      x_b[i] -= omega * steps[block.row + i] * op.weight(block.row + i) * slope[i];
    project(block.set, x_b, op.plain_metric(b).data());
    for (std::size_t i = 0; i < block.rows(); ++i) x_b[i] = options.lambda * x_b[i] + (1 - options.lambda) * old[i];
  };
  while (!done && !watch.out_of_sweeps()) {
    ++watch.report.sweeps;
    op.sweep(step, x, u);
    if (watch.due()) {
      op.gradient(x, u);  // without the rounding errors of many changes
      done = watch.met(x, u);
    }
  }
  return watch.end(x);
}

}  // namespace talus::solver
