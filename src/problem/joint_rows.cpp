#include "problem/joint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "problem/coordinates.hpp"

namespace talus::problem {
namespace {

using bodies::Body;
using bodies::Joint;
using bodies::JointKind;

// One row: u = force_b . v_B(p_B) + moment_b . w_B + force_a . v_A(p_A) + moment_a . w_A.
struct Row {
  Vec3 force_a, moment_a, force_b, moment_b;
  double coordinate;  // q
  bool angular;

  static Row shift(const Vec3& e, double q) { return {-e, Vec3::Zero(), e, Vec3::Zero(), q, false}; }
  static Row turn(const Vec3& e, double q) { return {Vec3::Zero(), -e, Vec3::Zero(), e, q, true}; }
};

// How far a rotation turns about axis k, -pi to pi.
double twist(const Mat3& g, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return std::atan2(g(j, i) - g(i, j), g(i, i) + g(j, j));
}

// The angle as it goes on from the last one, by whole turns.
double counted(double angle, double last) { return last + std::remainder(angle - last, 2 * std::numbers::pi); }

// Locked turns: the turn from A's axes to B's, about the axes of A's side. All three: its rotation vector. Two: how far
// the free axis k has been tilted, e_k x G e_k.
Vec3 tilt(const Mat3& g, std::int32_t locks) {
  if ((locks >> 3 & 7) == 7) {
    const Eigen::AngleAxisd turn(g);
    return turn.angle() * turn.axis();
  }
  for (int k = 0; k < 3; ++k) {
    if (!(locks >> (3 + k) & 1)) return Vec3::Unit(k).cross(Vec3(g.col(k)));
  }
  return Vec3::Zero();
}

class Maker {
 public:
  Maker(const Joint& joint, const Body& a, const Body& b, const bodies::World& world, const ContactImpulse& last)
      : joint_(joint), a_(a), b_(b), world_(world), axes_((a.orientation * joint.frame_a).toRotationMatrix()),
        axes_b_((b.orientation * joint.frame_b).toRotationMatrix()), p_a_(a.position + a.orientation * joint.point_a),
        p_b_(b.position + b.orientation * joint.point_b), between_(world.periods.shortest(p_b_ - p_a_)) {
    if (!joint.counts_turns()) return;
    if (joint.kind == JointKind::gear) {
      turned_a_ = counted(twist(joint.home_a.conjugate().toRotationMatrix() * axes_, 2), last.torque[1]);
      turned_b_ = counted(twist(joint.home_b.conjugate().toRotationMatrix() * axes_b_, 2), last.torque[2]);
    } else {
      turned_b_ = counted(twist(axes_.transpose() * axes_b_, joint.kind == JointKind::screw ? 2 : turned_axis()),
                          last.torque[2]);
    }
  }

  JointRows make() {
    add_rows();
    made_.joint.axes = joint_.kind == JointKind::edge ? axes_b_ : axes_;
    made_.joint.turned_a = turned_a_, made_.joint.turned_b = turned_b_;
    return std::move(made_);
  }

 private:
  int turned_axis() const { return joint_.locks == 0b001000 ? 0 : joint_.locks == 0b010000 ? 1 : 2; }

  void add_rows() {
    switch (joint_.kind) {
      case JointKind::axes: return add_axes(axes_);
      case JointKind::edge: return add_axes(axes_b_);
      case JointKind::universal: {
        const Vec3 x = axes_.col(0), y = axes_b_.col(1);
        return add(Row::turn(y.cross(x), x.dot(y)));
      }
      case JointKind::distance: {
        const double length = between_.norm();
        return add(Row::shift(length > 0 ? Vec3(between_ / length) : Vec3(Vec3::UnitX()), length));
      }
      case JointKind::screw: {
        const Vec3 z = axes_.col(2);
        Row row = Row::shift(z, z.dot(between_) + joint_.turns[1] * turned_b_);
        row.moment_a = -joint_.turns[1] * z, row.moment_b = joint_.turns[1] * z;
        return add(row);
      }
      case JointKind::gear: {
        const Vec3 z_a = joint_.home_a * Vec3::UnitZ(), z_b = joint_.home_b * Vec3::UnitZ();
        const auto [way_a, way_b] = joint_.ways;
        const auto [turn_a, turn_b] = joint_.turns;
        return add({way_a * z_a, turn_a * z_a, way_b * z_b, turn_b * z_b,
                    way_a * z_a.dot(p_a_) + way_b * z_b.dot(p_b_) + turn_a * turned_a_ + turn_b * turned_b_,
                    way_a == 0 && way_b == 0});
      }
    }
  }
  void add_axes(const Mat3& axes) {
    const Vec3 shift = axes.transpose() * between_;
    const Vec3 turn =
        joint_.counts_turns() ? Vec3(Vec3::Constant(turned_b_)) : tilt(axes_.transpose() * axes_b_, joint_.locks);
    for (int i = 0; i < 6; ++i) {
      if (joint_.locks >> i & 1)
        add(i < 3 ? Row::shift(axes.col(i), shift[i]) : Row::turn(axes.col(i - 3), turn[i - 3]));
    }
  }

