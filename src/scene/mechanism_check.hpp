#pragma once
// Mechanisms looked at as a whole, before they run: what joints hang together by bodies that move.

#include "scene/mechanism.hpp"

namespace talus::scene {

// InputError on joints and drives that contradict each other. Marks the forces that are not unique.
void check_mechanisms(const Values& deck, double step, const bodies::World& world, const NamedBodies& named,
                      Mechanism& mechanism);

}  // namespace talus::scene
