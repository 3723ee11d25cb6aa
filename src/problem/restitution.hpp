#pragma once
// Restitution: bodies that meet within a step part at once, at e times their speed.

#include <span>

#include "problem/problem.hpp"

namespace talus::problem {

// The speed v at which two bodies part that approach at `speed` s over the gap Phi, pulled together by the acceleration
// a. They meet Phi early, so v is not e s but what makes e^2 of their energy relative to the surface; with the energy
// that the rule q+ = q + h v+ keeps in free fall:  v^2/2 + a h v/2 + a Phi = e^2 (s^2/2 + a h s/2 + a Phi).  e s for a
// = 0.
double rebound_speed(double restitution, double speed, double acceleration, double gap, double step);

// The largest e with which a contact alone makes no energy, whatever friction does:  e^2 <= 1 - N_nt N_tt^-1 N_tn /
// N_nn. 1 without friction, and where normal and tangential impulses do not move each other's rows, as on spheres.
double lossless_restitution(const Block& contact, View<const ProblemBody> bodies);

}  // namespace talus::problem
