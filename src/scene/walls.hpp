#pragma once
// The walls of a deck.

#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/world.hpp"

namespace talus::scene {

struct WallEntry {
  std::string entry, shape, name, material;
  Vec3 position = Vec3::Zero(), rotation = Vec3::Zero();               // m, rad
  Vec3 normal = Vec3(0, 0, 1), half_size = Vec3::Zero();               // -, m
  double radius = 0, top_radius = 0, half_length = 0, half_width = 0;  // m
  double orifice_radius = 0;                                           // m
  int sides = 96;
  double mass = 0;                                                // kg
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  // m/s, rad/s
  double opens = 0;                                               // s
  Vec3 opening_velocity = Vec3::Zero();                           // m/s
  bodies::SurfaceMotion surface;                                  // world axes

  double servo_force = 0, servo_pressure = 0, area = 0, servo_speed = 0.1;  // N, Pa, m^2, m/s

  bool map = false;
  double map_cell = 0, wear = 0;  // m, 1/Pa

  bool is_servo() const { return servo_force > 0 || servo_pressure > 0; }
  static void keys(Keys<WallEntry>& key);
};

struct Setup;
struct NamedShape;

std::vector<std::string> wall_kinds();                        // values of walls[].shape besides the names of shapes
void check_wall(const Values& deck, const WallEntry& entry);  // what no key can tell alone

void add_walls(bodies::World& world, const Values& deck, const Setup& setup, const std::vector<NamedShape>& shapes);

}  // namespace talus::scene
