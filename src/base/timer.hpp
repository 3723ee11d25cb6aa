#pragma once
// Wall-clock seconds by phase of a step. A phase is named once, at its place in the step.

#include <array>
#include <chrono>

namespace talus {

enum class Phase { feed, partition, collide, problem, solve, motion, output, count };
inline constexpr int kNumPhases = static_cast<int>(Phase::count);
inline constexpr std::array<const char*, kNumPhases> kPhaseNames = {"feed",  "partition", "collide", "problem",
                                                                    "solve", "motion",    "output"};

inline double wall_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

double thread_cpu_seconds();  // CPU time of the calling thread, s

struct PhaseTimes {
  std::array<double, kNumPhases> seconds{};
  double total() const {
    double sum = 0;
    for (double s : seconds) sum += s;
    return sum;
  }
};

// Adds the wall time of its life to one phase.
class PhaseScope {
 public:
  PhaseScope(PhaseTimes& times, Phase phase) : slot_(times.seconds[static_cast<int>(phase)]), start_(wall_seconds()) {}
  ~PhaseScope() { slot_ += wall_seconds() - start_; }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  double& slot_;
  double start_;
};

}  // namespace talus
