// Intervals of the curve: how even they are, and how many.

#include <gtest/gtest.h>

#include <algorithm>

#include "balance/cuts.hpp"
#include "balance/hilbert.hpp"
#include "base/random.hpp"

namespace talus::balance {
namespace {

// Two loads that have nothing in common, even by a cube or so each, in no more runs than the theorem promises.
TEST(Curve, IsCutTwiceARankAtMostAndEvenInBothLoadsAgainstCounts) {
  const auto comm = comm::Comm::world();
  std::vector<CubeLoad> all;
  for (std::int32_t n = 0; n < 8000; ++n) {
    const Cube cube{0, n % 20 - 9, n / 20 % 20 - 9, n / 400 - 9};
    const auto bits = random_bits(8, cube.key(), 0);
    const std::int64_t contacts = cube.k < 0 ? static_cast<std::int64_t>(bits % 5) : 0;
    if (bits % 3 != 0) all.push_back({cube.key(), contacts, cube.i > 3 ? 7 : 1, 1, 1, 0});
  }
  std::vector<CubeLoad> mine;
  std::vector<std::size_t> at;
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (static_cast<Rank>(mix_bits(c) % static_cast<std::uint64_t>(comm.size())) != comm.rank()) continue;
    mine.push_back(all[c]);
    at.push_back(c);
  }
  const auto owners = cut_curve(comm, mine);
  EXPECT_LT(std::ranges::max(imbalance_of(comm, mine, owners)), 1.05);
  std::vector<std::int64_t> owner_of(all.size(), 0);
  for (std::size_t c = 0; c < mine.size(); ++c) owner_of[at[c]] = owners[c];
  comm.sum(owner_of);
  std::vector<std::pair<std::uint64_t, std::int64_t>> along;
  for (std::size_t c = 0; c < all.size(); ++c) along.emplace_back(hilbert_index(Cube::of(all[c].key)), owner_of[c]);
  std::sort(along.begin(), along.end());
  int cuts = 0;
  for (std::size_t c = 1; c < along.size(); ++c) cuts += along[c].second != along[c - 1].second;
  EXPECT_LE(cuts, 2 * (comm.size() - 1));
}

}  // namespace
}  // namespace talus::balance
