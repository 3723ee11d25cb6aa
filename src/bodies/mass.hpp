#pragma once
// Volume, centre and inertia of shapes, and the frame in which an inertia is diagonal.

#include <array>
#include <span>

#include "base/types.hpp"

namespace talus::bodies {

// Per unit density, in the shape's own frame:  measure = int dV,  measure centre = int x dV,  inertia about the centre
// = int (|y|^2 1 - y y') dV with y = x - centre.
struct MassProperties {
  double measure = 0;           // volume, m^3 (a disk: area, m^2)
  Vec3 centre = Vec3::Zero();   // m
  Mat3 inertia = Mat3::Zero();  // m^5 (a disk: m^4)
};

// Axes of inertia: inertia = R diag(moments) R', R the rotation of `orientation`; the given axes stay where they are
// principal already.
struct PrincipalFrame {
  Vec3 moments = Vec3::Zero();
  Quat orientation = Quat::Identity();
};

PrincipalFrame principal_frame(const Mat3& inertia);

using Triangle = std::array<std::int32_t, 3>;  // vertices, counter-clockwise seen from outside

// The mass of the solid within a closed surface, by the divergence theorem.
MassProperties mass_within(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

// The sum of parts; parts that overlap count twice.
MassProperties sum(std::span<const MassProperties> parts);

}  // namespace talus::bodies
