#include "observe/frame_rows.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "comm/outbox.hpp"
#include "observe/contact_outputs.hpp"
#include "problem/joint_rows.hpp"

namespace talus::observe {
namespace {

// The load and the loss of one contact on one of its bodies.
struct Load {
  GlobalId body, partner;
  std::int32_t feature, reserved;
  double normal, power;  // N, W
};

auto place(const Load& l) { return std::tuple(l.body, l.partner, l.feature); }
GlobalId owner_id(const BodyFrame& b) { return b.id; }
GlobalId owner_id(const ContactFrame& c) { return c.id_b; }
GlobalId owner_id(const JointFrame& j) { return std::max(j.id_a, j.id_b); }
GlobalId owner_id(const Load& l) { return l.body; }

// The ids of all bodies in runs of equal length, one per rank.
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
void each_loaded_contact(const View& view, auto&& visit) {
  each_contact(view, [&](const ContactSeen& seen) {
    if (const LoadedContact contact(seen); contact.normal > 0) visit(contact);
  });
}

// The joints of this rank, which has all parts of a joint if it has one. Before the first step there are none.
std::vector<JointFrame> joints_here(const View& view, const std::vector<JointProbe>& probes) {
  const auto& problem = view.problem;
  const auto& bodies = view.bodies;
  std::map<std::ptrdiff_t, JointFrame> by_probe;
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    const auto& block = problem.joints[k];
    const auto& joint = bodies.joints.items()[block.place];
    const auto at = std::ranges::upper_bound(probes, joint.id, {}, &JointProbe::first) - probes.begin() - 1;
    if (at < 0 || joint.id > probes[at].last) continue;
    const JointProbe& probe = probes[at];
    const auto& g = view.solution.block_impulses[problem.num_contact_blocks + k];
    const auto acts = problem::on_asked_side(problem::reaction_of(block, g, problem.step), block.axes, probe.on_a);
    const auto& b = bodies.local[block.b];
    auto& frame = by_probe.try_emplace(at).first->second;
    frame.id_a = probe.on_a ? joint.b : joint.a, frame.id_b = probe.on_a ? joint.a : joint.b;
    frame.point = b.position + b.orientation * joint.point_b;
    frame.force += acts.world.force, frame.moment += acts.world.moment;
    frame.local_force += acts.local.force, frame.local_moment += acts.local.moment;
    const bool listed = probe.joint >= 0 || probe.drive >= 0;
    frame.joint = listed ? probe.joint : static_cast<std::int32_t>(at), frame.drive = probe.drive;
    frame.unique = probe.unique, frame.rank = view.comm.rank();
  }
  std::vector<JointFrame> here;
  for (const auto& [probe, frame] : by_probe) here.push_back(frame);
  return here;
}

}  // namespace

std::vector<BodyFrame> body_frame(const View& view) {
  const auto& comm = view.comm;
  const auto owned = view.bodies.owned();
  const IdRuns runs(comm, owned);
  const GlobalId first_body = view.world.first_body_id();
  std::vector<BodyFrame> here;
  for (const auto& b : owned) {
    here.push_back({b.id, b.position, b.orientation, b.velocity, b.angular_velocity, b.radius, 0, 0, comm.rank(),
                    b.material, b.shape, b.mass, static_cast<std::int64_t>(b.state), 0});
  }
  std::vector<Load> loads_here;
  each_loaded_contact(view, [&](const LoadedContact& loaded) {
    const auto& c = loaded.contact();
    const double power = loaded.seen.loss().all / view.problem.step;
    if (c.id_a >= first_body) loads_here.push_back({c.id_a, c.id_b, c.feature, 0, loaded.normal, power});
    loads_here.push_back({c.id_b, c.id_a, c.feature, 0, loaded.normal, power});
  });
  auto bodies = in_order(comm, runs, here);
  const auto loads = in_order(comm, runs, loads_here);  // so sums have one order on any ranks
  auto load = loads.begin();
  for (auto& b : bodies) {
    while (load != loads.end() && load->body < b.id) ++load;
    for (; load != loads.end() && load->body == b.id; ++load) {
      b.normal_load += load->normal;
      b.dissipated_power += load->power;
      ++b.contacts;
    }
  }
  return bodies;
}

std::vector<ContactFrame> contact_frame(const View& view) {
  std::vector<ContactFrame> here;
  each_loaded_contact(view, [&](const LoadedContact& loaded) {
    const auto& c = loaded.contact();
    here.push_back({c.id_a, c.id_b, c.feature, view.comm.rank(), values_of(loaded)});
  });
  return in_order(view.comm, IdRuns(view.comm, view.bodies.owned()), here);
}

std::vector<JointFrame> joint_frame(const View& view, const std::vector<JointProbe>& probes) {
  return in_order(view.comm, IdRuns(view.comm, view.bodies.owned()), joints_here(view, probes));
}

}  // namespace talus::observe
