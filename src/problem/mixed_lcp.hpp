#pragma once
// The mixed linear complementarity problem with bounds (REG 30), n rows in matrix form:
//
//   w = M z + q,  lower <= z <= upper;   w_i >= 0 where z_i = lower_i,  w_i <= 0 where z_i = upper_i,  w_i = 0 between.
//
// Bounds may be infinite: both (a bilateral row), one (a unilateral one), none (friction in a box). With M symmetric
// and positive semidefinite it is the same as  min 1/2 z'M z + q'z  between the bounds.

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace talus::problem {

template <class Matrix>
struct MixedLcp {
  Matrix m;
  Eigen::VectorXd q, lower, upper;

  Eigen::Index size() const { return q.size(); }
  Eigen::VectorXd slack(const Eigen::VectorXd& z) const { return m * z + q; }
  // |z - mid(lower, z - w, upper)|, row by row: 0 at a solution and nowhere else.
  Eigen::VectorXd natural_map(const Eigen::VectorXd& z) const {
    return (z - (z - slack(z)).cwiseMax(lower).cwiseMin(upper)).cwiseAbs();
  }
};

using DenseLcp = MixedLcp<Eigen::MatrixXd>;
using SparseLcp = MixedLcp<Eigen::SparseMatrix<double>>;

}  // namespace talus::problem
