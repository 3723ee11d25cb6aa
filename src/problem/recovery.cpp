#include "problem/recovery.hpp"

#include <algorithm>

namespace talus::problem {
namespace {

// Velocities of the step's solution, (v, w) with w scaled.
class Solved {
 public:
  Solved(const Problem& problem, const Solution& solution) : problem_(problem), solution_(solution) {}

  Vec6 operator()(LocalIndex b) const {
    const auto i = static_cast<std::size_t>(b);
    if (b < problem_.num_local) return joined(solution_.velocity[i], solution_.angular_velocity[i]);
    for (std::size_t l = 0; l < problem_.large.size(); ++l) {
      const Large& large = problem_.large[l];
      if (large.body != b && !std::ranges::binary_search(large.shares, b)) continue;  // they were added in order
      return joined(solution_.large[l].velocity, solution_.large[l].angular_velocity);
    }
    return joined(problem_.bodies[i].velocity, problem_.bodies[i].angular_velocity);
  }

 private:
  static Vec6 joined(const Vec3& v, const Vec3& w) { return (Vec6() << v, w).finished(); }
  const Problem& problem_;
  const Solution& solution_;
};

}  // namespace

Problem normal_rows_at_rest(const Problem& problem) {
  Problem rest = problem;
  for (auto& body : rest.bodies) body.velocity = body.angular_velocity = Vec3::Zero();
  std::ranges::fill(rest.start, ContactImpulse{});
  std::ranges::fill(rest.block_start, Vec6::Zero());
  for (auto& row : rest.contacts) row.mu = row.rho = row.sigma = 0;
  for (auto& block : rest.blocks) block.bias.setZero();
  for (auto& block : std::span(rest.blocks).first(static_cast<std::size_t>(rest.num_contact_blocks))) {
    auto& set = block.set;
    set.mu = set.rho = set.sigma = 0;
    if (set.kind == SetKind::box) set.lower = {}, set.upper = {set.upper[0]};
  }
  return rest;
}

Problem build_recovery(const Problem& problem, std::span<const collide::Contact> contacts, const Solution& solution,
                       double max_speed) {
  const Solved solved(problem, solution);
  Problem recovery = normal_rows_at_rest(problem);
  const auto bias = [&](double gap, double speed) {
    const double left = gap / problem.step + speed;
    return max_speed > 0 ? std::max(left, -max_speed) : left;
  };
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const LocalIndex place = problem.place[c];
    if (place >= 0) {
      RoundContact& row = recovery.contacts[static_cast<std::size_t>(place)];
      row.bias = bias(contacts[c].gap, row.normal.dot((solved(row.b) - solved(row.a)).head<3>()));
    } else {
      Block& block = recovery.blocks[static_cast<std::size_t>(-1 - place)];
      block.bias[0] =
          bias(contacts[c].gap, block.on_a.row(0).dot(solved(block.a)) + block.on_b.row(0).dot(solved(block.b)));
    }
  }
  return recovery;
}

bool needs_recovery(const Problem& recovery, double tolerance) {
  const auto blocks = std::span(recovery.blocks).first(static_cast<std::size_t>(recovery.num_contact_blocks));
  return std::ranges::any_of(recovery.contacts, [=](const RoundContact& c) { return c.bias < -tolerance; }) ||
         std::ranges::any_of(blocks, [=](const Block& b) { return b.bias[0] < -tolerance; });
}

}  // namespace talus::problem
