#pragma once
// The graph of the cubes that hold bodies, spread evenly over the ranks along a Hilbert curve.
//
// Edges: the 26 neighbours on the same level, and the coarser cubes that contain a cube. The weight of an edge is the
// number of ghosts to be expected if it is cut, times kWeightOfGhost: a body's reach lies across a face in about 2 of 5
// cases, across an edge in 4 of 25, across a corner in 8 of 125; the coarser cube is always touched.

#include <cstdint>
#include <span>
#include <vector>

#include "balance/curve.hpp"

namespace talus::balance {

inline constexpr double kWeightOfGhost = 31.25;

struct CubeGraph : CurveOrder {           // its cubes are this rank's vertices
  std::vector<std::int64_t> first;        // the first vertex of each rank and the end: one number per rank
  std::vector<std::int64_t> edge_start;   // of each vertex here, and the end
  std::vector<std::int64_t> neighbours;   // vertices of all ranks, ascending within each vertex
  std::vector<std::int64_t> edge_weight;  // the same seen from both ends

  bool every_rank_has_some() const {
    for (std::size_t r = 0; r + 1 < first.size(); ++r) {
      if (first[r + 1] == first[r]) return false;
    }
    return true;
  }
};

// *Collective.* From cubes that are spread in any way, each on one rank.
CubeGraph build_cube_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes);

}  // namespace talus::balance
