#include "sim/frames.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "comm/outbox.hpp"
#include "problem/joint_rows.hpp"

namespace talus::sim {
namespace {

// What one contact does to one of its bodies.
struct Load {
  GlobalId body, partner;
  std::int32_t feature, reserved;
  double normal;  // N
};

auto place(const Load& l) { return std::tuple(l.body, l.partner, l.feature); }
GlobalId owner_id(const observe::BodyFrame& b) { return b.id; }
GlobalId owner_id(const observe::ContactFrame& c) { return c.id_b; }
GlobalId owner_id(const observe::JointFrame& j) { return std::max(j.id_a, j.id_b); }
GlobalId owner_id(const Load& l) { return l.body; }

// The ids of all bodies in runs of equal length, one a rank.
struct IdRuns {
  GlobalId first = 0, length = 1;

  IdRuns(const comm::Comm& comm, std::span<const bodies::Body> owned) {
    GlobalId lowest = std::numeric_limits<GlobalId>::max(), highest = 0;
    for (const auto& b : owned) {
      lowest = std::min(lowest, b.id);
      highest = std::max(highest, b.id);
    }
    first = -comm.max(-lowest);
    length = std::max<GlobalId>(0, comm.max(highest) - first) / comm.size() + 1;
  }
  Rank rank_of(GlobalId id) const { return static_cast<Rank>((id - first) / length); }
};

// *Collective.* Records to the ranks of their ids, in order there.
template <class Record>
std::vector<Record> in_order(const comm::Comm& comm, const IdRuns& runs, const std::vector<Record>& here) {
  comm::Outbox out;
  for (const Record& record : here) comm::append(out.to(runs.rank_of(owner_id(record))), record);
  std::vector<Record> all;
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) all.push_back(in.next<Record>());
  }
  std::sort(all.begin(), all.end(), [](const Record& a, const Record& b) { return place(a) < place(b); });
  return all;
}

// Contacts of the last step that carry a normal force; none before the first step.
std::vector<observe::ContactFrame> loaded_contacts(const Simulation& simulation) {
  const double per_step = 1 / simulation.options().build.step;
  std::vector<observe::ContactFrame> loaded;
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    const auto impulse = problem::impulse_of(simulation.problem(), simulation.solution(), contact, c);
    const Vec3 force = per_step * impulse.force, torque = per_step * impulse.torque;
    const double normal = force.dot(contact.normal), spinning = torque.dot(contact.normal);
    if (!(normal > 0)) continue;
    loaded.push_back({contact.id_a, contact.id_b, contact.point, contact.normal, contact.gap, normal,
                      force - normal * contact.normal, torque - spinning * contact.normal, spinning, contact.feature,
                      simulation.comm().rank()});
  }
  return loaded;
}

// Of this rank, which holds all parts of a joint if it holds one. Before the first step there are none.
std::vector<observe::JointFrame> joints_here(const Simulation& simulation,
                                             const std::vector<observe::JointProbe>& probes) {
  const auto& problem = simulation.problem();
  const auto& bodies = simulation.bodies();
  std::map<std::size_t, observe::JointFrame> by_probe;
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    const auto& block = problem.joints[k];
    const auto& joint = bodies.joints[static_cast<std::size_t>(block.place)];
    const auto at = std::ranges::upper_bound(probes, joint.id, {}, &observe::JointProbe::first) - probes.begin() - 1;
    if (at < 0 || joint.id > probes[static_cast<std::size_t>(at)].last) continue;
    const observe::JointProbe& probe = probes[static_cast<std::size_t>(at)];
    const auto& g = simulation.solution().block_impulses[static_cast<std::size_t>(problem.num_contact_blocks) + k];
    const auto acts = problem::on_asked_side(problem::reaction_of(block, g, problem.step), block.axes, probe.on_a);
    const auto& b = bodies.local[static_cast<std::size_t>(block.holder)];
    auto& frame = by_probe.try_emplace(static_cast<std::size_t>(at)).first->second;
    frame.id_a = probe.on_a ? joint.b : joint.a, frame.id_b = probe.on_a ? joint.a : joint.b;
    frame.point = b.position + b.orientation * joint.point_b;
    frame.force += acts.world.force, frame.moment += acts.world.moment;
    frame.local_force += acts.local.force, frame.local_moment += acts.local.moment;
    const bool listed = probe.joint >= 0 || probe.drive >= 0;
    frame.joint = listed ? probe.joint : static_cast<std::int32_t>(at), frame.drive = probe.drive;
    frame.unique = probe.unique, frame.rank = simulation.comm().rank();
  }
  std::vector<observe::JointFrame> here;
  for (const auto& [probe, frame] : by_probe) here.push_back(frame);
  return here;
}

}  // namespace

std::vector<observe::BodyFrame> body_frame(const Simulation& simulation) {
  const auto& comm = simulation.comm();
  const auto owned = simulation.bodies().owned();
  const IdRuns runs(comm, owned);
  const GlobalId first_body = simulation.world().first_body_id();
  std::vector<observe::BodyFrame> here;
  for (const auto& b : owned) {
    here.push_back({b.id, b.position, b.orientation, b.velocity, b.angular_velocity, b.radius, 0, 0, comm.rank(),
                    b.material, b.shape});
  }
  std::vector<Load> loads_here;
  for (const auto& c : loaded_contacts(simulation)) {
    if (c.id_a >= first_body) loads_here.push_back({c.id_a, c.id_b, c.feature, 0, c.normal_force});
    loads_here.push_back({c.id_b, c.id_a, c.feature, 0, c.normal_force});
  }
  auto bodies = in_order(comm, runs, here);
  const auto loads = in_order(comm, runs, loads_here);  // so sums have one order on any ranks
  auto load = loads.begin();
  for (auto& b : bodies) {
    while (load != loads.end() && load->body < b.id) ++load;
    for (; load != loads.end() && load->body == b.id; ++load) {
      b.normal_load += load->normal;
      ++b.contacts;
    }
  }
  return bodies;
}

std::vector<observe::ContactFrame> contact_frame(const Simulation& simulation) {
  return in_order(simulation.comm(), IdRuns(simulation.comm(), simulation.bodies().owned()),
                  loaded_contacts(simulation));
}

std::vector<observe::JointFrame> joint_frame(const Simulation& simulation,
                                             const std::vector<observe::JointProbe>& probes) {
  return in_order(simulation.comm(), IdRuns(simulation.comm(), simulation.bodies().owned()),
                  joints_here(simulation, probes));
}

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
    trajectory_->write<observe::BodyFrame>(step, simulation.time(), body_frame(simulation), &simulation.world());
  }
  if (contacts_ && step > contacts_->last_step()) {
    contacts_->write<observe::ContactFrame>(step, simulation.time(), contact_frame(simulation));
  }
  if (joints_ && step > joints_->last_step()) {
    joints_->write<observe::JointFrame>(step, simulation.time(), joint_frame(simulation, probes_));
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
