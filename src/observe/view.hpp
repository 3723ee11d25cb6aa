#pragma once
// The input of every measurement: one rank's state and the step that led to it. Nothing here is changed.

#include <span>

#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/contact.hpp"
#include "comm/comm.hpp"
#include "problem/problem.hpp"

namespace talus::observe {

// The slip and the losses of a contact in the last step; 0 where it carried nothing.
struct ContactLoss {
  double slip_speed = 0;  // at the end of the step, across the normal, m/s
  double sliding = 0;     // energy lost in sliding, J,
  double all = 0;         // and in rolling, spinning and impact, too
};

struct View {
  const comm::Comm& comm;
  const bodies::Bodies& bodies;
  const bodies::World& world;
  std::span<const collide::Contact> contacts;  // of the last step, as are problem and solution; none before the first
  const problem::Problem& problem;
  const problem::Solution& solution;
  std::int64_t step = 0;                     // steps done
  double time = 0;                           // s
  std::span<const ContactLoss> losses = {};  // of the contacts, once the energy account has seen the step
};

}  // namespace talus::observe
