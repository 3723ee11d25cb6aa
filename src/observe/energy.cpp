#include "observe/energy.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "bodies/body_at.hpp"
#include "problem/build.hpp"
#include "problem/coordinates.hpp"
#include "problem/joint_rows.hpp"
#include "problem/loads.hpp"

namespace talus::observe {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::BodyRef;
using bodies::State;
using bodies::World;

// How a body moves at a point, before and after the impulses of a step; twice the mean of the step is their sum.
struct MotionAt {
  Vec3 before, after;                                      // m/s
  Vec3 turn;                                               // w- + w+, rad/s
  Vec3 driven = Vec3::Zero(), driven_turn = Vec3::Zero();  // the prescribed part: of the velocity, and of `turn`
};

class Motions {
 public:
  Motions(const Bodies& bodies, const World& world, const problem::Problem& problem, const problem::Solution& solution)
      : bodies_(bodies), world_(world), problem_(problem), solution_(solution) {}

  const Body& body(BodyRef b) const { return body_at(bodies_, world_, b); }
  // After the impulses, the angular part scaled.
  const Twist& solved(BodyRef b) const { return twist_of(problem_, solution_, problem_.at(b)); }

  MotionAt at(BodyRef b, const collide::Contact& contact) const {
    const Body& moved = body(b);
    const Vec3 arm = world_.periods.shortest(contact.point - moved.position);
    const Vec3 before = problem::twist_of(moved).at(arm);
    if (b.is_wall) return of_wall(b, arm, contact.normal, before);
    if (moved.state != State::dynamic)
      return {before, before, 2 * moved.angular_velocity, before, 2 * moved.angular_velocity};
    const Twist after = problem::unscaled(moved, solved(b));
    return {before, after.at(arm), moved.angular_velocity + after.w, problem::kept_velocity(moved)};
  }

  // Only the surfaces of walls move in themselves.
  MotionAt of_wall(BodyRef b, const Vec3& arm, const Vec3& normal, const Vec3& before) const {
    const Body& wall = body(b);
    const auto surface = world_.surface_of(b);
    const Twist in_itself = surface.any() ? surface.at(wall.orientation, arm, normal) : Twist{};
    const Vec3 start = before + in_itself.v;
    if (wall.state != State::dynamic) {
      const Vec3 turn = 2 * (wall.angular_velocity + in_itself.w);
      return {start, start, turn, start, turn};
    }
    const Twist after = problem::unscaled(wall, solved(b));
    return {start, after.at(arm) + in_itself.v, wall.angular_velocity + after.w + 2 * in_itself.w,
            problem::kept_velocity(wall) + in_itself.v, 2 * in_itself.w};
  }

  // Velocities before and after, added, in the coordinates of blocks.
  Vec6 twice(BodyRef b) const {
    const Body& moved = body(b);
    const Twist before{moved.velocity, problem::to_scaled(moved) * moved.angular_velocity};
    return (before + (moved.state == State::dynamic ? solved(b) : before)).stacked();
  }

 private:
  const Bodies& bodies_;
  const World& world_;
  const problem::Problem& problem_;
  const problem::Solution& solution_;
};

// A round body keeps w and J while it turns.
bool turns_freely(const Body& body) { return body.state == State::dynamic && !body.isotropic(); }

// Joints, and the motors of walls: calls add(term, work).
void add_blocks(const Motions& motions, const problem::Problem& problem, const problem::Solution& solution,
                auto&& add) {
  for (std::size_t j = 0; j < problem.joints.size(); ++j) {
    const problem::Block& joint = problem.blocks[problem.num_contact_blocks + j];
    const Vec6& g = solution.block_impulses[problem.num_contact_blocks + j];
    const auto& ends = problem.joints[j];
    const BodyRef a = ends.a, b{ends.b};
    const double on_a = 0.5 * g.dot(joint.on_a * motions.twice(a)), on_b = 0.5 * g.dot(joint.on_b * motions.twice(b));
    add(EnergyTerm::joint, on_a + on_b);
    if (motions.body(a).state != State::dynamic) add(EnergyTerm::driven, -on_a);
    if (motions.body(b).state != State::dynamic) add(EnergyTerm::driven, -on_b);
  }
  for (std::size_t k = problem.num_contact_blocks + problem.joints.size(); k < problem.blocks.size(); ++k) {
    const problem::Block& servo = problem.blocks[k];
    const BodyRef wall{problem.what(servo.a).index, true};
    const Vec3 twice = motions.body(wall).velocity + motions.solved(wall).v;
    add(EnergyTerm::driven, 0.5 * solution.block_impulses[k][0] * servo.on_b.row(0).head<3>().dot(twice));
  }
}

}  // namespace

StoredEnergy stored_energy(const Body& body, const World& world) {
  if (body.state != State::dynamic) return {};
  return {0.5 * body.mass * body.velocity.squaredNorm(), 0.5 * body.angular_velocity.dot(body.spin()),
          -body.mass * world.gravity.dot(body.position)};
}

void EnergyAccount::add_input(std::span<const Body> bodies, const World& world, double sign) {
  for (const Body& body : bodies) sum(EnergyTerm::input).add(sign * stored_energy(body, world).total());
}

