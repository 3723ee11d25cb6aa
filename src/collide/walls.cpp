#include "collide/walls.hpp"

#include <algorithm>
#include <limits>

#include "collide/internal_edges.hpp"
#include "collide/manifold.hpp"

namespace talus::collide {
namespace {

bool is_unbounded(const bodies::Shape& shape) {  // or bounded by its own tree
  return std::holds_alternative<bodies::Plane>(shape) || std::holds_alternative<bodies::Mesh>(shape);
}

}  // namespace

Walls::Walls(const bodies::World& world, const bodies::ContactRange& range, double time)
    : world_(world), range_(range) {
  const double rounding = 1e-6 * range.step;  // a time is a number of steps times their length
  for (std::size_t w = 0; w < world.walls.size(); ++w) {
    if (world.is_removed(w, time + rounding)) continue;
    const auto& wall = world.walls[w];
    Placed p = placed(world, wall);
    const double bound = is_unbounded(*p.shape) ? std::numeric_limits<double>::infinity()
                                                : bodies::bounding_radius(*p.shape, wall.radius);
    p.radius = bound;  // walls need not give one
    add_images({p, std::holds_alternative<bodies::Plane>(*p.shape),
                world.surface_of({static_cast<LocalIndex>(w), true}), bound, w, 0});
  }
}

// A plane repeats in itself. Of all others the image within half a period and its neighbours are near any body.
void Walls::add_images(const Wall& wall) {
  if (wall.is_plane || !world_.periods.any()) return walls_.push_back(wall);
  const Vec3 home = wall.placed.position + world_.periods.shift(wall.placed.position);
  world_.periods.each_image([&](int n, const Vec3& lengths) {
    Wall image = wall;
    image.placed.position = home + lengths;
    image.image = static_cast<std::uint64_t>(n);
    walls_.push_back(image);
  });
}

// How far apart the two may be and still touch, whatever the point.
double Walls::most_range(const Wall& wall, const bodies::Body& wall_body, const bodies::Body& body) const {
  double moving = 0;  // beyond the velocity of the wall's position
  if (!wall_body.angular_velocity.isZero() || wall.surface.any()) {
    const double distance = (body.position - wall.placed.position).norm() + range_.reach(body);
    moving = wall_body.angular_velocity.norm() * distance + wall.surface.most(distance);
  }
  return range_.distance(wall_body.velocity, body.velocity, (body.velocity - wall_body.velocity).norm(),
                         moving + bodies::turning_speed(body));
}

// A wall at rest is met within radius + 2 (reach - radius) at most.
bool Walls::may_meet(const bodies::Body& body, double reach) const {
  constexpr double kRounding = 1e-9;
  const double near = (2 * reach - body.radius) * (1 + kRounding);
  return std::ranges::any_of(walls_, [&](const Wall& wall) {
    if (world_.walls[wall.wall].state != bodies::State::fixed || wall.surface.any()) return true;
    const Vec3 away = body.position - wall.placed.position;
    return (wall.is_plane ? wall.placed.rotation.col(2).dot(away) : away.norm() - wall.bound) <= near;
  });
}

std::span<const Walls::Group> Walls::find(const bodies::Body& body, Touches& touches) {
  groups_.clear();
  const Placed here = placed(world_, body);
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const Wall& wall = walls_[w];
    const auto& wall_body = world_.walls[wall.wall];
    const double range = most_range(wall, wall_body, body), near = body.radius + range;
    const Vec3 away = body.position - wall.placed.position;
    if (wall.is_plane ? wall.placed.rotation.col(2).dot(away) > near : away.norm() > wall.bound + near) continue;
    Group group{wall.wall, w, touches.size(), 0, std::numeric_limits<double>::infinity()};
    find_touches(wall.placed, here, range, touches);
    for (std::size_t n = group.first; wall.image > 0 && n < touches.size(); ++n) {
      touches[n].feature = feature_of(wall.image, static_cast<std::uint64_t>(touches[n].feature));
    }
    const auto out_of_range = [&](const Touch& t) {
      const Vec3 arm = t.point - wall.placed.position;
      Vec3 velocity = wall_body.velocity + wall_body.angular_velocity.cross(arm);
      if (wall.surface.any()) velocity += wall.surface.at(wall_body.orientation, arm, t.normal).v;
      const double approach = t.normal.dot(velocity - body.velocity);
      return t.gap > range_.distance(velocity, body.velocity, approach, bodies::turning_speed(body));
    };
    touches.erase(
        std::remove_if(touches.begin() + static_cast<std::ptrdiff_t>(group.first), touches.end(), out_of_range),
        touches.end());
    group.end = touches.size();
    for (std::size_t n = group.first; n < group.end; ++n) group.least = std::min(group.least, touches[n].gap);
    if (group.first < group.end) groups_.push_back(group);
  }
  if (groups_.size() > 1) {
    std::vector<Group> felt;
    for (const Group& g : groups_) {
      if (walls_[g.image].is_plane || !hidden(g, touches, 1e-6 * body.radius)) felt.push_back(g);
    }
    groups_ = std::move(felt);
  }
  return groups_;
}

bool Walls::hidden(const Group& group, const Touches& touches, double tolerance) const {
  for (std::size_t n = group.first; n < group.end; ++n) {
    const bool covered = std::any_of(groups_.begin(), groups_.end(), [&](const Group& other) {
      return other.least < group.least - 1e-3 * tolerance &&
             lies_in(walls_[other.image].placed, touches[n].on_a(), tolerance);
    });
    if (!covered) return false;
  }
  return true;
}

}  // namespace talus::collide
