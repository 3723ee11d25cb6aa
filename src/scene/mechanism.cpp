#include "scene/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <ranges>
#include <set>

#include "base/error.hpp"
#include "scene/mechanism_check.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::Joint;
using bodies::JointKind;

Quat z_along(const Vec3& axis) { return Quat(Quat::FromTwoVectors(Vec3::UnitZ(), axis.normalized())); }

// A kind of joint of the deck: the directions that it locks, and a row of another kind besides.
struct DeckKind {
  std::string_view name;
  std::int32_t locks = 0;
  JointKind row = JointKind::axes;  // axes: no other row

  // Can friction and motors act along and about the axes that it leaves free?
  bool has_axes() const { return locks != 0 || row == JointKind::axes; }
  std::int32_t free() const { return ~locks & 0b111111; }
  bool has_point() const { return row != JointKind::gear; }
  // Are there rows that lock displacements, or rotations?
  bool locks_shifts() const {
    return (locks & 0b000111) || row == JointKind::distance || row == JointKind::edge || name == "rack";
  }
  bool locks_turns() const { return (locks & 0b111000) || row == JointKind::universal || name == "gear"; }
  bool drifts() const { return (locks_shifts() || locks_turns()) && row != JointKind::edge; }
  bool has_axis() const { return row != JointKind::distance; }
  bool has_axis_b() const { return row == JointKind::universal || row == JointKind::gear; }
};

constexpr auto kKinds = std::to_array<DeckKind>({{"ball", bodies::locks::ball},
                                                 {"weld", bodies::locks::weld},
                                                 {"revolute", bodies::locks::revolute},
                                                 {"prismatic", bodies::locks::prismatic},
                                                 {"cylindrical", bodies::locks::cylindrical},
                                                 {"planar", bodies::locks::planar},
                                                 {"universal", bodies::locks::ball, JointKind::universal},
                                                 {"distance", 0, JointKind::distance},
                                                 {"gear", 0, JointKind::gear},
                                                 {"rack", 0, JointKind::gear},
                                                 {"screw", bodies::locks::cylindrical, JointKind::screw},
                                                 {"knife-edge", 0, JointKind::edge},
                                                 {"free"}});

std::vector<std::string_view> names_of(auto&& chosen) {
  std::vector<std::string_view> names;
  for (const DeckKind& kind : kKinds | std::views::filter(chosen)) names.push_back(kind.name);
  return names;
}

const DeckKind& kind_named(const std::string& name) {
  const auto at = std::ranges::find(kKinds, name, &DeckKind::name);
  TALUS_REQUIRE(at != kKinds.end(), "kind of joint " + name);
  return *at;
}

class Reader {
 public:
  Reader(const Values& deck, const NamedBodies& named, const Periods& periods)
      : deck_(deck), named_(named), periods_(periods) {}

  Mechanism read(const std::vector<JointEntry>& joints, const std::vector<DriveEntry>& drives) {
    for (const JointEntry& joint : joints) add_joint(joint);
    for (const DriveEntry& drive : drives) add_drive(drive);
    return std::move(made_);
  }

 private:
  // The deck's joint, its first body the one with the lower id: `sign` tells whether they changed places.
  struct Ends {
    const JointEntry& given;
    const DeckKind& kind;
    const Body *a, *b;
    int sign;
  };
  Ends ends_of(const JointEntry& given) const {
    const DeckKind& kind = kind_named(given.kind);
    const Body *a = named_.at(given.a), *b = named_.at(given.b);
    return a->id < b->id ? Ends{given, kind, a, b, 1} : Ends{given, kind, b, a, -1};
  }

