#pragma once
// Bodies to their owners and ghosts to the ranks that need them, whenever a body leaves its room.
//
// A body belongs to the cube of its centre, on the level of its reach. Every rank that owns a cube which the body's
// reach touches, on this or a coarser level in use, gets a ghost of it. So the owner of a contact's cube has both of
// its bodies, and the owner of a contact is found without asking.

#include "partition/directory.hpp"
#include "partition/ghost_layer.hpp"
#include "partition/touched_cubes.hpp"

namespace talus::partition {

// A body's reach and its margin when the bodies were distributed: while its reach stays within, on its level, the same
// ranks have the body and no new pairs come into reach.
struct Room {
  GlobalId body;
  Vec3 centre;
  double reach;  // m
  int level;
};

struct Distribution {
  explicit Distribution(const comm::Comm& comm) : ghosts(comm) {}

  std::uint64_t levels = 0;  // bit l: some body anywhere lives on level l
  GhostLayer ghosts;
  Array<Room> rooms;  // of each local body
};

// *Collective.* Owned bodies may be anywhere and in any order; ghosts are dropped. Afterwards:
//
//   - owned bodies come first, ghosts after them, each part ascending by (cube of the centre, id);
//   - every body of the world is owned by one rank, the owner of its cube, and no rank has it twice;
//   - a rank has a ghost of every body of another rank that touches one of its cubes, equal to the owner's byte for
//     byte, or that a joint joins to a body of its own as body A; and no others;
//   - remembered impulses and joints go with their bodies, to ghosts, too.
//
// A cube without an owner gets one. In a debug build check_valid() follows. A body that is lost (not finite, outside
// of the grid) is a PhysicsError that names it.
Distribution distribute(Directory& directory, const Space& space, bodies::Bodies& bodies);

// *Collective.* Are all bodies still there and in their rooms, so that the distribution may serve another step? Never
// without a margin.
bool is_valid(const Space& space, const Distribution& distribution, const bodies::Bodies& bodies,
              const Periods& periods);

// *Collective.* Throws std::logic_error on the rank that finds one of these promises broken.
void check_valid(const Directory& directory, const Space& space, const Distribution& distribution,
                 const bodies::Bodies& bodies);

}  // namespace talus::partition
