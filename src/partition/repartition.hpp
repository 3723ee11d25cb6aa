#pragma once
// New owners of cubes, from the work in them.

#include "balance/methods.hpp"
#include "balance/rent_or_buy.hpp"
#include "bodies/bodies.hpp"
#include "partition/directory.hpp"
#include "partition/touched_cubes.hpp"

namespace talus::partition {

// The work of this rank: owned bodies, and the cubes of the last step's tests and contacts.
struct Counts {
  const bodies::Bodies& bodies;
  std::span<const CubeKey> tests = {};     // the cube of each narrow-phase test
  std::span<const CubeKey> contacts = {};  // the cube of each contact
};

// *Collective.* Gives the cubes with bodies, contacts or tests to ranks by the method; takes effect at the next
// distribute().
void repartition(Directory& directory, const Space& space, const balance::Method& method, const Counts& counts);

// *Collective.* The same if it pays (balance/rent_or_buy.hpp). `work`, in and out: that of this rank since the
// count began. True if the owners are new.
bool rebalance(Directory& directory, const Space& space, const balance::Method& method, const Counts& counts,
               balance::Work& work);

}  // namespace talus::partition