  void add(const Row& row) {
    Block& block = made_.block;
    const int i = block.set.rows++;
    // Both arms go to the point on B, so that a shift's u is the rate of e.(p_B - p_A) while e turns with A.
    const bool apart = joint_.kind == JointKind::gear;
    const auto fill = [&](Mat6& on, const Body& body, const Vec3& force, const Vec3& moment, const Vec3& point) {
      const Vec3 arm = world_.periods.shortest(point - body.position);
      on.block<1, 3>(i, 0) = force.transpose() * free_ways(body);
      on.block<1, 3>(i, 3) = (arm.cross(force) + moment).transpose() * (from_scaled(body) * free_turns(body));
    };
    fill(block.on_a, a_, row.force_a, row.moment_a, apart ? p_a_ : p_b_);
    fill(block.on_b, b_, row.force_b, row.moment_b, p_b_);
    if (row.angular) block.set.angular = static_cast<std::uint8_t>(block.set.angular | 1 << i);
    made_.joint.wrench.row(i) << row.force_b.transpose(), row.moment_b.transpose();
    made_.joint.coordinate = row.coordinate - joint_.reference;
    block.bias[i] = made_.joint.coordinate;  // the law makes a bias of it
  }

  const Joint& joint_;
  const Body &a_, &b_;
  const bodies::World& world_;
  Mat3 axes_, axes_b_;
  Vec3 p_a_, p_b_, between_;
  double turned_a_ = 0, turned_b_ = 0;
  JointRows made_;
};

// Bias and compliance of the rows, whose deviations q - reference stand in the bias.
void apply_law(const Joint& joint, const bodies::World& world, const StepTime& when, const Vec6& last, Block& block,
               std::array<double, 2>& opening) {
  const double h = when.step;
  double asked = 0, change = 0;  // q* - reference at the start, and what it does in the step
  if (joint.drive >= 0) {
    const auto& drive = world.drives[joint.drive];
    asked = drive.at(when.time), change = drive.change(when.time, when.time + h);
  }
  for (int i = 0; i < block.set.rows; ++i) {
    const std::size_t turns = block.set.is_angular(i);
    const double k = joint.stiffness[turns], c = joint.damping[turns], deviation = block.bias[i] - asked;
    if (k == 0 && c == 0) {
      if (joint.rate > 0 && joint.limit == 0) opening[turns] = std::max(opening[turns], std::abs(deviation));
      block.bias[i] = joint.rate * deviation / h;
    } else {
      block.compliance[i] = 1 / (h * (h * k + c));
      block.bias[i] =
          joint.rate > 0 ? k / (h * k + c) * deviation : -block.compliance[i] * h * k / (h * k + c) * last[i];
    }
    block.bias[i] -= change / h;
  }
  if (joint.limit == 0) return;
  block.set.kind = SetKind::box;
  std::fill_n(block.set.lower.begin(), block.set.rows, -joint.limit * h);
  std::fill_n(block.set.upper.begin(), block.set.rows, joint.limit * h);
}

Vec6 multipliers_of(const Joint& joint, const ContactImpulse& remembered, int rows) {
  Vec6 g;
  g << remembered.force, remembered.torque;
  if (joint.counts_turns()) g.tail<2>().setZero();
  g.tail(6 - rows).setZero();
  return g;
}

}  // namespace

JointRows joint_rows(const Joint& joint, const Body& a, const Body& b, const bodies::World& world, const StepTime& when,
                     const ContactImpulse& last, bool warm_start) {
  JointRows made = Maker(joint, a, b, world, last).make();
  const Vec6 before = multipliers_of(joint, last, made.block.set.rows);
  apply_law(joint, world, when, before, made.block, made.joint.opening);
  if (warm_start) made.start = before;
  return made;
}

Block position_rows(const Joint& joint, const Body& a, const Body& b, const bodies::World& world, double time,
                    const JointBlock& before) {
  ContactImpulse turned;
  turned.torque = Vec3(0, before.turned_a, before.turned_b);
  Block block = Maker(joint, a, b, world, turned).make().block;
  if (joint.drive >= 0) block.bias.head(block.set.rows).array() -= world.drives[joint.drive].at(time);
  return block;
}

bodies::RememberedImpulse to_remember(const Joint& joint, const JointBlock& block, const Vec6& multipliers) {
  bodies::RememberedImpulse memory{joint.a,     feature_of(joint), 0, multipliers.head<3>(), multipliers.tail<3>(),
                                   Vec3::Zero()};
  if (joint.counts_turns()) memory.torque[1] = block.turned_a, memory.torque[2] = block.turned_b;
  return memory;
}

void scale_remembered(bodies::Bodies& bodies, double factor) {
  for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
    for (auto& memory : bodies.memory[b]) {
      const auto of_memory = [&](const Joint& j) { return memory.partner == j.a && memory.feature == feature_of(j); };
      const bool keeps_turns =
          std::ranges::any_of(bodies.joints[b], [&](const Joint& j) { return of_memory(j) && j.counts_turns(); });
      memory.force *= factor;
      memory.torque.head(keeps_turns ? 1 : 3) *= factor;
    }
  }
}

Reaction reaction_of(const JointBlock& block, const Vec6& multipliers, double step) {
  const Vec6 wrench = block.wrench.transpose() * multipliers / step;
  return {wrench.head<3>(), wrench.tail<3>()};
}

SidedReaction on_asked_side(const Reaction& on_b, const Mat3& axes, bool on_a) {
  const double sign = on_a ? -1 : 1;
  const auto local = [&](const Vec3& v) {
    const Vec3 turned = axes.transpose() * v;
    return Vec3(turned.x(), sign * turned.y(), sign * turned.z());
  };
  const Reaction world{sign * on_b.force, sign * on_b.moment};
  return {world, {local(world.force), local(world.moment)}};
}

Vec6 rates_of(const Problem& problem, const Solution& solution, const Block& block) {
  const auto motion = [&](LocalIndex b) { return twist_of(problem, solution, b).stacked(); };
  return block.on_a * motion(block.a) + block.on_b * motion(block.b);
}

}  // namespace talus::problem
