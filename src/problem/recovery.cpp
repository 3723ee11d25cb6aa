#include "problem/recovery.hpp"

#include <algorithm>

namespace talus::problem {
Problem normal_rows_at_rest(const Problem& problem) {
  Problem rest = problem;
  for (auto& body : rest.bodies) body.free = {};
  std::ranges::fill(rest.start, ContactImpulse{});
  std::ranges::fill(rest.block_start, Vec6::Zero());
  for (auto& row : rest.contacts) row.mu = row.rho = row.sigma = 0;
  for (auto& block : rest.blocks) block.bias.setZero();
  for (auto& block : std::span(rest.blocks).first(rest.num_contact_blocks)) {
    auto& set = block.set;
    set.mu = set.rho = set.sigma = 0;
    if (set.kind == SetKind::box) set.lower = {}, set.upper = {set.upper[0]};
  }
  // Motors of walls do not push.
  for (auto& block : std::span(rest.blocks).subspan(rest.num_contact_blocks + rest.joints.size()))
    block.set.lower = block.set.upper = {};
  return rest;
}

Problem build_recovery(const Problem& problem, std::span<const collide::Contact> contacts, const Solution& solution,
                       const BuildOptions& options) {
  const auto solved = [&](LocalIndex b) -> const Twist& { return twist_of(problem, solution, b); };
  Problem recovery = normal_rows_at_rest(problem);
  const auto bias = [&](double gap, double speed) {
    const double left = gap / problem.step + speed, part = left < 0 ? options.recovery_rate * left : left;
    return options.max_recovery_speed > 0 ? std::max(part, -options.max_recovery_speed) : part;
  };
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const RowPlace place = problem.place[c];
    if (!place.in_blocks) {
      RoundContact& row = recovery.contacts[place.index];
      row.bias = bias(contacts[c].gap, row.normal.dot(solved(row.b).v - solved(row.a).v));
    } else {
      Block& block = recovery.blocks[place.index];
      block.bias[0] = bias(contacts[c].gap, block.on_a.row(0).dot(solved(block.a).stacked()) +
                                                block.on_b.row(0).dot(solved(block.b).stacked()));
    }
  }
  return recovery;
}

bool needs_recovery(const Problem& recovery, double tolerance) {
  const auto blocks = std::span(recovery.blocks).first(recovery.num_contact_blocks);
  return std::ranges::any_of(recovery.contacts, [=](const RoundContact& c) { return c.bias < -tolerance; }) ||
         std::ranges::any_of(blocks, [=](const Block& b) { return b.bias[0] < -tolerance; });
}

}  // namespace talus::problem
