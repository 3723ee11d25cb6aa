#pragma once
// Parts to ranks, so that little moves.

#include <vector>

#include "balance/cube_load.hpp"

namespace talus::balance {

// *Collective.* A partition is the same whatever its parts are called: gives each part to the rank that owns most of
// it now (by bytes), the largest overlaps first: what stays is at least half of the most that could. In and out:
// parts[c] of cubes[c]; names are permuted. Holds 24 bytes per rank.
void relabel(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::vector<Rank>& parts);

}  // namespace talus::balance
