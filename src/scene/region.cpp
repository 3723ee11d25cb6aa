#include "scene/region.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/setup.hpp"

namespace talus::scene {

Region::Region(const Values& deck, const std::string& entry, const RegionEntry& given) : given_(given) {
  if (given.region == "box") {
    const Vec3 size = given.high - given.low;
    if (!(size.minCoeff() >= 0) || !size.allFinite() || size.isZero())
      deck.reject(entry + ".high", "expected a corner above the lower one");
  } else if (given.axis.isZero(0)) {
    deck.reject(entry + ".axis", "expected a direction, found zero");
  }
  frame_ = rotation_to(given.axis).toRotationMatrix();
}

bool Region::holds(const Vec3& point) const {
  if (given_.region == "box")
    return (point.array() >= given_.low.array()).all() && (point.array() <= given_.high.array()).all();
  const Vec3 local = frame_.transpose() * (point - given_.centre);
  if (given_.region == "plane") return local.z() > 0;
  return local.head<2>().norm() <= given_.region_radius && std::abs(local.z()) <= 0.5 * given_.length;
}

Vec3 Region::place(double ball_radius, const Vec3& uniform) const {
  if (given_.region == "box") {
    const Vec3 size = given_.high - given_.low, free = (size.array() - 2 * ball_radius).max(0);
    return given_.low + 0.5 * (size - free) + uniform.cwiseProduct(free);
  }
  const double across = std::max(0.0, given_.region_radius - ball_radius) * std::sqrt(uniform.x()),
               angle = 2 * std::numbers::pi * uniform.y(),
               along = std::max(0.0, given_.length - 2 * ball_radius) * (uniform.z() - 0.5);
  return given_.centre + frame_ * Vec3(across * std::cos(angle), across * std::sin(angle), along);
}

std::pair<Vec3, Vec3> Region::bounds() const {
  if (given_.region == "box") return {given_.low, given_.high};
  Vec3 reach;
  for (int axis = 0; axis < 3; ++axis) {
    reach[axis] =
        given_.region_radius * frame_.row(axis).head<2>().norm() + 0.5 * given_.length * std::abs(frame_(axis, 2));
  }
  return {given_.centre - reach, given_.centre + reach};
}

}  // namespace talus::scene
