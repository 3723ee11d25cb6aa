#pragma once
// Contacts of bodies that a joint holds together.

#include <vector>

#include "bodies/bodies.hpp"
#include "collide/contact.hpp"

namespace talus::collide {

// *Not collective.* Two bodies do not touch each other where a rigid joint locks at least two of their relative
// displacements and rotations: removes such contacts.
void drop_contacts_at_joints(const bodies::Bodies& bodies, std::vector<Contact>& contacts);

}  // namespace talus::collide
