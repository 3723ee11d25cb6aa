#pragma once
// How the blocks of a problem in matrix form lie on the ranks, and the way there from a problem that the root holds.

#include "comm/comm.hpp"
#include "problem/matrix_problem.hpp"

namespace talus::solver {

// *Not collective.* The first block of all that `rank` of `ranks` holds.
inline GlobalId block_begin(GlobalId total, Rank rank, int ranks) {
  return rank < ranks ? total * rank / ranks : total;
}
inline Rank block_holder(GlobalId id, GlobalId total, int ranks) {
  auto rank = static_cast<Rank>(id * ranks / total);
  while (block_begin(total, rank + 1, ranks) <= id) ++rank;
  return rank;
}

// *Collective.* From a problem that the root holds whole to one of which every rank holds blocks, `least` of them or
// more: a small problem lies on the first few ranks only, the others hold none.
problem::MatrixProblem distribute(const comm::Comm& comm, const problem::MatrixProblem& whole, GlobalId least = 1);

}  // namespace talus::solver
