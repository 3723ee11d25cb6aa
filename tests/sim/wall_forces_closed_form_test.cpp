// Forces of named walls in the time series: each wall's part of the weight of grains at rest, the sum of all walls, the
// momentum of every step. Names of probes and loads from the deck.

#include <gtest/gtest.h>

#include <numbers>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "observe/series.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

io::Deck deck_of(const std::string& rest) {
  return io::Deck::parse(
      drivers::key_table(),
      "scenario: scene\ntime: {step: 0.002, end: 1}\noutput: {folder: none, probes: [{body: grains}, {body: "
      "left}, {body: grains, name: all}]}\nsolver: {tolerance: 1e-9, max_sweeps: 20000, schedule: "
      "cubes}\n" +
          rest,
      "walls.yaml");
}

// A heap of grains that falls into a container of named walls.
const std::string kContainer =
    "contact: {mu: 0.3}\nwalls: [{name: floor, shape: rectangle, half_length: 0.1, half_width: 0.1}, {name: left, "
    "shape: "
    "rectangle, half_length: 0.3, half_width: 0.1, normal: [1, 0, 0], position: [-0.1, 0, 0.3]}, {name: right, shape: "
    "plane, normal: [-1, 0, 0], position: [0.1, 0, 0]}, {name: tube, shape: cylinder, radius: 0.14, half_length: 0.3, "
    "position: [0, 0, 0.3]}]\nloads: [{kind: acceleration, body: grains, amount: [0.5, 0, 0]}]\nbodies: {packings: "
    "[{name: grains, kind: random, count: 30, radius: 0.02, low: [-0.08, -0.08, 0.01], high: [0.08, 0.08, 0.4]}]}\n";

// A run and the values of its last row by their columns. *Collective.*
class Recorded {
 public:
  explicit Recorded(const io::Deck& deck)
      : scenario_(scene::make_scenario(deck)), watched_(sim::watched_of(deck, *scenario_)),
        simulation_(comm::Comm::world(), *scenario_, sim::simulation_options(deck)) {}
  void step() {
    const auto report = simulation_.step();
    row_ = observe::series_row(simulation_.view(), report, simulation_.energy(), {}, watched_);
  }
  double value(const std::string& name) const {
    const auto columns = observe::series_columns(watched_);
    const auto at = std::ranges::find(columns, name, &observe::Column::name);
    EXPECT_NE(at, columns.end()) << name;
    return row_[static_cast<std::size_t>(at - columns.begin())];
  }
  Vec3 vector(const std::string& name) const { return {value(name + "x"), value(name + "y"), value(name + "z")}; }
  // *Collective.* Place, velocity, angular velocity, mass and moment of inertia of all bodies, by their ids.
  std::vector<double> states() const {
    std::vector<double> all(kState * 100);
    for (const auto& b : simulation_.bodies().owned()) {
      double* of = all.data() + kState * static_cast<std::size_t>(b.id);
      for (const Vec3* v : {&b.position, &b.velocity, &b.angular_velocity}) of = std::copy(v->begin(), v->end(), of);
      of[0] = b.mass, of[1] = b.inertia.x();
    }
    simulation_.comm().sum(std::span(all));
    return all;
  }
  static constexpr std::size_t kState = 11;

  double mass() const {
    double sum = 0;
    for (const auto& b : simulation_.bodies().owned()) sum += b.mass;
    simulation_.comm().sum(std::span(&sum, 1));
    return sum;
  }

 private:
  std::unique_ptr<scene::Scenario> scenario_;
  observe::Watched watched_;
  sim::Simulation simulation_;
  std::vector<double> row_;
};

TEST(WallForces, AddUpToTheTotalAndChangeTheMomentum) {
  Recorded run(deck_of(kContainer));
  const double h = 0.002, mass = run.mass();
  Vec3 before = Vec3::Zero();
  double most = 0;
  for (int step = 0; step < 150; ++step) {
    run.step();
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const char* name : {"floor", "left", "right", "tube"}) {
      const std::string wall = std::string("wall.") + name + ".";
      const Vec3 on_wall = run.vector(wall + "force_");
      ASSERT_LE((on_wall - run.vector(wall + "normal_force_") - run.vector(wall + "friction_")).norm(),
                1e-12 * (1 + on_wall.norm()));
      force += on_wall, moment += run.vector(wall + "moment_");
      most = std::max(most, on_wall.norm());
    }
    const double scale = 1e-12 * (1 + most);
    ASSERT_LE((force - run.vector("wall_force_")).norm(), scale) << step;
    ASSERT_LE((moment - run.vector("wall_moment_")).norm(), scale) << step;
    const Vec3 now = run.vector("momentum_");
    ASSERT_LE((now - before - h * mass * Vec3(0.5, 0, -9.81) + h * force).norm(), 1e-11 * (1 + most) * h) << step;
    before = now;
    ASSERT_EQ(run.vector("grains.v"), run.vector("all.v"));
    ASSERT_LE((mass * run.vector("grains.v") - now).norm(), 1e-12 * mass);
    ASSERT_EQ(run.value("left.x"), -0.1);
  }
  EXPECT_GT(most, 1);
}

