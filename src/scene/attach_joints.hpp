#pragma once
// From a scenario's joints to bodies that carry them.

#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"

namespace talus::scene {

// *Collective.* Checks and colours all joints (this rank gives `mine`) and hands each to its two bodies, which may be
// owned anywhere. InputError on one that cannot be. For the time of the set-up every rank knows all joints.
void attach_joints(const comm::Comm& comm, const bodies::World& world, std::vector<bodies::Joint> mine,
                   bodies::Bodies& bodies);

}  // namespace talus::scene
