#pragma once
// Loads and drag on one body in one step. A load's impulse is its exact integral over time, with the body's axes as
// they are at the start; drag is implicit, so that it never turns a velocity round:
//
//   v* = v + h g + p/m,   m (v' - v*) = -h c (v' - wind),   c = linear + quadratic |v - wind|;   J (w' - w*) = -h
//   angular w'

#include "bodies/world.hpp"
#include "problem/problem.hpp"

namespace talus::problem {

struct LoadImpulses {
  ContactImpulse loads, drag;  // on the body, about its centre
};

LoadImpulses load_impulses(const bodies::Body& body, const bodies::World& world, double time, double step);

}  // namespace talus::problem
