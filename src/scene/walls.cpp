#include "scene/walls.hpp"

#include "base/key.hpp"
#include "scene/setup.hpp"

namespace talus::scene {

using namespace keys;
using bodies::Body;
using bodies::World;

namespace {

bodies::Shape wall_shape(const WallEntry& entry, const std::vector<NamedShape>& shapes) {
  if (entry.shape == "plane") return bodies::Plane{};
  if (entry.shape == "box") return bodies::Box{entry.half_size};
  return shape_named(shapes, entry.shape)->given;
}

// A plane that forces move along its normal.
void make_platen(Body& wall, const Values& deck, const WallEntry& entry) {
  const Vec3 across =
      wall.velocity - wall.velocity.dot(wall.orientation * Vec3::UnitZ()) * (wall.orientation * Vec3::UnitZ());
  if (across.norm() > 1e-9 * wall.velocity.norm())
    deck.reject(entry, "velocity", "a velocity along the normal of a wall with mass");
  if (!wall.angular_velocity.isZero()) deck.reject(entry, "angular_velocity", "no turning of a wall with mass");
  if (entry.surface.any())
    deck.reject(entry, entry.surface.velocity.isZero(0) ? "surface_rotation" : "surface_velocity",
                "no moving surface of a wall with mass");
  wall.state = bodies::State::dynamic;
  wall.mass = entry.mass;
  wall.locked = 0b111011;
}

// In the wall's frame, with which it turns. The surface of a plane moves in the plane.
bodies::SurfaceMotion surface_motion(const Body& wall, const Values& deck, const WallEntry& entry) {
  const Quat to_wall = wall.orientation.conjugate();
  bodies::SurfaceMotion surface{to_wall * entry.surface.velocity, to_wall * entry.surface.rotation};
  if (entry.shape != "plane") return surface;
  const auto require_in_plane = [&](const char* key, const Vec3& given, double left) {
    if (left > 1e-9 * given.norm() || given.isZero(0)) return;
    deck.reject(entry, key, "expected a motion of the surface in the plane");
  };
  require_in_plane("surface_velocity", surface.velocity, surface.velocity.head<2>().norm());
  require_in_plane("surface_rotation", surface.rotation, std::abs(surface.rotation.z()));
  surface.velocity.z() = 0;
  surface.rotation.head<2>().setZero();
  return surface;
}

}  // namespace

void WallEntry::keys(Keys<WallEntry>& key) {
  key.all(Restart::state);
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
  const auto surface = [](auto member) {
    return [member](WallEntry & wall) -> auto& { return wall.surface.*member; };
  };
  key("walls[].surface_velocity", surface(&bodies::SurfaceMotion::velocity), in("m/s"), Restart::may_change,
      "Velocity of the surface of a belt, which itself stays; at each contact the part in the surface counts.");
  key("walls[].surface_rotation", surface(&bodies::SurfaceMotion::rotation), in("rad/s"), Restart::may_change,
      "Angular velocity about the position at which the surface of a roller or disc rotates, while the wall stays.");
  key("walls[].material", &WallEntry::material, "Material by name; \"\" = the one made of contact.*.");
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
    wall.shape = world.add_shape(wall_shape(entry, shapes), entry.shape);
    wall.orientation = from_rotation_vector(entry.rotation);
    if (entry.shape == "plane") {
      wall.orientation = wall.orientation * rotation_to(entry.normal);
      if (entry.mass > 0) make_platen(wall, deck, entry);
    }
    world.walls.push_back(wall);
    world.surfaces.push_back(surface_motion(wall, deck, entry));
  }
}

}  // namespace talus::scene
