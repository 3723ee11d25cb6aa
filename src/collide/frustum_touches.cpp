#include "collide/frustum_touches.hpp"

#include <array>

#include "collide/manifold.hpp"

namespace talus::collide {
namespace {

// Cosine of the least angle between the normals of two points that both hold a ball on the surface itself. Of points
// that are nearly next to each other the farther one would be an internal edge.
constexpr double kApart = 0.94;

}  // namespace

void touch_sphere(const bodies::Frustum& surface, const Placed& wall, const Placed& sphere, double range,
                  Touches& touches) {
  const Vec3 centre = wall.in_frame(sphere.position);
  const double off = centre.head<2>().norm();
  const Vec3 radial = off > 0 ? Vec3(centre.x() / off, centre.y() / off, 0) : Vec3(Vec3::UnitX());
  const Vec3 across(-radial.y(), radial.x(), 0);
  const std::size_t first = touches.size();
  bool border = false;
  Vec3 nearest_normal;
  for (std::int32_t quarter = 0; quarter < 4; ++quarter) {
    const Vec3 out = (quarter < 2 ? 1 : -1) * (quarter % 2 == 0 ? radial : across);
    const auto near = surface.nearest({quarter % 2 == 0 ? (quarter == 0 ? off : -off) : 0, centre.z()});
    const Vec3 point = near.point.x() * out + Vec3(0, 0, near.point.y()), to_centre = centre - point;
    const double distance = to_centre.norm(), gap = distance - sphere.radius;
    if (gap > range) {
      if (quarter == 0) return;
      continue;
    }
    const auto line = (surface.to - surface.from).normalized();
    const Vec3 normal = distance > 0 ? Vec3(to_centre / distance) : Vec3(Vec3(0, 0, line.x()) - line.y() * out);
    if (quarter == 0) {
      border = near.border;
      nearest_normal = normal;
    } else if (!border && normal.dot(nearest_normal) > kApart) {
      continue;
    }
    const Vec3 middle = point + 0.5 * gap * normal;
    touches.push_back({gap, wall.rotation * normal, wall.position + wall.rotation * middle, quarter + 1});
  }
  if (touches.size() > first + 1) merge_touches(touches, first, 1e-3 * sphere.radius);
}

}  // namespace talus::collide
