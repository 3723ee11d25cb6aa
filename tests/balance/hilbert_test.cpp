// The defining properties of a Hilbert curve, cell by cell.

#include "balance/hilbert.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace talus::balance {
namespace {

struct Cell {
  std::uint64_t index;
  Cube cube;
};

// All cells of a full cube of 2^k cells an edge, aligned to its own size, in the order of the curve.
std::vector<Cell> full_cube(int level, int k, const Cube& corner) {
  std::vector<Cell> cells;
  const std::int32_t n = 1 << k;
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j)
      for (std::int32_t l = 0; l < n; ++l) {
        const Cube cube{level, corner.i * n + i, corner.j * n + j, corner.k * n + l};
        cells.push_back({hilbert_index(cube), cube});
      }
  std::sort(cells.begin(), cells.end(), [](const Cell& x, const Cell& y) { return x.index < y.index; });
  return cells;
}

TEST(Hilbert, NeighboursOnTheCurveShareAFace) {
  for (int level : {0, 1, 3}) {
    for (int k = 1; k <= 4; ++k) {
      for (const Cube& corner : {Cube{0, 0, 0, 0}, Cube{0, -1, -1, -1}, Cube{0, 5, -3, 2}, Cube{0, -7, 1, -1}}) {
        const auto cells = full_cube(level, k, corner);
        const std::uint64_t stride = std::uint64_t{1} << 3 * (level + 1);  // half edges of level 0 within a cell
        for (std::size_t c = 1; c < cells.size(); ++c) {
          const Cube &x = cells[c - 1].cube, &y = cells[c].cube;
          ASSERT_EQ(std::abs(x.i - y.i) + std::abs(x.j - y.j) + std::abs(x.k - y.k), 1)
              << "level " << level << " cell " << c;
          ASSERT_EQ(cells[c].index / stride, cells[c - 1].index / stride + 1);  // no gap, no index twice
        }
      }
    }
  }
}

TEST(Hilbert, FitsItsBitsAtTheEdgeOfTheGrid) {
  for (std::int32_t c : {-kCubeRange, kCubeRange - 1}) {
    EXPECT_LT(hilbert_index(Cube{0, c, c, c}), std::uint64_t{1} << 63);
    EXPECT_LT(hilbert_index(Cube{kMaxLevel, c, c, c}), std::uint64_t{1} << 63);
  }
}

}  // namespace
}  // namespace talus::balance
