#pragma once
// The residual over the sets of all ranks, from what each adds (set.hpp): the same for bodies and for rows.

#include <cstdint>
#include <span>

#include "comm/comm.hpp"
#include "problem/solve_report.hpp"
#include "solver/set.hpp"

namespace talus::solver {

// The largest of this rank, squared, m^2/s^2.
struct SquaredResidual {
  double slide = 0, roll = 0, spin = 0, joint = 0, box = 0;
  double row = 0;         // of any set,
  LocalIndex worst = -1;  // and which it is
  bool is_finite = true;

  void add(const SetResidual& r, LocalIndex place);
  // *Collective.* The largest of all ranks; `more` joins their reduction.
  problem::Residual over_ranks(const comm::Comm& comm, std::span<double> more = {});
  // `squares`: the sum over all sets of all ranks, so many.
  void set_rms(double squares, std::int64_t sets, problem::Residual& r) const;
};

}  // namespace talus::solver
