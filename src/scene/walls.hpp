#pragma once
// The walls of a deck.

#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/world.hpp"

namespace talus::scene {

struct WallEntry {
  std::string entry, shape, name, material;
  Vec3 position = Vec3::Zero(), rotation = Vec3::Zero();          // m, rad
  Vec3 normal = Vec3(0, 0, 1), half_size = Vec3::Zero();          // -, m
  double mass = 0;                                                // kg
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  // m/s, rad/s
  bodies::SurfaceMotion surface;                                  // world axes

  static void keys(Keys<WallEntry>& key);
};

struct Setup;
struct NamedShape;

void add_walls(bodies::World& world, const Values& deck, const Setup& setup, const std::vector<NamedShape>& shapes);

}  // namespace talus::scene
