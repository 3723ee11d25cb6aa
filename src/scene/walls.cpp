#include "scene/walls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/key.hpp"
#include "bodies/cells.hpp"
#include "bodies/sheets.hpp"
#include "scene/setup.hpp"

namespace talus::scene {

using namespace keys;
using bodies::Body;
using bodies::World;

namespace {

// A kind of wall that is not one of the deck's shapes.
struct WallKind {
  const char* name;
  bool flat;  // without thickness, in its plane z = 0
  bodies::Shape (*shape)(const WallEntry&);
};

bodies::Shape between(double low_radius, double high_radius, const WallEntry& entry) {
  return bodies::swept({{low_radius, -entry.half_length}, {high_radius, entry.half_length}}, entry.sides);
}

const std::array<WallKind, 8> kWallKinds{{
    {"plane", true, [](const WallEntry&) -> bodies::Shape { return bodies::Plane{}; }},
    {"box", false, [](const WallEntry& entry) -> bodies::Shape { return bodies::Box{entry.half_size}; }},
    {"rectangle", true,
     [](const WallEntry& entry) -> bodies::Shape { return bodies::rectangle(entry.half_length, entry.half_width); }},
    {"disk", true, [](const WallEntry& entry) -> bodies::Shape { return bodies::Disk{entry.radius}; }},
    {"ring", true,
     [](const WallEntry& entry) -> bodies::Shape {
       return bodies::swept({{entry.orifice_radius, 0}, {entry.radius, 0}}, entry.sides);
     }},
    {"slot", true,
     [](const WallEntry& entry) -> bodies::Shape {
       return bodies::plate_with_slot(entry.radius, entry.half_length, entry.half_width, entry.sides);
     }},
    {"cylinder", false, [](const WallEntry& entry) { return between(entry.radius, entry.radius, entry); }},
    {"cone", false, [](const WallEntry& entry) { return between(entry.radius, entry.top_radius, entry); }},
}};

const WallKind* kind_of(const std::string& shape) {
  const auto* kind = std::ranges::find(kWallKinds, shape, &WallKind::name);
  return kind == kWallKinds.end() ? nullptr : kind;
}
bool is_flat(const WallEntry& entry) {
  const auto* kind = kind_of(entry.shape);
  return kind && kind->flat;
}
bool has_normal(const WallEntry& entry) { return kind_of(entry.shape) && entry.shape != "box"; }

bodies::Shape wall_shape(const Values& deck, const WallEntry& entry, const std::vector<NamedShape>& shapes) {
  const auto* kind = kind_of(entry.shape);
  if (!kind) return shape_named(shapes, entry.shape)->given;
  try {
    return kind->shape(entry);
  } catch (const InputError& fault) {
    deck.reject(entry, "shape", fault.what());
  }
}

// The area of a wall's front; 0 where it has no bound.
double area_of(const WallEntry& entry) {
  if (entry.area > 0) return entry.area;
  if (entry.shape == "box") return 4 * entry.half_size.x() * entry.half_size.y();
  if (entry.shape == "rectangle") return 4 * entry.half_length * entry.half_width;
  return entry.shape == "disk" ? std::numbers::pi * entry.radius * entry.radius : 0;
}

// A wall that forces move along axis z of its frame. Across it, it keeps its velocity. By default a servo has the mass
// of a layer of grains.
void make_platen(Body& wall, const Values& deck, const Setup& setup, const WallEntry& entry) {
  constexpr double kFraction = 0.6;
  if (!wall.angular_velocity.isZero()) deck.reject(entry, "angular_velocity", "no turning of a wall with mass");
  wall.state = bodies::State::dynamic;
  wall.mass = entry.mass > 0 ? entry.mass : kFraction * setup.bodies.density * 2 * setup.bodies.radius * area_of(entry);
  wall.locked = 0b111011;
}

// Its motor bears the weight of the last wall.
bodies::Servo servo_of(World& world, const Values& deck, const Setup& setup, const WallEntry& entry) {
  if (!entry.is_servo()) return {};
  const GlobalId wall = world.walls.back().id;
  if (!setup.space.gravity_turning.isZero(0)) deck.reject(entry, "servo_speed", "no servo where gravity rotates");
  if (!setup.space.gravity.isZero(0)) {
    world.loads.push_back(
        {bodies::Load::Kind::acceleration, -setup.space.gravity, false, Vec3::Zero(), {}, {wall, wall}});
  }
  return {entry.servo_force + entry.servo_pressure * area_of(entry), entry.servo_speed};
}

// A map needs a surface of cells, not too many.
void require_cells(const Values& deck, const WallEntry& entry, const bodies::Shape& shape) {
  bool has_cells = false;
  try {
    has_cells = !bodies::cells_of(shape, entry.map_cell).empty();
  } catch (const InputError& fault) {
    deck.reject(entry, "map_cell", fault.what());
  }
  if (!has_cells)
    deck.reject(entry, "map",
                "expected a rectangle, disk, ring, slot, cylinder, cone, box or mesh, which have cells to map on");
}

constexpr double kNever = std::numeric_limits<double>::infinity();

// When the wall is removed. A gate that moves away is under a load of its velocity.
double removal(World& world, const WallEntry& entry) {
  if (entry.opens == 0 || entry.opening_velocity.isZero(0)) return entry.opens > 0 ? entry.opens : kNever;
  Body& wall = world.walls.back();
  wall.state = bodies::State::driven;
  bodies::Course later;
  later.start = entry.opens;
  world.loads.push_back(
      {bodies::Load::Kind::velocity, entry.opening_velocity, false, Vec3::Zero(), later, {wall.id, wall.id}});
  return kNever;
}

// In the wall's frame, with which it turns. The surface of a flat wall moves in its plane.
bodies::SurfaceMotion surface_motion(const Body& wall, const Values& deck, const WallEntry& entry) {
  const Quat to_wall = wall.orientation.conjugate();
  bodies::SurfaceMotion surface{to_wall * entry.surface.velocity, to_wall * entry.surface.rotation};
  if (!is_flat(entry)) return surface;
  const auto require_in_plane = [&](const char* key, const Vec3& given, double left) {
    if (left > 1e-9 * given.norm() || given.isZero(0)) return;
    deck.reject(entry, key, "expected a motion of the surface in its plane");
  };
  require_in_plane("surface_velocity", surface.velocity, surface.velocity.head<2>().norm());
  require_in_plane("surface_rotation", surface.rotation, std::abs(surface.rotation.z()));
  surface.velocity.z() = 0;
  surface.rotation.head<2>().setZero();
  return surface;
}

// The keys of the sizes of each kind.
void add_sizes(Keys<WallEntry>& key) {
  key("walls[].half_size", &WallEntry::half_size, in("m"), required, above(0), where("shape", {"box"}),
      "Half the edge lengths of the box.");
  key("walls[].half_length", &WallEntry::half_length, in("m"), required, above(0),
      where("shape", {"rectangle", "slot", "cylinder", "cone"}),
      "Half the edge along x of a rectangle or of the orifice of a slot; half the length of a cylinder or cone.");
  key("walls[].half_width", &WallEntry::half_width, in("m"), required, above(0), where("shape", {"rectangle", "slot"}),
      "Half the edge along y of a rectangle, or of the orifice of a slot.");
  key("walls[].radius", &WallEntry::radius, in("m"), required, above(0),
      where("shape", {"disk", "ring", "slot", "cylinder", "cone"}), "Radius; for a cone, that of its lower end.");
  key("walls[].top_radius", &WallEntry::top_radius, in("m"), required, at_least(0), where("shape", {"cone"}),
      "Radius of the cone at its upper end.");
  key("walls[].orifice_radius", &WallEntry::orifice_radius, in("m"), required, above(0), where("shape", {"ring"}),
      "Radius of the orifice in the ring.");
  key("walls[].sides", &WallEntry::sides, within(8, 1000), where("shape", {"ring", "slot", "cylinder", "cone"}),
      "Number of flat sides by which the surface is replaced for bodies other than spheres and clumps. Spheres and "
      "clumps touch the exact surface.");
}

}  // namespace

void WallEntry::keys(Keys<WallEntry>& key) {
  key.all(Restart::state);
  key("walls[].shape", &WallEntry::shape, required,
      "plane or box (solid); rectangle, disk, ring or slot (plates without thickness); cylinder or cone (tubes, open "
      "at both ends); or the name of an entry of shapes.");
  key("walls[].name", &WallEntry::name,
      "Name by which joints, loads and probes refer to it. The time series records the force on a wall that has a "
      "name; \"\" = none.");
  key("walls[].position", &WallEntry::position, in("m"),
      "A point of a plane; the origin of a named shape's frame; the centre of all others.");
  key("walls[].normal", &WallEntry::normal,
      where("shape", {"plane", "rectangle", "disk", "ring", "slot", "cylinder", "cone"}),
      "Normal of a plane, which points out of the solid; direction of the axis z of the others. Any length except 0.");
  add_sizes(key);
  key("walls[].rotation", &WallEntry::rotation, in("rad"), within(-1e4, 1e4), "Rotation vector: axis times angle.");
  key("walls[].mass", &WallEntry::mass, in("kg"), at_least(0),
      "Mass of a platen: a wall that forces move along the axis z of its frame. 0 = no platen, the motion is "
      "prescribed; for a servo, the mass of a layer of grains.");
  const AnyOf servo{needs("walls[].servo_force"), needs("walls[].servo_pressure")};
  key("walls[].servo_force", &WallEntry::servo_force, in("N"), at_least(0), Restart::may_change,
      "Force with which a motor presses the wall along the axis z of its frame; 0 = no motor.");
  key("walls[].servo_pressure", &WallEntry::servo_pressure, in("Pa"), at_least(0), Restart::may_change,
      "Pressure instead of a force: the motor presses with servo_pressure times area.");
  key("walls[].area", &WallEntry::area, in("m2"), at_least(0), Restart::may_change, servo,
      "Area on which servo_pressure acts; 0 = the area of the front of the wall. Planes and named shapes have no such "
      "area and need this key.");
  key("walls[].servo_speed", &WallEntry::servo_speed, in("m/s"), above(0), Restart::may_change, servo,
      "Largest speed of the motor of a servo.");
  key("walls[].velocity", &WallEntry::velocity, in("m/s"), "Velocity at which the wall moves.");
  key("walls[].angular_velocity", &WallEntry::angular_velocity, in("rad/s"),
      "Angular velocity at which the wall rotates about its position.");
  const auto surface = [](auto member) {
    return [member](WallEntry & wall) -> auto& { return wall.surface.*member; };
  };
  key("walls[].surface_velocity", surface(&bodies::SurfaceMotion::velocity), in("m/s"), Restart::may_change,
      "Velocity of the surface of a wall that stays in place, as of a conveyor belt. At each contact, only the "
      "component along the surface has an effect.");
  key("walls[].surface_rotation", surface(&bodies::SurfaceMotion::rotation), in("rad/s"), Restart::may_change,
      "Angular velocity at which the surface of a wall rotates about its position while the wall stays in place, as of "
      "a roller or a turntable.");
  key("walls[].opens", &WallEntry::opens, in("s"), at_least(0), Restart::may_change,
      "Time at which the wall opens as a gate: it is removed, or moves away with opening_velocity; 0 = never.");
  key("walls[].opening_velocity", &WallEntry::opening_velocity, in("m/s"), Restart::may_change,
      "Velocity at which a gate moves after it has opened; zero = it is removed at that time.");
  key("walls[].map", &WallEntry::map, only_for({"scene"}),
      "Record pressure, shear, contacts, sliding work and wear in each cell of the surface; frames come every "
      "output.map_every.");
  key("walls[].map_cell", &WallEntry::map_cell, only_for({"scene"}), in("m"), at_least(0),
      "Longest edge of the triangular cells of the map; 0 = the triangles of the surface as they are.");
  key("walls[].wear", &WallEntry::wear, only_for({"scene"}), in("1/Pa"), at_least(0),
      "Wear coefficient k of the map: depth of wear = k x pressure x sliding distance. It is Archard's coefficient "
      "divided by the hardness.");
  key("walls[].material", &WallEntry::material,
      "Name of the material; \"\" = the unnamed one, whose values are those of contact.*.");
}

std::vector<std::string> wall_kinds() {
  std::vector<std::string> names;
  for (const auto& kind : kWallKinds) names.emplace_back(kind.name);
  return names;
}

void check_wall(const Values& deck, const WallEntry& entry) {
  if (!entry.map && entry.map_cell > 0) deck.reject(entry, "map_cell", "goes with a map: expected map: true");
  if (!entry.map && entry.wear > 0) deck.reject(entry, "wear", "goes with a map: expected map: true");
  if (entry.servo_force > 0 && entry.servo_pressure > 0)
    deck.reject(entry, "servo_pressure", "expected either servo_force or servo_pressure");
  if (entry.is_servo() && area_of(entry) == 0) {
    if (entry.servo_pressure > 0)
      deck.reject(entry, "servo_pressure", "expected an area, which this wall does not have by itself: give area");
    if (entry.mass == 0)
      deck.reject(entry, "servo_force", "expected a mass, or the area of a layer of grains: give mass or area");
  }
  if (has_normal(entry)) require_direction(deck, entry, "normal", "a normal", entry.normal);
  if (entry.opens > 0 && (entry.mass > 0 || entry.is_servo())) deck.reject(entry, "opens", "no gate with a mass");
  if (!entry.opening_velocity.isZero(0)) {
    if (entry.opens == 0)
      deck.reject(entry, "opening_velocity", "goes with the time at which the gate opens: give opens");
    if (!entry.velocity.isZero(0))
      deck.reject(entry, "opening_velocity", "a gate stands still until it opens, found a velocity");
  }
  const auto require_room = [&](double orifice, double room) {
    if (orifice >= room) deck.reject(entry, "radius", "expected a plate that surrounds its orifice");
  };
  if (entry.shape == "ring") require_room(entry.orifice_radius, entry.radius);
  if (entry.shape == "slot") {
    require_room(std::hypot(entry.half_length, entry.half_width),
                 entry.radius * std::cos(std::numbers::pi / entry.sides));
  }
}

void add_walls(World& world, const Values& deck, const Setup& setup, const std::vector<NamedShape>& shapes) {
  for (const WallEntry& entry : setup.lists.walls) {
    Body wall;
    wall.id = static_cast<GlobalId>(world.walls.size());
    wall.position = entry.position;
    wall.velocity = entry.velocity;
    wall.angular_velocity = entry.angular_velocity;
    wall.material = material_of(world, entry.material);
    wall.state =
        wall.velocity.isZero() && wall.angular_velocity.isZero() ? bodies::State::fixed : bodies::State::driven;
    wall.shape = world.add_shape(wall_shape(deck, entry, shapes), entry.shape);
    if (entry.map) require_cells(deck, entry, world.shapes[wall.shape]);
    wall.orientation = from_rotation_vector(entry.rotation);
    if (has_normal(entry)) wall.orientation = wall.orientation * rotation_to(entry.normal);
    if (entry.mass > 0 || entry.is_servo()) make_platen(wall, deck, setup, entry);
    world.walls.push_back(wall);
    world.servos.push_back(servo_of(world, deck, setup, entry));
    world.surfaces.push_back(surface_motion(wall, deck, entry));
    world.removed_at.push_back(removal(world, entry));
  }
}

}  // namespace talus::scene
