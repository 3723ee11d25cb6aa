#include "drivers/studies/wheel_models.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "problem/lcp_of_laws.hpp"
#include "solver/pivoting.hpp"

namespace talus::drivers {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

void require_solved(const solver::LcpReport& report, const std::string& model) {
  if (report.status == solver::LcpStatus::solved) return;
  throw PhysicsError(fmt::format("model {}: pivoting ended without a solution, error {:g}", model, report.error));
}

// Friction that opposes sliding of speed s at the given normal impulse:  (mu g_n N_tt + s) d = -(N_tn g_n + r_t),  |d|
// = 1, g_t = mu g_n d; the length of d falls with s. With s = 0 and |d| < 1 it sticks.
struct Friction {
  Vector2d impulse;
  double speed;
};
Friction opposing(const Matrix2d& n_tt, const Vector2d& free, double limit) {
  const Eigen::SelfAdjointEigenSolver<Matrix2d> eigen(limit * n_tt);
  const Vector2d b = eigen.eigenvectors().transpose() * -free;
  const auto length = [&](double s) { return b.cwiseQuotient((eigen.eigenvalues().array() + s).matrix()).norm(); };
  double low = 0, high = free.norm();
  if (length(0) > 1) {
    for (double middle = 0.5 * high; middle > low && middle < high; middle = 0.5 * (low + high))
      (length(middle) > 1 ? low : high) = middle;
  } else {
    high = 0;
  }
  return {limit * (eigen.eigenvectors() * b.cwiseQuotient((eigen.eigenvalues().array() + high).matrix())), high};
}

constexpr double kSame = 1e-12;  // relative

// Exact Coulomb, or with the relaxation of the convex law: then the contact opens at mu |u_T|.
Vec3 solve_cone(const Mat3& n, const Vec3& r, double mu, bool relaxed) {
  double normal = std::max(0.0, -(r[0] - (relaxed ? mu * r.tail<2>().norm() : 0)) / n(0, 0));
  for (int k = 0; k < 200 && normal > 0; ++k) {
    const Friction t =
        opposing(n.bottomRightCorner<2, 2>(), r.tail<2>() + normal * n.bottomLeftCorner<2, 1>(), mu * normal);
    const double free = r[0] + n.topRightCorner<1, 2>().dot(t.impulse) - (relaxed ? mu * t.speed : 0);
    const double next = std::max(0.0, -free / n(0, 0));
    if (std::abs(next - normal) <= kSame * normal) return {normal, t.impulse[0], t.impulse[1]};
    normal = next;
  }
  const Vec3 sticks = -n.ldlt().solve(r);  // where the two pull too hard at each other for the fixed point
  return normal > 0 ? sticks : Vec3(Vec3::Zero());
}

}  // namespace

Vec3 WheelModel::solve(const OneContact& contact, double mu, double step, ModelState& state) const {
  const Vec3& normal = contact.normal;
  const auto in_frame = [&](const Mat3& frame) {
    return std::pair{Mat3(frame * contact.n * frame.transpose()), Vec3(frame * contact.r)};
  };
  Vec3 impulse;
  if (law == Law::regularised || law == Law::box) {
    double last = state.normal;
    for (int k = 0; k <= bound_iterations; ++k) {
      const problem::ContactStart start{normal, contact.velocity, state.friction, last, 0, mu, step};
      const auto rows = law == Law::box ? problem::BoxLaw{}.rows(start) : bristles.rows(start);
      const auto [n, r] = in_frame(rows.frame);
      Eigen::VectorXd g;
      require_solved(solver::solve_pivoting(problem::lcp_of_bounds(n, r, std::array{rows}), g), name);
      impulse = rows.frame.transpose() * Vec3(g);
      last = g[0];
      state.slides = rows.slides;
    }
  } else {
    const Mat3 frame = problem::frame_along(normal, Vec3::UnitX());
    auto [n, r] = in_frame(frame);
    if (law == Law::pyramid) {
      const problem::PyramidLaw pyramid{directions};
      Eigen::VectorXd z;
      require_solved(solver::solve_lemke(problem::lcp_of_pyramids(pyramid, n, r, std::array{mu}), z), name);
      impulse = frame.transpose() * Vec3(problem::pyramid_impulses(pyramid, z));
    } else {
      if (law == Law::ccp) r[0] += contact.gap_bias;
      impulse = frame.transpose() * solve_cone(n, r, mu, law == Law::ccp);
    }
  }
  state.normal = normal.dot(impulse);
  state.friction = impulse - state.normal * normal;
  return impulse;
}

}  // namespace talus::drivers
