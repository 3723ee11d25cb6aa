#pragma once
// All points where two convex shapes touch along one normal: the faces that look at each other, clipped against each
// other.

#include "collide/distance.hpp"

namespace talus::collide {

// Appends the points with a gap of at most `range`. The closest points are among them, or within a tolerance of one
// that is.
void add_manifold(const Convex& a, const Convex& b, const ClosestPoints& closest, double range, Touches& touches);

// In touches [first, end), points nearer than the tolerance become one (the one of the least gap), and features become
// unique.
void merge_touches(Touches& touches, std::size_t first, double tolerance);

// A name for a part of one shape, or of both, in 31 bits.
std::int32_t feature_of(std::uint64_t a, std::uint64_t b);

}  // namespace talus::collide