  // The part that all records of the joint share: z of both frames along the axis. It reverses with the order of the
  // bodies, so that the displacement and rotation of b relative to a stay what they are.
  Joint frame(const Ends& ends) const {
    Joint j;
    j.a = ends.a->id, j.b = ends.b->id;
    const auto local = [](const Body& body, const Vec3& point) {
      return Vec3(body.orientation.conjugate() * (point - body.position));
    };
    const bool two_points = ends.kind.row == JointKind::distance, has_point = ends.kind.has_point();
    const Vec3 point_a = has_point ? ends.given.point : ends.a->position;
    const Vec3 point_b = two_points ? ends.given.point_b : has_point ? point_a : ends.b->position;
    j.point_a = local(*ends.a, two_points && ends.sign < 0 ? point_b : point_a);
    j.point_b = local(*ends.b, two_points && ends.sign < 0 ? point_a : point_b);
    if (!two_points) {
      const Quat about_x(0, 1, 0, 0);
      const Quat given = z_along(ends.given.axis), axes = ends.sign > 0 ? given : Quat(given * about_x);
      j.frame_a = ends.a->orientation.conjugate() * axes;
      j.frame_b = ends.b->orientation.conjugate() * axes;
    }
    return j;
  }

  void add(Joint joint) {
    joint.id = std::ssize(made_.joints);
    made_.joints.push_back(joint);
  }

  void add_joint(const JointEntry& given) {
    const Ends ends = ends_of(given);
    const auto first = std::ssize(made_.joints);
    Joint base = frame(ends);
    base.rate = given.rate;
    base.stiffness = {given.stiffness, given.turning_stiffness};
    base.damping = {given.damping, given.turning_damping};
    if (base.rate == 0 && (std::ranges::max(base.stiffness) > 0 || std::ranges::max(base.damping) > 0)) {
      deck_.reject(given, "rate", "above 0 for a joint with stiffness or damping");
    }
    if (ends.kind.locks != 0) {
      Joint rows = base;
      rows.locks = ends.kind.locks;
      add(rows);
    }
    if (ends.kind.row != JointKind::axes) add(other_row(ends, base));
    add_friction(ends);
    if (first < std::ssize(made_.joints)) {
      made_.probes.push_back({.name = given.name,
                              .first = first,
                              .last = std::ssize(made_.joints) - 1,
                              .on_a = ends.sign < 0,
                              .joint = static_cast<int>(joints_.size())});
    }
    joints_.push_back({&given, frame(ends)});
  }

  Joint other_row(const Ends& ends, Joint j) const {
    j.kind = ends.kind.row;
    switch (j.kind) {
      case JointKind::axes: break;
      case JointKind::universal: set_cross(ends, j); break;
      case JointKind::distance: {
        const auto& given = ends.given;
        j.reference = given.length > 0 ? given.length : (given.point_b - given.point).norm();
        if (j.reference == 0) deck_.reject(given, "point_b", "another point than point, or a length above 0");
        require_nearest(given, "point_b", given.point_b - given.point);
        if (given.length > 0 && periods_.any()) require_within_half(given, given.length);
        break;
      }
      case JointKind::edge:
        if (ends.sign < 0) deck_.reject(ends.given, "b", "the body with the edge, which comes behind a in the lists");
        j.locks = bodies::locks::way, j.rate = 0;
        break;
      case JointKind::screw: j.ways = {0, 1}, j.turns = {0, -ends.given.lead / (2 * std::numbers::pi)}; break;
      case JointKind::gear: set_weights(ends, j); break;
    }
    return j;
  }

