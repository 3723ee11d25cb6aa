#pragma once
// The partition methods. A method is one file that defines its proposal, and one row of the table in methods.cpp.

#include <algorithm>
#include <limits>
#include <string_view>

#include "balance/cube_load.hpp"

namespace talus::balance {

// New owners of cubes, at first none.
struct Proposal {
  std::vector<Rank> owners;  // in the order of the cubes passed
  PerLoad<double> imbalance{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

  double worst() const { return std::ranges::max(imbalance); }
  // *Collective.* Takes these owners if they are more even than the present ones of the proposal.
  void consider(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::vector<Rank> candidates);
};

// *Collective.* Each cube is passed by one rank; a rank may pass none. `partitioned`: the present owners come from a
// partition, not from where bodies were made.
using Propose = Proposal(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool partitioned);

struct Method {
  std::string_view name;   // in decks
  std::string_view needs;  // a library that must be there when Talus is built, or nothing
  double price;            // contact updates that a proposal costs per body of the fullest rank, measured
  Propose* propose;        // null if the library was not there

  bool available() const { return propose != nullptr; }
};

std::span<const Method> methods();  // the first is the default

// InputError if the name is unknown or the method not in this build.
const Method& method_named(std::string_view name);

}  // namespace talus::balance
