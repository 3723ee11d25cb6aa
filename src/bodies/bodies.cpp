#include "bodies/bodies.hpp"

#include "base/error.hpp"

namespace talus::bodies {

void Bodies::add(const Body& body) {
  TALUS_REQUIRE(num_owned == num_local(), "ghosts are present");
  local.push_back(body);
  memory_start.push_back(memory_start.back());
  joint_start.push_back(joint_start.back());
  ++num_owned;
}

void Bodies::drop_ghosts() {
  local.resize(static_cast<std::size_t>(num_owned));
  memory_start.resize(static_cast<std::size_t>(num_owned) + 1);
  memory.resize(static_cast<std::size_t>(memory_start.back()));
  joint_start.resize(static_cast<std::size_t>(num_owned) + 1);
  joints.resize(static_cast<std::size_t>(joint_start.back()));
}

void Bodies::check_valid() const {
  const auto owned_count = static_cast<std::size_t>(num_owned);
  TALUS_REQUIRE(num_owned >= 0 && owned_count <= local.size(), "owned bodies come first");
  TALUS_REQUIRE(memory_start.size() == local.size() + 1, "one range of memory a body");
  TALUS_REQUIRE(static_cast<std::size_t>(memory_start.back()) == memory.size(), "memory ends where its ranges end");
  TALUS_REQUIRE(joint_start.size() == local.size() + 1, "one range of joints a body");
  TALUS_REQUIRE(static_cast<std::size_t>(joint_start.back()) == joints.size(), "joints end where their ranges end");
}

}  // namespace talus::bodies
