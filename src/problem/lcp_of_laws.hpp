#pragma once
// Contact laws as mixed linear complementarity problems in matrix form, for pivoting.

#include <span>

#include "problem/laws.hpp"
#include "problem/mixed_lcp.hpp"

namespace talus::problem {

// Contacts of rows (n, t1, t2) as one mixed problem: N and r of all rows, friction rows of each contact in its own
// frame.
DenseLcp lcp_of_bounds(Eigen::MatrixXd n, Eigen::VectorXd r, std::span<const FrictionRows> contacts);

// The polygonal cone of PyramidLaw, corners mu g_n d_k with d_k at the angles 2 pi k / directions from t1:
//
//   g_T = sum beta_k d_k,  beta_k >= 0,  d_k . u_T + lambda >= 0;   lambda >= 0,  mu g_n - sum beta_k >= 0
//
// a linear complementarity problem with coupling rows, unsymmetric and copositive: for Lemke. Rows of a contact: g_n,
// beta, lambda.
DenseLcp lcp_of_pyramids(const PyramidLaw& law, const Eigen::MatrixXd& n, const Eigen::VectorXd& r,
                         std::span<const double> mu);
Eigen::VectorXd pyramid_impulses(const PyramidLaw& law, const Eigen::VectorXd& z);  // g of a solution, rows as in N

}  // namespace talus::problem
