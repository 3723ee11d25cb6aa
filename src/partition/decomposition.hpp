#pragma once
// Who owns which body. A body belongs to the cube of its centre, on the level of its reach; every rank that holds a
// cube the body's reach touches, on this or a coarser level in use, gets a copy (a ghost). So whoever holds a contact's
// cube holds both of its bodies, and a contact's holder is found without asking.

#include "balance/methods.hpp"
#include "balance/work.hpp"
#include "base/cube.hpp"
#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/sharing.hpp"
#include "partition/directory.hpp"

namespace talus::partition {

// What was counted in the last step, of this rank.
struct Counts {
  std::span<const CubeKey> tests;     // the cube of each narrow-phase test
  std::span<const CubeKey> contacts;  // the cube of each contact
};

class Decomposition {
 public:
  Decomposition(const comm::Comm& comm, const CubeGrid& grid,
                const balance::Method& method = balance::methods().front())
      : comm_(comm), grid_(grid), method_(method), directory_(comm) {}

  const CubeGrid& grid() const { return grid_; }
  // Bit l: some body anywhere lived on level l at the last distribute().
  std::uint64_t levels() const { return levels_; }

  // *Collective.* Owned bodies may be anywhere and in any order, ghosts are dropped. Afterwards every body is owned by
  // the holder of its cube, ghosts are complete, and both are in order. A body that is lost (not finite, out of the
  // grid) is a PhysicsError that names it.
  void distribute(bodies::Bodies& bodies, const bodies::ContactRange& range);

  // *Collective.* Gives the cubes with bodies, contacts or tests to ranks anew, by the method; takes effect at the next
  // distribute().
  void repartition(const bodies::Bodies& bodies, const bodies::ContactRange& range, const Counts& counts);

  // *Collective.* The same if it pays (balance/rent_or_buy.hpp): `work` is what this rank has done, in and out. True if
  // done.
  bool rebalance(const bodies::Bodies& bodies, const bodies::ContactRange& range, const Counts& counts,
                 balance::Work& work);

  // *Not collective*, but called on all ranks together. What this rank knows of how cubes are shared, and back from
  // there.
  const Directory& directory() const { return directory_; }
  void restore(std::span<const Holding> pages, std::span<const Holding> answers) {
    directory_.restore(pages, answers);
    shared_ = true;
  }
  bool shared() const { return shared_; }

  // *Not collective.* Does this rank hold the cube?
  bool holds(CubeKey key) const { return directory_.find(key) == comm_.rank(); }

  // *Collective among neighbours.* work: one word a local body, 0 where this rank's contacts do not touch it. Who else
  // works on these bodies, and at what.
  comm::Sharing share(const bodies::Bodies& bodies, std::span<const std::uint64_t> work) const;

  // *Collective among neighbours.* Copies take the poses that their owners give them now.
  void refresh_copies(bodies::Bodies& bodies) const;

  // *Collective among neighbours.* Impulses of contacts whose anchor is a ghost go home; then every owned body
  // remembers.
  void remember(bodies::Bodies& bodies, std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses) const;

 private:
  struct Touch;
  struct Proposal;
  // decomposition.cpp
  Touch touch_of(const bodies::Body& body, const bodies::ContactRange& range) const;
  void each_touched_cube(const bodies::Body& body, const Touch& touch, auto&& visit) const;
  // distribute.cpp
  std::vector<Touch> find_touches(const bodies::Bodies& bodies, const bodies::ContactRange& range);
  std::vector<LocalIndex> find_holders(const bodies::Bodies& bodies, std::span<const Touch> touches);
  // repartition.cpp
  Proposal propose(const bodies::Bodies& bodies, const bodies::ContactRange& range, const Counts& counts) const;
  void accept(const Proposal& proposal);

  comm::Comm comm_;
  CubeGrid grid_;
  balance::Method method_;
  Directory directory_;
  std::uint64_t levels_ = 0;
  bool has_joints_ = false;  // any rank, at the last distribute()
  bool shared_ = false;      // cubes have been given out
};

}  // namespace talus::partition
