#pragma once
// The residual over the sets of all ranks, from the contribution of each (set.hpp): one rule for bodies and for rows.

#include <cstdint>
#include <span>

#include "comm/comm.hpp"
#include "problem/solve_report.hpp"
#include "solver/set.hpp"

namespace talus::solver {

// The largest squares on this rank, m^2/s^2.
struct SquaredResidual {
  double slide = 0, roll = 0, spin = 0, joint = 0, box = 0;
  double row = 0;         // of a whole set
  LocalIndex worst = -1;  // the place of that set
  bool is_finite = true;

  void add(const SetResidual& r, LocalIndex place);
  // *Collective.* The largest residuals on all ranks. `more` is reduced to its largest values with them.
  problem::Residual over_ranks(const comm::Comm& comm, std::span<double> more = {});
  // `squares` is the sum of row() over the sets of all ranks, `sets` their number.
  void set_rms(double squares, std::int64_t sets, problem::Residual& r) const;
};

}  // namespace talus::solver
