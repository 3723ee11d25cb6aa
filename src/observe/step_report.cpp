#include "observe/step_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bodies/body_at.hpp"
#include "bodies/hash.hpp"
#include "observe/contact_seen.hpp"

namespace talus::observe {
namespace {

// Calls visit(row, id_a, id_b) for each contact and joint of this rank.
void each_row(const View& view, auto&& visit) {
  const auto first_block = static_cast<LocalIndex>(view.problem.contacts.size());
  for (std::size_t c = 0; c < view.contacts.size(); ++c) {
    const auto [index, in_blocks] = view.problem.place[c];
    visit(in_blocks ? first_block + index : index, view.contacts[c].id_a, view.contacts[c].id_b);
  }
  for (std::size_t j = 0; j < view.problem.joints.size(); ++j) {
    const auto& joint = view.bodies.joints.items()[view.problem.joints[j].place];
    visit(first_block + view.problem.num_contact_blocks + static_cast<LocalIndex>(j), joint.a, joint.b);
  }
}

}  // namespace

void measure_chatter(const problem::Problem& problem, StepReport& report) {
  for (const auto& rows : problem.friction) {
    if (!(rows.mode & problem::kChatters)) continue;
    ++report.chattering;
    if (rows.slides) report.chatter_speed = std::max(report.chatter_speed, rows.speed);
  }
}

namespace {

// In radii of the smaller body. Springs are meant to be pressed: theirs count where bodies pass through each other.
double overlap_of(const View& view, const collide::Contact& c) {
  const bodies::Body &a = body_at(view.bodies, view.world, c.a), &b = body_at(view.bodies, view.world, c.b);
  const double overlap = -c.gap / (c.a.is_wall ? b.radius : std::min(a.radius, b.radius));
  return overlap <= 1 && view.world.materials.springs_of_pair(a.material, b.material).any() ? 0 : overlap;
}

double opening_of(const View& view, std::size_t joint) {
  const auto& [shift, turn] = view.problem.joints[joint].opening;
  const auto first = static_cast<std::size_t>(view.problem.num_contact_blocks);
  return std::max(shift, turn * view.problem.blocks[first + joint].set.length);
}

}  // namespace

void measure_rows(const View& view, double smallest_radius, StepReport& report) {
  each_contact(view, [&](const ContactSeen& seen) {
    const double depth = -seen.contact.gap;
    report.penetration = std::max(report.penetration, depth);
    if (depth > report.overlap * smallest_radius)
      report.overlap = std::max(report.overlap, overlap_of(view, seen.contact));
  });
  for (std::size_t j = 0; j < view.problem.joints.size(); ++j)
    report.opening = std::max(report.opening, opening_of(view, j));
}

void measure_bodies(const View& view, std::int64_t after_feeding, double max_speed, StepReport& report) {
  double fastest = 0;
  GlobalId who = -1;
  const auto look_at = [&](const bodies::Body& b) {
    const double speed = b.velocity.norm() + b.radius * b.angular_velocity.norm();
    const double counted =
        b.position.allFinite() && std::isfinite(speed) ? speed : std::numeric_limits<double>::infinity();
    if (counted <= fastest) return;
    fastest = counted;
    who = b.id;
  };
  std::ranges::for_each(view.bodies.owned(), look_at);
  for (const auto& wall : view.world.walls) {
    if (wall.state == bodies::State::dynamic) look_at(wall);
  }
  std::array<double, 4> most{report.penetration, report.overlap, report.opening, fastest};
  view.comm.max(most);
  report.penetration = most[0], report.overlap = most[1], report.opening = most[2];
  report.fastest = most[3];
  if (report.fastest > max_speed) report.runaway = view.comm.max(fastest == report.fastest ? who : GlobalId{-1});
  std::array<std::int64_t, 2> count{view.bodies.num_owned, after_feeding};
  view.comm.sum(count);
  report.bodies = count[0];
  report.missing = count[1] - count[0];
}

std::uint64_t state_hash(const View& view) {
  const std::uint64_t hash =
      bodies::hash_of_owned(view.bodies) + (view.comm.is_root() ? bodies::hash_of_dynamic(view.world.walls) : 0);
  return static_cast<std::uint64_t>(view.comm.sum(static_cast<std::int64_t>(hash)));
}

GlobalId open_joint(const View& view, const StepReport& report) {
  GlobalId found = -1;
  for (std::size_t j = 0; j < view.problem.joints.size(); ++j) {
    if (opening_of(view, j) == report.opening)
      found = std::max(found, view.bodies.joints.items()[view.problem.joints[j].place].id);
  }
  return view.comm.max(found);
}

std::pair<GlobalId, GlobalId> bodies_that_overlap(const View& view, const StepReport& report) {
  GlobalId a = -1, b = -1;
  for (const auto& c : view.contacts) {
    if (overlap_of(view, c) == report.overlap && std::pair(c.id_a, c.id_b) > std::pair(a, b)) a = c.id_a, b = c.id_b;
  }
  const auto rank_a = view.comm.max(a);
  return {rank_a, view.comm.max(a == rank_a ? b : GlobalId{-1})};
}

std::pair<GlobalId, GlobalId> bodies_of_row(const View& view, LocalIndex row) {
  GlobalId id_a = -1, id_b = -1;
  each_row(view, [&](LocalIndex r, GlobalId a, GlobalId b) {
    if (r == row) id_a = a, id_b = b;
  });
  return {view.comm.max(id_a), view.comm.max(id_b)};
}

std::string name_body(GlobalId id, std::span<const Probe> named) {
  const Probe* best = nullptr;
  for (const Probe& probe : named) {
    if (id < probe.first || id > probe.last) continue;
    if (!best || probe.last - probe.first < best->last - best->first) best = &probe;
  }
  return best ? fmt::format("{} ({})", best->name, id) : fmt::format("{}", id);
}

std::string name_rows(const View& view, const std::vector<LocalIndex>& rows, std::span<const Probe> named_bodies) {
  constexpr std::size_t kNames = 4;  // of a rank
  std::array<double, 2 * kNames> ids;
  ids.fill(-1);
  std::size_t named = 0;
  each_row(view, [&](LocalIndex row, GlobalId a, GlobalId b) {
    if (named == kNames || std::ranges::find(rows, row) == rows.end()) return;
    ids[2 * named] = static_cast<double>(a);
    ids[2 * named++ + 1] = static_cast<double>(b);
  });
  const auto all = view.comm.gather_to_root(ids);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all.size() && names.size() < kNames; k += 2) {
    if (all[k] >= 0)
      names.push_back(fmt::format("{} and {}", name_body(static_cast<GlobalId>(all[k]), named_bodies),
                                  name_body(static_cast<GlobalId>(all[k + 1]), named_bodies)));
  }
  const auto rest = view.comm.sum(std::ssize(rows)) - std::ssize(names);
  std::string text = fmt::format("bodies {}", fmt::join(names, ", "));
  if (rest > 0) text += fmt::format(" ({} more contacts)", rest);
  view.comm.broadcast(text);
  return text;
}

}  // namespace talus::observe
