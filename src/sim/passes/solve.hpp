#pragma once
// A pass is a further solve of a step: a function of the problem and of what solves it.

#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"
#include "solver/solver.hpp"

namespace talus::sim {

// A pass that only moves bodies and misses its tolerance makes the step a missed one.
inline void add_status(const problem::SolveReport& pass, problem::SolveReport& report) {
  if (pass.status == problem::Status::converged || report.status == problem::Status::unbounded) return;
  report.status = pass.status;
  report.certificate = pass.certificate;
}

// Solves problems whose rows are those of one step, divided among the ranks alike.
struct Solve {
  const comm::Comm& comm;
  solver::Solver& solver;
  const comm::Sharing& sharing;
  solver::SolverOptions options;

  // *Collective.*
  problem::SolveReport operator()(const problem::Problem& problem, problem::Solution& solution) const {
    return solver.solve(problem, sharing, options, solution);
  }
  // *Collective.* The new report replaces the old one, except that sweeps add up.
  void again(const problem::Problem& problem, problem::Solution& solution, problem::SolveReport& report) const {
    const int sweeps = report.sweeps;
    report = (*this)(problem, solution);
    report.sweeps += sweeps;
  }
};

}  // namespace talus::sim
