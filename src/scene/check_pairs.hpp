#pragma once
// Pairs of bodies whose contacts cannot be computed are refused before anything is written.

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"

namespace talus::scene {

// *Collective.* Throws the same InputError on all ranks if two bodies, or a body and a wall that no joint joins, could
// meet although their shapes have no narrow phase (two meshes, a raceway and anything except spheres and clumps), or
// although Hertz' law, which their materials ask for by `young`, does not know their radii. Needs the joints of bodies.
void check_pairs(const comm::Comm& comm, const bodies::World& world, const bodies::Bodies& bodies);

}  // namespace talus::scene
