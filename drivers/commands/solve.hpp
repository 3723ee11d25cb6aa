#pragma once
// One stored contact problem.

#include <string>

#include "base/error.hpp"
#include "comm/comm.hpp"
#include "solver/family.hpp"

namespace talus::drivers {

struct SolveOptions {
  std::string file;
  std::string name = "mnest";           // of the solver
  std::string law = "ccp";              // or coulomb
  std::string norm = "rms";             // max, relative; siconos with coulomb
  std::string json, history, solution;  // files to write; empty: none
  bool replay = false;                  // of a run's step: as the run solved it
  double compliance = 0;                // C = this times the diagonal of N
  bool start = false;                   // from the file's first guess
  bool symmetrise = false;              // solve the symmetric part of W or M
  solver::RowOptions solver;
};

// *Collective.* Solves, prints the figures, writes the files. Exit::physics if the tolerance was missed.
Exit solve(const comm::Comm& comm, const SolveOptions& options);

}  // namespace talus::drivers
