#pragma once
// Shapes of few numbers. The axis of a capsule, cylinder or disk is z of the shape's frame; the centre is its origin.

#include <numbers>

#include "bodies/mass.hpp"

namespace talus::bodies {

struct Sphere {  // radius: Body::radius
  static constexpr const char* kName = "sphere";

  static MassProperties mass(double radius) {
    const double volume = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    return {volume, Vec3::Zero(), 0.4 * volume * radius * radius * Mat3::Identity()};
  }
};

struct Plane {  // the half-space z <= 0 of the body frame is solid; a wall only
  static constexpr const char* kName = "plane";
};

struct Box {
  static constexpr const char* kName = "box";
  Vec3 half_size = Vec3::Ones();  // m

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

  double bounding_radius() const { return radius; }
  MassProperties mass() const {
    const double r2 = radius * radius, area = std::numbers::pi * r2;
    return {area, Vec3::Zero(), Vec3(area * r2 / 4, area * r2 / 4, area * r2 / 2).asDiagonal()};
  }
};

}  // namespace talus::bodies
