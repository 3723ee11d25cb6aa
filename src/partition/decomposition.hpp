#pragma once
// Who owns which body. A body belongs to the cube of its centre, on the level of its reach; every rank that holds a cube the
// body's reach touches, on this or a coarser level in use, gets a copy (a ghost). So whoever holds a contact's cube holds
// both of its bodies, and a contact's holder is found without asking.

#include "base/cube.hpp"
#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/sharing.hpp"
#include "partition/directory.hpp"

namespace talus::partition {

class Decomposition {
 public:
  Decomposition(const comm::Comm& comm, const CubeGrid& grid) : comm_(comm), grid_(grid), directory_(comm) {}

  const CubeGrid& grid() const { return grid_; }

  // *Collective.* Owned bodies may be anywhere and in any order, ghosts are dropped. Afterwards every body is owned by the
  // holder of its cube, ghosts are complete, and both are in order. A body that is lost (not finite, out of the grid) is a
  // PhysicsError that names it.
  void distribute(bodies::Bodies& bodies, const bodies::ContactRange& range);

  // *Collective.* Gives the cubes that hold bodies to ranks anew, in runs of equal weight along a Hilbert curve; takes
  // effect at the next distribute(). weights: cost of each owned body, or empty (all 1).
  void repartition(const bodies::Bodies& bodies, const bodies::ContactRange& range, std::span<const int> weights);

  // *Not collective.* Does this rank hold the cube?
  bool holds(CubeKey key) const { return directory_.find(key) == comm_.rank(); }

  // *Collective among neighbours.* work: one word a local body, 0 where this rank's contacts do not touch it. Who else
  // works on these bodies, and at what.
  comm::Sharing share(const bodies::Bodies& bodies, std::span<const std::uint64_t> work) const;

  // *Collective among neighbours.* Impulses of contacts whose anchor is a ghost go home; then every owned body remembers.
  void remember(bodies::Bodies& bodies, std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses) const;

 private:
  struct Touch;
  Touch touch_of(const bodies::Body& body, const bodies::ContactRange& range) const;
  void each_touched_cube(const bodies::Body& body, const Touch& touch, auto&& visit) const;
  std::vector<Rank> ghost_neighbours(const bodies::Bodies& bodies) const;

  comm::Comm comm_;
  CubeGrid grid_;
  Directory directory_;
  std::uint64_t levels_ = 0;  // bit l: some body anywhere lives on level l
};

}  // namespace talus::partition
