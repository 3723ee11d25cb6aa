#pragma once
// Shapes, as seen from the body's own frame. A dynamic body's frame is principal and starts at its centre of mass;
// `centred` brings a free shape there.
//
// To add a shape: its file, its name in the variant below, and what collide asks of it (collide/README.md).

#include <variant>

#include "bodies/clump.hpp"
#include "bodies/mesh.hpp"
#include "bodies/polyhedron.hpp"
#include "bodies/primitives.hpp"
#include "bodies/raceway.hpp"

namespace talus::bodies {

using Shape = std::variant<Sphere, Plane, Box, Capsule, Cylinder, Disk, Polyhedron, Clump, Mesh, Raceway>;

// What a shape's kind is called.
const char* kind_name(const Shape& shape);

// The parameters are finite and above 0; throws InputError. Shapes made of points are checked where they are made.
void check_shape(const Shape& shape);

// Radius of a ball about the origin that holds the shape (the smallest, but of raceways), m; `radius`: of a sphere.
// Infinite for a plane.
double bounding_radius(const Shape& shape, double radius = 0);

// Throws InputError for shapes without volume (planes, open meshes, raceways).
MassProperties mass_properties(const Shape& shape, double radius = 0);

// A shape in its own principal frame, and where that frame stands in the one in which the shape was given.
struct Centred {
  Shape shape;
  Vec3 position;
  Quat orientation;
  double measure;  // as MassProperties
  Vec3 moments;    // principal, per unit density
};

Centred centred(Shape shape, double radius = 0);

}  // namespace talus::bodies
