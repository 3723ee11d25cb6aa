#pragma once
// Walls without thickness as meshes: rectangles, plates with an orifice, tubes, cones, rings.

#include "bodies/mesh.hpp"

namespace talus::bodies {

// |x| <= half_length, |y| <= half_width, z = 0.
Mesh rectangle(double half_length, double half_width);

// A round plate at z = 0 without the rectangle |x| < half_length, |y| < half_width, which lies within it. Its rim has
// `sides` sides.
Mesh plate_with_slot(double radius, double half_length, double half_width, int sides);

// The surface that the line sweeps around the axis: exact for balls, `sides` flat sides, whose edges lie on it, for
// other shapes.
Mesh swept(const Frustum& line, int sides);

}  // namespace talus::bodies
