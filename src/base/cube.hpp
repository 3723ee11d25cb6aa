#pragma once
// Space cut in cubes: a fixed origin at zero, edge L * 2^level. A cube is named by (level, i, j, k), packed in 64 bits
// so that it sorts, hashes and travels as one integer: 4 bits of level, then the 20 bits of each coordinate (offset by
// 2^19) interleaved, so that sorted keys follow a Z-shaped curve and neighbours in memory are neighbours in space.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "base/periods.hpp"

namespace talus {

using CubeKey = std::uint64_t;

inline constexpr int kMaxLevel = 15;
inline constexpr std::int32_t kCubeRange = 1 << 19;  // coordinates lie in [-kCubeRange, kCubeRange)

// Every third bit of a word from 21 bits, and back.
inline constexpr std::uint64_t kThirdBits = 0x1249249249249249ULL;
#ifdef __BMI2__
inline std::uint64_t spread_bits(std::uint64_t x) { return _pdep_u64(x, kThirdBits); }
inline std::uint64_t gather_bits(std::uint64_t x) { return _pext_u64(x, kThirdBits); }
#else
inline std::uint64_t spread_bits(std::uint64_t x) {
  x = (x | x << 32) & 0x1F00000000FFFFULL;
  x = (x | x << 16) & 0x1F0000FF0000FFULL;
  x = (x | x << 8) & 0x100F00F00F00F00FULL;
  x = (x | x << 4) & 0x10C30C30C30C30C3ULL;
  return (x | x << 2) & kThirdBits;
}
inline std::uint64_t gather_bits(std::uint64_t x) {
  x &= kThirdBits;
  x = (x ^ (x >> 2)) & 0x10C30C30C30C30C3ULL;
  x = (x ^ (x >> 4)) & 0x100F00F00F00F00FULL;
  x = (x ^ (x >> 8)) & 0x1F0000FF0000FFULL;
  x = (x ^ (x >> 16)) & 0x1F00000000FFFFULL;
  return (x ^ (x >> 32)) & 0x1FFFFFULL;
}
#endif

struct Cube {
  int level = 0;
  std::int32_t i = 0, j = 0, k = 0;

  CubeKey key() const {
    auto bits = [](std::int32_t c) { return spread_bits(static_cast<std::uint64_t>(c + kCubeRange)); };
    return (static_cast<CubeKey>(level) << 60) | (bits(i) << 2) | (bits(j) << 1) | bits(k);
  }
  static Cube of(CubeKey key) {
    const CubeKey place = key & ((CubeKey{1} << 60) - 1);
    auto coordinate = [](CubeKey bits) { return static_cast<std::int32_t>(gather_bits(bits)) - kCubeRange; };
    return {static_cast<int>(key >> 60), coordinate(place >> 2), coordinate(place >> 1), coordinate(place)};
  }
};

// Who owns a cube.
struct CubeOwner {
  CubeKey key;
  Rank owner;
  bool operator<(const CubeOwner& o) const { return key != o.key ? key < o.key : owner < o.owner; }
};

// The eight colours of a level: parity of (i, j, k), in the order of the Gray code, so that colours in turn differ in
// one parity. Cubes of one colour and level do not touch.
inline constexpr int kNumColours = 8;
inline int colour_of(CubeKey key) {
  constexpr int kGrayRank[8] = {0, 1, 3, 2, 7, 6, 4, 5};
  return kGrayRank[key & 7];  // the lowest bits of the interleaved coordinates
}

// Classes of rows: the colours of every level in use (bit l of `levels`), level after level.
inline int num_classes(std::uint64_t levels) { return kNumColours * std::popcount(levels); }
inline int class_of(CubeKey key, std::uint64_t levels) {
  const std::uint64_t finer = levels & ((std::uint64_t{1} << (key >> 60)) - 1);
  return num_classes(finer) + colour_of(key);
}

// The grid of one run: the edge of level 0, m. Along an axis that repeats, a period is an even number of cubes on every
// level in use, a little longer than the edge, and the coordinates of cubes wrap around in [-around / 2, around / 2).
struct CubeGrid {
  double edge = 1;
  std::array<std::int32_t, 3> around{};  // cubes of level 0 a period; 0: the axis does not repeat
  Vec3 narrow = Vec3::Ones();            // edge over the cube's length along the axis, <= 1

  double edge_at(int level) const { return edge * static_cast<double>(1 << level); }

  // The finest level whose cubes are at least as wide as an extent, m; kMaxLevel + 1 if none is.
  int level_for(double extent) const {
    int level = 0;
    while (level <= kMaxLevel && extent > edge_at(level)) ++level;
    return level;
  }
  static std::int32_t clamp(double c) {  // far or non-finite places end in the outermost cubes
    constexpr double kRange = kCubeRange;
    if (!(c > -kRange)) return -kCubeRange;
    return c < kRange ? static_cast<std::int32_t>(std::floor(c)) : kCubeRange - 1;
  }
  Cube cube_at(int level, const Vec3& point) const {
    return {level, wrapped(level, 0, line_at(level, 0, point)), wrapped(level, 1, line_at(level, 1, point)),
            wrapped(level, 2, line_at(level, 2, point))};
  }
  // Calls visit(key) for every cube that a box meets, once.
  void each_cube(int level, const Vec3& low, const Vec3& high, auto&& visit) const {
    std::array<std::int32_t, 3> first, last;
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      first[a] = line_at(level, axis, low), last[a] = line_at(level, axis, high);
      if (around[a] > 0) last[a] = std::min(last[a], first[a] + (around[a] >> level) - 1);
    }
    for (auto i = first[0]; i <= last[0]; ++i)
      for (auto j = first[1]; j <= last[1]; ++j)
        for (auto k = first[2]; k <= last[2]; ++k) visit(wrapped(Cube{level, i, j, k}).key());
  }
  Cube wrapped(const Cube& cube) const {
    return {cube.level, wrapped(cube.level, 0, cube.i), wrapped(cube.level, 1, cube.j), wrapped(cube.level, 2, cube.k)};
  }

  bool repeats() const { return around != std::array<std::int32_t, 3>{}; }
  // The coarsest level with an even number of cubes in every period.
  int coarsest() const {
    int level = kMaxLevel;
    for (const auto n : around) {
      if (n > 0) level = std::min(level, std::countr_zero(static_cast<std::uint32_t>(n)) - 1);
    }
    return level;
  }
  // Fits the cubes into periods so that levels 0 to `level` are there, and one more for fast bodies where there is
  // room. False if a period is too short.
  bool fit(const Periods& periods, int level) {
    for (int axis = 0; axis < 3; ++axis) {
      const double length = periods.length[axis];
      if (!(length > 0)) continue;
      const std::int32_t most = clamp(length / edge), even = 2 << level,
                         n = most >= 2 * even ? most - most % (2 * even) : most - most % even;
      if (n == 0) return false;
      around[axis] = n;
      narrow[axis] = edge * n / length;
    }
    return true;
  }

 private:
  std::int32_t line_at(int level, int axis, const Vec3& point) const {
    return clamp(point[axis] * (narrow[axis] / edge_at(level)));
  }
  std::int32_t wrapped(int level, int axis, std::int32_t c) const {
    const std::int32_t n = around[axis] >> level;
    if (n == 0) return c;
    const std::int32_t from_low = (c + n / 2) % n;
    return (from_low < 0 ? from_low + n : from_low) - n / 2;
  }
};

// A good 64-bit mix, for hash tables and for spreading keys over ranks (splitmix64's finaliser).
inline std::uint64_t mix_bits(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace talus
