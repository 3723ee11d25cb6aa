#include "balance/cube_load.hpp"

#include <algorithm>

namespace talus::balance {

PerLoad<double> imbalance_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> holders) {
  std::vector<std::int64_t> loads(kNumLoads * static_cast<std::size_t>(comm.size()), 0);
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    for (std::size_t k = 0; k < kNumLoads; ++k)
      loads[kNumLoads * static_cast<std::size_t>(holders[c]) + k] += cubes[c].loads[k];
  }
  comm.sum(loads);
  PerLoad<double> imbalance;
  for (std::size_t k = 0; k < kNumLoads; ++k) {
    std::int64_t total = 0, most = 0;
    for (std::size_t n = k; n < loads.size(); n += kNumLoads) {
      total += loads[n];
      most = std::max(most, loads[n]);
    }
    imbalance[k] = total > 0 ? static_cast<double>(most) * comm.size() / static_cast<double>(total) : 1;
  }
  return imbalance;
}

}  // namespace talus::balance
