#pragma once
// The bodies of one rank: owned first, then ghosts (copies of bodies that other ranks own and that reach into cubes
// held here). Invariant: both parts are ordered by (cube key, id); every id occurs once.

#include <span>

#include "base/ragged.hpp"
#include "bodies/body.hpp"
#include "bodies/joint.hpp"

namespace talus::bodies {

struct Bodies {
  Array<Body> local;  // [0, num_owned) owned, [num_owned, num_local()) ghosts
  LocalIndex num_owned = 0;

  Ragged<RememberedImpulse> memory;  // of each local body: of contacts anchored there, in the last step
  Ragged<Joint> joints;              // of each local body, at either end

  LocalIndex num_local() const { return static_cast<LocalIndex>(local.size()); }
  std::span<Body> owned() { return std::span(local).first(num_owned); }
  std::span<const Body> owned() const { return std::span(local).first(num_owned); }

  // Adds an owned body before the next distribution; ghosts are dropped.
  void add(const Body& body, std::span<const RememberedImpulse> impulses = {}, std::span<const Joint> its_joints = {});
  void drop_ghosts();
  void check_valid() const;  // throws on a broken invariant
};

}  // namespace talus::bodies
