#pragma once
// Contact laws whose friction lies between bounds that do not depend on this solve's normal impulse: rows n, t1, t2 with
//
//   u_n = n . u + b_n >= 0,  g_n >= 0,  u_n g_n = 0
//   u_t + C (g_t - rest) = 0 between -bound and bound, row by row         (REG 25-31)
//
// so that a step is a mixed linear complementarity problem. `bound` is mu g_n of the step before, or of the last solve where
// bounds are iterated. And the pyramid, whose friction lies in a polygon of radius mu g_n.

#include <limits>
#include <span>

#include "base/types.hpp"
#include "problem/mixed_lcp.hpp"

namespace talus::problem {

// Friction rows of one contact.
struct FrictionRows {
  Mat3 frame = Mat3::Identity();  // n, t1, t2
  bool slides = false;            // regularised: the kinetic model
  double bound = 0;               // N s
  double compliance[2] = {0, 0};  // C, m/s a N s
  double rest[2] = {0, 0};        // N s
};

// n, then t1 along the part of `along` across n (any direction where there is none), then t2 = n x t1.
Mat3 frame_along(const Vec3& normal, const Vec3& along);

// Bristles while it sticks (|v_T| <= threshold), in a basis along the last friction; while it slides dry friction along the
// sliding velocity and the drift viscosity b_mu = mu g_n / (h |v_T|) across it (REG 9-29).
struct RegularisedLaw {
  double stiffness = std::numeric_limits<double>::infinity();  // k_T, N/m
  double threshold = 0.01;                                     // v_th, m/s

  // mu g_n = `bound`; v_T: relative velocity at the contact, B minus A, as known at the start of the step.
  FrictionRows rows(const Vec3& normal, const Vec3& v_t, const Vec3& last_friction, double bound, double step) const;
};

// A box in a basis that does not turn (Lacoursiere).
struct BoxLaw {
  Vec3 along = Vec3::UnitX();
  FrictionRows rows(const Vec3& normal, double bound) const { return {frame_along(normal, along), false, bound, {}, {}}; }
};

// Contacts of rows (n, t1, t2) as one mixed problem: N and r of all rows, friction rows of each contact in its own frame.
DenseLcp lcp_of_bounds(Eigen::MatrixXd n, Eigen::VectorXd r, std::span<const FrictionRows> contacts);

// The polygonal cone of Anitescu and Potra, vertices mu g_n d_k with d_k at the angles 2 pi k / directions from t1:
//
//   g_T = sum beta_k d_k,  beta_k >= 0,  d_k . u_T + lambda >= 0;   lambda >= 0,  mu g_n - sum beta_k >= 0
//
// a linear complementarity problem with coupling rows, unsymmetric and copositive: for Lemke.
class PyramidLaw {
 public:
  explicit PyramidLaw(int directions) : directions_(directions) {}
  DenseLcp lcp(const Eigen::MatrixXd& n, const Eigen::VectorXd& r, std::span<const double> mu) const;
  Eigen::VectorXd impulses(const Eigen::VectorXd& z) const;  // g of a solution, rows as in N

 private:
  Eigen::Index rows() const { return directions_ + 2; }  // of a contact: g_n, beta, lambda
  Eigen::MatrixXd directions(Eigen::Index contacts) const;
  int directions_;
};

}  // namespace talus::problem
