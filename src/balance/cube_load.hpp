#pragma once
// What a repartition knows of a cube in use.

#include <cstdint>
#include <span>
#include <vector>

#include "balance/balance.hpp"
#include "base/cube.hpp"
#include "comm/comm.hpp"

namespace talus::balance {

struct CubeLoad {
  CubeKey key = 0;
  PerLoad<std::int64_t> loads{};  // contacts in it; pair tests in it, and its bodies
  std::int64_t bytes = 0;         // that move with it
  std::int32_t bodies = 0;
  Rank holder = -1;  // now, or where its bodies are
};

// *Collective.* Both give each cube to a rank; a cube is given by one rank only, any rank may give none. Results come
// in the order of the cubes.

// Few runs of a Hilbert curve a rank, even in each load (necklace.cpp).
std::vector<Rank> share_by_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes);

// The present holders, even in each load by little moves at their borders (borders.cpp).
std::vector<Rank> share_by_borders(const comm::Comm& comm, std::span<const CubeLoad> cubes);

// Cuts of the graph of cubes by ParMETIS, even in each load. from_present: improves on the present holders and weighs
// what moves; else from nothing. By the curve instead where there are too few cubes for a graph. InputError if a count
// does not fit ParMETIS's integers.
std::vector<Rank> share_by_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool from_present);

// Each load's largest of a rank over the mean, if each cube goes to the holder given.
PerLoad<double> imbalance_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> holders);

}  // namespace talus::balance
