#include "scene/room.hpp"

#include <algorithm>

namespace talus::scene {

namespace {

constexpr double kLarge = 4;  // times the largest body that is placed: tried one by one, not by cubes

}  // namespace

void Room::Crowd::add(const bodies::Body& body) { cells_[grid_.cube_at(0, body.position).key()].push_back(body); }

void Room::Crowd::each_near(const Vec3& point, double reach,
                            const std::function<void(const bodies::Body&)>& visit) const {
  const Vec3 far = Vec3::Constant(reach);
  grid_.each_cube(0, point - far, point + far, [&](CubeKey key) {
    if (const auto cell = cells_.find(key); cell != cells_.end()) std::ranges::for_each(cell->second, visit);
  });
}

Room::Room(std::span<const bodies::Body> owned, const bodies::World& world, double time,
           const std::pair<Vec3, Vec3>& region, double largest)
    : world_(world), largest_(kLarge * largest), owned_(2 * largest_), placed_(2 * largest_), walls_(world, {}, time) {
  const Vec3 centre = 0.5 * (region.first + region.second), half = 0.5 * (region.second - region.first);
  for (const auto& body : owned) {
    const Vec3 away = world.periods.shortest(body.position - centre).cwiseAbs() - half;
    if (away.maxCoeff() > body.radius + largest) continue;
    if (body.radius > largest_) {
      large_.push_back(body);
    } else {
      owned_.add(body);
    }
  }
}

// Balls about bodies, except where one is a surface of which another may stand inside.
bool Room::overlap(const bodies::Body& a, const bodies::Body& b) const {
  const Vec3 away = world_.periods.shortest(b.position - a.position);
  if (away.norm() >= a.radius + b.radius) return false;
  if (a.radius <= largest_ && b.radius <= largest_) return true;
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
    crowd.each_near(body.position + lengths, body.radius + largest_,
                    [&](const bodies::Body& other) { met = met || overlap(body, other); });
  });
  return met;
}

bool Room::meets_large(const bodies::Body& body) const {
  return std::ranges::any_of(large_, [&](const bodies::Body& other) { return overlap(body, other); });
}

std::int64_t Room::place(const comm::Comm& comm, std::span<bodies::Body> batch, std::int64_t attempts,
                         const PlaceOf& place_of) {
  std::vector<std::size_t> open(batch.size());
  for (std::size_t k = 0; k < batch.size(); ++k) open[k] = k;
  for (std::int64_t attempt = 0; attempt < attempts && !open.empty(); ++attempt) {
    std::vector<std::int64_t> taken(open.size());
    collide::Touches touches;
    for (std::size_t m = 0; m < open.size(); ++m) {
      auto& body = batch[open[m]];
      body.position = place_of(static_cast<std::int64_t>(open[m]), attempt);
      touches.clear();
      taken[m] = !walls_.find(body, touches).empty() || meets(owned_, body) || meets_large(body);
    }
    comm.sum(taken);
    std::vector<std::size_t> still_open;
    for (std::size_t m = 0; m < open.size(); ++m) {
      if (taken[m] > 0 || meets(placed_, batch[open[m]])) {
        still_open.push_back(open[m]);
      } else {
        placed_.add(batch[open[m]]);
      }
    }
    open = std::move(still_open);
  }
  return open.empty() ? std::ssize(batch) : static_cast<std::int64_t>(open.front());
}

}  // namespace talus::scene
