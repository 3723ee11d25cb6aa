#pragma once
// Values of keys that follow from the scene.

#include <span>

#include "sim/simulation.hpp"

namespace talus::sim {

// *Collective.* 1 % of what gravity, or without gravity the largest load, adds to a body's speed in a step: forces are
// then known to about 1 % of a body's weight. 1e-3 m/s where nothing pulls; at least 1e-9 m/s.
double automatic_tolerance(const comm::Comm& comm, std::span<const bodies::Body> owned, const bodies::World& world,
                           const SimulationOptions& options);

}  // namespace talus::sim
