// Walls from decks: where they are and how they move against closed forms; what is refused.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "collide/pairs.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "harness/wall_impulse.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

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

// How far a small ball at this place is from the walls: above 1 cm none.
double distance(const bodies::World& world, const Vec3& place) {
  const bodies::Shape ball = bodies::Sphere{};
  collide::Touches touches;
  for (const auto& wall : world.walls)
    collide::find_touches(collide::placed(world, wall), {&ball, place, Mat3::Identity(), 0}, 0.01, touches);
  return touches.empty() ? 1 : std::ranges::min_element(touches, {}, &collide::Touch::gap)->gap;
}

// Points that by the deck are on a wall, and others that are a centimetre and more away from it: next to it, on its
// axis, in its orifice.
TEST(WallKinds, AreWhereTheDeckSays) {
  struct Case {
    std::string wall;
    std::vector<Vec3> on, off;
  };
  const std::vector<Case> cases{
      {"shape: rectangle, half_length: 0.5, half_width: 0.2, position: [0, 0, 1]",
       {{0, 0, 1}, {0.49, 0.19, 1}, {-0.5, 0.2, 1}},
       {{0, 0.25, 1}, {0.55, 0, 1}}},
      {"shape: rectangle, half_length: 0.5, half_width: 0.2, normal: [1, 0, 0]",
       {{0, 0, 0.49}, {0, 0.19, -0.49}},
       {{0, 0.3, 0}, {0.02, 0, 0}}},
      {"shape: disk, radius: 0.4, normal: [0, 0, -2], position: [1, 0, 0]",
       {{1, 0, 0}, {1.39, 0, 0}, {1, -0.39, 0}},
       {{1.3, 0.3, 0}}},
      {"shape: cylinder, radius: 0.3, half_length: 0.4, normal: [0, 1, 0]",
       {{0.3, 0.39, 0}, {0, -0.4, 0.3}},
       {{0, 0, 0}, {0, 0.4, 0}, {0.3, 0.42, 0}}},
      {"shape: cone, radius: 0.1, top_radius: 0.5, half_length: 0.4, position: [0, 0, 1]",
       {{0.1, 0, 0.6}, {0, 0.3, 1}, {-0.5, 0, 1.4}},
       {{0, 0, 0.6}, {0, 0, 1}}},
      {"shape: cone, radius: 0.3, top_radius: 0, half_length: 0.4", {{0, 0, 0.4}, {0.15, 0, 0}}, {{0, 0, -0.4}}},
      {"shape: ring, radius: 0.5, orifice_radius: 0.2", {{0.21, 0, 0}, {0, 0.49, 0}}, {{0.1, 0, 0}, {0.55, 0, 0}}},
      {"shape: slot, radius: 0.5, half_length: 0.2, half_width: 0.1, rotation: [0, 0, "
       "1.5707963267948966]",
       {{0, 0.21, 0}, {0.11, 0, 0}, {0.49, 0, 0}},
       {{0, 0.18, 0}, {0.08, 0, 0}}}};
  for (const auto& [wall, on, off] : cases) {
    const auto world = world_of("{" + wall + "}");
    for (const Vec3& place : on) EXPECT_NEAR(distance(world, place), 0, 1e-12) << wall << ": " << place.transpose();
    for (const Vec3& place : off) EXPECT_GT(distance(world, place), 0.009) << wall << ": " << place.transpose();
  }
}

TEST(WallKinds, OfNoSenseAreRefused) {
  const auto refused = [](const std::string& walls, const std::string& expected) {
    const auto fault = fault_of("{" + walls + "}");
    EXPECT_NE(fault.find(expected), std::string::npos) << fault;
  };
  refused("shape: ring, radius: 1", "key 'walls[0].orifice_radius': required");
  refused("shape: ring, radius: 1, orifice_radius: 1", "key 'walls[0].radius': expected a plate that surrounds");
  refused("shape: slot, radius: 1, half_length: 0.8, half_width: 0.7", "key 'walls[0].radius'");
  refused("shape: cylinder, radius: 1, half_length: 1e-200", "key 'walls[0].shape': a mesh without any triangle");
  refused("shape: cone, radius: 1, half_length: 1", "key 'walls[0].top_radius': required");
  refused("shape: cylinder, radius: 1, half_length: 1, sides: 4", "key 'walls[0].sides'");
  refused("shape: disk, radius: 1, normal: [0, 0, 0]", "key 'walls[0].normal': a normal has a direction");
  refused("shape: disk, radius: 1, mass: 2, angular_velocity: [0, 0, 1]", "key 'walls[0].angular_velocity'");
  refused("shape: plane, servo_pressure: 1", "key 'walls[0].servo_pressure': expected an area");
  refused("shape: plane, servo_force: 1", "key 'walls[0].servo_force': expected a mass, or the area");
  refused("shape: disk, radius: 1, servo_force: 1, servo_pressure: 1",
          "key 'walls[0].servo_pressure': expected either");
  refused("shape: tube", "no shape 'tube' in shapes");
  refused("shape: rng, radius: 1",
          "key 'walls[0].radius': not used where shape is rng, only where it is disk, ring, "
          "slot, cylinder, cone; did you mean 'ring'?");
}

