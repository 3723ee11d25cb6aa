#include "sim/frame_output.hpp"

#include <algorithm>
#include <cmath>

#include "observe/frame_rows.hpp"

namespace talus::sim {

std::int64_t num_frames(const io::Deck& deck) {
  const double end = deck.number("time.end"), every = deck.number("output.every");
  const std::int64_t steps = std::llround(end / deck.number("time.step")),
                     every_steps = deck.integer("output.every_steps");
  if (every <= 0 && every_steps == 0) return 0;
  const double by_time = every > 0 ? std::floor(end / every * (1 + 1e-9)) : 0;
  const std::int64_t by_steps = every_steps > 0 ? steps / every_steps : 0;
  return 1 + std::min(steps, by_steps + static_cast<std::int64_t>(std::min(by_time, static_cast<double>(steps))));
}

Frames::Frames(const comm::Comm& comm, const io::Deck& deck, const std::filesystem::path& folder,
               std::vector<observe::JointProbe> probes, std::int64_t last_step)
    : step_(deck.number("time.step")), every_(deck.number("output.every")),
      every_steps_(deck.integer("output.every_steps")), probes_(std::move(probes)) {
  if (every_ <= 0 && every_steps_ == 0) return;
  const io::FrameOptions options{deck.flag("output.compress"), deck.resolved()};
  trajectory_.emplace(comm, folder, observe::body_frames(), options, last_step);
  if (deck.flag("output.contacts")) contacts_.emplace(comm, folder, observe::contact_frames(), options, last_step);
  if (deck.flag("output.joints")) joints_.emplace(comm, folder, observe::joint_frames(), options, last_step);
}

// The first step at or behind each multiple of `every`: of the step alone, so that a restart finds the same frames.
bool Frames::due(std::int64_t step) const {
  constexpr double kSlack = 1e-6;  // of a step, for what rounding does to a multiple
  const auto passed = [this](std::int64_t s) { return std::floor((static_cast<double>(s) + kSlack) * step_ / every_); };
  return step == 0 || (every_ > 0 && passed(step) > passed(step - 1)) || (every_steps_ > 0 && step % every_steps_ == 0);
}

void Frames::write_if_due(const Simulation& simulation) {
  const std::int64_t step = simulation.steps_done();
  if (!trajectory_ || !due(step)) return;
  if (step > trajectory_->last_step()) {
    trajectory_->write<observe::BodyFrame>(step, simulation.time(), observe::body_frame(simulation.view()), &simulation.world());
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
}

void Frames::publish() {
  if (trajectory_) trajectory_->publish();
  if (contacts_) contacts_->publish();
  if (joints_) joints_->publish();
}

}  // namespace talus::sim
