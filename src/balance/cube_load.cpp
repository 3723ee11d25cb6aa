#include "balance/cube_load.hpp"

#include <algorithm>

namespace talus::balance {

void CubeLoad::add(const CubeLoad& other) {
  contacts += other.contacts;
  pair_tests += other.pair_tests;
  bytes += other.bytes;
  bodies += other.bodies;
}

PerLoad<double> imbalance_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> owners,
                             PerLoad<std::int64_t> (CubeLoad::*loads)() const) {
  std::vector<std::int64_t> sums(kNumLoads * static_cast<std::size_t>(comm.size()), 0);
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    const auto load = (cubes[c].*loads)();
    for (std::size_t k = 0; k < kNumLoads; ++k) sums[kNumLoads * static_cast<std::size_t>(owners[c]) + k] += load[k];
  }
  comm.sum(sums);
  PerLoad<double> imbalance;
  for (std::size_t k = 0; k < kNumLoads; ++k) {
    std::int64_t total = 0, most = 0;
    for (std::size_t n = k; n < sums.size(); n += kNumLoads) {
      total += sums[n];
      most = std::max(most, sums[n]);
    }
    imbalance[k] = total > 0 ? static_cast<double>(most) * comm.size() / static_cast<double>(total) : 1;
  }
  return imbalance;
}

}  // namespace talus::balance
