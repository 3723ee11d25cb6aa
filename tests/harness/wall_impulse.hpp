#pragma once
// Impulses of contacts on walls, for tests that compare them with what bodies gain.

#include "problem/build.hpp"
#include "sim/simulation.hpp"

namespace talus::test {

// The impulse on all walls in the last step, by this rank's contacts, N s, and its moment about the origin, N m s.
inline problem::ContactImpulse wall_impulse(const sim::Simulation& simulation) {
  problem::ContactImpulse sum{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    if (contact.id_a >= simulation.world().first_body_id()) continue;
    const auto impulse = problem::impulse_of(simulation.problem(), simulation.solution(), contact, c);
    sum.force -= impulse.force;
    sum.torque -= contact.point.cross(impulse.force) + impulse.torque;
  }
  return sum;
}

}  // namespace talus::test
