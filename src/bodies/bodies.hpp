#pragma once
// The bodies of one rank: owned first, then ghosts (copies of bodies that other ranks own and that reach into cubes
// held here). Invariant: both parts are ordered by (cube key, id); every id occurs once.

#include <span>
#include <vector>

#include "bodies/body.hpp"
#include "bodies/joint.hpp"

namespace talus::bodies {

struct Bodies {
  std::vector<Body> local;  // [0, num_owned) owned, [num_owned, num_local()) ghosts
  LocalIndex num_owned = 0;

  // Impulses that contacts anchored at local[i] carried in the last step: memory[memory_start[i], memory_start[i + 1]).
  std::vector<LocalIndex> memory_start{0};
  std::vector<RememberedImpulse> memory;

  // Joints of local[i], at either end: joints[joint_start[i], joint_start[i + 1]).
  std::vector<LocalIndex> joint_start{0};
  std::vector<Joint> joints;

  LocalIndex num_local() const { return static_cast<LocalIndex>(local.size()); }
  std::span<Body> owned() { return {local.data(), static_cast<std::size_t>(num_owned)}; }
  std::span<const Body> owned() const { return {local.data(), static_cast<std::size_t>(num_owned)}; }
  std::span<const RememberedImpulse> remembered(LocalIndex i) const {
    const auto begin = static_cast<std::size_t>(memory_start[static_cast<std::size_t>(i)]);
    return {memory.data() + begin, static_cast<std::size_t>(memory_start[static_cast<std::size_t>(i) + 1]) - begin};
  }

  std::span<const Joint> joints_of(LocalIndex i) const {
    const auto begin = static_cast<std::size_t>(joint_start[static_cast<std::size_t>(i)]);
    return {joints.data() + begin, static_cast<std::size_t>(joint_start[static_cast<std::size_t>(i) + 1]) - begin};
  }

  // Adds an owned body before the next distribution; ghosts must have been dropped.
  void add(const Body& body);
  void drop_ghosts();
  void check_valid() const;  // throws on a broken invariant
};

}  // namespace talus::bodies
