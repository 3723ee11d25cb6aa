// Walls from decks: where they are and how they move against closed forms; what is refused.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "scene/setup.hpp"

namespace talus {
namespace {

bodies::World world_of(const std::string& walls) {
  const auto deck = io::Deck::parse(
      drivers::key_table(),
      "scenario: scene\ntime: {step: 0.001, end: 1}\noutput: {folder: none}\nwalls: [" + walls + "]\n", "walls.yaml");
  return scene::make_scenario(deck)->world();
}

std::string fault_of(const std::string& walls) {
  try {
    world_of(walls);
  } catch (const InputError& fault) {
    return fault.what();
  }
  return "accepted";
}

// Given in world axes, at a wall that is tilted: what is in its surface counts at a contact.
TEST(MovingSurface, IsGivenInWorldAxes) {
  const auto world = world_of(
      "{shape: plane, position: [1, 0, 0], normal: [1, 0, 1], surface_velocity: [2, 3, 0], surface_rotation: [0, 0, "
      "4]}, {shape: box, half_size: [1, 1, 1], rotation: [0.3, 0.2, -0.4], surface_rotation: [1, 2, 3]}");
  const Vec3 normal = Vec3(1, 0, 1).normalized();
  const Twist plane = world.surface_of({0, true}).at(world.walls[0].orientation, Vec3(1, 2, -1), normal);
  EXPECT_LE((plane.w - Vec3(2, 0, 2)).norm(), 1e-14);
  EXPECT_LE((plane.v - Vec3(1, 3, -1) - Vec3(2, 0, 2).cross(Vec3(1, 2, -1))).norm(), 1e-14);
  const Twist box = world.surface_of({1, true}).at(world.walls[1].orientation, Vec3(0.5, 0, 1), Vec3::UnitZ());
  EXPECT_LE((box.w - Vec3(1, 2, 3)).norm(), 1e-14);
  EXPECT_LE((box.v - Vec3(2, 0.5, 0)).norm(), 1e-14);
  EXPECT_FALSE(world_of("{shape: plane}").surface_of({0, true}).any());
}

TEST(MovingSurface, IsRefusedWhereItIsNone) {
  const auto refused = [](const std::string& walls, const std::string& expected) {
    const auto fault = fault_of(walls);
    EXPECT_NE(fault.find(expected), std::string::npos) << fault;
  };
  refused("{shape: plane, surface_velocity: [0, 0, 2]}", "key 'walls[0].surface_velocity': expected a motion");
  refused("{shape: plane, surface_rotation: [1, 0, 0]}", "key 'walls[0].surface_rotation': expected a motion");
  refused("{shape: plane, mass: 2, surface_velocity: [1, 0, 0]}", "no moving surface of a wall with mass");
  refused("{shape: plane, surface_velocity: [1, 0]}", "key 'walls[0].surface_velocity': expected 3 numbers");
}

}  // namespace
}  // namespace talus
