#include "observe/energy.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "problem/build.hpp"
#include "problem/coordinates.hpp"
#include "problem/joint_rows.hpp"
#include "problem/loads.hpp"

namespace talus::observe {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::State;
using bodies::World;

// How a body moves at a point, before and after the impulses of a step; twice the mean of the step is their sum.
struct MotionAt {
  Vec3 before, after;  // m/s
  Vec3 turn;           // w- + w+, rad/s
  bool dynamic;
};

class Motions {
 public:
  Motions(const Bodies& bodies, const World& world, const problem::Solution& solution)
      : bodies_(bodies), world_(world), solution_(solution) {
    std::size_t large = 0;
    for (const Body& wall : world.walls)
      solved_walls_.push_back(wall.state == State::dynamic ? &solution.large[large++] : nullptr);
  }

  const Body& body(LocalIndex b) const {
    const auto i = static_cast<std::size_t>(b);
    return b < bodies_.num_local() ? bodies_.local[i] : world_.walls[i - bodies_.local.size()];
  }
  // Velocities after the impulses, the angular one scaled; of a body that is dynamic.
  std::pair<Vec3, Vec3> solved(LocalIndex b) const {
    const auto i = static_cast<std::size_t>(b);
    if (b < bodies_.num_local()) return {solution_.velocity[i], solution_.angular_velocity[i]};
    const auto& wall = *solved_walls_[i - bodies_.local.size()];
    return {wall.velocity, wall.angular_velocity};
  }

  MotionAt at(LocalIndex b, const Vec3& point) const {
    const Body& moved = body(b);
    const Vec3 arm = world_.periods.shortest(point - moved.position);
    const Vec3 before = moved.velocity + moved.angular_velocity.cross(arm);
    if (moved.state != State::dynamic) return {before, before, 2 * moved.angular_velocity, false};
    const auto [velocity, scaled] = solved(b);
    const Vec3 turn = moved.isotropic() ? scaled : Vec3(problem::from_scaled(moved) * scaled);
    return {before, velocity + turn.cross(arm), moved.angular_velocity + turn, true};
  }

  // Velocities before and after, added, in the coordinates of blocks.
  Vec6 twice(LocalIndex b) const {
    const Body& moved = body(b);
    const Vec3 spin = problem::to_scaled(moved) * moved.angular_velocity;
    const auto [velocity, scaled] = moved.state == State::dynamic ? solved(b) : std::pair(moved.velocity, spin);
    return (Vec6() << moved.velocity + velocity, spin + scaled).finished();
  }

 private:
  const Bodies& bodies_;
  const World& world_;
  const problem::Solution& solution_;
  std::vector<const problem::ProblemBody*> solved_walls_;
};

// A round body keeps w and J while it turns.
bool turns_freely(const Body& body) { return body.state == State::dynamic && !body.isotropic(); }

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
  const Motions motions(bodies, world, solution);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& contact = contacts[c];
    const auto [p, q] = problem::impulse_of(problem, solution, contact, c);
    const MotionAt a = motions.at(contact.a, contact.point), b = motions.at(contact.b, contact.point);
    const Vec3& n = contact.normal;
    const Vec3 before = b.before - a.before, after = b.after - a.after, twice = before + after, turn = b.turn - a.turn;
    const double p_n = p.dot(n), q_n = q.dot(n), u_before = before.dot(n), u_after = after.dot(n), turn_n = turn.dot(n);
    sum(EnergyTerm::impact).add(-0.5 * p_n * (std::min(u_before, 0.0) + std::min(u_after, 0.0)));
    const auto& pair = world.materials.of_pair(motions.body(contact.a).material, motions.body(contact.b).material);
    const bool bounces = pair.restitution > 0 && -u_before > world.restitution_speed;
    sum(bounces ? EnergyTerm::rebound : EnergyTerm::push_out)
        .add(0.5 * p_n * (std::max(u_before, 0.0) + std::max(u_after, 0.0)));
    sum(EnergyTerm::sliding).add(-0.5 * (p - p_n * n).dot(twice));
    sum(EnergyTerm::rolling).add(-0.5 * (q - q_n * n).dot(turn));
    sum(EnergyTerm::spinning).add(-0.5 * q_n * turn_n);
    if (!a.dynamic) sum(EnergyTerm::driven).add(p.dot(a.before) + 0.5 * q.dot(a.turn));
    if (!b.dynamic) sum(EnergyTerm::driven).add(-p.dot(b.before) - 0.5 * q.dot(b.turn));
  }
  for (auto k = static_cast<std::size_t>(problem.num_contact_blocks); k < problem.blocks.size(); ++k) {
    const problem::Block& joint = problem.blocks[k];
    const Vec6& g = solution.block_impulses[k];
    const auto& which = bodies.joints[static_cast<std::size_t>(
        problem.joints[k - static_cast<std::size_t>(problem.num_contact_blocks)].place)];
    const LocalIndex a = problem::first_body(which, joint, problem, world);
    const double on_a = 0.5 * g.dot(joint.on_a * motions.twice(a)),
                 on_b = 0.5 * g.dot(joint.on_b * motions.twice(joint.b));
    sum(EnergyTerm::joint).add(on_a + on_b);
    if (motions.body(a).state != State::dynamic) sum(EnergyTerm::driven).add(-on_a);
    if (motions.body(joint.b).state != State::dynamic) sum(EnergyTerm::driven).add(-on_b);
  }
  const auto free_part = [&](LocalIndex b) {
    const Body& body = motions.body(b);
    if (body.state != State::dynamic) return;
    const auto [velocity, scaled] = motions.solved(b);
    sum(EnergyTerm::gravity_step).add(-0.5 * problem.step * body.mass * world.gravity.dot(velocity - body.velocity));
    if (!world.loads.empty() || !world.drags.empty()) {
      const auto [loads, drag] = problem::load_impulses(body, world, problem.time, problem.step);
      const Vec3 turn = body.angular_velocity + (body.isotropic() ? scaled : Vec3(problem::from_scaled(body) * scaled));
      sum(EnergyTerm::load).add(0.5 * (loads.force.dot(body.velocity + velocity) + loads.torque.dot(turn)));
      sum(EnergyTerm::drag).add(-0.5 * (drag.force.dot(body.velocity + velocity) + drag.torque.dot(turn)));
    }
    // 1/2 w.Jw right after the impulses
    if (turns_freely(body)) sum(EnergyTerm::spin_step).add(-0.5 * problem::scalar_inertia(body) * scaled.squaredNorm());
  };
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) free_part(b);
  const auto walls = comm.is_root() ? static_cast<LocalIndex>(world.walls.size()) : 0;
  for (LocalIndex w = 0; w < walls; ++w) free_part(bodies.num_local() + w);
}

void EnergyAccount::add_recovery(const comm::Comm& comm, const Bodies& bodies, const World& world,
                                 const problem::Solution& recovery, double step) {
  const auto lift = [&](const Body& body, const Vec3& pseudo) {
    if (body.state == State::dynamic) sum(EnergyTerm::recovery).add(-step * body.mass * world.gravity.dot(pseudo));
  };
  for (std::size_t b = 0; !recovery.velocity.empty() && b < bodies.owned().size(); ++b)
    lift(bodies.local[b], recovery.velocity[b]);
  std::size_t large = 0;
  for (const Body& wall : world.walls) {
    if (wall.state == State::dynamic && comm.is_root() && !recovery.large.empty())
      lift(wall, recovery.large[large++].velocity);
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
