#pragma once
// How fast the bodies of a scene may be expected to get, as far as the start tells it.

#include <span>

#include "bodies/world.hpp"
#include "scene/flows.hpp"

namespace talus::scene {

// m/s: the largest of what bodies and walls have, and of what bodies gain that fall freely, until `end` (s) at most.
// Those of `bodies` fall on what stands below them, those of feeds to the floor; where there is none, nothing is known.
double expected_speed(std::span<const bodies::Body> bodies, const bodies::World& world, const Flows& flows, double end);

}  // namespace talus::scene
