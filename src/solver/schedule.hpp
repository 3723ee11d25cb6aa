#pragma once
// How ranks work together in a sweep: when the velocities of bodies that several ranks work on travel, and who counts
// them. Two schedules: `blocks` (schedule_blocks.cpp) and `cubes` (schedule_cubes.cpp).

#include <memory>

#include "base/aligned.hpp"
#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"

namespace talus::solver {

// A body in the sweep, one cache line: v(3), 1/m, w(3), 1/J.
inline constexpr std::size_t kBodyDoubles = 8;
inline double* record_of(AlignedDoubles& bodies, LocalIndex b) {
  return bodies.data() + static_cast<std::size_t>(b) * kBodyDoubles;
}

class Schedule {
 public:
  virtual ~Schedule() = default;

  // *Not collective.* A new problem; sharing outlives the solve.
  virtual void begin(const problem::Problem& problem, const comm::Sharing& sharing) = 0;
  // The divisor of the mass of a shared item while this rank sweeps.
  virtual double parts(std::size_t item) const = 0;
  // Does this rank count the shared item's energy? One of its sharers does.
  virtual bool counts(std::size_t item) const = 0;

  // *Collective among neighbours*, all four.
  virtual void before_sweep(AlignedDoubles& bodies) = 0;
  virtual void before_class(std::size_t c, AlignedDoubles& bodies) = 0;
  virtual void after_sweep(AlignedDoubles& bodies) = 0;
  virtual void refresh(AlignedDoubles& bodies) = 0;  // afterwards all copies of a body are equal
};

enum class ScheduleKind { blocks, cubes };
std::unique_ptr<Schedule> make_schedule(ScheduleKind kind, const comm::Comm& comm);

}  // namespace talus::solver
