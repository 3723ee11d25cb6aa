#include "scene/expected_speed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace talus::scene {
namespace {

using bodies::Body;

// Distance to a box from a point along a direction; infinity where the ray misses it or starts within.
double distance_to(const bodies::Box& box, const Body& wall, const Vec3& point, const Vec3& down) {
  const Vec3 from = wall.orientation.conjugate() * (point - wall.position), along = wall.orientation.conjugate() * down;
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const double a = (-box.half_size[i] - from[i]) / along[i], b = (box.half_size[i] - from[i]) / along[i];
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  }
  return enter < leave ? enter : std::numeric_limits<double>::infinity();
}

// How far a point may fall along `down` before it meets a plane of less than 45 degrees or a box; the bottom of other
// walls counts as a floor where there is neither. Infinity without any.
double fall_to_floor(const bodies::World& world, const Vec3& point, const Vec3& down) {
  double least = std::numeric_limits<double>::infinity(), others = least;
  for (const Body& wall : world.walls) {
    const auto& shape = world.shapes[wall.shape];
    const Vec3 from_wall = point - wall.position;
    if (std::holds_alternative<bodies::Plane>(shape)) {
      const Vec3 normal = wall.orientation * Vec3::UnitZ();
      const double approach = -normal.dot(down), height = normal.dot(from_wall);
      if (approach > 0.7 && height > 0) least = std::min(least, height / approach);
    } else if (const auto* box = std::get_if<bodies::Box>(&shape)) {
      least = std::min(least, distance_to(*box, wall, point, down));
    } else {
      const double bottom = bodies::bounding_radius(shape, wall.radius) - down.dot(from_wall);
      if (bottom > 0) others = std::min(others, bottom);
    }
  }
  return std::isfinite(least) ? least : others;
}

double speed_after_fall(double start, double fall, double gravity, double time) {
  return std::isfinite(fall) ? std::min(std::sqrt(start * start + 2 * gravity * fall), start + gravity * time) : start;
}

// The largest fall of bodies that stand above each other: in columns as wide as the largest body each falls through the
// gaps below it.
double largest_fall(std::span<const Body> bodies, const bodies::World& world, const Vec3& down) {
  double widest = 0;
  for (const Body& b : bodies) widest = std::max(widest, 2 * b.radius);
  const Vec3 across = down.unitOrthogonal(), other = down.cross(across);
  std::map<std::pair<double, double>, std::vector<const Body*>> columns;
  for (const Body& b : bodies) {
    if (b.state == bodies::State::dynamic)
      columns[{std::floor(across.dot(b.position) / widest), std::floor(other.dot(b.position) / widest)}].push_back(&b);
  }
  double most = 0;
  for (auto& [place, column] : columns) {
    std::ranges::sort(column, std::greater<>(), [&](const Body* b) { return down.dot(b->position); });
    double below = 0;  // taken by the bodies below
    for (const Body* b : column) {
      const double fall = fall_to_floor(world, b->position, down) - b->radius - below;
      if (std::isfinite(fall)) most = std::max(most, fall);
      below += 2 * b->radius;
    }
  }
  return most;
}

}  // namespace

double expected_speed(std::span<const Body> bodies, const bodies::World& world, const Flows& flows, double end) {
  const double gravity = world.gravity.norm();
  double most = 0;
  for (const Body& b : bodies) most = std::max(most, b.velocity.norm());
  for (const Body& wall : world.walls) most = std::max(most, wall.velocity.norm());
  for (const auto& load : world.loads) {
    if (load.kind == bodies::Load::Kind::velocity) most = std::max(most, load.amount.norm() * load.course.largest());
  }
  if (gravity == 0) return most;
  const Vec3 down = world.gravity / gravity;
  most = std::max(most, speed_after_fall(0, largest_fall(bodies, world, down), gravity, end));
  for (const Feed& feed : flows.feeds()) {
    const auto [low, high] = feed.region().bounds();
    const Vec3 centre = 0.5 * (low + high), half = 0.5 * (high - low);
    const double up = half.dot(down.cwiseAbs()), speed = feed.largest_speed();
    most = std::max(most, speed_after_fall(speed, fall_to_floor(world, centre - up * down, down), gravity, end));
  }
  return most;
}

}  // namespace talus::scene