  // Distances are taken to the nearest image.
  void require_nearest(const auto& given, const char* key, const Vec3& way) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (!(periods_.length[axis] > 0) || 2 * std::abs(way[axis]) < periods_.length[axis]) continue;
      deck_.reject(given, key,
                   fmt::format("the points are further apart along {} than half the period of {:g} m: an image is "
                               "nearer",
                               "xyz"[axis], periods_.length[axis]));
    }
  }
  void require_within_half(const JointEntry& given, double length) const {
    double shortest = std::numeric_limits<double>::infinity();
    for (const double period : periods_.length)
      if (period > 0) shortest = std::min(shortest, period);
    if (2 * length >= shortest)
      deck_.reject(given, "length", fmt::format("expected less than half the period of {:g} m", shortest));
  }

  // universal: the cross has an axis on each of the two.
  void set_cross(const Ends& ends, Joint& j) const {
    const Vec3 axis = ends.given.axis.normalized(), other = ends.given.axis_b.normalized();
    if (std::abs(axis.dot(other)) > 1e-9) deck_.reject(ends.given, "axis_b", "square to axis");
    const Vec3 x = ends.sign > 0 ? axis : other, y = ends.sign > 0 ? other : axis;  // on the lower and the higher id
    Mat3 axes;
    axes << x, y, x.cross(y);
    j.frame_a = ends.a->orientation.conjugate() * Quat(axes);
    j.frame_b = ends.b->orientation.conjugate() * Quat(axes);
  }

  // gear: ratio turn_a - turn_b;  rack: radius turn_a - way_b.
  void set_weights(const Ends& ends, Joint& j) const {
    const bool rack = ends.given.kind == "rack";
    const Vec3 axis_a = ends.given.axis, axis_b = ends.given.axis_b;
    const std::size_t at_a = ends.sign > 0 ? 0 : 1, at_b = 1 - at_a;
    j.turns[at_a] = rack ? ends.given.radius : ends.given.ratio;
    (rack ? j.ways : j.turns)[at_b] = -1;
    j.home_a = z_along(ends.sign > 0 ? axis_a : axis_b);
    j.home_b = z_along(ends.sign > 0 ? axis_b : axis_a);
    j.frame_a = ends.a->orientation.conjugate() * j.home_a;
    j.frame_b = ends.b->orientation.conjugate() * j.home_b;
    if (rack) j.reference = -axis_b.normalized().dot(ends.sign > 0 ? ends.b->position : ends.a->position);
  }

  // Dry friction along and about the free axes.
  void add_friction(const Ends& ends) {
    const auto& given = ends.given;
    for (const auto& [key, limit, bits] : {std::tuple{"friction", given.friction, 0b000111},
                                           std::tuple{"turning_friction", given.turning_friction, 0b111000}}) {
      if (limit == 0) continue;
      Joint j = frame(ends);
      j.limit = limit;
      j.locks = ends.kind.free() & bits, j.rate = 0;
      if (!ends.kind.has_axes() || j.locks == 0) {
        deck_.reject(given, key,
                     fmt::format("goes with a joint that leaves such a motion free; {} does not", ends.given.kind));
      }
      for (int axis = 0; axis < 6; ++axis) {  // each by itself, or two turns would have to be square
        if (!(j.locks >> axis & 1)) continue;
        Joint row = j;
        row.locks = 1 << axis;
        add(row);
      }
    }
  }

  void add_drive(const DriveEntry& given) {
    const auto at = std::ranges::find(joints_, given.joint, [](const Made& made) { return made.given->name; });
    const Ends ends = ends_of(*at->given);
    Joint j = at->frame;
    auto along = given.along;
    if (along == "auto")
      along = ends.given.kind == "prismatic" ? "way" : ends.given.kind == "distance" ? "distance" : "turn";
    if (along == "distance") {
      if (ends.given.kind != "distance" && ends.given.kind != "free") {
        deck_.reject(given, "along", "distance goes with joints of kind distance or free");
      }
      j.kind = JointKind::distance;
      const auto place = [](const Body& body, const Vec3& point) {
        return Vec3(body.position + body.orientation * point);
      };
      const Vec3 way = place(*ends.b, j.point_b) - place(*ends.a, j.point_a);
      require_nearest(given, "along", way);
      j.reference = way.norm();
    } else {
      j.locks = along == "turn" ? bodies::locks::turn : bodies::locks::way;
      if (!ends.kind.has_axes() || !(ends.kind.free() & j.locks)) {
        deck_.reject(
            given, "along",
            fmt::format("a motion that the joint leaves free; {} does not leave its {}", ends.given.kind, along));
      }
    }
    const std::size_t turns = along == "turn" ? 1 : 0;
    j.stiffness[turns] = given.stiffness;
    j.damping[turns] = given.damping;
    j.limit = given.limit;
    if (given.kind == "spring") {
      if (j.stiffness[turns] == 0 && j.damping[turns] == 0) {
        deck_.reject(given, "stiffness", "a spring has stiffness or damping above 0");
      }
      if (j.stiffness[turns] == 0) j.rate = 0;
      j.reference += given.rest;
    } else {
      j.drive = static_cast<std::int32_t>(made_.drives.size());
      const bool speed = given.kind == "speed";
      made_.drives.push_back(
          {speed ? bodies::Drive::Kind::speed : bodies::Drive::Kind::position, given.amount, course_of(given)});
      if (speed) j.rate = 0;
      const bool rigid = j.stiffness[turns] == 0 && j.damping[turns] == 0 && j.limit == 0;
      if (rigid && !driven_.emplace(given.joint, along).second) {
        deck_.reject(given, "joint", "one motor without limit, stiffness or damping for each motion of a joint");
      }
      if (speed && j.stiffness[turns] > 0 && j.damping[turns] > 0) {
        deck_.reject(given, "damping", "a motor of given speed has stiffness or damping, not both");
      }
    }
    add(j);
    made_.probes.push_back({.name = given.name,
                            .first = made_.joints.back().id,
                            .last = made_.joints.back().id,
                            .on_a = ends.sign < 0,
                            .unit = turns ? "rad" : "m",
                            .drive = num_drives_++});
  }

  struct Made {  // one of the deck's joints
    const JointEntry* given;
    Joint frame;
  };
  const Values& deck_;
  const NamedBodies& named_;
  const Periods& periods_;
  Mechanism made_;
  std::vector<Made> joints_;
  int num_drives_ = 0;
  std::set<std::pair<std::string, std::string>> driven_;  // by rigid motors: which joint, along what
};

}  // namespace

