#pragma once
// When frames go into the trajectory and its companion streams.

#include <optional>

#include "base/step_clock.hpp"
#include "io/hdf5/trajectory.hpp"
#include "sim/run_options.hpp"

namespace talus::sim {

// At most so many frames a whole run of this plan writes.
std::int64_t num_frames(const RunPlan& plan);

class Frames {
 public:
  // *Collective.* Continues what is in the folder up to the last step done; -1: there is nothing yet.
  Frames(const Simulation& simulation, const RunPlan& plan, std::vector<observe::JointProbe> probes,
         std::int64_t last_step, const std::string& run);

  void write_if_due(Simulation& simulation);  // *Collective.* A frame of maps begins their next interval.
  void seal();                                // *Collective.* Before a checkpoint: frames so far survive a kill,
  void publish();                             // *Collective.* and after it: they get their names.

 private:
  bool passed(std::int64_t step, double every) const;
  bool due(std::int64_t step) const;

  StepClock clock_;
  FrameOptions when_;
  std::vector<observe::JointProbe> probes_;  // by joint
  std::optional<io::FrameWriter> trajectory_, contacts_, joints_, maps_;
};

}  // namespace talus::sim
