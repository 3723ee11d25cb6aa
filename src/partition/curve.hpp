#pragma once
// Runs of a Hilbert curve, one a rank.

#include <cstdint>
#include <span>
#include <vector>

#include "comm/comm.hpp"

namespace talus::partition {

struct CurveWeight {
  std::uint64_t curve;  // hilbert_index
  std::int64_t weight;
};

// *Collective.* The places where the curve is cut, one fewer than ranks and the same on all: run p ends before cuts[p], where
// the weight below first reaches (p + 1) / P of all. `points`: this rank's share of the weights, ascending, may be empty.
// This is an array over all ranks: 16 bytes a rank in all, for the time of a repartition.
std::vector<std::uint64_t> cut_curve(const comm::Comm& comm, std::span<const CurveWeight> points);

// The rank whose run holds a place of the curve.
Rank rank_on_curve(std::span<const std::uint64_t> cuts, std::uint64_t curve);

}  // namespace talus::partition
