#pragma once
// The energy account of a run. A step takes bodies from (x-, v-) to (x+, v+) by gravity and by the impulses p,
// q of its contacts, at which bodies move by u and turn by w against each other; then they move, and turn freely. All
// identities:
//
//   kinetic    T+ - T- = sum over contacts of p . (u- + u+)/2 + q . (w- + w+)/2  + work of driven bodies + h m g . (v-
//   + v+)/2 potential  V+ - V- = -m g . (x+ - x-) = -h m g . v+ turning    what 1/2 w.Jw changes by while w and J turn,
//   after the impulses (0 up to rounding by motion's rule)
//
// so that stored energy = inputs - losses to rounding, whatever the solver's tolerance:
//
//   T + V = input + driven + joint + push_out + gravity_step + spin_step + rebound + load + recovery - sliding -
//   rolling - spinning
//           - impact - drag
//
// A contact's normal impulse loses energy while the bodies approach (impact) and gives it while they part: by
// restitution (rebound), or pushed out of an overlap by the bias Phi/h, or lifted by the convex law (push_out); each is
// never negative. Loads and drag count as impulses do: p . (v- + v+)/2 + q . (w- + w+)/2.

#include <array>
#include <span>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "comm/comm.hpp"
#include "comm/exact_sum.hpp"
#include "observe/view.hpp"
#include "problem/problem.hpp"

namespace talus::observe {

enum class EnergyTerm {  // stored in this order: new ones come last
  input,                 // of bodies at the start and fed, less that of bodies taken out
  driven,                // work of driven walls and bodies, and of the motors of surfaces that move in themselves
  joint,                 // work of joints' impulses on their bodies, which a locked direction moves at -Psi/h only
  push_out,              // work of normal impulses on bodies that part
  gravity_step,          // -h m g . (v+ - v-)/2: the position takes v+ for the whole step
  spin_step,             // gained while bodies turn freely
  sliding,               // lost in sliding,
  rolling,               // rolling
  spinning,              // and spinning friction
  impact,                // lost by normal impulses on bodies that approach
  rebound,               // given back by those that restitution makes part
  load,                  // work of loads other than constant gravity
  drag,                  // lost in drag
  recovery,              // potential energy of bodies that split recovery moves
  count
};
inline constexpr int kNumEnergyTerms = static_cast<int>(EnergyTerm::count);
inline constexpr std::array<const char*, kNumEnergyTerms> kEnergyTermNames = {
    "input_energy",   "driven_work",  "joint_work",   "push_out_work", "gravity_step_work",
    "spin_step_work", "sliding_loss", "rolling_loss", "spinning_loss", "impact_loss",
    "rebound_work",   "load_work",    "drag_loss",    "recovery_work"};

struct StoredEnergy {
  double kinetic = 0, rotational = 0, potential = 0;  // J
  double total() const { return kinetic + rotational + potential; }
};
StoredEnergy stored_energy(const bodies::Body& body, const bodies::World& world);  // nothing unless dynamic

// Sums of the terms since the start of the run, the same on all ranks and on any number of them.
class EnergyAccount {
 public:
  // *Not collective.* Around what changes bodies otherwise than by a step: takes these out, brings these in.
  void take_out(std::span<const bodies::Body> bodies, const bodies::World& world) { add_input(bodies, world, -1); }
  void bring_in(std::span<const bodies::Body> bodies, const bodies::World& world) { add_input(bodies, world, 1); }

  // *Not collective.* The impulses of a step, before the bodies take the solution's velocities and move.
  // Walls of finite mass are counted by the root.
  void add_impulses(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                    std::span<const collide::Contact> contacts, const problem::Problem& problem,
                    const problem::Solution& solution);
  // *Not collective.* What pseudo-velocities are about to lift, before the bodies move.
  void add_recovery(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                    const problem::Solution& recovery, double step);
  // *Collective.* After they have moved.
  void end_step(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world);

  double operator[](EnergyTerm term) const { return totals_[static_cast<std::size_t>(term)]; }
  double expected() const;  // stored energy by the account, J
  // The losses of this rank's contacts in the last step, in their order.
  std::span<const ContactLoss> losses() const { return losses_; }

  // For checkpoints.
  std::span<const double> totals() const { return totals_; }
  void restore(std::span<const double> totals);

 private:
  void add_input(std::span<const bodies::Body> bodies, const bodies::World& world, double sign);
  comm::ExactSum& sum(EnergyTerm term) { return sums_[static_cast<std::size_t>(term)]; }

  std::array<comm::ExactSum, kNumEnergyTerms> sums_;  // of this step and rank
  std::array<double, kNumEnergyTerms> totals_{};
  std::vector<ContactLoss> losses_;
};

}  // namespace talus::observe
