#include "drivers/studies/wheel_models.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "problem/lcp_of_laws.hpp"
#include "solver/pivoting.hpp"
#include "solver/set.hpp"

namespace talus::drivers {
namespace {

void require_solved(const solver::LcpReport& report, const std::string& model) {
  if (report.status == solver::LcpStatus::solved) return;
  throw PhysicsError(fmt::format("model {}: pivoting ended without a solution, error {:g}", model, report.error));
}

// Exact Coulomb, or with the relaxation of the convex law (then the contact opens at mu |u_T|): projected steps in a
// metric that bounds N.
Vec3 solve_cone(const Mat3& n, const Vec3& r, double mu, bool relaxed) {
  constexpr int kMostSteps = 10000;
  constexpr double kSame = 1e-13;  // relative
  const auto set = problem::AdmissibleSet::cone(3, mu);
  Vec3 metric = n.diagonal();
  solver::equalise_parts(set, metric.data());
  const Vec3 s = metric.cwiseSqrt().cwiseInverse();
  metric *= Eigen::SelfAdjointEigenSolver<Mat3>(s.asDiagonal() * n * s.asDiagonal()).eigenvalues().maxCoeff();
  Vec3 g = Vec3::Zero();
  for (int k = 0; k < kMostSteps; ++k) {
    const Vec3 before = g;
    Vec3 u = n * g + r;
    if (!relaxed) u[0] += solver::relaxation_gap(set, u.data());
    g -= u.cwiseQuotient(metric);
    solver::project(set, g.data(), metric.data());
    if ((g - before).norm() <= kSame * g.norm()) break;
  }
  return g;
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
