// Walls of a deck have the same bits on any number of ranks and through a restart: the oracle is the run on one rank.

#include <gtest/gtest.h>

#include "drivers/keys.hpp"
#include "scene/setup.hpp"
#include "sim/grains.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

// On so few bodies that of seven ranks some have none.
const std::string kHead =
    "scenario: scene\ntime: {step: 0.004, end: 1}\noutput: {folder: none}\nsolver: {schedule: cubes, max_sweeps: 50}\n"
    "contact: {mu: 0.5, rho: 0.001, sigma: 0.001}\nshapes: [{name: brick, kind: box, half_size: [0.03, 0.02, 0.01]}, "
    "{name: rod, kind: capsule, radius: 0.012, half_length: 0.03}]\n"
    "bodies: {density: 900, packings: [{kind: random, turned: true, count: 24, low: [-0.2, -0.2, 0.02], high: [0.2, "
    "0.2, 0.3], mix: [{shape: brick}, {shape: rod}, {radius: 0.02, part: 2}]}]}\n";

void expect_same_bits(const std::string& walls, int steps = 50) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const auto deck = io::Deck::parse(drivers::key_table(), kHead + walls, "walls.yaml");
  const auto scenario = scene::make_scenario(deck);
  const auto options = sim::simulation_options(deck);
  const auto alone = test::hash_after(self, *scenario, options, steps);
  EXPECT_EQ(test::hash_after(world, *scenario, options, steps), alone);
  EXPECT_EQ(test::hash_through_checkpoint(self, world, *scenario, options, steps), alone);
}

TEST(MovingSurfaces, HaveTheSameBits) {
  expect_same_bits(
      "walls: [{shape: plane, surface_velocity: [0.5, 0.2, 0]}, {shape: plane, position: [0.25, 0, 0], normal: [-1, 0, "
      "0], surface_rotation: [3, 0, 0]}, {shape: box, half_size: [0.1, 0.3, 0.05], rotation: [0, 0.2, 0], "
      "surface_velocity: [-1, 0, 0], surface_rotation: [0, 2, 0]}]\n");
}

TEST(Sheets, HaveTheSameBits) {
  expect_same_bits(
      "walls: [{shape: cylinder, radius: 0.2, half_length: 0.2, position: [0, 0, 0.2]}, {shape: cone, radius: 0.03, "
      "top_radius: 0.2, half_length: 0.05, position: [0, 0, -0.05]}, {shape: ring, radius: 0.3, orifice_radius: 0.03, "
      "position: [0, 0, -0.1], surface_rotation: [0, 0, 2]}, {shape: disk, radius: 0.1, position: [0, 0, -0.15]}, "
      "{shape: rectangle, half_length: 0.1, half_width: 0.1, normal: [1, 0, 1], position: [-0.1, 0, 0.05]}, {shape: "
      "slot, radius: 0.5, half_length: 0.05, half_width: 0.02, position: [0, 0, -0.2]}]\n");
}

TEST(DrivenPlatens, HaveTheSameBits) {
  expect_same_bits(
      "walls: [{shape: plane}, {shape: plane, position: [0, 0, 0.32], normal: [0, 0, -1], mass: 2, velocity: [0.5, "
      "0.1, "
      "-1]}, {shape: plane, position: [0.22, 0, 0], normal: [-1, 0, 0], mass: 3, surface_rotation: [4, 0, 0]}]\nloads: "
      "[{kind: force, amount: [0, 0, -1]}]\n");
}

// Restarted half way, between the two openings.
TEST(Gates, HaveTheSameBits) {
  expect_same_bits(
      "walls: [{shape: rectangle, half_length: 0.3, half_width: 0.3, position: [0.1, 0, 0], opens: 0.08}, {shape: "
      "disk, "
      "radius: 0.3, position: [0, 0, -0.1], opens: 0.16, opening_velocity: [1, 0, 0]}, {shape: rectangle, half_length: "
      "0.3, half_width: 0.3, position: [-0.1, 0, -0.05], opens: 0.04, opening_velocity: [0, 0, -0.5]}, {shape: plane, "
      "position: [0, 0, -0.2]}]\n",
      80);
}

}  // namespace
}  // namespace talus
