#include "scene/room.hpp"

#include <algorithm>

namespace talus::scene {

namespace {

constexpr double kLarge = 4;  // times the largest body that is placed: tried one by one, not by cubes

}  // namespace

void Room::Crowd::each_near(const Vec3& point, double reach,
                            const std::function<void(const bodies::Body&)>& visit) const {
  const Vec3 far = Vec3::Constant(reach);
  grid_.each_cube(0, point - far, point + far, [&](CubeKey key) {
    if (const auto cell = cells_.find(key); cell != cells_.end()) std::ranges::for_each(cell->second, visit);
  });
}

Room::Room(std::span<const bodies::Body> owned, const bodies::World& world, double time,
           const std::pair<Vec3, Vec3>& region, double largest)
    : world_(world), centre_(0.5 * (region.first + region.second)), half_(0.5 * (region.second - region.first)),
      largest_(largest), common_(kLarge * largest), owned_(2 * common_), placed_(2 * common_), walls_(world, {}, time) {
  for (const auto& body : owned) add(owned_, body);
}

// Those that are too far from the region to meet anything in it are left out.
void Room::add(Crowd& crowd, const bodies::Body& body) const {
  const Vec3 away = world_.periods.shortest(body.position - centre_).cwiseAbs() - half_;
  if (away.maxCoeff() > body.radius + largest_) return;
  if (body.radius > common_) {
    crowd.add_large(body);
  } else {
    crowd.add(body);
  }
}

// Balls about bodies, except where one is a surface of which another may stand inside.
bool Room::overlap(const bodies::Body& a, const bodies::Body& b) const {
  const Vec3 away = world_.periods.shortest(b.position - a.position);
  if (away.norm() >= a.radius + b.radius) return false;
  if (a.radius <= common_ && b.radius <= common_) return true;
  collide::Touches touches;
  collide::Placed there = collide::placed(world_, b);
  there.position = a.position + away;
  collide::find_touches(collide::placed(world_, a), there, 0, touches);
  return !touches.empty();
}

bool Room::meets(const Crowd& crowd, const bodies::Body& body) const {
  bool met = false;
  world_.periods.each_image([&](int, const Vec3& lengths) {
    if (met) return;
    crowd.each_near(body.position + lengths, body.radius + common_,
                    [&](const bodies::Body& other) { met = met || overlap(body, other); });
  });
  return met || std::ranges::any_of(crowd.large(), [&](const bodies::Body& other) { return overlap(body, other); });
}

bool Room::is_taken(const bodies::Body& body) {
  touches_.clear();
  return !walls_.find(body, touches_).empty() || meets(owned_, body);
}

}  // namespace talus::scene
