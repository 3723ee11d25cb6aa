#pragma once
// A convex polyhedron.

#include <vector>

#include "base/array.hpp"
#include "bodies/mass.hpp"

namespace talus::bodies {

struct Polyhedron {
  static constexpr const char* kName = "polyhedron";
  struct Face {
    std::vector<std::int32_t> loop;  // vertices, counter-clockwise seen from outside
    Vec3 normal;                     // outward, unit
  };
  Array<Vec3> vertices;
  std::vector<Face> faces;            // coplanar triangles are one face
  std::vector<Vec3> edge_directions;  // of all edges; parallel ones once

  bool is_valid() const { return !faces.empty(); }
  double bounding_radius() const;
  MassProperties mass() const;
  void move(const Vec3& origin, const Quat& orientation);  // into the frame given in the present one
};

// The convex hull of points; those inside or on faces are dropped. Throws InputError where it has no volume.
Polyhedron convex_hull(std::span<const Vec3> points);

}  // namespace talus::bodies
