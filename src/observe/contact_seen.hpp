#pragma once
// One pass over the contacts of a step: every measure of a contact is a function of a ContactSeen. Velocities are those
// of the solution: the copies of other ranks' bodies are as they were before the step.

#include "observe/view.hpp"
#include "problem/build.hpp"

namespace talus::observe {

struct ContactSeen {
  const View& view;
  const collide::Contact& contact;
  std::size_t index;  // among this rank's contacts

  bool at_wall() const { return contact.a.is_wall; }  // walls come first in a contact
  const ContactLoss& loss() const { return view.losses[index]; }
  problem::ContactImpulse impulse() const { return problem::impulse_of(view.problem, view.solution, contact, index); }
};

// *Not collective.*
void each_contact(const View& view, auto&& measure) {
  for (std::size_t c = 0; c < view.contacts.size(); ++c) measure(ContactSeen{view, view.contacts[c], c});
}

}  // namespace talus::observe
