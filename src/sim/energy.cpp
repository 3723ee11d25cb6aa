#include "sim/energy.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "problem/build.hpp"
#include "problem/coordinates.hpp"

namespace talus::sim {
namespace {

using bodies::Body;
using bodies::Bodies;
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
      : bodies_(bodies), world_(world), solution_(solution) {}

  MotionAt at(LocalIndex b, const Vec3& point) const {
    const auto i = static_cast<std::size_t>(b);
    const bool local = b < bodies_.num_local();
    const Body& body = local ? bodies_.local[i] : world_.walls[i - bodies_.local.size()];
    const Vec3 arm = point - body.position;
    const Vec3 before = body.velocity + body.angular_velocity.cross(arm);
    if (body.state != State::dynamic) return {before, before, 2 * body.angular_velocity, false};
    const Vec3 turn = body.isotropic() ? solution_.angular_velocity[i] : Vec3(problem::from_scaled(body) * solution_.angular_velocity[i]);
    return {before, solution_.velocity[i] + turn.cross(arm), body.angular_velocity + turn, true};
  }

 private:
  const Bodies& bodies_;
  const World& world_;
  const problem::Solution& solution_;
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

void EnergyAccount::add_impulses(const Bodies& bodies, const World& world, std::span<const collide::Contact> contacts,
                                 const problem::Problem& problem, const problem::Solution& solution) {
  const Motions motions(bodies, world, solution);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& contact = contacts[c];
    const auto [p, q] = problem::impulse_of(problem, solution, contact, c);
    const MotionAt a = motions.at(contact.a, contact.point), b = motions.at(contact.b, contact.point);
    const Vec3& n = contact.normal;
    const Vec3 before = b.before - a.before, after = b.after - a.after, twice = before + after, turn = b.turn - a.turn;
    const double p_n = p.dot(n), q_n = q.dot(n), u_before = before.dot(n), u_after = after.dot(n), turn_n = turn.dot(n);
    sum(EnergyTerm::impact).add(-0.5 * p_n * (std::min(u_before, 0.0) + std::min(u_after, 0.0)));
    sum(EnergyTerm::push_out).add(0.5 * p_n * (std::max(u_before, 0.0) + std::max(u_after, 0.0)));
    sum(EnergyTerm::sliding).add(-0.5 * (p - p_n * n).dot(twice));
    sum(EnergyTerm::rolling).add(-0.5 * (q - q_n * n).dot(turn));
    sum(EnergyTerm::spinning).add(-0.5 * q_n * turn_n);
    if (!a.dynamic) sum(EnergyTerm::driven).add(p.dot(a.before) + 0.5 * q.dot(a.turn));
    if (!b.dynamic) sum(EnergyTerm::driven).add(-p.dot(b.before) - 0.5 * q.dot(b.turn));
  }
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    const Body& body = bodies.local[b];
    if (body.state != State::dynamic) continue;
    sum(EnergyTerm::gravity_step).add(-0.5 * problem.step * body.mass * world.gravity.dot(solution.velocity[b] - body.velocity));
    // 1/2 w.Jw right after the impulses, in scaled velocities
    if (turns_freely(body)) sum(EnergyTerm::spin_step).add(-0.5 * problem::scalar_inertia(body) * solution.angular_velocity[b].squaredNorm());
  }
}

void EnergyAccount::end_step(const comm::Comm& comm, const Bodies& bodies) {
  for (const Body& body : bodies.owned()) {
    if (turns_freely(body)) sum(EnergyTerm::spin_step).add(0.5 * body.angular_velocity.dot(body.spin()));
  }
  comm::exact_sum(comm, sums_);
  for (std::size_t t = 0; t < totals_.size(); ++t) totals_[t] += sums_[t].value();
  sums_ = {};
}

double EnergyAccount::expected() const {
  const auto& account = *this;
  return account[EnergyTerm::input] + account[EnergyTerm::driven] + account[EnergyTerm::push_out] +
         account[EnergyTerm::gravity_step] + account[EnergyTerm::spin_step] - account[EnergyTerm::sliding] - account[EnergyTerm::rolling] -
         account[EnergyTerm::spinning] - account[EnergyTerm::impact];
}

void EnergyAccount::restore(std::span<const double> totals) {
  if (totals.size() != totals_.size()) throw IoError("a checkpoint with another energy account than this program keeps");
  std::copy(totals.begin(), totals.end(), totals_.begin());
}

}  // namespace talus::sim
