#pragma once
// Estimates what a run will need before it starts: from the deck, its scenario, and figures measured on settled boxes
// of spheres.

#include <cstdint>
#include <string>

#include "io/deck/deck.hpp"
#include "scene/scenario.hpp"
#include "sim/run_options.hpp"
#include "sim/simulation.hpp"

namespace talus::drivers {

struct Estimate {
  int ranks = 1;
  std::int64_t bodies = 0, contacts = 0, steps = 0;  // at the end; contacts as in a settled bed
  double memory_bytes = 0;                           // of the largest rank, resident
  double checkpoint_bytes = 0;                       // of each of the two that stay
  double series_bytes = 0;                           // of both files
  double trajectory_bytes = 0, contacts_bytes = 0;   // of all frames, uncompressed
  double tolerance = 0;                              // of the solver, m/s
  double output_seconds = 0;                         // of the start and of the series
  double seconds = 0;                                // of all, within a factor of three or so,
  bool is_least = false;                             // or more: bodies that have not met yet
};

// *Not collective.* As far as the deck tells it.
Estimate estimate(const io::Deck& deck, const sim::RunPlan& plan, const scene::Scenario& scenario, int ranks);

// *Not collective.* What the first steps tell: they are made, for a second or so at most. Nothing is written.
void try_steps(sim::Simulation& simulation, Estimate& estimate);

std::string text_of(const Estimate& estimate);  // lines of a YAML comment
std::string json_of(const Estimate& estimate);

}  // namespace talus::drivers
