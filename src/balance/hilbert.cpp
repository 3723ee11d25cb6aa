#include "balance/hilbert.hpp"

#include <algorithm>
#include <array>

namespace talus::balance {

std::uint64_t hilbert_index(const Cube& cube) {
  // Centres in half edges of level 0, 21 bits per coordinate.
  constexpr int kBits = 21;
  auto centre = [&cube](std::int32_t c) {
    const std::int64_t half_edges = (2 * static_cast<std::int64_t>(c) + 1) << cube.level;
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(half_edges + (1 << 20), 0, (1 << kBits) - 1));
  };
  std::array<std::uint32_t, 3> x{centre(cube.i), centre(cube.j), centre(cube.k)};
  // J. Skilling, Programming the Hilbert curve (2004): axes to transposed index.
  for (std::uint32_t q = 1u << (kBits - 1); q > 1; q >>= 1) {
    const std::uint32_t p = q - 1;
    for (auto& c : x) {
      if (c & q) {
        x[0] ^= p;
      } else {
        const std::uint32_t t = (x[0] ^ c) & p;
        x[0] ^= t;
        c ^= t;
      }
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (kBits - 1); q > 1; q >>= 1) {
    if (x[2] & q) t ^= q - 1;
  }
  for (auto& c : x) c ^= t;
  return (spread_bits(x[0]) << 2) | (spread_bits(x[1]) << 1) | spread_bits(x[2]);
}

}  // namespace talus::balance
