#pragma once
// Correction of what is left at the level of positions after a step (DCP 6, "first"): one Newton step on joints' Psi =
// 0 and gaps Phi
// >= 0, weighted by mass,
//
//   min 1/2 dq' M dq   with  Psi + J dq = 0,  Phi + n . dq >= 0,
//
// as a problem of pseudo-velocities dq/h from rest: b = Psi/h and Phi/h at the new poses, no friction. Rows without a
// position, with compliance or between bounds stand aside.

#include <span>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

// A body's pose when the step's rows were made.
struct Pose {
  Vec3 position;
  Quat orientation;
};

// *Not collective.* `problem` is the step's, whose rows it keeps in their order; `bodies` and the walls have moved,
// copies too; `before` holds what their poses were, walls behind the bodies.
Problem build_projection(const Problem& problem, std::span<const collide::Contact> contacts,
                         const bodies::Bodies& bodies, const bodies::World& world, View<const Pose> before);

// *Not collective.* The largest |Psi| and overlap that it is to take out, m; angles times the bodies'
// sqrt(inertia/mass).
double deviation(const Problem& projection);

}  // namespace talus::problem
