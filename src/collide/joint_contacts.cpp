#include "collide/joint_contacts.hpp"

#include <algorithm>
#include <bit>

namespace talus::collide {
namespace {

bool holds_together(const bodies::Joint& j) {
  return j.kind == bodies::JointKind::axes && j.rate > 0 && j.limit == 0 &&
         std::popcount(static_cast<unsigned>(j.locks)) > 1;
}

}  // namespace

void drop_contacts_at_joints(const bodies::Bodies& bodies, std::vector<Contact>& contacts) {
  if (bodies.joints.items().empty()) return;
  std::erase_if(contacts, [&](const Contact& c) {
    return std::ranges::any_of(bodies.joints[c.b.index], [&](const bodies::Joint& j) {
      return j.a == c.id_a && j.b == c.id_b && holds_together(j);
    });
  });
}

}  // namespace talus::collide
