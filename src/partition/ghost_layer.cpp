#include "partition/ghost_layer.hpp"

#include <algorithm>
#include <numeric>

namespace talus::partition {

using bodies::Bodies;
using bodies::RememberedImpulse;

GhostLayer::GhostLayer(const comm::Comm& comm, std::vector<Link> owned, std::vector<Link> ghosts)
    : comm_(comm), owned_(std::move(owned)), ghosts_(std::move(ghosts)) {
  for (auto* links : {&owned_, &ghosts_}) {
    std::ranges::sort(*links);
    for (const Link& link : *links) {
      if (neighbours_.empty() || neighbours_.back() != link.rank) neighbours_.push_back(link.rank);
    }
  }
  std::ranges::sort(neighbours_);
  neighbours_.erase(std::ranges::unique(neighbours_).begin(), neighbours_.end());
}

namespace {

using Entry = std::pair<LocalIndex, RememberedImpulse>;

void write_pose(comm::Bytes& out, const bodies::Body& body) {
  for (const double x : body.position) comm::append(out, x);
  for (const double x : body.orientation.coeffs()) comm::append(out, x);
}
void read_pose(comm::Reader& in, bodies::Body& body) {
  for (double& x : body.position) x = in.next<double>();
  for (double& x : body.orientation.coeffs()) x = in.next<double>();
}

}  // namespace

void copy_poses_to_ghosts(const GhostLayer& ghosts, Bodies& bodies) {
  ghosts.copy_to_ghosts([&](comm::Bytes& out, LocalIndex b, Rank) { write_pose(out, bodies.local[b]); },
                        [&](comm::Reader& in, LocalIndex g, Rank) { read_pose(in, bodies.local[g]); });
}

void renew_ghosts(const GhostLayer& ghosts, Bodies& bodies) {
  std::vector<Entry> impulses;
  ghosts.copy_to_ghosts(
      [&](comm::Bytes& out, LocalIndex b, Rank) {
        const auto& body = bodies.local[b];
        write_pose(out, body);
        for (const Vec3* v : {&body.velocity, &body.angular_velocity})
          for (const double x : *v) comm::append(out, x);
        comm::append(out, static_cast<std::int32_t>(bodies.memory[b].size()));
        for (const auto& impulse : bodies.memory[b]) comm::append(out, impulse);
      },
      [&](comm::Reader& in, LocalIndex g, Rank) {
        auto& body = bodies.local[g];
        read_pose(in, body);
        for (Vec3* v : {&body.velocity, &body.angular_velocity})
          for (double& x : *v) x = in.next<double>();
        for (auto n = in.next<std::int32_t>(); n > 0; --n) impulses.emplace_back(g, in.next<RememberedImpulse>());
      });
  std::ranges::stable_sort(impulses, {}, &Entry::first);
  bodies.memory.keep_rows(bodies.num_owned);
  auto next = impulses.begin();
  for (LocalIndex g = bodies.num_owned; g < bodies.num_local(); ++g) {
    for (; next != impulses.end() && next->first == g; ++next) bodies.memory.add(next->second);
    bodies.memory.end_row();
  }
}

namespace {

// Replaces the memory of all bodies: by body, then by partner and feature.
void place_by_body(Bodies& bodies, std::span<const Entry> impulses) {
  bodies.memory = Ragged<RememberedImpulse>::by_row(bodies.num_local(), impulses);
  for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
    std::ranges::sort(bodies.memory[b], [](const RememberedImpulse& x, const RememberedImpulse& y) {
      return x.partner != y.partner ? x.partner < y.partner : x.feature < y.feature;
    });
  }
}

}  // namespace

void remember(const GhostLayer& ghosts, Bodies& bodies, std::vector<Entry> impulses) {
  const auto first_of_ghosts =
      std::ranges::stable_partition(impulses, [&](const Entry& e) { return e.first < bodies.num_owned; }).begin();
  std::vector<Entry> of_ghosts(first_of_ghosts, impulses.end());
  impulses.erase(first_of_ghosts, impulses.end());
  std::ranges::stable_sort(of_ghosts, {}, &Entry::first);
  ghosts.send_to_owners(
      [&](comm::Bytes& out, LocalIndex g, Rank) {
        const auto own = std::ranges::equal_range(of_ghosts, g, {}, &Entry::first);
        comm::append(out, static_cast<std::int32_t>(own.size()));
        for (const Entry& entry : own) comm::append(out, entry.second);
      },
      [&](comm::Reader& in, LocalIndex b, Rank) {
        for (auto n = in.next<std::int32_t>(); n > 0; --n) impulses.emplace_back(b, in.next<RememberedImpulse>());
      });
  place_by_body(bodies, impulses);
}

}  // namespace talus::partition
