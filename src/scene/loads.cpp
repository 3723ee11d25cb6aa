#include "scene/loads.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <unordered_map>

#include "scene/options.hpp"

namespace talus::scene {
namespace {

using bodies::World;

// g(t) = g_along + cos(w t) g_across + sin(w t) e x g_across about the axis e: what turns are two loads.
void add_gravity(World& world, const WorldOptions& space) {
  const Vec3 gravity = space.gravity, turning = space.gravity_turning;
  const double speed = turning.norm();
  const Vec3 axis = speed > 0 ? Vec3(turning / speed) : Vec3(Vec3::Zero());
  const Vec3 across = speed > 0 ? Vec3(gravity - axis.dot(gravity) * axis) : Vec3(Vec3::Zero());
  world.gravity = gravity - across;
  if (across.isZero()) return;
  bodies::Course sine;
  sine.kind = bodies::Course::Kind::sine;
  sine.frequency = speed / (2 * std::numbers::pi);
  bodies::Course cosine = sine;
  cosine.phase = 0.5 * std::numbers::pi;
  world.loads.push_back({bodies::Load::Kind::acceleration, across, false, Vec3::Zero(), cosine, {}});
  world.loads.push_back({bodies::Load::Kind::acceleration, axis.cross(across), false, Vec3::Zero(), sine, {}});
}

// Refuses a prescribed velocity of anything except walls and driven bodies, which no force moves.
void require_driven(World& world, const Values& deck, const Setup& setup, const LoadEntry& load,
                    const bodies::Targets& target) {
  const auto refuse = [&](const char* expected) { deck.reject(load, "body", expected); };
  if (target.first != target.last) refuse("the name of a driven body or of a wall for this kind");
  if (const auto body = target.first - std::ssize(setup.lists.walls); body >= 0) {
    if (setup.bodies.list[body].state != bodies::State::driven) refuse("a driven body or a wall for this kind");
    return;
  }
  auto& wall = world.walls[target.first];
  if (wall.state == bodies::State::dynamic) refuse("a wall without mass for this kind");
  wall.state = bodies::State::driven;
}

// Refuses loads on fixed and driven bodies and walls, which no force moves. Targets are one wall or body, a packing, or
// all.
void require_dynamic(const World& world, const Values& deck, const Setup& setup, const LoadEntry& load,
                     const bodies::Targets& targets) {
  if (load.body.empty()) return;
  const auto num_walls = std::ssize(world.walls);
  const auto listed = targets.first - num_walls;
  const auto packing = std::ranges::find(setup.bodies.packings, load.body, &PackingEntry::name);
  const auto state = packing != setup.bodies.packings.end() ? packing->state
                     : listed < 0                           ? world.walls[targets.first].state
                                                            : setup.bodies.list[listed].state;
  if (state != bodies::State::dynamic)
    deck.reject_in_vain(load.entry + ".body",
                        fmt::format("the load has no effect, '{}' is not moved by forces", load.body));
}

void add_load(World& world, const Values& deck, const Setup& setup, const LoadEntry& load,
              const bodies::Targets& targets) {
  using Kind = bodies::Load::Kind;
  static const std::map<std::string, Kind> kinds{{"force", Kind::force},
                                                 {"torque", Kind::torque},
                                                 {"acceleration", Kind::acceleration},
                                                 {"velocity", Kind::velocity},
                                                 {"angular_velocity", Kind::angular_velocity}};
  const bool prescribes = load.kind == "velocity" || load.kind == "angular_velocity";
  prescribes ? require_driven(world, deck, setup, load, targets) : require_dynamic(world, deck, setup, load, targets);
  if (load.kind == "drag") {
    world.drags.push_back({load.linear, load.quadratic, load.angular, load.wind, targets});
    return;
  }
  world.loads.push_back({kinds.at(load.kind), load.amount, load.axes == "body", load.point, course_of(load), targets});
}

}  // namespace

void LoadEntry::keys(Keys<LoadEntry>& key) {
  using namespace keys;
  const auto timed = where("kind", {"force", "torque", "acceleration", "velocity", "angular_velocity"});
  key("loads[].kind", &LoadEntry::kind,
      one_of({"force", "torque", "acceleration", "drag", "velocity", "angular_velocity"}), required,
      "force and torque act on each body; acceleration is the same for bodies of any mass; drag acts against the "
      "motion; velocity and angular_velocity prescribe the motion of a wall or of a driven body.");
  key("loads[].body", &LoadEntry::body,
      "Name of a body, a packing or a wall; \"\" = every dynamic body. Velocities need a wall or a driven body, the "
      "others something that forces can move.");
  key("loads[].amount", &LoadEntry::amount, in("N, N m, m/s2, m/s or rad/s"), required, timed,
      "The load, which is multiplied by its course over time.");
  key("loads[].axes", &LoadEntry::axes, one_of({"world", "body"}), timed,
      "Axes of the amount: world axes, or axes that rotate with the body.");
  key("loads[].point", &LoadEntry::point, in("m"), where("kind", {"force"}),
      "Point at which the force acts, relative to the centre of mass, in the principal axes of the body.");
  add_course_keys(key, "loads[]", timed);
  key("loads[].linear", &LoadEntry::linear, in("N s/m"), at_least(0), where("kind", {"drag"}),
      "Drag force divided by speed.");
  key("loads[].quadratic", &LoadEntry::quadratic, in("N s2/m2"), at_least(0), where("kind", {"drag"}),
      "Drag force divided by the square of the speed.");
  key("loads[].angular", &LoadEntry::angular, in("N m s"), at_least(0), where("kind", {"drag"}),
      "Drag torque divided by angular speed.");
  key("loads[].wind", &LoadEntry::wind, in("m/s"), where("kind", {"drag"}),
      AnyOf{needs("loads[].linear"), needs("loads[].quadratic")},
      "Velocity of the medium that resists the motion, such as wind.");
}

bodies::Course course_of(const CourseEntry& entry) {
  using Kind = bodies::Course::Kind;
  bodies::Course course;
  course.kind = entry.course;
  if (course.kind == Kind::table) {
    for (const auto& row : entry.table) course.table.emplace_back(row[0], row[1]);
    return course;
  }
  course.start = entry.start;
  if (entry.end > 0) course.end = entry.end;
  if (course.kind == Kind::ramp && entry.end == 0) course.kind = Kind::constant;
  if (course.kind != Kind::sine) return course;
  course.frequency = entry.frequency;
  course.phase = entry.phase;
  return course;
}

void add_loads(World& world, const Values& deck, const Setup& setup) {
  add_gravity(world, setup.space);
  std::unordered_map<std::string_view, GlobalId> ids;  // walls come first, then the bodies of the list; no packings
  GlobalId next = 0;
  const auto add = [&](const std::string& name) { ids.emplace(name, next++); };
  for (const WallEntry& wall : setup.lists.walls) add(wall.name);
  for (const BodyEntry& body : setup.bodies.list) add(body.name);
  for (const LoadEntry& load : setup.lists.loads) {
    const auto named = ids.find(load.body);
    if (load.body.empty())
      add_load(world, deck, setup, load, {});
    else if (named != ids.end())
      add_load(world, deck, setup, load, {named->second, named->second});
  }
}

void add_loads_on_packing(World& world, const Values& deck, const Setup& setup, const std::string& packing,
                          const bodies::Targets& targets) {
  for (const LoadEntry& load : setup.lists.loads) {
    if (!packing.empty() && load.body == packing) add_load(world, deck, setup, load, targets);
  }
}

}  // namespace talus::scene
