#include "scene/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "base/error.hpp"
#include "base/random.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::World;

double density_of(const Setup& setup, const std::string& material) {
  const auto& materials = setup.materials.materials;
  const auto own = std::ranges::find(materials, material, &MaterialEntry::name);
  return own != materials.end() && own->density > 0 ? own->density : setup.bodies.density;
}

}  // namespace

Quat rotation_to(const Vec3& normal) { return Quat(Quat::FromTwoVectors(Vec3::UnitZ(), normal.normalized())); }

Quat from_rotation_vector(const Vec3& v) {
  const double angle = v.norm();
  return angle > 0 ? Quat(Eigen::AngleAxisd(angle, v / angle)) : Quat(Quat::Identity());
}

int material_of(const World& world, const std::string& name) {
  const int index = world.materials.find(name);
  TALUS_REQUIRE(index >= 0, "material " + name);
  return index;
}

World world_from(const Values& deck, const Setup& setup, const std::vector<NamedShape>& shapes) {
  const auto& contact = setup.materials;
  World world;
  for (const auto& shape : shapes) world.add_shape(shape.own.shape, shape.name);
  world.restitution_speed = contact.restitution_speed;
  world.periods.length = setup.space.period;
  world.materials = bodies::Materials(contact.pair_rule);
  world.materials.add("", contact, contact);
  for (const auto& material : contact.materials) world.materials.add(material.name, material, material);
  for (const auto& pair : contact.pairs)
    world.materials.set_pair(material_of(world, pair.a), material_of(world, pair.b), pair);
  add_walls(world, deck, setup, shapes);
  add_loads(world, deck, setup);
  return world;
}

namespace {

void add_fixed(World& world, const Setup& setup, const bodies::Shape& shape, const Vec3& position,
               const Quat& orientation) {
  Body wall;
  wall.id = static_cast<GlobalId>(world.walls.size());
  wall.position = position;
  wall.orientation = orientation;
  wall.state = bodies::State::fixed;
  wall.material = material_of(world, setup.bodies.material);
  wall.shape = world.add_shape(shape);
  world.walls.push_back(wall);
}

}  // namespace

void add_plane(World& world, const Setup& setup, const Vec3& position, const Vec3& normal) {
  add_fixed(world, setup, bodies::Plane{}, position, rotation_to(normal));
}

void add_box(World& world, const Setup& setup, const Vec3& position, const Vec3& rotation, const Vec3& half_size) {
  add_fixed(world, setup, bodies::Box{half_size}, position, from_rotation_vector(rotation));
}

void add_container(World& world, const Setup& setup, double width) {
  add_plane(world, setup, Vec3::Zero(), Vec3::UnitZ());
  for (int axis = 0; axis < 2; ++axis) {
    for (double side : {-1.0, 1.0}) {
      const Vec3 outward = side * Vec3::Unit(axis);
      add_plane(world, setup, 0.5 * width * outward, -outward);
    }
  }
}

Body make_sphere(const World& world, const Setup& setup, GlobalId id, const SphereSpec& spec) {
  Body body;
  body.id = id;
  body.radius = spec.radius;
  const double volume = 4.0 / 3.0 * std::numbers::pi * spec.radius * spec.radius * spec.radius;
  body.mass = spec.mass > 0 ? spec.mass : density_of(setup, spec.material) * volume;
  body.inertia.setConstant(spec.inertia > 0 ? spec.inertia : 0.4 * body.mass * spec.radius * spec.radius);
  body.material = material_of(world, spec.material);
  return body;
}

Body make_shaped(const World& world, const Setup& setup, const std::vector<NamedShape>& shapes, GlobalId id,
                 const ShapeSpec& spec) {
  const auto shape = shape_named(shapes, spec.shape);
  const auto& own = shape->own;
  if (own.measure == 0)
    throw InputError(fmt::format("shape '{}' is a mesh that is not closed: a wall only", spec.shape));
  const bool is_flat = std::holds_alternative<bodies::Disk>(own.shape);
  if (is_flat && spec.mass == 0) throw InputError("a disk has no volume: its mass must be given");
  Body body;
  body.id = id;
  body.shape = 1 + static_cast<std::int32_t>(shape - shapes.begin());
  body.radius = bodies::bounding_radius(own.shape);
  body.mass = spec.mass > 0 ? spec.mass : density_of(setup, spec.material) * own.measure;
  body.inertia = body.mass / own.measure * own.moments;
  body.material = material_of(world, spec.material);
  if (world.materials.springs_of_pair(body.material, body.material).contact_modulus > 0) {
    throw InputError("a material with young goes with spheres, whose contacts have a radius");
  }
  return body;
}

void place(Body& body, const std::vector<NamedShape>& shapes, const Vec3& position, const Quat& orientation) {
  body.position = position;
  body.orientation = orientation;
  if (body.shape == 0) return;
  const auto& own = shapes[body.shape - 1].own;
  body.position += orientation * own.position;
  body.orientation = orientation * own.orientation;
}

Body make_grain(const World& world, const Setup& setup, GlobalId n) {
  const auto& grains = setup.bodies;
  const double u = 2 * random_uniform(static_cast<std::uint64_t>(grains.seed), static_cast<std::uint64_t>(n), 0) - 1;
  return make_sphere(world, setup, world.first_body_id() + n,
                     {grains.radius * (1 + grains.spread * u), grains.mass, grains.inertia, grains.material});
}

std::pair<double, double> grain_radii(const Setup& setup) {
  const double radius = setup.bodies.radius, spread = setup.bodies.spread;
  return {radius * (1 - spread), radius * (1 + spread)};
}

void add_above_others(bodies::Bodies& bodies, const comm::Comm& comm, std::span<Body> fed) {
  if (fed.empty()) return;
  std::vector<double> heights;
  for (const auto& grain : fed) {
    double& height = heights.emplace_back(grain.position.z());
    for (const auto& other : bodies.owned()) {
      const double apart = 1.01 * (grain.radius + other.radius);
      if (other.position.z() <= grain.position.z() - apart) continue;
      if ((other.position - grain.position).head<2>().norm() < apart)
        height = std::max(height, other.position.z() + apart);
    }
  }
  comm.max(heights);
  for (std::size_t n = 0; n < fed.size(); ++n) {
    fed[n].position.z() = heights[n];
    if (fed[n].id % comm.size() == comm.rank()) bodies.add(fed[n]);
  }
}

std::unique_ptr<Scenario> make_scenario(const io::Deck& deck) {
  using Maker = std::unique_ptr<Scenario> (*)(const io::Deck&);
  static const std::map<std::string, Maker> makers{{"box", make_box},           {"drum", make_drum},
                                                   {"guideway", make_guideway}, {"hopper", make_hopper},
                                                   {"pile", make_pile},         {"rolling-disk", make_rolling_disk},
                                                   {"scene", make_scene}};
  return makers.at(deck.scenario())(deck);
}

}  // namespace talus::scene
