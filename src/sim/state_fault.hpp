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

// *Not collective.* Throws where the deck and its world do not hold what a checkpoint refers to.
void check_fits(const io::Checkpoint& state, const std::filesystem::path& file, const io::Deck& deck,
                const bodies::World& world);

}  // namespace talus::sim
