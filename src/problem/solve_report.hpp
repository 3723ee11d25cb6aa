#pragma once
// The report of one solve, as plain numbers.

#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace talus::problem {

struct Residual {
  double rms = 0;        // m/s
  double max = 0;        // m/s
  double relative = 0;   // only where Norm::relative is asked for
  double slide_max = 0;  // largest violation by part (normal and sliding rows; rolling; spinning;
                         // bilateral rows; rows between bounds), m/s
  double roll_max = 0;
  double spin_max = 0;
  double joint_max = 0;
  double box_max = 0;
  double relaxation = 0;  // largest and mean opening h (mu |v_T| + rho |w_T| + sigma |w_n|) of contacts that press, m;
  double relaxation_mean = 0;  // with the law coulomb what is left of it
  Rank worst_rank = 0;         // where the worst contact is held,
  LocalIndex worst = -1;       // and which it is there (-1 elsewhere): contacts first, then blocks
};

enum class Status {
  converged,
  missed,
  unbounded,  // an impulse g in Y with D g = 0 and r.g < 0 was found: no solution (two driven bodies close on one
              // between)
};

struct HistoryPoint {
  int sweeps;
  double value;    // of the norm that stops
  double seconds;  // wall_seconds() then
};

struct SolveReport {
  Status status = Status::converged;
  int sweeps = 0;
  std::int64_t contacts = 0;  // over all ranks
  int restarts = 0;           // of the momentum
  int rejected = 0;           // sweeps rejected because the objective rose
  Residual residual;
  std::vector<HistoryPoint> history;
  std::vector<LocalIndex> certificate;  // unbounded: this rank's contacts that carry g: contacts first, then blocks
};

}  // namespace talus::problem
