#pragma once
// From the deck's joints and drives to joints as the problem knows them: each of the deck's is one or several of those,
// with ids one after the other.

#include <map>

#include "scene/loads.hpp"
#include "scene/scenario.hpp"

namespace talus::scene {

struct JointEntry {
  std::string entry, kind, name, a, b;
  Vec3 point = Vec3::Zero(), point_b = Vec3::Zero();  // m
  Vec3 axis = Vec3::UnitZ(), axis_b = Vec3::UnitZ();
  double ratio = -1, radius = 0, lead = 0, length = 0;  // -, m
  double stiffness = 0, damping = 0;                    // N/m, N s/m
  double turning_stiffness = 0, turning_damping = 0;    // N m, N m s
  double rate = 1;
  double friction = 0, turning_friction = 0;  // N, N m

  static void keys(Keys<JointEntry>& key);
};

struct DriveEntry : CourseEntry {
  std::string entry, kind, name, joint, along = "auto";
  double amount = 1;                             // m, rad, m/s or rad/s
  double limit = 0, stiffness = 0, damping = 0;  // N, N/m, N s/m or with N m
  double rest = 0;                               // m or rad

  static void keys(Keys<DriveEntry>& key);
};

struct Mechanism {
  Array<bodies::Joint> joints;
  std::vector<bodies::Drive> drives;
  std::vector<observe::JointProbe> probes;  // of all, by joint
};

using NamedBodies = std::map<std::string, const bodies::Body*>;

struct Setup;

// InputError on a joint that cannot be of its kind.
void check_joint(const Values& deck, const JointEntry& joint);

// InputError on what cannot be, and on joints that contradict each other.
Mechanism mechanism_of(const Values& deck, const Setup& setup, const bodies::World& world, const NamedBodies& named);

}  // namespace talus::scene
