#pragma once
// Broad phase: the pairs of bodies that can come into contact while each stays within a ball about the place where it
// was when the pairs were found. A list lives for several steps. It moves work, never results: every step finds its
// contacts from its own poses, and their order does not depend on the list.

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"

namespace talus::collide {

struct CollideOptions;

class Neighbours {
 public:
  struct Pair {
    LocalIndex a, b;  // local bodies, id of a < id of b
  };

  // `reaches`: radius of each local body's ball, m; at most half an edge of the cubes on the level of the body's own
  // reach. Bodies must be as distribute() leaves them.
  void find(const bodies::Bodies& bodies, const bodies::World& world, const CollideOptions& options,
            View<const double> reaches);

  View<const Pair> pairs() const { return pairs_; }
  // False if the body stays out of reach of all walls, none of which moves.
  bool may_meet_wall(LocalIndex b) const { return near_wall_[b] != 0; }

 private:
  Array<Pair> pairs_;
  Array<char> near_wall_;
};

}  // namespace talus::collide
