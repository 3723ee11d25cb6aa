#pragma once
// Simulated time from numbers of steps. Within a run whose step has one length it is the number times the length, to
// the bit; a restart with another length counts on from its time.

#include <cmath>
#include <cstdint>

namespace talus {

struct StepClock {
  double length = 0;       // of a step, s
  std::int64_t since = 0;  // the step from which on steps are of this length,
  double from = 0;         // and its time, s

  // Also of parts of steps, and before `since` as if steps always had this length.
  double at(double step) const { return from + (step - static_cast<double>(since)) * length; }
  double at(std::int64_t step) const { return at(static_cast<double>(step)); }
  // The step whose time is nearest.
  std::int64_t step_at(double time) const { return since + std::llround((time - from) / length); }
};

}  // namespace talus
