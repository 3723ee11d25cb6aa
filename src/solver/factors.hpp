#pragma once
// Solves A x = b, with A symmetric positive definite, and refactorises it with new values in an unchanged sparsity
// pattern. The factors are those of A + shift; conjugate gradients do the rest where the shift is not 0.
//
// Unknowns are gathered on so few ranks that each has enough of them: one rank up to some 10^5, which factors by
// CHOLMOD, without any message; more by MUMPS. PETSc reads neither files of options nor
// PETSC_OPTIONS.

#include <petscksp.h>

#include <memory>
#include <vector>

#include "comm/group.hpp"
#include "solver/operator.hpp"

namespace talus::solver {

class Factors {
 public:
  // Entries of A, numbered among all unknowns; their values are added where places repeat, on one rank or several.
  struct Places {
    std::vector<PetscInt> row, column;
    void add(std::int64_t i, std::int64_t j) {
      row.push_back(static_cast<PetscInt>(i));
      column.push_back(static_cast<PetscInt>(j));
    }
  };

  // *Collective.* `size`: of A; `unknowns`: what this rank says of b and asks of x.
  Factors(const comm::Comm& comm, std::int64_t size, const Places& places, const std::vector<PetscInt>& unknowns,
          double shift, int unknowns_per_rank);
  ~Factors();
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  // *Collective.* With these values, in the order of the places.
  void factor(const std::vector<double>& values);
  // *Collective.* Ranks that name the same unknown add to it.
  Vector solve(const Vector& b);

 private:
  MPI_Comm first_ranks() const;
  void make_matrix(PetscInt here, std::int64_t size, Places places);
  void make_vectors();
  void make_solver();
  void set_up();

  std::unique_ptr<comm::Group> group_;  // of ranks with unknowns; the first has all that is the group's
  double shift_;
  std::vector<PetscInt> unknowns_;  // of the group
  bool by_cholmod_ = false;
  Mat matrix_ = nullptr, regular_ = nullptr;  // of the first ranks of groups, as all below
  Vec b_ = nullptr, x_ = nullptr, asked_ = nullptr;
  VecScatter answer_ = nullptr;
  KSP solver_ = nullptr;
};

}  // namespace talus::solver
