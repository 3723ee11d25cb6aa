#include "sim/frame_output.hpp"

#include <algorithm>
#include <cmath>

#include "observe/frame_rows.hpp"

namespace talus::sim {

std::int64_t num_frames(const RunPlan& plan) {
  const FrameOptions& when = plan.output.frames;
  if (!when.any()) return 0;
  const double by_time = when.every > 0 ? std::floor(plan.end / when.every * (1 + 1e-9)) : 0;
  const std::int64_t by_steps = when.every_steps > 0 ? plan.end_step / when.every_steps : 0;
  return 1 + std::min(plan.end_step,
                      by_steps + static_cast<std::int64_t>(std::min(by_time, static_cast<double>(plan.end_step))));
}

Frames::Frames(const Simulation& simulation, const RunPlan& plan, std::vector<observe::JointProbe> probes,
               std::int64_t last_step, const std::string& run)
    : clock_(simulation.clock()), when_(plan.output.frames), probes_(std::move(probes)) {
  const auto& comm = simulation.comm();
  const std::filesystem::path folder = plan.output.folder;
  const io::FrameOptions options{when_.compress, plan.deck, run};
  if (simulation.maps().num_cells() > 0) maps_.emplace(comm, folder, observe::map_frames(), options, last_step);
  if (!when_.any()) return;
  trajectory_.emplace(comm, folder, observe::body_frames(), options, last_step);
  if (when_.contacts) contacts_.emplace(comm, folder, observe::contact_frames(), options, last_step);
  if (when_.joints) joints_.emplace(comm, folder, observe::joint_frames(), options, last_step);
}

// The first step at or behind each multiple of `every`: of the step alone, so that a restart finds the same frames.
bool Frames::passed(std::int64_t step, double every) const {
  constexpr double kSlack = 1e-6;  // of a step, for what rounding does to a multiple
  const auto multiples = [&](std::int64_t s) { return std::floor(clock_.at(static_cast<double>(s) + kSlack) / every); };
  return multiples(step) > multiples(step - 1);
}

bool Frames::due(std::int64_t step) const {
  return step == 0 || (when_.every > 0 && passed(step, when_.every)) ||
         (when_.every_steps > 0 && step % when_.every_steps == 0);
}

void Frames::write_if_due(Simulation& simulation) {
  const std::int64_t step = simulation.steps_done();
  if (maps_ && step > 0 && passed(step, when_.map_every)) {
    const auto frame = simulation.maps().take(simulation.view());
    if (step > maps_->last_step()) maps_->write<observe::MapFrame>(step, simulation.time(), frame);
  }
  if (!trajectory_ || !due(step)) return;
  if (step > trajectory_->last_step()) {
    trajectory_->write<observe::BodyFrame>(step, simulation.time(), observe::body_frame(simulation.view()),
                                           &simulation.world());
  }
  if (contacts_ && step > contacts_->last_step()) {
    contacts_->write<observe::ContactFrame>(step, simulation.time(), observe::contact_frame(simulation.view()));
  }
  if (joints_ && step > joints_->last_step()) {
    joints_->write<observe::JointFrame>(step, simulation.time(), observe::joint_frame(simulation.view(), probes_));
  }
}

void Frames::seal() {
  if (trajectory_) trajectory_->seal();
  if (contacts_) contacts_->seal();
  if (joints_) joints_->seal();
  if (maps_) maps_->seal();
}

void Frames::publish() {
  if (trajectory_) trajectory_->publish();
  if (contacts_) contacts_->publish();
  if (joints_) joints_->publish();
  if (maps_) maps_->publish();
}

}  // namespace talus::sim
