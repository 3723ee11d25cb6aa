#pragma once
// The work in a cube in use, from which a repartition proposes owners, and the imbalance of owners.

#include <cstdint>
#include <span>
#include <vector>

#include "balance/work.hpp"
#include "base/cube.hpp"
#include "comm/comm.hpp"

namespace talus::balance {

// Weight of one narrow-phase test relative to one body in the second load. A body costs more than a test
// (kUpdatesPerBody), but methods balance two loads only, and the tests must be even by themselves because ranks wait
// for each other after them. So a load is not a cost: the waiting that a proposal leaves is forecast from costs.
inline constexpr int kWeightOfTest = 4;

struct CubeLoad {
  CubeKey key = 0;
  std::int64_t contacts = 0;
  std::int64_t pair_tests = 0;
  std::int64_t bytes = 0;  // that move with the cube
  std::int32_t bodies = 0;
  Rank owner = -1;  // now; for a cube without an owner, a rank that has bodies in it

  PerLoad<std::int64_t> loads() const { return {contacts, kWeightOfTest * pair_tests + bodies}; }  // that are balanced
  PerLoad<std::int64_t> costs() const { return {contacts, pair_tests + std::int64_t{kUpdatesPerBody} * bodies}; }
  void add(const CubeLoad& other);  // the counts of the same cube on another rank
};

// *Collective.* The largest load of a rank over the mean, for each load, if cube c goes to owners[c]. Each rank passes
// other cubes, or none. `loads`: &CubeLoad::loads or &CubeLoad::costs.
PerLoad<double> imbalance_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> owners,
                             PerLoad<std::int64_t> (CubeLoad::*loads)() const = &CubeLoad::loads);

}  // namespace talus::balance