// With rolling and spinning friction, whose torques are of the walls' moments too: the angular momentum about the
// origin changes by the loads' moments and what the walls give.
TEST(WallForces, ChangeTheAngularMomentumAlsoByRollingAndSpinningFriction) {
  std::string deck = kContainer;
  deck.replace(deck.find("{mu: 0.3}"), 9, "{mu: 0.3, rho: 0.01, sigma: 0.005}");
  Recorded run(deck_of(deck));
  const double h = 0.002;
  double most = 0;
  for (int step = 0; step < 150; ++step) {
    const auto before = run.states();
    run.step();
    const auto after = run.states();
    Vec3 change = Vec3::Zero(), loads = Vec3::Zero(), moment = Vec3::Zero();
    double scale = 0;
    for (std::size_t at = 0; at < after.size(); at += Recorded::kState) {
      const auto vector = [&](const auto& of, std::size_t part) {
        return Vec3(of[at + part], of[at + part + 1], of[at + part + 2]);
      };
      const Vec3 place = vector(before, 0), kick = after[at + 9] * (vector(after, 3) - vector(before, 3));
      change += place.cross(kick) + after[at + 10] * (vector(after, 6) - vector(before, 6));
      loads += h * after[at + 9] * place.cross(Vec3(0.5, 0, -9.81));
      scale += place.norm() * kick.norm();
    }
    for (const char* name : {"floor", "left", "right", "tube"})
      moment += run.vector(std::string("wall.") + name + ".moment_");
    ASSERT_LE((change - loads + h * moment).norm(), 1e-11 * (h + scale)) << step;
    most = std::max(most, moment.norm());
  }
  EXPECT_GT(most, 0.1);
}

// A column of three balls that leans on a side without friction: floor and sides by the balance of forces.
TEST(WallForces, OfAColumnAtRestAreItsWeightAndItsThrust) {
  const double radius = 0.05, shift = 0.04, rise = std::sqrt(4 * radius * radius - shift * shift), weight = 2 * 9.81;
  std::string list;
  for (int n = 0; n < 3; ++n) {
    list += fmt::format("{}{{radius: 0.05, mass: 2, position: [{}, 0, {}]}}", n > 0 ? ", " : "",
                        (n % 2 == 0 ? -0.5 : 0.5) * shift, radius + n * rise);
  }
  Recorded run(deck_of(
      "contact: {mu: 0}\nwalls: [{name: floor, shape: rectangle, half_length: 1, half_width: 1}, {name: left, shape: "
      "plane, normal: [1, 0, 0], position: [-0.07, 0, 0]}, {name: right, shape: rectangle, half_length: 1, "
      "half_width: 1, normal: [-1, 0, 0], position: [0.07, 0, 0]}]\nbodies: {packings: [{name: grains, kind: lattice, "
      "count: 1, spacing: 0.1, radius: 0.01, low: [5, 5, 5], high: [5.1, 5.1, 5.1]}], list: [" +
      list + "]}\n"));
  for (int step = 0; step < 20; ++step) run.step();
  EXPECT_NEAR(run.value("wall.floor.force_z"), -3 * weight, 1e-6 * weight);
  // The middle ball bears one ball and is borne by one: thrusts of weight and twice the weight times shift / rise.
  EXPECT_NEAR(run.value("wall.right.force_x"), 3 * weight * shift / rise, 1e-6 * weight);
  EXPECT_NEAR(run.value("wall.left.force_x"), -3 * weight * shift / rise, 1e-6 * weight);
  EXPECT_NEAR(run.value("wall.floor.moment_y"), 3 * weight * -0.5 * shift, 1e-6 * weight);
}

