#include "observe/step_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

void measure_contacts(const View& view, StepReport& report) {
  each_contact(view,
               [&](const ContactSeen& seen) { report.penetration = std::max(report.penetration, -seen.contact.gap); });
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
  std::array<double, 2> most{report.penetration, fastest};
  view.comm.max(most);
  report.penetration = most[0];
  report.fastest = most[1];
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

std::pair<GlobalId, GlobalId> bodies_of_row(const View& view, LocalIndex row) {
  GlobalId id_a = -1, id_b = -1;
  each_row(view, [&](LocalIndex r, GlobalId a, GlobalId b) {
    if (r == row) id_a = a, id_b = b;
  });
  return {view.comm.max(id_a), view.comm.max(id_b)};
}

namespace {

// The id, behind the name that the deck gives it or the smallest set of bodies which it is one of.
std::string name_body(GlobalId id, std::span<const Probe> named) {
  const Probe* best = nullptr;
  for (const Probe& probe : named) {
    if (id < probe.first || id > probe.last) continue;
    if (!best || probe.last - probe.first < best->last - best->first) best = &probe;
  }
  return best ? fmt::format("{} ({})", best->name, id) : fmt::format("{}", id);
}

}  // namespace

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
