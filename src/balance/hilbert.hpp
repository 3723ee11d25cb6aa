#pragma once
// Position of a cube on a Hilbert curve through all space: cubes near on the curve are near in space.

#include <cstdint>

#include "base/cube.hpp"

namespace talus::balance {

// Index of the cube's centre, 63 bits; the same scale for all levels.
std::uint64_t hilbert_index(const Cube& cube);

}  // namespace talus::balance
