#pragma once
// When a run must not go on.

#include <filesystem>
#include <string>

#include "io/deck/deck.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

// *Collective.* Why a run must not go on after a step; the same on all ranks, empty if it may.
std::string fault_of(const Simulation& simulation, const scene::Scenario& scenario, const StepReport& report);

// *Not collective.* Throws where a deck is not that of a checkpoint except for what a restart may change, or its world
// does not hold what the checkpoint refers to. The digests are those of the deck's files; "" if they need not be
// looked at. Returns a warning, or "".
std::string check_fits(const io::Checkpoint& state, const std::filesystem::path& file, const io::Deck& deck,
                       const std::string& digests, const bodies::World& world);

}  // namespace talus::sim
