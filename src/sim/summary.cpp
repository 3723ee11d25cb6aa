#include "sim/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"

namespace talus::sim {

void SessionTotals::add(const Simulation& simulation, const StepReport& report) {
  contacts = report.solve.contacts;
  contact_steps += report.solve.contacts;
  chattering += report.chattering;
  chatter_speed = std::max(chatter_speed, report.chatter_speed);
  projection_left = std::max(projection_left, report.projection_left);
  const auto& residual = report.solve.residual;
  relaxation_mean = residual.relaxation_mean;
  overlap = report.overlap;
  for (const auto kind : {&problem::Residual::slide_max, &problem::Residual::roll_max, &problem::Residual::spin_max,
                          &problem::Residual::joint_max, &problem::Residual::box_max}) {
    largest.*kind = std::max(largest.*kind, residual.*kind);
  }
  if (!(residual.max > largest.max)) return;
  largest.max = residual.max;
  worst_bodies = observe::bodies_of_row(simulation.view(), residual.worst);
  worst_step = simulation.steps_done();
}

std::string SessionTotals::worst() const {
  if (worst_step < 0) return {};
  return fmt::format("largest residual {:.3g} m/s at step {}, between bodies {} and {}\n", largest.max, worst_step,
                     worst_bodies.first, worst_bodies.second);
}

void add_step(io::CheckpointHeader& header, const StepReport& report) {
  const auto& solve = report.solve;
  header.missed_steps += solve.status == solver::Status::missed;
  header.sweeps += solve.sweeps;
  header.residual_rms = std::max(header.residual_rms, solve.residual.rms);
  header.residual_max = std::max(header.residual_max, solve.residual.max);
  header.penetration_max = std::max(header.penetration_max, report.penetration);
  header.overlap_max = std::max(header.overlap_max, report.overlap);
  header.joint_opening_max = std::max(header.joint_opening_max, report.opening);
  header.relaxation_max = std::max(header.relaxation_max, solve.residual.relaxation);
}

// A velocity that is wrong by the tolerance takes a force of mass x tolerance / h.
std::string accuracy_of(const Simulation& simulation, const io::CheckpointHeader& header, const SessionTotals& totals) {
  const auto& options = simulation.options();
  const double h = options.build.step, tolerance = options.solver.tolerance, gravity = options.gravity;
  const std::string noise =
      gravity > 0
          ? fmt::format("tolerance / (g h) = {:.2g} %: forces on a body are known to about {:.2g} % of its weight",
                        100 * tolerance / (gravity * h), 100 * tolerance / (gravity * h))
          : fmt::format("forces on a body are known to about its mass x {:.2g} m/s2", tolerance / h);
  std::string text = fmt::format("{}\nlargest overlap {:.2g} %, in the last step {:.2g} % of the smaller radius\n",
                                 noise, 100 * header.overlap_max, 100 * totals.overlap);
  if (header.joint_opening_max > 0) text += fmt::format("joints open by at most {:.2g} m\n", header.joint_opening_max);
  return text;
}

PhaseTimes phases_so_far(const Simulation& simulation, const io::CheckpointHeader& header) {
  PhaseTimes all = simulation.times();
  simulation.comm().max(all.seconds);
  for (std::size_t p = 0; p < all.seconds.size(); ++p) all.seconds[p] += header.phases.seconds[p];
  return all;
}

Chatter chatter_of_session(const comm::Comm& comm, const SessionTotals& totals, double sliding_threshold) {
  constexpr double kMuch = 0.01;  // of all contacts' steps
  const auto chattering = comm.sum(totals.chattering);
  const double speed = comm.max(totals.chatter_speed);
  if (static_cast<double>(chattering) <= kMuch * static_cast<double>(totals.contact_steps)) return {chattering, ""};
  return {
      chattering,
      fmt::format(
          "talus: warning: contacts alternate between sticking and sliding in {} of their {} steps, at up to {:g} m/s; "
          "contact.sliding_threshold = {:g} m/s lies below what the step leaves at resting or rolling contacts\n",
          chattering, totals.contact_steps, speed, sliding_threshold)};
}

io::Json summary_of(const Simulation& simulation, const io::CheckpointHeader& header, const SessionTotals& totals,
                    std::int64_t chattering, bool stopped) {
  const auto& comm = simulation.comm();
  const auto bodies = comm.sum(static_cast<std::int64_t>(simulation.bodies().num_owned));
  const auto hash = simulation.state_hash();
  const auto peak = comm.max(resident_peak_bytes());
  const auto heap = comm.max(heap_peak_bytes()), heap_sum = comm.sum(heap_peak_bytes());
  const auto held = comm.sum(static_cast<std::int64_t>(simulation.bodies().num_local()));
  const auto most_owned = comm.max(static_cast<std::int64_t>(simulation.bodies().num_owned));
  const auto traffic = comm::traffic();
  const auto messages = comm.max(traffic.messages), bytes = comm.max(traffic.bytes);
  const PhaseTimes so_far = phases_so_far(simulation, header);
  io::Json phases;
  for (std::size_t p = 0; p < so_far.seconds.size(); ++p) phases.add(kPhaseNames[p], so_far.seconds[p]);
  io::Json worst, kinds, summary;
  worst.add("id_a", totals.worst_bodies.first).add("id_b", totals.worst_bodies.second).add("step", totals.worst_step);
  worst.add("residual", totals.largest.max);
  kinds.add("contact", totals.largest.slide_max).add("rolling", totals.largest.roll_max);
  kinds.add("spinning", totals.largest.spin_max).add("joint", totals.largest.joint_max);
  kinds.add("bound", totals.largest.box_max);
  summary.add("status", stopped ? "stopped" : "done")
      .add("state_hash", fmt::format("{:016x}", hash))
      .add("reproducible", std::string(name_of(solver::reproducible(simulation.options().solver))))
      .add("time", simulation.time())
      .add("steps", simulation.steps_done())
      .add("bodies", bodies)
      .add("removed", simulation.removed())
      .add("waiting", simulation.waiting())
      .add("contacts", totals.contacts)
      .add("missed_steps", header.missed_steps)
      .add("residual_rms", header.residual_rms)
      .add("residual_max", header.residual_max)
      .add("worst_contact", worst)
      .add("violation_by_kind", kinds)
      .add("penetration_max", header.penetration_max)
      .add("overlap_max", header.overlap_max)
      .add("overlap_last", totals.overlap)
      .add("joint_opening_max", header.joint_opening_max)
      .add("tolerance", simulation.options().solver.tolerance)
      .add("relaxation_max", header.relaxation_max)
      .add("projection_left_max", totals.projection_left)
      .add("chattering_contact_steps", chattering)
      .add("relaxation_mean", totals.relaxation_mean)
      .add("sweeps", header.sweeps)
      .add("seconds", header.seconds)
      .add("seconds_by_phase", phases)
      .add("ranks", comm.size())
      .add("peak_memory_bytes", peak)
      .add("heap_peak_bytes", heap)
      .add("heap_peak_bytes_all_ranks", heap_sum)
      .add("bodies_held_all_ranks", held)
      .add("bodies_owned_largest_rank", most_owned)
      .add("messages_largest_rank", messages)
      .add("message_bytes_largest_rank", bytes);
  return summary;
}

void write_summary(const comm::Comm& comm, const std::filesystem::path& file, const io::Json& summary) {
  comm::agree(comm, [&] {
    if (comm.is_root()) io::write_whole(file, [&](std::ostream& out) { out << summary.text() << '\n'; });
  });
}

}  // namespace talus::sim
