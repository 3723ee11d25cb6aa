#pragma once
// From poses to contacts: the narrow phase by shape, on the pairs of the broad phase (neighbours.hpp). Local: no
// communication. The cost is linear in the number of bodies (times the number of walls).

#include <algorithm>
#include <functional>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "collide/neighbours.hpp"

namespace talus::collide {

struct CollideOptions {
  CubeGrid grid;
  bodies::ContactRange range;
  std::function<bool(CubeKey)> holds;  // does this rank hold the cube?
  double time = 0;                     // at the start of the step, s: which walls are there
  std::int64_t most_partners = 0;      // of a body among those of similar size, on this rank; 0: any number
  bool unmovable = false;              // find where driven bodies meet fixed ones instead: no impulse moves either

  bool may_meet(const bodies::Body& a, const bodies::Body& b) const {
    const bool movable = a.state == bodies::State::dynamic || b.state == bodies::State::dynamic;
    return unmovable ? !movable && a.state != b.state : movable;
  }
  bool counts_partners(const bodies::Body& a, const bodies::Body& b) const {
    const auto [small, large] = std::minmax(a.radius, b.radius);
    return most_partners > 0 && 2 * small >= large;
  }
  [[noreturn]] void refuse_partners_of(const bodies::Body& body) const;
};

// The contacts in range whose cube this rank holds, ordered by (cube, id_a, id_b, feature). `pair_tests`, if given: a
// cube for each two bodies whose shapes were compared. Two spheres are compared by the one rank that owns their
// contact's cube; others by all ranks that own a cube where their reaches meet; boxes and polyhedra, whose internal
// edges must be known, by all ranks with both bodies. `partners`, if given: of each local body, the bodies of similar
// size that it meets; each two are counted by one rank.
std::vector<Contact> find_contacts(const bodies::Bodies& bodies, const bodies::World& world,
                                   const CollideOptions& options, const Neighbours& neighbours,
                                   std::vector<CubeKey>* pair_tests = nullptr,
                                   std::vector<std::int64_t>* partners = nullptr);
// The same with neighbours of its own, for bodies as distribute() leaves them.
std::vector<Contact> find_contacts(const bodies::Bodies& bodies, const bodies::World& world,
                                   const CollideOptions& options);

}  // namespace talus::collide
