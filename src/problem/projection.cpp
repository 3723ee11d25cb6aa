#include "problem/projection.hpp"

#include <algorithm>
#include <cmath>

#include "problem/joint_rows.hpp"

namespace talus::problem {
namespace {

using bodies::Body;

class Moved {
 public:
  Moved(const Problem& problem, const bodies::Bodies& bodies, const bodies::World& world, std::span<const Pose> before)
      : problem_(problem), bodies_(bodies), world_(world), before_(before) {}

  const Body& body(LocalIndex b) const {
    const auto i = static_cast<std::size_t>(b);
    return b < problem_.num_local ? bodies_.local[i] : world_.walls[i - bodies_.local.size()];
  }
  // Where the material point of b went that was at `point`.
  Vec3 shift(LocalIndex b, const Vec3& point) const {
    const Pose& from = before_[static_cast<std::size_t>(b)];
    const Body& to = body(b);
    const Vec3 arm = world_.periods.shortest(point - from.position);
    return to.position - from.position + to.orientation * (from.orientation.conjugate() * arm) - arm;
  }
  // Round bodies keep their distance from a centre however they turn.
  double round_gap(const RoundContact& row, const collide::Contact& c) const {
    const Vec3 b = body(c.b).position - before_[static_cast<std::size_t>(c.b)].position;
    if (c.a >= problem_.num_local) return c.gap + row.normal.dot(b - shift(c.a, c.point));
    const Vec3 a = body(c.a).position - before_[static_cast<std::size_t>(c.a)].position;
    const double distance = row.arm_a + row.arm_b;
    return c.gap + (distance * row.normal + b - a).norm() - distance;
  }
  double gap(const collide::Contact& c) const { return c.gap + c.normal.dot(shift(c.b, c.point) - shift(c.a, c.point)); }

 private:
  const Problem& problem_;
  const bodies::Bodies& bodies_;
  const bodies::World& world_;
  std::span<const Pose> before_;
};

void set_aside(Block& block) {
  block.set = SetKind::free;
  block.on_a.setZero(), block.on_b.setZero();
  block.bias.setZero(), block.compliance.setZero();
}

}  // namespace

Problem build_projection(const Problem& problem, std::span<const collide::Contact> contacts, const bodies::Bodies& bodies,
                         const bodies::World& world, std::span<const Pose> before) {
  const Moved moved(problem, bodies, world, before);
  const double h = problem.step;
  Problem projection = problem;
  for (auto& body : projection.bodies) body.velocity = body.angular_velocity = Vec3::Zero();
  std::ranges::fill(projection.start, ContactImpulse{});
  std::ranges::fill(projection.block_start, Vec6::Zero());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const LocalIndex place = problem.place.empty() ? static_cast<LocalIndex>(c) : problem.place[c];
    if (place >= 0) {
      RoundContact& row = projection.contacts[static_cast<std::size_t>(place)];
      row.mu = row.rho = row.sigma = 0;
      row.bias = moved.round_gap(row, contacts[c]) / h;
    } else {
      Block& block = projection.blocks[static_cast<std::size_t>(-1 - place)];
      const bool soft = block.compliance[0] > 0;
      block.mu = block.rho = block.sigma = 0;
      block.bias.setZero(), block.compliance.setZero();
      block.bias[0] = moved.gap(contacts[c]) / h;
      if (soft) set_aside(block);
    }
  }
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    Block& block = projection.blocks[static_cast<std::size_t>(problem.num_contact_blocks) + k];
    const auto& joint = bodies.joints[static_cast<std::size_t>(problem.joints[k].place)];
    const LocalIndex a = block.a, b = block.b;
    ContactImpulse turned;
    turned.torque = Vec3(0, problem.joints[k].turned_a, problem.joints[k].turned_b);
    bodies::Joint whole = joint;
    whole.rate = 1;
    // A step of no drive: what a motor asks for at the end of this one.
    block = joint_rows(whole, moved.body(a), moved.body(b), world, {problem.time + h, h}, turned, false).block;
    if (joint.drive >= 0) {
      const auto& drive = world.drives[static_cast<std::size_t>(joint.drive)];
      block.bias.array() += drive.change(problem.time + h, problem.time + 2 * h) / h;
    }
    block.a = a, block.b = b;
    if (joint.rate == 0 || block.set != SetKind::free || !block.compliance.isZero(0)) set_aside(block);
  }
  return projection;
}

double deviation(const Problem& projection) {
  double most = 0;
  for (const auto& c : projection.contacts) most = std::max(most, -c.bias);
  for (const auto& block : projection.blocks) most = std::max(most, block.set == SetKind::cone ? -block.bias[0] : block.bias.cwiseAbs().maxCoeff());
  return most * projection.step;
}

}  // namespace talus::problem
