#pragma once
// Lemke's method for  v = A x + b,  x >= 0,  v >= 0,  x . v = 0:  rows  v - A x - d z0 = b  with an artificial z0 that
// every pivot drives down, the variable that enters being the complement of the one that left.

#include <Eigen/Core>
#include <vector>

namespace talus::solver {

class Lemke {
 public:
  // Entries of a column below `rounding` times the largest are taken for nothing.
  Lemke(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, double rounding) : a_(a), b_(b), rounding_(rounding) {}

  enum class End { solved, ray, out_of_pivots };
  End solve(int most_pivots);
  int pivots() const { return pivots_; }
  Eigen::VectorXd x() const;
  // After a ray: is its direction y a proof that A x + b >= 0, x >= 0 is impossible?  y >= 0,  A'y <= 0,  b . y < 0.
  bool ray_proves_infeasible() const;

 private:
  // Variables: v_i is i, x_i is n + i, z0 is 2 n.
  Eigen::Index n() const { return b_.size(); }
  int artificial() const { return static_cast<int>(2 * n()); }
  int complement(int variable) const {
    return variable < n() ? variable + static_cast<int>(n()) : variable - static_cast<int>(n());
  }
  Eigen::VectorXd column(int variable) const;
  Eigen::Index leaving_row(const Eigen::VectorXd& along) const;
  void pivot(Eigen::Index row, int entering, const Eigen::VectorXd& along);
  void refactor();
  void note_ray(int entering, const Eigen::VectorXd& along);

  const Eigen::MatrixXd& a_;
  const Eigen::VectorXd& b_;
  double rounding_;
  Eigen::MatrixXd inverse_;  // of the basis
  Eigen::VectorXd value_;    // of basic variables
  Eigen::VectorXd ray_;      // x along it
  std::vector<int> basis_;   // by row
  int pivots_ = 0;
};

}  // namespace talus::solver
