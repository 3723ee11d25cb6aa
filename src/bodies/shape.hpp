#pragma once
// Shapes, as seen from the body's own frame. A dynamic body's frame is principal and starts at its centre of mass;
// `centred` brings a free shape there.
//
// A kind of shape of few numbers is a type here, with its name, is_valid, half_extent (what files of frames hold of
// it, so that it can be drawn), bounding_radius and mass. The axis of a capsule, cylinder or disk is z of the shape's
// frame; the centre is its origin. collide/README.md says what else a kind needs.

#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "bodies/clump.hpp"
#include "bodies/mesh.hpp"
#include "bodies/polyhedron.hpp"
#include "bodies/raceway.hpp"

namespace talus::bodies {

inline bool is_positive(double x) { return std::isfinite(x) && x > 0; }

struct Sphere {  // radius: Body::radius
  static constexpr const char* kName = "sphere";

  bool is_valid() const { return true; }
  Vec3 half_extent() const { return Vec3::Zero(); }
  static MassProperties mass(double radius) {
    const double volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    return {volume, Vec3::Zero(), 0.4 * volume * radius * radius * Mat3::Identity()};
  }
};

struct Plane {  // the half-space z <= 0 of the body frame is solid; a wall only
  static constexpr const char* kName = "plane";

  bool is_valid() const { return true; }
  Vec3 half_extent() const { return Vec3::Zero(); }
};

struct Box {
  static constexpr const char* kName = "box";
  Vec3 half_size = Vec3::Ones();  // m

  bool is_valid() const {
    return is_positive(half_size.x()) && is_positive(half_size.y()) && is_positive(half_size.z());
  }
  Vec3 half_extent() const { return half_size; }
  double bounding_radius() const { return half_size.norm(); }
  MassProperties mass() const {
    const double volume = 8 * half_size.prod();
    const Vec3 square = half_size.cwiseAbs2();
    const Vec3 moments = volume / 3 * (Vec3::Constant(square.sum()) - square);
    return {volume, Vec3::Zero(), moments.asDiagonal()};
  }
};

// All points within `radius` of the segment from -half_length z to half_length z.
struct Capsule {
  static constexpr const char* kName = "capsule";
  double radius = 1, half_length = 1;  // m

  bool is_valid() const { return is_positive(radius) && is_positive(half_length); }
  Vec3 half_extent() const { return {radius, radius, half_length}; }
  double bounding_radius() const { return radius + half_length; }
  MassProperties mass() const {
    const double r2 = radius * radius, h = half_length;
    const double tube = 2 * std::numbers::pi * r2 * h, ball = 4.0 / 3 * std::numbers::pi * r2 * radius;
    const double across = tube * (r2 / 4 + h * h / 3) + ball * (0.4 * r2 + h * h + 0.75 * h * radius);
    return {tube + ball, Vec3::Zero(), Vec3(across, across, (tube / 2 + 0.4 * ball) * r2).asDiagonal()};
  }
};

struct Cylinder {
  static constexpr const char* kName = "cylinder";
  double radius = 1, half_length = 1;  // m

  bool is_valid() const { return is_positive(radius) && is_positive(half_length); }
  Vec3 half_extent() const { return {radius, radius, half_length}; }
  double bounding_radius() const { return std::hypot(radius, half_length); }
  MassProperties mass() const {
    const double r2 = radius * radius, volume = 2 * std::numbers::pi * r2 * half_length;
    const double across = volume * (r2 / 4 + half_length * half_length / 3);
    return {volume, Vec3::Zero(), Vec3(across, across, volume * r2 / 2).asDiagonal()};
  }
};

struct Disk {  // of no thickness: it touches with its rim, or lies flat
  static constexpr const char* kName = "disk";
  double radius = 1;  // m

  bool is_valid() const { return is_positive(radius); }
  Vec3 half_extent() const { return {radius, radius, 0}; }
  double bounding_radius() const { return radius; }
  MassProperties mass() const {
    const double r2 = radius * radius, area = std::numbers::pi * r2;
    return {area, Vec3::Zero(), Vec3(area * r2 / 4, area * r2 / 4, area * r2 / 2).asDiagonal()};
  }
};

using Shape = std::variant<Sphere, Plane, Box, Capsule, Cylinder, Disk, Polyhedron, Clump, Mesh, Raceway>;

// Name of a shape's kind.
const char* kind_name(const Shape& shape);
// All kinds as files number them: "0 sphere, 1 plane, ...".
std::string numbered_kinds();

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
