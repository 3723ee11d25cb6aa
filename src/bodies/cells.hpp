#pragma once
// The surface of a shape cut into triangles, so that something can be mapped on it.

#include <vector>

#include "bodies/shape.hpp"

namespace talus::bodies {

// Corners in the shape's frame, three per triangle. Triangles are halved at their longest edges until no edge is longer
// than `longest`; 0: they stay as they are. Round plates and tubes have flat sides. Empty for shapes without a surface
// of triangles. InputError where there would be more than kMostCells.
inline constexpr std::size_t kMostCells = 1000000;
std::vector<Vec3> cells_of(const Shape& shape, double longest);

}  // namespace talus::bodies