// Balls at rest side by side: what each group presses on the floor is its weight, and groups add up to all.
TEST(WallForces, OfGroupsAreTheirWeights) {
  const auto deck = io::Deck::parse(
      drivers::key_table(),
      "time: {step: 0.002, end: 1}\noutput: {folder: none, wall_forces: [{wall: floor, group: a}, {wall: floor, group: "
      "b}, {wall: side, group: a}]}\nsolver: {tolerance: 1e-9, max_sweeps: 20000, schedule: cubes}\nwalls: [{shape: "
      "plane, position: [-1, 0, 0], normal: [1, 0, 0], name: side}, {shape: plane, name: floor}]\nbodies: {mass: 2, "
      "density: 1e6, "
      "radius: 0.01, list: [{position: [0, 0, 0.01], group: b}, {position: [0.1, 0, 0.01], mass: 3, group: a}, "
      "{position: [0.2, 0, 0.01], mass: 100}], packings: [{kind: lattice, count: 5, group: a, low: [-0.2, 0.1, 0], "
      "high: [0.2, 0.2, 0.021]}]}\nfeeds: [{name: one, region: box, low: [-0.2, -0.3, 0.001], high: [0.2, -0.2, 0.03], "
      "count: 3, group: b}, {name: two, region: box, low: [-0.2, -0.5, 0.001], high: [0.2, -0.4, 0.03], count: 4}]\n",
      "groups.yaml");
  Recorded run(deck);
  for (int step = 0; step < 50; ++step) run.step();
  const double grain = 1e6 * 4e-6 / 3 * std::numbers::pi;  // kg, of packings and feeds: density times volume
  EXPECT_NEAR(run.value("wall.floor.a.force_z"), -(3 + 5 * grain) * 9.81, 1e-6);
  EXPECT_NEAR(run.value("wall.floor.a.normal_force_z"), -(3 + 5 * grain) * 9.81, 1e-6);
  EXPECT_NEAR(run.value("wall.floor.b.force_z"), -(2 + 3 * grain) * 9.81, 1e-6);
  EXPECT_NEAR(run.value("wall.floor.force_z"), -(2 + 3 + 100 + 12 * grain) * 9.81, 1e-6);
  EXPECT_EQ(run.value("wall.side.a.force_x"), 0);
}

TEST(Probes, OfUnknownNamesAndEqualColumnsAreRefused) {
  const auto refuses = [](const auto& make_deck, const std::string& expected) {
    std::string found = "accepted";
    try {
      const auto deck = make_deck();
      sim::watched_of(deck, *scene::make_scenario(deck));
    } catch (const InputError& fault) {
      found = fault.what();
    }
    EXPECT_NE(found.find(expected), std::string::npos) << found;
  };
  const auto refused = [&](const std::string& rest, const std::string& expected) {
    refuses([&] { return deck_of(rest); }, expected);
  };
  refused(
      "walls: [{shape: plane, name: left}, {shape: plane, name: right}]\n",
      "key 'output.probes[0].body': no wall, body or packing 'grains' in walls, bodies.list and bodies.packings, the "
      "deck has 'left' 'right'; did you mean '");
  const std::string joint =
      "bodies: {list: [{name: grains, position: [0, 0, 0], radius: 0.1}, {name: b, position: [0, 0, 1], radius: "
      "0.1}]}\n"
      "walls: [{shape: plane, name: left, position: [0, 0, -1]}]\njoints: [{name: wall.left, kind: ball, a: grains, b: "
      "b, "
      "point: [0, 0, 0.5]}]\n";
  const auto refused_entries = [&](const std::string& entries, const std::string& expected) {
    const std::string text =
        "time: {step: 0.002, end: 1}\nbodies: {list: [{position: [0, 0, 0], group: ab}, {position: [0, 0, 1], group: "
        "ac}]}\nwalls: [{shape: plane, name: left}]\noutput: {folder: none, wall_forces: " +
        entries + "}\n";
    refuses([&] { return io::Deck::parse(drivers::key_table(), text, "walls.yaml"); }, expected);
  };
  refused_entries("[{wall: lift, group: ab}]",
                  "walls.yaml:4:39: key 'output.wall_forces[0].wall': no wall 'lift' in walls, the deck has 'left'");
  refused_entries(
      "[{wall: left, group: ad}]",
      "key 'output.wall_forces[0].group': no group 'ad' in bodies.list, bodies.packings and feeds, the deck "
      "has 'ab' 'ac'; did you mean 'a");
  refused_entries("[{wall: left, group: ab}, {wall: left, group: ab}]",
                  "two columns of the time series have the name 'wall.left.ab.force_x'");
  refused(joint, "two columns of the time series have the name 'wall.left.force_x'");
}

}  // namespace
}  // namespace talus
