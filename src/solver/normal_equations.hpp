#pragma once
// (N^ + S) x = b, where S changes in places that stay: by conjugate gradients on the factors of a slightly regularised matrix.
//
// Rows are gathered on so few ranks that each has enough of them: one rank up to some 10^5, which factors by CHOLMOD, without any
// message; more by MUMPS. PETSc options name other factors; -ipm_rows N: how many rows a rank may have.

#include <petscksp.h>

#include <memory>
#include <span>
#include <vector>

#include "solver/operator.hpp"

namespace talus::solver {

class NormalEquations {
 public:
  struct Place {
    std::int64_t row, column;  // of all; the row is this rank's
  };

  // *Collective.* What S has places for. Places may repeat: their values are added.
  NormalEquations(const Operator& op, const std::vector<Place>& changing);
  ~NormalEquations();
  NormalEquations(const NormalEquations&) = delete;
  NormalEquations& operator=(const NormalEquations&) = delete;

  // *Collective.* With these values of S, in the order of its places.
  void factor(std::span<const double> changing);
  // *Collective.* This rank's rows.
  Vector solve(const Vector& b);

 private:
  // Ranks with rows, in groups of neighbours; the first of each group has all its rows.
  class Group;
  void make_matrix(const std::vector<Place>& places);
  void make_solver();
  void set_up();

  std::unique_ptr<Group> group_;
  std::size_t num_fixed_ = 0;
  std::int64_t num_rows_ = 0;   // of the group
  std::vector<double> values_;  // of N^, then of S: this rank's
  bool by_cholmod_ = false;
  Mat matrix_ = nullptr, regular_ = nullptr;  // of the first ranks of groups, as all below
  Vec b_ = nullptr, x_ = nullptr;
  KSP solver_ = nullptr;
};

}  // namespace talus::solver
