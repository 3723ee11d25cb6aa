#include "problem/build.hpp"

#include <algorithm>
#include <numeric>

namespace talus::problem {
namespace {

using bodies::Bodies;
using bodies::World;
using collide::Contact;

// v_free = v + h M^-1 f; driven and fixed bodies keep their velocity.
ProblemBody free_motion(const bodies::Body& body, const Vec3& gravity, double step) {
  const bool moved = body.state == bodies::State::dynamic;
  return {moved ? Vec3(body.velocity + step * gravity) : body.velocity, body.angular_velocity, body.inverse_mass(),
          body.inverse_inertia()};
}

// b_n = Phi/h; an overlap is not pushed out faster than the cap.
double normal_bias(double gap, const BuildOptions& options) {
  const double bias = gap / options.step;
  return options.max_recovery_speed > 0 ? std::max(bias, -options.max_recovery_speed) : bias;
}

LocalIndex anchor(const Contact& c, LocalIndex num_local) { return c.a < num_local ? c.a : c.b; }

ContactImpulse remembered(const Bodies& bodies, const Contact& c) {
  const bool anchored_at_a = c.a < bodies.num_local();
  const GlobalId partner = anchored_at_a ? c.id_b : c.id_a;
  for (const auto& m : bodies.remembered(anchor(c, bodies.num_local()))) {
    if (m.partner == partner && m.feature == c.feature) return {m.force, m.torque};
  }
  return {};
}

// Contacts come ordered by class.
std::vector<LocalIndex> class_ends(std::span<const Contact> contacts, std::uint64_t levels) {
  if (levels == 0) return {static_cast<LocalIndex>(contacts.size())};
  std::vector<LocalIndex> ends(static_cast<std::size_t>(num_classes(levels)), 0);
  for (const auto& c : contacts) ++ends[static_cast<std::size_t>(class_of(c.cube, levels))];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  return ends;
}

}  // namespace

Problem build_problem(const Bodies& bodies, const World& world, std::span<const Contact> contacts,
                      const BuildOptions& options) {
  Problem problem;
  problem.step = options.step;
  problem.class_end = class_ends(contacts, options.levels);
  problem.num_owned = bodies.num_owned;
  problem.num_local = bodies.num_local();
  problem.bodies.reserve(bodies.local.size() + world.walls.size());
  for (const auto& body : bodies.local) problem.bodies.push_back(free_motion(body, world.gravity, options.step));
  for (const auto& wall : world.walls) problem.bodies.push_back({wall.velocity, wall.angular_velocity, 0, 0});

  const auto material = [&](LocalIndex b) {
    return b < problem.num_local ? bodies.local[static_cast<std::size_t>(b)].material
                                 : world.walls[static_cast<std::size_t>(b - problem.num_local)].material;
  };
  problem.contacts.reserve(contacts.size());
  problem.start.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts[c];
    const auto& friction = world.materials.of_pair(material(contact.a), material(contact.b));
    RoundContact row{contact.a, contact.b, contact.normal, 0, 0, normal_bias(contact.gap, options),
                     friction.mu, friction.rho, friction.sigma};
    row.arm_b = contact.normal.dot(bodies.local[static_cast<std::size_t>(contact.b)].position - contact.point);
    if (contact.a < problem.num_local) {
      row.arm_a = contact.normal.dot(contact.point - bodies.local[static_cast<std::size_t>(contact.a)].position);
    } else if (const auto& wall = world.walls[static_cast<std::size_t>(contact.a - problem.num_local)];
               !wall.angular_velocity.isZero()) {
      // A turning wall is, at this contact, an immovable body that moves as the wall does at the point.
      row.a = static_cast<LocalIndex>(problem.bodies.size());
      problem.bodies.push_back({wall.velocity + wall.angular_velocity.cross(contact.point - wall.position),
                                wall.angular_velocity, 0, 0});
    }
    problem.contacts.push_back(row);
    if (options.warm_start) problem.start[c] = remembered(bodies, contact);
  }
  return problem;
}

std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses_to_remember(const Bodies& bodies,
                                                                                   std::span<const Contact> contacts,
                                                                                   const Solution& solution) {
  std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> all;
  all.reserve(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts[c];
    const bool anchored_at_a = contact.a < bodies.num_local();
    all.emplace_back(anchor(contact, bodies.num_local()),
                     bodies::RememberedImpulse{anchored_at_a ? contact.id_b : contact.id_a, contact.feature, 0,
                                               solution.impulses[c].force, solution.impulses[c].torque});
  }
  return all;
}

}  // namespace talus::problem
