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

Region Region::rectangle(const Vec3& centre, const Mat3& frame, double half_length, double half_width) {
  Region flat;
  flat.given_.region = "rectangle";
  flat.given_.centre = centre;
  flat.given_.high = {half_length, half_width, 0};
  flat.frame_ = frame;
  return flat;
}

bool Region::holds(const Vec3& point) const {
  if (given_.region == "sphere") return (point - given_.centre).norm() <= given_.region_radius;
  if (given_.region == "box")
    return (point.array() >= given_.low.array()).all() && (point.array() <= given_.high.array()).all();
  const Vec3 local = frame_.transpose() * (point - given_.centre);
  if (given_.region == "plane") return local.z() > 0;
  if (given_.region == "rectangle") return (local.array().abs() <= given_.high.array()).all();
  return local.head<2>().norm() <= given_.region_radius && std::abs(local.z()) <= 0.5 * given_.length;
}

bool Region::holds_image(const Vec3& point, const Periods& periods) const {
  if (given_.region == "plane" || !periods.any()) return holds(point);
  bool held = false;
  const auto [low, high] = bounds();
  const Vec3 near = point + periods.shift(point - 0.5 * (low + high));
  periods.each_image([&](int, const Vec3& lengths) { held = held || holds(near + lengths); });
  return held;
}

Vec3 Region::place(double ball_radius, const Vec3& uniform) const {
  if (given_.region == "box") {
    const Vec3 size = given_.high - given_.low, free = (size.array() - 2 * ball_radius).max(0);
    return given_.low + 0.5 * (size - free) + uniform.cwiseProduct(free);
  }
  if (given_.region == "sphere") {
    const double height = 2 * uniform.z() - 1, width = std::sqrt(std::max(0.0, 1 - height * height)),
                 turn = 2 * std::numbers::pi * uniform.y();
    return given_.centre + std::max(0.0, given_.region_radius - ball_radius) * std::cbrt(uniform.x()) *
                               Vec3(width * std::cos(turn), width * std::sin(turn), height);
  }
  if (given_.region == "rectangle") {
    const Vec3 free = (given_.high.array() - ball_radius).max(0);
    return given_.centre + frame_ * (2 * uniform - Vec3::Ones()).cwiseProduct(free);
  }
  const double across = std::max(0.0, given_.region_radius - ball_radius) * std::sqrt(uniform.x()),
               angle = 2 * std::numbers::pi * uniform.y(),
               along = std::max(0.0, given_.length - 2 * ball_radius) * (uniform.z() - 0.5);
  return given_.centre + frame_ * Vec3(across * std::cos(angle), across * std::sin(angle), along);
}

Vec3 Region::nearest(const Vec3& point, double ball_radius) const {
  const double room = std::max(0.0, given_.region_radius - ball_radius);
  const auto shortened = [room](const auto& across) {
    const double length = across.norm();
    return length > room ? room / length : 1;
  };
  if (given_.region == "box") {
    const Vec3 middle = 0.5 * (given_.low + given_.high),
               free = (0.5 * (given_.high - given_.low).array() - ball_radius).max(0);
    return middle + (point - middle).cwiseMax(-free).cwiseMin(free);
  }
  Vec3 local = frame_.transpose() * (point - given_.centre);
  if (given_.region == "sphere") {
    local *= shortened(local);
  } else if (given_.region == "rectangle") {
    const Vec3 free = (given_.high.array() - ball_radius).max(0);
    local = local.cwiseMax(-free).cwiseMin(free);
  } else {
    local.head<2>() *= shortened(local.head<2>());
    const double along = std::max(0.0, 0.5 * given_.length - ball_radius);
    local.z() = std::clamp(local.z(), -along, along);
  }
  return given_.centre + frame_ * local;
}

double Region::volume() const {
  const double radius = given_.region_radius;
  if (given_.region == "box") return (given_.high - given_.low).prod();
  if (given_.region == "sphere") return 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  return std::numbers::pi * radius * radius * given_.length;
}

std::pair<Vec3, Vec3> Region::bounds() const {
  if (given_.region == "box") return {given_.low, given_.high};
  if (given_.region == "sphere") {
    const Vec3 reach = Vec3::Constant(given_.region_radius);
    return {given_.centre - reach, given_.centre + reach};
  }
  if (given_.region == "rectangle") {
    const Vec3 reach = frame_.cwiseAbs() * given_.high;
    return {given_.centre - reach, given_.centre + reach};
  }
  Vec3 reach;
  for (int axis = 0; axis < 3; ++axis) {
    reach[axis] =
        given_.region_radius * frame_.row(axis).head<2>().norm() + 0.5 * given_.length * std::abs(frame_(axis, 2));
  }
  return {given_.centre - reach, given_.centre + reach};
}

}  // namespace talus::scene
