#pragma once
// Random numbers by name instead of by sequence: a number depends on (seed, id, which) only, so it is the same on any
// number of ranks and in any order.

#include <cstdint>

#include "base/cube.hpp"

namespace talus {

inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t id, std::uint64_t which) {
  return mix_bits(mix_bits(mix_bits(seed + 0x9e3779b97f4a7c15ULL) ^ (id + 0x9e3779b97f4a7c15ULL)) ^ (which + 1));
}

// Uniform in [0, 1).
inline double random_uniform(std::uint64_t seed, std::uint64_t id, std::uint64_t which) {
  return static_cast<double>(random_bits(seed, id, which) >> 11) * 0x1p-53;
}

}  // namespace talus
