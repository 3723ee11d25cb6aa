#pragma once
// The input of every measurement: one rank's state and the step that led to it. Nothing here is changed.

#include <span>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "comm/comm.hpp"
#include "problem/problem.hpp"

namespace talus::observe {

struct View {
  const comm::Comm& comm;
  const bodies::Bodies& bodies;
  const bodies::World& world;
  std::span<const collide::Contact> contacts;  // of the last step, as are problem and solution; none before the first
  const problem::Problem& problem;
  const problem::Solution& solution;
  std::int64_t step = 0;  // steps done
  double time = 0;        // s
};

}  // namespace talus::observe
