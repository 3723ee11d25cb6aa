#include "collide/narrow.hpp"

#include <cmath>

#include "base/error.hpp"


namespace talus::collide {
namespace {

using bodies::Body;

Closest against(const Vec3& normal, double gap, const Body& sphere) {
  return {gap, normal, sphere.position - (sphere.radius + 0.5 * gap) * normal};
}

Closest from(const bodies::Plane&, const PlacedWall& wall, const Body& sphere) {
  const Vec3 normal = wall.rotation.col(2);
  return against(normal, normal.dot(sphere.position - wall.body.position) - sphere.radius, sphere);
}

Closest from(const bodies::Box& box, const PlacedWall& wall, const Body& sphere) {
  const Vec3 centre = wall.rotation.transpose() * (sphere.position - wall.body.position);
  const Vec3 nearest = centre.cwiseMax(-box.half_size).cwiseMin(box.half_size);
  const Vec3 outside = centre - nearest;
  const double distance = outside.norm();
  if (distance > 1e-12 * box.half_size.maxCoeff()) {
    return against(wall.rotation * (outside / distance), distance - sphere.radius, sphere);
  }
  // The centre is inside: out through the nearest face.
  Vec3 depth = box.half_size - centre.cwiseAbs();
  int axis = 0;
  const double least = depth.minCoeff(&axis);
  Vec3 normal = Vec3::Zero();
  normal[axis] = centre[axis] < 0 ? -1 : 1;
  return against(wall.rotation * normal, -least - sphere.radius, sphere);
}

Closest from(const bodies::Sphere&, const PlacedWall& wall, const Body& sphere) {
  return sphere_sphere(wall.body, sphere);
}

Closest from(const auto&, const PlacedWall&, const Body&) { throw InputError("a wall of this shape does not collide yet"); }

}  // namespace

Closest sphere_sphere(const Body& a, const Body& b) {
  const Vec3 d = b.position - a.position;
  const double distance = d.norm();
  const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitZ());
  const double gap = distance - a.radius - b.radius;
  return {gap, normal, a.position + (a.radius + 0.5 * gap) * normal};
}

Closest wall_sphere(const PlacedWall& wall, const Body& sphere) {
  return std::visit([&](const auto& s) { return from(s, wall, sphere); }, wall.shape);
}

}  // namespace talus::collide
