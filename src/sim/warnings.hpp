#pragma once
// Warnings about a run that goes on, but perhaps not as meant: meshes that were repaired; bodies that stand in
// each other, which one step pushes apart at overlap / h, and that speed stays; steps that are too long; friction
// that acts nowhere; an end between two steps.

#include <string>

#include "base/step_clock.hpp"
#include "bodies/world.hpp"
#include "observe/overlap.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

// Warnings about overlaps: a line each, empty where they do no harm or the options take care of them.
std::string warning_of(const observe::OverlapsOfStart& overlaps, const problem::BuildOptions& build);

// Repairs made to meshes of the deck, one line per mesh.
std::string repairs_of(const bodies::World& world);

// Friction coefficients of materials that no pair of the scene lets act: a line each. `bodies` are all.
std::string warning_of_friction(const bodies::World& world, std::span<const bodies::Body> bodies,
                                const scene::Flows& flows);

// Tells when the time step is too long for what happens in it.
class StepWatch {
 public:
  // A line the first time that a body crosses the smallest radius within a step, else empty.
  std::string look(const Simulation& simulation, const StepReport& report);
  // A line if overlaps stayed, beyond what a transient leaves, else empty.
  std::string verdict() const;

 private:
  bool told_ = false;
  std::int64_t steps_ = 0, deep_ = 0;  // all; those with overlaps
  double deepest_ = 0;                 // radii of the smaller body
};

// The same beforehand, for a body at this speed (m/s) that is to be expected; empty if the step is short enough.
std::string warning_of_speed(const Simulation& simulation, double speed);

// Loads, and gates that move away, that begin when the run has ended; empty if there are none.
std::string warning_of_loads(const bodies::World& world, double end);

// Names where the run ends instead of at an end that no step reaches. Empty where one does.
std::string warning_of(const StepClock& clock, double end);

}  // namespace talus::sim