// A ball that is larger than a round orifice, or than a cone's lower end, comes to rest where it meets them all around.
TEST(BallOnOrifice, RestsWhereItMeetsTheRim) {
  const double radius = 0.1, rim = 0.08, cone = radius * std::sqrt(2.0);
  for (const auto& [wall, height] :
       {std::pair{std::string("{shape: ring, radius: 1, orifice_radius: 0.08}"),
                  std::sqrt(radius * radius - rim * rim)},
        std::pair{
            std::string("{shape: cone, radius: 0.02, top_radius: 0.22, half_length: 0.1, position: [0, 0, 0.12]}"),
            cone}}) {
    const auto deck =
        io::Deck::parse(drivers::key_table(),
                        "scenario: scene\ntime: {step: 0.001, end: 1}\noutput: {folder: none}\nsolver: "
                        "{tolerance: 1e-9, max_sweeps: 2000}\ncontact: {mu: 0.4}\nwalls: [" +
                            wall + "]\nbodies: {list: [{radius: 0.1, mass: 3, position: [0.001, -0.002, " +
                            std::to_string(height + 0.004) + "]}]}\n",
                        "orifice.yaml");
    const auto scenario = scene::make_scenario(deck);
    sim::Simulation simulation(comm::Comm::world(), *scenario, sim::simulation_options(deck));
    for (int step = 0; step < 500; ++step) simulation.step();
    const auto ball = test::find_body(simulation, 1);
    EXPECT_LE((ball.position - Vec3(0, 0, height)).norm(), 2e-3) << wall;
    EXPECT_LE(ball.velocity.norm(), 1e-4) << wall;
    EXPECT_NEAR(test::wall_impulse(simulation).force.z() / 0.001, -3 * 9.81, 1e-3) << wall;
  }
}

// A ball on a gate: at rest until it opens, then it falls freely, or as the gate sinks. What a step removes is not felt
// in it; the bodies keep their ids.
TEST(Gate, OpensAtItsTime) {
  for (const bool moves : {false, true}) {
    const auto deck = io::Deck::parse(
        drivers::key_table(),
        std::string(
            "scenario: scene\ntime: {step: 0.001, end: 1}\noutput: {folder: none}\nwalls: [{shape: disk, radius: "
            "0.3, opens: 0.05") +
            (moves ? ", opening_velocity: [0, 0, -0.2]" : "") +
            "}, {shape: plane, position: [0, 0, -9]}]\nbodies: {list: [{radius: 0.1, position: [0, 0, 0.1]}]}\n",
        "gate.yaml");
    const auto scenario = scene::make_scenario(deck);
    sim::Simulation simulation(comm::Comm::world(), *scenario, sim::simulation_options(deck));
    for (int step = 0; step < 50; ++step) simulation.step();
    EXPECT_NEAR(test::find_body(simulation, 2).position.z(), 0.1, 1e-9);
    for (int step = 0; step < 100; ++step) simulation.step();
    const double fall = 9.81 * 1e-6 * 100 * 101 / 2;  // m, by steps
    EXPECT_NEAR(test::find_body(simulation, 2).position.z(), 0.1 - (moves ? 0.2 * 0.1 : fall), 1e-9);
    EXPECT_NEAR(simulation.world().walls[0].position.z(), moves ? -0.02 : 0, 1e-12);
  }
}

TEST(Gate, OfNoSenseIsRefused) {
  EXPECT_NE(
      fault_of("{shape: disk, radius: 1, opening_velocity: [1, 0, 0]}").find("walls[0].opening_velocity': goes with"),
      std::string::npos);
  EXPECT_NE(fault_of("{shape: plane, mass: 1, opens: 1}").find("walls[0].opens': no gate with a mass"),
            std::string::npos);
  EXPECT_NE(fault_of("{shape: plane, velocity: [1, 0, 0], opens: 1, opening_velocity: [1, 0, 0]}").find("stands still"),
            std::string::npos);
}

TEST(MovingSurface, IsRefusedWhereItIsNone) {
  const auto refused = [](const std::string& walls, const std::string& expected) {
    const auto fault = fault_of(walls);
    EXPECT_NE(fault.find(expected), std::string::npos) << fault;
  };
  refused("{shape: plane, surface_velocity: [0, 0, 2]}", "key 'walls[0].surface_velocity': expected a motion");
  refused("{shape: plane, surface_rotation: [1, 0, 0]}", "key 'walls[0].surface_rotation': expected a motion");
  refused("{shape: plane, surface_velocity: [1, 0]}", "key 'walls[0].surface_velocity': expected 3 numbers");
}

}  // namespace
}  // namespace talus
