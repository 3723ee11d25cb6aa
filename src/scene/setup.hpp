#pragma once
// Parts that scenarios share: materials, walls and spheres from a deck, and the register of scenarios.

#include <memory>
#include <string>
#include <vector>

#include "base/key.hpp"
#include "io/deck/deck.hpp"
#include "scene/options.hpp"
#include "scene/scenario.hpp"
#include "scene/shapes.hpp"

namespace talus::scene {

void require_direction(const Values& deck, const auto& entry, const char* key, const char* what,
                       const Vec3& direction) {
  if (direction.isZero(0)) deck.reject(entry, key, std::string(what) + " has a direction, found zero");
}

// Gravity, materials, the deck's shapes (from index 1 on, in their order) and its walls.
bodies::World world_from(const Values& deck, const Setup& setup, const std::vector<NamedShape>& shapes);
inline bodies::World world_from(const Values& deck, const Setup& setup) {
  return world_from(deck, setup, shapes_of(deck, setup.lists.shapes));
}

Quat rotation_to(const Vec3& normal);  // of z
Quat from_rotation_vector(const Vec3& v);

int material_of(const bodies::World& world, const std::string& name);

struct SphereSpec {
  double radius;       // m
  double mass = 0;     // kg; 0: from the density
  double inertia = 0;  // kg m^2; 0: of a uniform sphere
  std::string material;
};
bodies::Body make_sphere(const bodies::World& world, const Setup& setup, GlobalId id, const SphereSpec& spec);

struct ShapeSpec {
  std::string shape;  // its name
  double mass = 0;    // kg; 0: from the density
  std::string material;
};
// A body of uniform density. InputError for a shape without mass.
bodies::Body make_shaped(const bodies::World& world, const Setup& setup, const std::vector<NamedShape>& shapes,
                         GlobalId id, const ShapeSpec& spec);

// Puts the frame in which the body's shape was given at this place.
void place(bodies::Body& body, const std::vector<NamedShape>& shapes, const Vec3& position, const Quat& orientation);

// Scenario by the deck's key `scenario`.
std::unique_ptr<Scenario> make_scenario(const io::Deck& deck);

// One maker per scenario, each in a file of its own.
std::unique_ptr<Scenario> make_guideway(const io::Deck& deck);
std::unique_ptr<Scenario> make_scene(const io::Deck& deck);

}  // namespace talus::scene
