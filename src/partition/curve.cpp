#include "partition/curve.hpp"

#include <algorithm>
#include <numeric>

#include "partition/cube_load.hpp"
#include "partition/hilbert.hpp"

namespace talus::partition {

std::vector<std::uint64_t> cut_curve(const comm::Comm& comm, std::span<const CurveWeight> points) {
  std::vector<std::int64_t> below(points.size() + 1, 0);
  for (std::size_t c = 0; c < points.size(); ++c) below[c + 1] = below[c] + points[c].weight;
  const auto num_cuts = static_cast<std::size_t>(comm.size() - 1);
  const std::int64_t total = comm.sum(below.back());
  auto target = [&](std::size_t p) {
    const auto part = static_cast<std::int64_t>(p + 1), parts = static_cast<std::int64_t>(comm.size());
    return total / parts * part + total % parts * part / parts;
  };
  // Bisection, all cuts at once: the largest place with weight below it at most the target.
  std::vector<std::uint64_t> cuts(num_cuts, 0);
  std::vector<std::int64_t> weight_below(num_cuts);
  for (int bit = 62; bit >= 0; --bit) {
    const std::uint64_t step = std::uint64_t{1} << bit;
    for (std::size_t p = 0; p < num_cuts; ++p) {
      const auto at = std::lower_bound(points.begin(), points.end(), cuts[p] + step,
                                       [](const CurveWeight& c, std::uint64_t value) { return c.curve < value; });
      weight_below[p] = below[static_cast<std::size_t>(at - points.begin())];
    }
    comm.sum(weight_below);
    for (std::size_t p = 0; p < num_cuts; ++p) {
      if (weight_below[p] <= target(p)) cuts[p] += step;
    }
  }
  return cuts;
}

Rank rank_on_curve(std::span<const std::uint64_t> cuts, std::uint64_t curve) {
  return static_cast<Rank>(std::upper_bound(cuts.begin(), cuts.end(), curve) - cuts.begin());
}

std::vector<Rank> share_by_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes) {
  std::vector<std::uint64_t> places(cubes.size());
  std::vector<CurveWeight> points(cubes.size());
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    places[c] = hilbert_index(Cube::of(cubes[c].key));
    points[c] = {places[c], cubes[c].weight};
  }
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.curve < b.curve; });
  const auto cuts = cut_curve(comm, points);
  std::vector<Rank> holders(cubes.size());
  for (std::size_t c = 0; c < cubes.size(); ++c) holders[c] = rank_on_curve(cuts, places[c]);
  return holders;
}

double imbalance_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> holders) {
  std::vector<std::int64_t> weights(static_cast<std::size_t>(comm.size()), 0);
  for (std::size_t c = 0; c < cubes.size(); ++c) weights[static_cast<std::size_t>(holders[c])] += cubes[c].weight;
  comm.sum(weights);
  const auto total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  if (total == 0) return 1;
  return static_cast<double>(*std::max_element(weights.begin(), weights.end())) * comm.size() / static_cast<double>(total);
}

}  // namespace talus::partition
