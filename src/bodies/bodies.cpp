#include "bodies/bodies.hpp"

#include "base/error.hpp"

namespace talus::bodies {

void Bodies::add(const Body& body, std::span<const RememberedImpulse> impulses, std::span<const Joint> its_joints) {
  drop_ghosts();
  local.push_back(body);
  memory.add_row(impulses);
  joints.add_row(its_joints);
  ++num_owned;
}

void Bodies::drop_ghosts() {
  local.resize(num_owned);
  memory.keep_rows(num_owned);
  joints.keep_rows(num_owned);
}

void Bodies::check_valid() const {
  TALUS_REQUIRE(num_owned >= 0 && num_owned <= num_local(), "owned bodies come first");
  TALUS_REQUIRE(memory.num_rows() == num_local(), "one row of memory per body");
  TALUS_REQUIRE(joints.num_rows() == num_local(), "one row of joints per body");
}

}  // namespace talus::bodies
