#include "scene/loads.hpp"

namespace talus::scene {

const Keys<LoadEntry>& LoadEntry::keys() {
  static const auto all = [] {
    Keys<LoadEntry> key(keys::Restart::may_change);
    using namespace keys;
    const auto timed = where("kind", {"force", "torque", "acceleration", "velocity", "angular_velocity"});
    key("loads[].kind", &LoadEntry::kind,
        one_of({"force", "torque", "acceleration", "drag", "velocity", "angular_velocity"}), required,
        "acceleration = the same for every body; drag = against the motion; velocities = of a driven body or a wall.");
    key("loads[].body", &LoadEntry::body,
        "Name of a body, a wall of finite mass or something driven; \"\" = every dynamic body.");
    key("loads[].amount", &LoadEntry::amount, in("N, N m, m/s2, m/s or rad/s"), required, timed,
        "The load where its course is 1.");
    key("loads[].axes", &LoadEntry::axes, one_of({"world", "body"}), timed,
        "Axes of the amount: world axes, or axes that rotate with the body.");
    key("loads[].point", &LoadEntry::point, in("m"), where("kind", {"force"}),
        "Point at which the force acts, from the centre of mass, in the body's principal axes.");
    add_course_keys(key, "loads[]", timed);
    key("loads[].linear", &LoadEntry::linear, in("N s/m"), at_least(0), where("kind", {"drag"}), "Force per speed.");
    key("loads[].quadratic", &LoadEntry::quadratic, in("N s2/m2"), at_least(0), where("kind", {"drag"}),
        "Force per speed squared.");
    key("loads[].angular", &LoadEntry::angular, in("N m s"), at_least(0), where("kind", {"drag"}),
        "Torque per angular speed.");
    key("loads[].wind", &LoadEntry::wind, in("m/s"), where("kind", {"drag"}), "Velocity of the resisting medium.");
    return key;
  }();
  return all;
}

}  // namespace talus::scene