void JointEntry::keys(Keys<JointEntry>& key) {
  using namespace talus::keys;
  key.all(Restart::state, only_for({"scene"}));
  key("joints[].kind", &JointEntry::kind, one_of(names_of([](const DeckKind&) { return true; })), required,
      "Which relative motion stays free: ball = all rotations; weld = none; revolute = rotation about the axis; "
      "prismatic = displacement along it; cylindrical = both; planar = displacements across the axis and rotation "
      "about it; universal = rotations about axis and axis_b; distance, gear, rack, screw = one equation between two "
      "bodies; knife-edge = all except displacement along the axis; free = all.");
  key("joints[].name", &JointEntry::name,
      "Name by which drives refer to it. The time series records the force on b of a joint that has a name; \"\" = "
      "none.");
  key("joints[].a", &JointEntry::a, required, not_empty, "Name of one body or wall.");
  key("joints[].b", &JointEntry::b, required, not_empty, "Name of the other body.");
  key("joints[].point", &JointEntry::point, in("m"), required, where("kind", names_of(&DeckKind::has_point)),
      "Point at which they are joined, in world coordinates at the start; with kind distance, the point on a.");
  key("joints[].point_b", &JointEntry::point_b, in("m"), required, where("kind", {"distance"}),
      "Point on b, in world coordinates at the start.");
  key("joints[].axis", &JointEntry::axis, needs("joints[].kind", names_of(&DeckKind::has_axis)),
      "Axis in world coordinates at the start, of any length except 0; with kind planar, the normal; with kind "
      "knife-edge, the direction along which b cannot move.");
  key("joints[].axis_b", &JointEntry::axis_b, where("kind", names_of(&DeckKind::has_axis_b)),
      "Axis on b: with kind universal, at a right angle to axis; with gear, the rotation axis of b; with rack, the "
      "direction along which b slides.");
  key("joints[].ratio", &JointEntry::ratio, where("kind", {"gear"}),
      "Rotations of b about axis_b per rotation of a about axis. It is negative for wheels that mesh, which turn in "
      "opposite directions.");
  key("joints[].radius", &JointEntry::radius, in("m"), required, above(0), where("kind", {"rack"}),
      "Radius of the pinion a, which rotates about axis and moves the rack b along axis_b.");
  key("joints[].lead", &JointEntry::lead, in("m"), required, where("kind", {"screw"}),
      "Displacement of b along the axis per rotation relative to a.");
  key("joints[].length", &JointEntry::length, in("m"), at_least(0), where("kind", {"distance"}),
      "Distance between the two points; 0 = the distance at the start.");
  const auto shifts = needs("joints[].kind", names_of(&DeckKind::locks_shifts)),
             turns = needs("joints[].kind", names_of(&DeckKind::locks_turns));
  key("joints[].stiffness", &JointEntry::stiffness, in("N/m"), at_least(0), shifts,
      "Stiffness of the locked displacements; 0 = rigid.");
  key("joints[].damping", &JointEntry::damping, in("N s/m"), at_least(0), shifts,
      "Damping of the locked displacements.");
  key("joints[].turning_stiffness", &JointEntry::turning_stiffness, in("N m"), at_least(0), turns,
      "Stiffness of the locked rotations, per radian; 0 = rigid.");
  key("joints[].turning_damping", &JointEntry::turning_damping, in("N m s"), at_least(0), turns,
      "Damping of the locked rotations.");
  key("joints[].rate", &JointEntry::rate, within(0, 1), needs("joints[].kind", names_of(&DeckKind::drifts)),
      "Fraction of the drift (opening) of a rigid joint that the next step removes; 0 = drift stays, the joint "
      "constrains velocities only.");
  key("joints[].friction", &JointEntry::friction, in("N"), at_least(0),
      "Dry friction along each free direction: the joint sticks below this force.");
  key("joints[].turning_friction", &JointEntry::turning_friction, in("N m"), at_least(0),
      "Dry friction about each free axis: the joint sticks below this moment.");
}

