#include "collide/walls.hpp"

#include <algorithm>
#include <limits>

namespace talus::collide {
namespace {

bool is_unbounded(const bodies::Shape& shape) {  // or bounded by its own tree
  return std::holds_alternative<bodies::Plane>(shape) || std::holds_alternative<bodies::Mesh>(shape);
}

}  // namespace

Walls::Walls(const bodies::World& world, const bodies::ContactRange& range) : world_(world), range_(range) {
  for (const auto& wall : world.walls) {
    Placed p = placed(world, wall);
    const double bound = is_unbounded(*p.shape) ? std::numeric_limits<double>::infinity() : bodies::bounding_radius(*p.shape, wall.radius);
    p.radius = bound;  // walls need not give one
    walls_.push_back({p, std::holds_alternative<bodies::Plane>(*p.shape), bound});
  }
}

// How far apart the two may be and still touch, whatever the point.
double Walls::most_range(const Wall& wall, const bodies::Body& wall_body, const bodies::Body& body) const {
  const double turning = wall_body.angular_velocity.isZero()
                             ? 0.0
                             : wall_body.angular_velocity.norm() * ((body.position - wall.placed.position).norm() + range_.reach(body));
  return std::max(range_.envelope, range_.step * ((body.velocity - wall_body.velocity).norm() + turning + bodies::turning_speed(body)));
}

std::span<const Walls::Group> Walls::find(const bodies::Body& body, Touches& touches) {
  groups_.clear();
  const Placed here = placed(world_, body);
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const Wall& wall = walls_[w];
    const auto& wall_body = world_.walls[w];
    const double range = most_range(wall, wall_body, body), near = body.radius + range;
    const Vec3 away = body.position - wall.placed.position;
    if (wall.is_plane ? wall.placed.rotation.col(2).dot(away) > near : away.norm() > wall.bound + near) continue;
    Group group{w, touches.size(), 0, std::numeric_limits<double>::infinity()};
    find_touches(wall.placed, here, range, touches);
    const auto out_of_range = [&](const Touch& t) {
      const Vec3 velocity = wall_body.velocity + wall_body.angular_velocity.cross(t.point - wall.placed.position);
      return t.gap > std::max(range_.envelope, range_.step * ((body.velocity - velocity).norm() + bodies::turning_speed(body)));
    };
    touches.erase(std::remove_if(touches.begin() + static_cast<std::ptrdiff_t>(group.first), touches.end(), out_of_range), touches.end());
    group.end = touches.size();
    for (std::size_t n = group.first; n < group.end; ++n) group.least = std::min(group.least, touches[n].gap);
    if (group.first < group.end) groups_.push_back(group);
  }
  if (groups_.size() > 1) {
    std::vector<Group> felt;
    for (const Group& g : groups_) {
      if (walls_[g.wall].is_plane || !hidden(g, touches, 1e-6 * body.radius)) felt.push_back(g);
    }
    groups_ = std::move(felt);
  }
  return groups_;
}

bool Walls::hidden(const Group& group, const Touches& touches, double tolerance) {
  static const bodies::Shape point = bodies::Sphere{};
  const auto lies_in = [&](const Vec3& p, const Group& other) {
    at_point_.clear();
    find_touches(walls_[other.wall].placed, {&point, p, Mat3::Identity(), 0}, tolerance, at_point_);
    return !at_point_.empty();
  };
  for (std::size_t n = group.first; n < group.end; ++n) {
    const bool covered = std::any_of(groups_.begin(), groups_.end(), [&](const Group& other) {
      return other.least < group.least - 1e-3 * tolerance && lies_in(touches[n].on_a(), other);
    });
    if (!covered) return false;
  }
  return true;
}

}  // namespace talus::collide
