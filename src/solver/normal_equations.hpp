#pragma once
// A Newton step of the interior point, (N^ + S) x = b with S = B'B in the blocks of contacts, in the form that has
// fewer unknowns:
//
//   rows      (N^ + S) x = b, factored as it is;
//   freedoms  N^ = H' M^-1 H + C:  with R'R = C + S + e, a block a contact,
//             (M + Z'Z) v = Z'R^-T b,   Z = R^-T H',   x = R^-1 R^-T (b - H' v)     6 unknowns per body, whatever rows
//             contacts have
//
// e keeps R regular where S = 0 (free rows) or nearly so (contacts that stick); conjugate gradients on N^ + S make up
// for it. S may reach from 1e-10 to 1e10 within one block: its roots B have half of these digits, so R comes of them.

#include <memory>
#include <vector>

#include "solver/operator.hpp"

namespace talus::solver {

// B of one block: up to three rows per cone, or two per row between bounds.
using Root = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * kMostRows, kMostRows>;

class NormalEquations {
 public:
  virtual ~NormalEquations() = default;
  // *Collective.* With these roots of S, by blocks.
  virtual void factor(const std::vector<Root>& roots) = 0;
  // *Collective.* This rank's rows.
  virtual Vector solve(const Vector& b) = 0;
};

// *Collective.* A further rank factors where there are `unknowns_per_rank` for each.
std::unique_ptr<NormalEquations> make_normal_equations(Operator& op, int unknowns_per_rank = kUnknownsPerRank);

}  // namespace talus::solver
