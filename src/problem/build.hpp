#pragma once
// From bodies and contacts to the problem of one step.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "problem/laws.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

struct BuildOptions {
  double step = 0;                // h, s
  double time = 0;                // s, at the start of the step
  double recovery_rate = 1;       // part of an overlap in b_n
  double max_recovery_speed = 0;  // m/s: cap of -b_n where bodies overlap; 0: no cap
  bool split_recovery = false;    // overlaps go out of positions only (recovery.hpp): b_n >= 0
  bool warm_start = true;
  bool has_servos = true;                 // on one rank only: it has the motors of walls
  FrictionLaw law{};                      // none: circular cones
  std::optional<std::uint64_t> levels{};  // of cubes in use: rows come in classes by level and colour; none: one class
  int joint_colours =
      0;  // of any joint anywhere: where contacts come in classes, each is a class of joints behind them
};

// *Not collective.* v_free, D, b and the start of one step.
Problem build_problem(const bodies::Bodies& bodies, const bodies::World& world,
                      std::span<const collide::Contact> contacts, const BuildOptions& options);

// b_n = Phi/h, m/s; of an overlap the rate's part, not faster than the cap. A contact with less bounces.
double gap_bias(double gap, const BuildOptions& options);

// *Not collective.* Bounds of friction from this solution's normal impulses, and its impulses as the start.
void renew_bounds(Problem& problem, const Solution& solution);

// The impulse of contact c on its body B, world axes.
ContactImpulse impulse_of(const Problem& problem, const Solution& solution, const collide::Contact& contact,
                          std::size_t c);

// The impulses of a solution to be remembered, each with its anchor: the body of the contact that is not a wall, of
// two the one with the lower id; of a joint body B. Impulses of blocks turn with their bodies to the end of the step.
std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses_to_remember(
    const bodies::Bodies& bodies, const bodies::World& world, std::span<const collide::Contact> contacts,
    const Problem& problem, const Solution& solution);

}  // namespace talus::problem
