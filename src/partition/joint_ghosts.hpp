#pragma once
// Ghosts that joints need.

#include <compare>
#include <functional>
#include <vector>

#include "bodies/bodies.hpp"
#include "comm/comm.hpp"

namespace talus::partition {

// A rank that needs a ghost of a body of this rank, however far it is.
struct Wish {
  LocalIndex body;
  Rank rank;
  auto operator<=>(const Wish&) const = default;
};

// *Collective.* The owner of body B of a joint makes its rows and so needs a ghost of body A. The two owners need not
// know each other: they meet at the rank that keeps the joint's entry of a rendezvous directory. Returns the ghosts
// wanted of this rank's bodies, ordered; owner_of(b) is the next owner of local body b.
std::vector<Wish> wanted_by_joints(const comm::Comm& comm, const bodies::Bodies& bodies,
                                   const std::function<Rank(LocalIndex)>& owner_of);

}  // namespace talus::partition
