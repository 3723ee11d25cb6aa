#include "scene/walls.hpp"

#include "base/key.hpp"

namespace talus::scene {

using namespace keys;

const Keys<WallEntry>& WallEntry::keys() {
  static const auto all = [] {
    Keys<WallEntry> key(Restart::state);
    key("walls[].shape", &WallEntry::shape, required,
        "plane = the half-space below a plane, box = a solid box, or one of shapes by name.");
    key("walls[].name", &WallEntry::name, "Name that joints use; \"\" = none.");
    key("walls[].position", &WallEntry::position, in("m"),
        "A point of the plane; the origin of another shape's frame, for a box its centre.");
    key("walls[].normal", &WallEntry::normal, where("shape", {"plane"}), "Outward normal, of any length except 0.");
    key("walls[].half_size", &WallEntry::half_size, in("m"), required, above(0), where("shape", {"box"}),
        "Half the edges of the box.");
    key("walls[].rotation", &WallEntry::rotation, in("rad"), "Rotation vector: axis times angle.");
    key("walls[].mass", &WallEntry::mass, in("kg"), at_least(0), where("shape", {"plane"}),
        "Mass of a platen, which forces move along its normal only; 0 = its motion is prescribed.");
    key("walls[].velocity", &WallEntry::velocity, in("m/s"), "Velocity of the position.");
    key("walls[].angular_velocity", &WallEntry::angular_velocity, in("rad/s"), "Angular velocity about the position.");
    key("walls[].material", &WallEntry::material, "Material by name; \"\" = the one made of contact.*.");
    return key;
  }();
  return all;
}

}  // namespace talus::scene