void DriveEntry::keys(Keys<DriveEntry>& key) {
  using namespace talus::keys;
  key.all(Restart::state, only_for({"scene"}));
  const auto motors = where("kind", {"speed", "position"});
  key("drives[].kind", &DriveEntry::kind, one_of({"speed", "position", "spring"}), required,
      "speed and position = a motor that keeps b at a speed or a position relative to a; spring = a spring with a "
      "damper.");
  key("drives[].name", &DriveEntry::name,
      "Name under which the time series records its coordinate, speed and effort; \"\" = not recorded.");
  key("drives[].joint", &DriveEntry::joint, required, not_empty, "Name of the joint on which it acts.");
  key("drives[].along", &DriveEntry::along, one_of({"auto", "turn", "way", "distance"}),
      "What it drives: turn = the rotation about the axis of the joint; way = the displacement along the axis; "
      "distance = the distance of the two points; auto = the one that the joint leaves free, turn if there are "
      "several.");
  key("drives[].amount", &DriveEntry::amount, in("m, rad, m/s or rad/s"), motors, Restart::may_change,
      "Speed or displacement from the start that the motor keeps, multiplied by its course over time.");
  add_course_keys(key, "drives[]", motors);
  key("drives[].limit", &DriveEntry::limit, in("N or N m"), at_least(0), "Largest force or moment; 0 = no limit.");
  key("drives[].stiffness", &DriveEntry::stiffness, in("N/m or N m"), at_least(0),
      "Stiffness of the spring or motor; 0 = a spring is only a damper, a motor is rigid.");
  key("drives[].damping", &DriveEntry::damping, in("N s/m or N m s"), at_least(0), "Damping of the spring or motor.");
  key("drives[].rest", &DriveEntry::rest, in("m or rad"), where("kind", {"spring"}),
      "Displacement from the start at which the spring exerts no force.");
}

void check_joint(const Values& deck, const JointEntry& joint) {
  require_direction(deck, joint, "axis", "an axis", joint.axis);
  if (kind_named(joint.kind).has_axis_b()) require_direction(deck, joint, "axis_b", "an axis", joint.axis_b);
  if (joint.kind == "gear" && joint.ratio == 0) deck.reject(joint, "ratio", "expected another ratio than 0");
  if (joint.kind == "screw" && joint.lead == 0) deck.reject(joint, "lead", "expected another lead than 0");
}

Mechanism mechanism_of(const Values& deck, const Setup& setup, const bodies::World& world, const NamedBodies& named) {
  Mechanism mechanism = Reader(deck, named, world.periods).read(setup.lists.joints, setup.lists.drives);
  bodies::World driven = world;
  driven.drives = mechanism.drives;
  check_mechanisms(deck, setup.time.step, driven, named, mechanism);
  return mechanism;
}

}  // namespace talus::scene