void EnergyAccount::add_impulses(const comm::Comm& comm, const Bodies& bodies, const World& world,
                                 std::span<const collide::Contact> contacts, const problem::Problem& problem,
                                 const problem::Solution& solution) {
  const Motions motions(bodies, world, problem, solution);
  losses_.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& contact = contacts[c];
    const auto [p, q] = problem::impulse_of(problem, solution, contact, c);
    if (p.isZero(0) && q.isZero(0)) {
      losses_.emplace_back();
      continue;
    }
    const MotionAt a = motions.at(contact.a, contact), b = motions.at(contact.b, contact);
    const Vec3& n = contact.normal;
    const Vec3 before = b.before - a.before, after = b.after - a.after, twice = before + after, turn = b.turn - a.turn;
    const double p_n = p.dot(n), q_n = q.dot(n), u_before = before.dot(n), u_after = after.dot(n), turn_n = turn.dot(n);
    const double impact = -0.5 * p_n * (std::min(u_before, 0.0) + std::min(u_after, 0.0)),
                 sliding = -0.5 * (p - p_n * n).dot(twice), rolling = -0.5 * (q - q_n * n).dot(turn),
                 spinning = -0.5 * q_n * turn_n;
    losses_.push_back({(after - u_after * n).norm(), sliding, sliding + rolling + spinning + impact});
    sum(EnergyTerm::impact).add(impact);
    const double restitution =
        world.materials.restitution_of_pair(motions.body(contact.a).material, motions.body(contact.b).material);
    const bool bounces = restitution > 0 && -u_before > world.restitution_speed;
    sum(bounces ? EnergyTerm::rebound : EnergyTerm::push_out)
        .add(0.5 * p_n * (std::max(u_before, 0.0) + std::max(u_after, 0.0)));
    sum(EnergyTerm::sliding).add(sliding);
    sum(EnergyTerm::rolling).add(rolling);
    sum(EnergyTerm::spinning).add(spinning);
    sum(EnergyTerm::driven).add(p.dot(a.driven) + 0.5 * q.dot(a.driven_turn));
    sum(EnergyTerm::driven).add(-p.dot(b.driven) - 0.5 * q.dot(b.driven_turn));
  }
  add_blocks(motions, problem, solution, [this](EnergyTerm term, double work) { sum(term).add(work); });
  const auto free_part = [&](BodyRef b) {
    const Body& body = motions.body(b);
    if (body.state != State::dynamic) return;
    const Twist& scaled = motions.solved(b);
    sum(EnergyTerm::gravity_step).add(-0.5 * problem.step * body.mass * world.gravity.dot(scaled.v - body.velocity));
    if (!world.loads.empty() || !world.drags.empty()) {
      const auto [loads, drag] = problem::load_impulses(body, world, problem.time, problem.step);
      const Twist twice = problem::twist_of(body) + problem::unscaled(body, scaled);
      sum(EnergyTerm::load).add(0.5 * (loads.force.dot(twice.v) + loads.torque.dot(twice.w)));
      sum(EnergyTerm::drag).add(-0.5 * (drag.force.dot(twice.v) + drag.torque.dot(twice.w)));
    }
    // 1/2 w.Jw right after the impulses
    if (turns_freely(body))
      sum(EnergyTerm::spin_step).add(-0.5 * problem::scalar_inertia(body) * scaled.w.squaredNorm());
  };
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) free_part({b});
  const auto walls = comm.is_root() ? static_cast<LocalIndex>(world.walls.size()) : 0;
  for (LocalIndex w = 0; w < walls; ++w) free_part({w, true});
}

void EnergyAccount::add_recovery(const comm::Comm& comm, const Bodies& bodies, const World& world,
                                 const problem::Solution& recovery, double step) {
  const auto lift = [&](const Body& body, const Vec3& pseudo) {
    if (body.state == State::dynamic) sum(EnergyTerm::recovery).add(-step * body.mass * world.gravity.dot(pseudo));
  };
  for (std::size_t b = 0; !recovery.local.empty() && b < bodies.owned().size(); ++b)
    lift(bodies.local[b], recovery.local[b].v);
  std::size_t large = 0;
  for (const Body& wall : world.walls) {
    if (wall.state == State::dynamic && comm.is_root() && !recovery.large.empty())
      lift(wall, recovery.large[large++].v);
  }
}

void EnergyAccount::end_step(const comm::Comm& comm, const Bodies& bodies, const World& world) {
  const auto turned = [this](const Body& body) {
    if (turns_freely(body)) sum(EnergyTerm::spin_step).add(0.5 * body.angular_velocity.dot(body.spin()));
  };
  std::ranges::for_each(bodies.owned(), turned);
  if (comm.is_root()) std::ranges::for_each(world.walls, turned);
  comm::exact_sum(comm, sums_);
  for (std::size_t t = 0; t < totals_.size(); ++t) totals_[t] += sums_[t].value();
  sums_ = {};
}

double EnergyAccount::expected() const {
  const auto& account = *this;
  return account[EnergyTerm::input] + account[EnergyTerm::driven] + account[EnergyTerm::joint] +
         account[EnergyTerm::push_out] + account[EnergyTerm::gravity_step] + account[EnergyTerm::spin_step] +
         account[EnergyTerm::rebound] + account[EnergyTerm::load] + account[EnergyTerm::recovery] -
         account[EnergyTerm::sliding] - account[EnergyTerm::rolling] - account[EnergyTerm::spinning] -
         account[EnergyTerm::impact] - account[EnergyTerm::drag];
}

void EnergyAccount::restore(std::span<const double> totals) {
  if (totals.size() > totals_.size())
    throw IoError("a checkpoint whose energy account has more terms than this program keeps");
  totals_ = {};  // terms that its program did not know
  std::copy(totals.begin(), totals.end(), totals_.begin());
  sums_ = {};
}

}  // namespace talus::observe
