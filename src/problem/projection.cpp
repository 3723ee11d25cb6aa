#include "problem/projection.hpp"

#include <algorithm>
#include <cmath>

#include "bodies/body_at.hpp"
#include "problem/joint_rows.hpp"
#include "problem/recovery.hpp"

namespace talus::problem {
namespace {

using bodies::Body;

class Moved {
 public:
  Moved(const Problem& problem, const bodies::Bodies& bodies, const bodies::World& world, View<const Pose> before)
      : problem_(problem), bodies_(bodies), world_(world), before_(before) {}

  const Body& body(bodies::BodyRef b) const { return body_at(bodies_, world_, b); }
  // Round bodies keep their distance from a centre however they turn.
  double round_gap(const RoundContact& row, const collide::Contact& c) const {
    const Vec3 b = body(c.b).position - before(c.b).position;
    if (c.a.is_wall) return c.gap + row.normal.dot(b - shift(c.a, c.point));
    const Vec3 a = body(c.a).position - before(c.a).position;
    const double distance = row.arm_a + row.arm_b;
    return c.gap + (distance * row.normal + b - a).norm() - distance;
  }
  double gap(const collide::Contact& c) const {
    return c.gap + c.normal.dot(shift(c.b, c.point) - shift(c.a, c.point));
  }

 private:
  const Pose& before(bodies::BodyRef b) const { return before_[problem_.at(b)]; }
  // Where the material point of b went that was at `point`.
  Vec3 shift(bodies::BodyRef b, const Vec3& point) const {
    const Pose& from = before(b);
    const Body& to = body(b);
    const Vec3 arm = world_.periods.shortest(point - from.position);
    return to.position - from.position + to.orientation * (from.orientation.conjugate() * arm) - arm;
  }

  const Problem& problem_;
  const bodies::Bodies& bodies_;
  const bodies::World& world_;
  View<const Pose> before_;
};

void set_aside(Block& block, int row) {
  block.on_a.row(row).setZero(), block.on_b.row(row).setZero();
  block.bias[row] = 0;
}

}  // namespace

Problem build_projection(const Problem& problem, std::span<const collide::Contact> contacts,
                         const bodies::Bodies& bodies, const bodies::World& world, View<const Pose> before) {
  const Moved moved(problem, bodies, world, before);
  const double h = problem.step;
  Problem projection = normal_rows_at_rest(problem);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const RowPlace place = problem.place[c];
    if (!place.in_blocks) {
      RoundContact& row = projection.contacts[place.index];
      row.bias = moved.round_gap(row, contacts[c]) / h;
      continue;
    }
    Block& block = projection.blocks[place.index];
    block.bias[0] = moved.gap(contacts[c]) / h;
    if (block.compliance[0] > 0) set_aside(block, 0);
    block.compliance.setZero();
  }
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    const auto at = problem.num_contact_blocks + k;
    const Block& before_it = problem.blocks[at];
    Block& block = projection.blocks[at];
    const auto& joint = bodies.joints.items()[problem.joints[k].place];
    block = position_rows(joint, moved.body(problem.joints[k].a), moved.body({problem.joints[k].b}), world,
                          problem.time + h, problem.joints[k]);
    block.bias *= joint.rate > 0 ? 1 / h : 0;  // where a row has no position, it asks that nothing moves along it
    block.a = before_it.a, block.b = before_it.b, block.set.length = before_it.set.length;
    for (int i = 0; i < block.set.rows; ++i) {
      if (before_it.set.kind != SetKind::free || before_it.compliance[i] > 0) set_aside(block, i);
    }
  }
  return projection;
}

double deviation(const Problem& projection) {
  double most = 0;
  for (const auto& c : projection.contacts) most = std::max(most, -c.bias);
  for (std::size_t k = 0; k < projection.blocks.size(); ++k) {
    const Block& block = projection.blocks[k];
    if (std::cmp_less(k, projection.num_contact_blocks)) {
      most = std::max(most, -block.bias[0]);
    } else {
      for (int i = 0; i < block.set.rows; ++i)
        most = std::max(most, (block.set.is_angular(i) ? block.set.length : 1) * std::abs(block.bias[i]));
    }
  }
  return most * projection.step;
}

}  // namespace talus::problem
