#pragma once
// Ways to give cubes to ranks, of which methods are made.
//
// *Collective.* Each cube is passed by one rank; a rank may pass none. The results are the owners, in the order of the
// cubes passed; both loads are even.

#include "balance/cube_load.hpp"

namespace talus::balance {

// Few intervals of a Hilbert curve per rank.
std::vector<Rank> cut_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes);

// The present owners, repaired by small moves at their borders.
std::vector<Rank> repair_borders(const comm::Comm& comm, std::span<const CubeLoad> cubes);

// Cuts of the graph of cubes by ParMETIS, where it is in the build. from_present: improves on the present owners and
// weighs what moves. Cuts the curve where there are too few cubes for a graph. InputError if a count does not fit
// ParMETIS's integers.
std::vector<Rank> cut_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool from_present);

}  // namespace talus::balance
