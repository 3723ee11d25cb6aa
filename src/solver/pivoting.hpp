#pragma once
// Pivoting on mixed linear complementarity problems with bounds (problem/mixed_lcp.hpp), dense or sparse: small
// systems, and the oracle of the iterations. Every row is basic (w = 0) or at a bound; a basis gives z and w by one
// linear solve.
//
// Block principal pivoting (Judice & Pires): all rows that violate their bounds or signs change places at once; where
// that has not made them fewer for some rounds, only the last of them does (Murty's rule) until they are fewer than
// ever. If M is a P-matrix (symmetric positive definite, say), it ends at the one solution, from any start.
//
// Lemke's method on the same problem as a standard one (shifted to z >= 0, an upper bound is a row more, a free row
// two): leaving rows are chosen lexicographically, so no basis comes twice whatever is degenerate. If M is positive
// semidefinite (symmetric or not, singular or not), it ends at a solution, or at a ray whose direction proves that rows
// and bounds cannot be met. If M is copositive, as of a pyramid law, it ends at a solution where q'z >= 0 for all z >=
// 0 with M z >= 0 and z'M z = 0: true of contacts that can open. Its basis is kept as a dense inverse, of a sparse
// problem too.
//
// All this holds in exact arithmetic; every solution and every proof is checked, and `error` says what rounding has
// left.

#include "problem/mixed_lcp.hpp"

namespace talus::solver {

enum class LcpStatus {
  solved,
  no_solution,  // proved: no z between the bounds has w of the right signs
  missed,       // a ray that proves nothing, out of pivots, or rounding has eaten the solution
};

struct LcpReport {
  LcpStatus status = LcpStatus::missed;
  int pivots = 0;      // rounds of block pivots, single pivots and Lemke's
  bool lemke = false;  // block pivots met a singular basis, or did not end
  double error = 0;    // largest of the natural map
};

// *Not collective.* Block principal pivoting; where it fails, Lemke.
LcpReport solve_pivoting(const problem::DenseLcp& lcp, Eigen::VectorXd& z);
LcpReport solve_pivoting(const problem::SparseLcp& lcp, Eigen::VectorXd& z);

// *Not collective.* Lemke alone.
LcpReport solve_lemke(const problem::DenseLcp& lcp, Eigen::VectorXd& z);
LcpReport solve_lemke(const problem::SparseLcp& lcp, Eigen::VectorXd& z);

}  // namespace talus::solver
