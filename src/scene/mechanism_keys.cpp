#include "scene/mechanism.hpp"

namespace talus::scene {

using namespace keys;

const Keys<JointEntry>& JointEntry::keys() {
  static const auto all = [] {
    Keys<JointEntry> key(Restart::state, {"scene"});
    key("joints[].kind", &JointEntry::kind,
        one_of({"ball", "weld", "revolute", "prismatic", "cylindrical", "planar", "universal", "distance", "gear",
                "rack", "screw", "knife-edge", "free"}),
        required,
        "What stays free: ball = all rotations, revolute = the rotation about the axis, prismatic = the motion along "
        "it.");
    key("joints[].name", &JointEntry::name,
        "Name that drives use; its forces on b are in the time series; \"\" = none.");
    key("joints[].a", &JointEntry::a, required, not_empty, "One body or wall by name.");
    key("joints[].b", &JointEntry::b, required, not_empty, "The other body by name.");
    key("joints[].point", &JointEntry::point, in("m"), required,
        where("kind", {"ball", "weld", "revolute", "prismatic", "cylindrical", "planar", "universal", "distance",
                       "screw", "knife-edge", "free"}),
        "Where they are joined, world coordinates; for kind distance the point on a.");
    key("joints[].point_b", &JointEntry::point_b, in("m"), required, where("kind", {"distance"}), "The point on b.");
    key("joints[].axis", &JointEntry::axis,
        "Axis, world, of any length except 0; for planar the normal, for knife-edge the direction without motion.");
    key("joints[].axis_b", &JointEntry::axis_b, where("kind", {"universal", "gear", "rack"}),
        "Axis on b: for universal at right angles to axis, for gear its rotation axis, for rack its direction.");
    key("joints[].ratio", &JointEntry::ratio, where("kind", {"gear"}),
        "Rotations of b about axis_b per rotation of a about axis; gear wheels that mesh have a ratio below 0.");
    key("joints[].radius", &JointEntry::radius, in("m"), required, above(0), where("kind", {"rack"}),
        "Radius of the pinion a, which rotates about axis and moves the rack b along axis_b.");
    key("joints[].lead", &JointEntry::lead, in("m"), required, where("kind", {"screw"}),
        "Displacement of b along the axis per rotation relative to a.");
    key("joints[].length", &JointEntry::length, in("m"), at_least(0), where("kind", {"distance"}),
        "Distance kept; 0 = the distance at the start.");
    key("joints[].stiffness", &JointEntry::stiffness, in("N/m"), at_least(0),
        "Stiffness of the locked displacements; 0 = rigid.");
    key("joints[].damping", &JointEntry::damping, in("N s/m"), at_least(0), "Damping of the locked displacements.");
    key("joints[].turning_stiffness", &JointEntry::turning_stiffness, in("N m"), at_least(0),
        "Stiffness of the locked rotations, per radian; 0 = rigid.");
    key("joints[].turning_damping", &JointEntry::turning_damping, in("N m s"), at_least(0),
        "Damping of the locked rotations.");
    key("joints[].rate", &JointEntry::rate, within(0, 1),
        "Fraction of its drift that a step removes (this times Psi/h); 0 = velocity-level constraint.");
    key("joints[].friction", &JointEntry::friction, in("N"), at_least(0),
        "Dry friction along each free direction: it sticks below this force.");
    key("joints[].turning_friction", &JointEntry::turning_friction, in("N m"), at_least(0),
        "Dry friction about each free axis.");
    return key;
  }();
  return all;
}

const Keys<DriveEntry>& DriveEntry::keys() {
  static const auto all = [] {
    Keys<DriveEntry> key(Restart::state, {"scene"});
    const auto motors = where("kind", {"speed", "position"});
    key("drives[].kind", &DriveEntry::kind, one_of({"speed", "position", "spring"}), required,
        "speed, position = motor that keeps b at a speed or position relative to a; spring = spring and damper.");
    key("drives[].name", &DriveEntry::name,
        "Name of its force on b and its coordinate in the time series; \"\" = not in the time series.");
    key("drives[].joint", &DriveEntry::joint, required, not_empty, "Joint by name.");
    key("drives[].along", &DriveEntry::along, one_of({"auto", "turn", "way", "distance"}),
        "turn = about the joint's axis, way = along it, distance = of its points; auto = the free one, or turn.");
    key("drives[].amount", &DriveEntry::amount, in("m, rad, m/s or rad/s"), motors, Restart::may_change,
        "Speed, or displacement from the start, where the course is 1.");
    add_course_keys(key, "drives[]", motors);
    key("drives[].limit", &DriveEntry::limit, in("N or N m"), at_least(0), "Largest force or moment; 0 = none.");
    key("drives[].stiffness", &DriveEntry::stiffness, in("N/m or N m"), at_least(0),
        "Stiffness of the spring or motor; 0 = a damper, a rigid motor.");
    key("drives[].damping", &DriveEntry::damping, in("N s/m or N m s"), at_least(0), "Damping of the spring or motor.");
    key("drives[].rest", &DriveEntry::rest, in("m or rad"), where("kind", {"spring"}),
        "Displacement from the start at which the spring is relaxed.");
    return key;
  }();
  return all;
}

}  // namespace talus::scene
