#include "scene/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/error.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::World;

double density_of(const Setup& setup, const std::string& material) {
  const auto own = setup.densities.find(material);
  return own == setup.densities.end() ? setup.bodies.density : own->second;
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
  world.materials.add("", contact, contact, contact);
  for (const auto& material : contact.materials) world.materials.add(material.name, material, material, material);
  for (const auto& pair : contact.pairs)
    world.materials.set_pair(material_of(world, pair.a), material_of(world, pair.b), pair, pair);
  add_walls(world, deck, setup, shapes);
  add_loads(world, deck, setup);
  return world;
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

std::unique_ptr<Scenario> make_scenario(const io::Deck& deck) {
  return deck.scenario() == "guideway" ? make_guideway(deck) : make_scene(deck);
}

}  // namespace talus::scene
