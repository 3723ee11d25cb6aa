#include "solver/block_rows.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "solver/schedule.hpp"
#include "solver/set.hpp"

namespace talus::solver {
namespace {

using problem::Block;
using problem::SetKind;

constexpr int kInnerSteps = 12;        // of the local problem of a cone or box
constexpr double kInnerChange = 1e-3;  // of the first step's change: then the next block is better served

// (v, w) of a body's record.
Vec6 velocity_of(const AlignedDoubles& bodies, LocalIndex b) {
  const double* d = bodies.data() + static_cast<std::size_t>(b) * kBodyDoubles;
  return Vec6(d[0], d[1], d[2], d[4], d[5], d[6]);
}

// v += M^-1 D' g
void add_wrench(AlignedDoubles& bodies, LocalIndex b, const Vec6& wrench) {
  double* d = record_of(bodies, b);
  for (int i = 0; i < 3; ++i) {
    d[i] += d[3] * wrench[i];
    d[4 + i] += d[7] * wrench[3 + i];
  }
}

Mat6 with_masses(const Mat6& on, double inverse_mass, double inverse_inertia) {
  Vec6 m;
  m << Vec3::Constant(inverse_mass), Vec3::Constant(inverse_inertia);
  return on * m.asDiagonal() * on.transpose();
}

// A with the masses of inverse_of(body): (1/m, 1/J).
template <class InverseOf>
Mat6 operator_of(const Block& b, InverseOf&& inverse_of) {
  Mat6 a = b.compliance.asDiagonal();
  for (const auto& [body, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
    const auto [mass, inertia] = inverse_of(static_cast<std::size_t>(body));
    a += with_masses(*on, mass, inertia);
  }
  return a;
}

// The largest of the diagonal within sliding rows, and within angular rows.
Vec6 part_weights(const Block& block, const Mat6& a) {
  Vec6 w = Vec6::Ones();
  for (int i = 0; i < block.set.rows; ++i)
    w[i] = a(i, i) > 0 ? a(i, i) : 1;  // rows on immovable bodies stay as they are
  equalise_parts(block.set, w.data());
  return w;
}

// The factor that makes weights bound A: the largest eigenvalue of A in their metric.
double growth(const Block& block, const Mat6& a, const Vec6& w) {
  const auto s = w.cwiseSqrt().cwiseInverse().eval();
  const Mat6 scaled = s.asDiagonal() * a * s.asDiagonal();
  const Eigen::MatrixXd part = scaled.topLeftCorner(block.set.rows, block.set.rows);
  return std::max(
      1.0, Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(part, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff());
}

Mat6 pseudo_inverse(int rows, const Mat6& a) {
  constexpr double kDependent = 1e-12;  // of the largest eigenvalue
  const Vec6 s = a.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd part = (s.asDiagonal() * a * s.asDiagonal()).eval().topLeftCorner(rows, rows);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(part);
  Eigen::VectorXd inverse = eigen.eigenvalues();
  const double least = kDependent * inverse.maxCoeff();
  for (auto& value : inverse) value = value > least ? 1 / value : 0;
  Mat6 result = Mat6::Zero();
  result.topLeftCorner(rows, rows) = eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
  return s.asDiagonal() * result * s.asDiagonal();
}

Vec6 projected(const Block& block, Vec6 x, const Vec6& metric) {
  project(block.set, x.data(), metric.data());
  return x;
}

bool moves_immovably(const problem::ProblemBody& body) { return body.inverse_mass == 0 && !body.free.is_zero(); }

}  // namespace

Vec6 natural_weights(const Block& block, const AlignedDoubles& inverse_masses) {
  return part_weights(block, operator_of(block, [&](std::size_t i) {
                        return std::pair{inverse_masses[2 * i], inverse_masses[2 * i + 1]};
                      }));
}

SetResidual unhidden_residual(const Block& b, const Vec6& weights, const Vec6& g, const AlignedDoubles& bodies,
                              Law law) {
  Vec6 u =
      b.on_a * velocity_of(bodies, b.a) + b.on_b * velocity_of(bodies, b.b) + b.bias + b.compliance.cwiseProduct(g);
  if (law == Law::coulomb) u[0] += relaxation_gap(b.set, u.data());
  return unhidden_natural_map(b.set, g.data(), u.data(), weights.data(), weights.data());
}

void BlockRows::arrange(const problem::Problem& problem, const AlignedDoubles& bodies,
                        const AlignedDoubles& inverse_masses, Law law) {
  problem_ = &problem;
  law_ = law;
  locals_.assign(problem.blocks.size(), Local{});
  for (std::size_t k = 0; k < size(); ++k) {
    const Block& b = block(k);
    Local& local = locals_[k];
    local.a = operator_of(b, [&](std::size_t i) {
      return std::pair{bodies[i * kBodyDoubles + 3], bodies[i * kBodyDoubles + 7]};
    });
    local.natural = natural_weights(b, inverse_masses);
    if (b.set.kind == SetKind::free) {
      local.inverse = pseudo_inverse(b.set.rows, local.a);
      local.metric = part_weights(b, local.a);
    } else {
      const Vec6 w = part_weights(b, local.a);
      local.metric = b.set.is_cone() ? Vec6(growth(b, local.a, w) * w) : w;
    }
    local.impulse[0] = local.impulse[1] = problem.block_start[k];
    local.driven = moves_immovably(problem.bodies[static_cast<std::size_t>(b.a)]) ||
                   moves_immovably(problem.bodies[static_cast<std::size_t>(b.b)]);
  }
}

void BlockRows::project_start(std::size_t k) {
  Local& local = locals_[k];
  local.impulse[0] = local.impulse[1] = projected(block(k), local.impulse[0], local.metric);
}

void BlockRows::add_impulse(std::size_t k, int buffer, AlignedDoubles& bodies) const {
  const Block& b = block(k);
  add_wrench(bodies, b.a, b.on_a.transpose() * locals_[k].impulse[buffer]);
  add_wrench(bodies, b.b, b.on_b.transpose() * locals_[k].impulse[buffer]);
}

// The local problem from y, where its gradient is u.
Vec6 BlockRows::step(const Block& block, const Local& local, const Vec6& y, const Vec6& u) const {
  if (block.set.kind == SetKind::free) return y - local.inverse * u;
  Vec6 g = y, gradient = u;
  double first = 0;
  for (int n = 0; n < kInnerSteps; ++n) {
    const Vec6 before = g;
    if (block.set.is_cone() && law_ == Law::coulomb) {
      g[0] = std::max(g[0] - gradient[0] / local.metric[0], -block.set.shift);
      gradient += local.a.col(0) * (g[0] - before[0]);
      const double normal = g[0];
      g -= gradient.cwiseQuotient(local.metric);
      g[0] = normal;
      project_friction(block.set, g.data());
      gradient += local.a.rightCols<5>() * (g - before).tail<5>();
    } else if (block.set.is_cone()) {
      g = projected(block, g - gradient.cwiseQuotient(local.metric), local.metric);
      gradient += local.a * (g - before);
    } else {
      descend_by_rows(block.set, local.a.data(), 6, gradient.data(), g.data());
    }
    const double change = (g - before).cwiseAbs2().dot(local.metric);
    if (n == 0) first = change;
    if (change <= kInnerChange * kInnerChange * first) break;
  }
  return g;
}

BlockTerms BlockRows::sweep(std::size_t k, double beta, int current, AlignedDoubles& bodies) {
  const Block& b = block(k);
  Local& local = locals_[k];
  const Vec6 z = local.impulse[current], y = z + beta * (z - local.impulse[1 - current]);
  const Vec6 u =
      b.on_a * velocity_of(bodies, b.a) + b.on_b * velocity_of(bodies, b.b) + b.bias + b.compliance.cwiseProduct(y);
  const Vec6 g = step(b, local, y, u);
  const Vec6 change = g - y, progress = g - z;
  add_wrench(bodies, b.a, b.on_a.transpose() * change);
  add_wrench(bodies, b.b, b.on_b.transpose() * change);
  local.impulse[1 - current] = g;
  BlockTerms terms;
  terms.objective = b.bias.dot(progress) + 0.5 * progress.dot(b.compliance.cwiseProduct(g + z));
  if (local.driven) terms.objective += driven_work(k, progress);
  terms.restart = -change.dot(local.metric.cwiseProduct(progress));
  terms.change = change.dot(local.metric.cwiseProduct(change));
  terms.progress = progress.dot(local.metric.cwiseProduct(progress));
  return terms;
}

// Contribution of the velocities of immovable bodies to the objective (iterate.cpp, add_driven_work).
double BlockRows::driven_work(std::size_t k, const Vec6& progress) const {
  const Block& b = block(k);
  double work = 0;
  for (const auto& [index, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
    const auto& body = problem_->bodies[static_cast<std::size_t>(index)];
    if (!moves_immovably(body)) continue;
    work += progress.dot(*on * body.free.stacked());
  }
  return work;
}

BlockResidual BlockRows::residual(std::size_t k, double scale, int current, const AlignedDoubles& bodies) const {
  const Block& b = block(k);
  const Local& local = locals_[k];
  const Vec6 g = scale * local.impulse[current], &w = local.natural;
  const Vec6 velocity = b.on_a * velocity_of(bodies, b.a) + b.on_b * velocity_of(bodies, b.b);
  Vec6 u = velocity + b.bias + b.compliance.cwiseProduct(g);
  const double opening = b.bias[0] + velocity[0];
  if (law_ == Law::coulomb) u[0] += relaxation_gap(b.set, u.data());
  BlockResidual r{natural_map(b.set, g.data(), u.data(), w.data(), w.data())};
  for (int i = 0; i < b.set.rows; ++i) r.bias = std::max(r.bias, std::max(u[i] * u[i], b.bias[i] * b.bias[i]) / w[i]);
  if (r.presses) r.relaxation = law_ == Law::coulomb ? std::max(0.0, opening) : relaxation_gap(b.set, velocity.data());
  return r;
}

SetResidual BlockRows::unhidden(std::size_t k, int current, const AlignedDoubles& bodies) const {
  return unhidden_residual(block(k), locals_[k].natural, locals_[k].impulse[current], bodies, law_);
}

double BlockRows::size(std::size_t k, int current) const {
  const Block& b = block(k);
  double most = 0;
  for (int i = 0; i < b.set.rows; ++i) {
    const double w = locals_[k].natural[i] * (b.set.is_angular(i) ? b.set.length : 1);
    most = std::max(most, w * std::abs(locals_[k].impulse[current][i]));
  }
  return most;
}

void BlockRows::restore() {
  for (std::size_t k = 0; k < size(); ++k) locals_[k].impulse[0] = locals_[k].impulse[1] = kept_[k];
}

void BlockRows::store(std::vector<Vec6>& impulses, int current) const {
  impulses.resize(size());
  for (std::size_t k = 0; k < size(); ++k) impulses[k] = locals_[k].impulse[current];
}

}  // namespace talus::solver
