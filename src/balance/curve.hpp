#pragma once
// Cubes in the order of a Hilbert curve, as many on each rank.

#include <cstdint>
#include <span>
#include <vector>

#include "balance/cube_load.hpp"

namespace talus::balance {

struct CurveOrder {
  std::vector<CubeLoad> cubes;  // this rank's, in the order of the curve, which goes on from rank to rank
  std::vector<std::uint64_t>
      cuts;  // of the curve between ranks, one fewer than these; 8 bytes per rank, for the time of a repartition

  // Where each cube came from: its rank and its place in what that rank gave.
  struct Origin {
    Rank rank;
    std::int32_t place;
  };
  std::vector<Origin> origins;

  // The rank that has the cubes at a place of the curve.
  Rank rank_at(std::uint64_t curve) const;
};

// *Collective.* From cubes that are spread in any way, each on one rank.
CurveOrder order_by_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes);

// *Collective.* Sends a number of each cube back to where it came from: in the order of the cubes given there.
std::vector<Rank> send_to_origins(const comm::Comm& comm, const CurveOrder& order, std::span<const Rank> numbers,
                                  std::size_t num_cubes);

}  // namespace talus::balance
