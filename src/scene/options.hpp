#pragma once
// Options of time, space and bodies, read once at the start.

#include <string>
#include <unordered_map>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/body.hpp"
#include "scene/loads.hpp"
#include "scene/materials.hpp"
#include "scene/mechanism.hpp"
#include "scene/packings.hpp"
#include "scene/shapes.hpp"
#include "scene/walls.hpp"

namespace talus::scene {

struct TimeOptions {
  double step = 0, end = 0;  // s
  double max_hours = 0;      // of wall time; 0: no limit

  static void keys(Keys<TimeOptions>& key);
  static void check(const Values& values);
};

struct WorldOptions {
  Vec3 gravity = Vec3(0, 0, -9.81);     // m/s^2
  Vec3 gravity_turning = Vec3::Zero();  // rad/s
  Vec3 period = Vec3::Zero();           // m

  static void keys(Keys<WorldOptions>& key);
};

struct BodyEntry {
  std::string entry, name, group, shape, material;
  Vec3 position = Vec3::Zero(), rotation = Vec3::Zero();          // of the shape's frame, m, rad
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  // m/s, rad/s
  double radius = 0, mass = 0, inertia = 0;                       // m, kg, kg m^2
  Vec3 moments = Vec3::Zero();                                    // kg m^2
  bodies::State state = bodies::State::dynamic;

  static void keys(Keys<BodyEntry>& key);
};

struct BodyOptions {
  std::int64_t seed = 1;
  double radius = 0.0225, spread = 0;            // m, relative
  double density = 2028, mass = 0, inertia = 0;  // kg/m^3, kg, kg m^2
  std::string material;
  Array<BodyEntry> list;
  std::vector<PackingEntry> packings;

  static void keys(Keys<BodyOptions>& key);
};

// The deck's other lists.
struct ListOptions {
  std::vector<ShapeEntry> shapes;
  std::vector<WallEntry> walls;
  std::vector<LoadEntry> loads;
  std::vector<JointEntry> joints;
  std::vector<DriveEntry> drives;

  static void keys(Keys<ListOptions>& key);
  // Checks that no single key can make: names that must exist, values that must fit each other.
  static void check(const Values& deck);
};

// All lists and options that describe the world, read once at the start.
struct Setup {
  explicit Setup(const Values& deck);

  TimeOptions time;
  WorldOptions space;
  MaterialOptions materials;
  BodyOptions bodies;
  ListOptions lists;
  std::unordered_map<std::string, double> densities;  // of materials that have their own
};

}  // namespace talus::scene
