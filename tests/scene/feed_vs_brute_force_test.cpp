// Feeds against all bodies and walls, tried one by one, and against the counts that rates give.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "collide/walls.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "io/deck/deck.hpp"
#include "scene/setup.hpp"

namespace talus {
namespace {

constexpr double kStep = 0.005;

// A scene whose bodies stand still: they clutter the feeds until nothing finds room.
struct Still {
  comm::Comm comm = comm::Comm::world();
  io::Deck deck;
  std::unique_ptr<scene::Scenario> scenario;
  bodies::World world;
  std::vector<bodies::Body> all;  // on every rank

  explicit Still(const std::string& text)
      : deck(io::Deck::parse(drivers::key_table(), "time: {step: 0.005, end: 1}\noutput: {folder: none}\n" + text,
                             "feed", {})),
        scenario(scene::make_scenario(deck)), world(scenario->world()) {}

  // Bodies lie on other ranks in each step.
  void step(int n) {
    bodies::Bodies mine;
    for (const auto& body : all) {
      if ((body.id + n) % comm.size() == comm.rank()) mine.add(body);
    }
    const auto before = mine.local.size();
    scenario->feed(mine, world, comm, kStep * n, kStep);
    std::vector<comm::Message> out;
    for (Rank r = 0; r < comm.size(); ++r) {
      out.push_back({r, {}});
      for (std::size_t b = before; b < mine.local.size(); ++b) comm::append(out.back().bytes, mine.local[b]);
    }
    for (const auto& message : comm::sparse_exchange(comm, std::move(out))) {
      for (comm::Reader in(message.bytes); !in.done();) all.push_back(in.next<bodies::Body>());
    }
  }

  void expect_no_overlap() const {
    collide::Walls walls(world, {});
    collide::Touches touches;
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_TRUE(walls.find(all[i], touches).empty()) << all[i].id;
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 away = world.periods.shortest(all[i].position - all[j].position);
        EXPECT_GE(away.norm(), all[i].radius + all[j].radius) << all[i].id << " in " << all[j].id;
      }
    }
  }
};

TEST(FeedVsBruteForce, NothingAppearsInAnotherAndWhatFindsNoRoomWaits) {
  Still scene(
      "domain: {period: [0.6, 0, 0]}\nwalls: [{shape: plane, normal: [0, 0, 1], position: [0, 0, 0.95]}]\n"
      "feeds:\n- {name: a, region: box, low: [0.1, -0.2, 0.9], high: [0.5, 0.2, 1.1], rate: 800, spread: 0.3}\n"
      "- {name: b, region: cylinder, centre: [-0.1, 0, 1], axis: [0, 1, 1], region_radius: 0.2, length: 0.1, count: 40,"
      " sizes: lognormal, deviation: 0.3, smallest: 0.01, largest: 0.04}\n");
  for (int n = 0; n < 60; ++n) {
    scene.step(n);
    const auto& flows = scene.world.flows;
    EXPECT_EQ(flows[0].due, std::floor(800 * kStep * (n + 1) + 1e-9));
    EXPECT_EQ(flows[1].due, 40);
    EXPECT_EQ(flows[0].bodies + flows[1].bodies, std::ssize(scene.all));
  }
  scene.expect_no_overlap();
  std::set<GlobalId> ids;
  double mass = 0;
  for (const auto& body : scene.all) ids.insert(body.id), mass += body.mass;
  EXPECT_EQ(ids.size(), scene.all.size());
  EXPECT_EQ(*ids.begin(), scene.scenario->first_fed_id());
  EXPECT_NEAR(scene.world.flows[0].mass + scene.world.flows[1].mass, mass, 1e-12 * mass);
  EXPECT_GT(scene.world.flows[0].due, scene.world.flows[0].bodies + 50);  // the region is full
  EXPECT_GT(scene.world.flows[0].bodies, 40);
}

TEST(FeedVsBruteForce, MassComesAtItsRateWithinOneBody) {
  Still scene(
      "feeds: [{name: a, region: box, low: [-5, -5, 0], high: [5, 5, 10], mass_rate: 30, start: 0.05, end: 0.4,"
      " spread: 0.5, count: 1000}]\n");
  double largest = 0;
  for (int n = 0; n < 100; ++n) {
    scene.step(n);
    for (const auto& body : scene.all) largest = std::max(largest, body.mass);
    const double wanted = 30 * std::clamp(kStep * (n + 1) - 0.05, 0.0, 0.35);
    EXPECT_LE(scene.world.flows[0].mass, wanted * (1 + 1e-9));
    EXPECT_GT(scene.world.flows[0].mass, wanted - 0.33);  // of the largest grain, 0.327 kg
  }
  EXPECT_LT(largest, 0.33);
}

// The orifice of a tilted ring: bodies touch neither its rim nor each other, nor leave the disk.
TEST(FeedVsBruteForce, ComesThroughTheOrificeOfARing) {
  Still scene(
      "walls: [{name: mouth, shape: ring, radius: 1, orifice_radius: 0.2, position: [0.1, 0.2, 0.3], normal: [1, 0, "
      "1], rotation: [0, 0, 0.7]}]\n"
      "feeds: [{name: a, region: orifice, through: mouth, rate: 300, spread: 0.3},\n"
      "{name: b, region: sphere, centre: [2, 0, 0], region_radius: 0.2, rate: 300}]\n");
  const Vec3 normal = Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ())) * Vec3(1, 0, 1).normalized();
  for (int n = 0; n < 40; ++n) scene.step(n);
  scene.expect_no_overlap();
  for (const auto& body : scene.all) {
    const Vec3 from = body.position - Vec3(0.1, 0.2, 0.3);
    if (body.position.x() > 1) {
      EXPECT_LE((body.position - Vec3(2, 0, 0)).norm() + body.radius, 0.2 + 1e-12);
    } else {
      EXPECT_LE(std::abs(from.dot(normal)), 1e-12);
      EXPECT_LE(from.norm() + body.radius, 0.2 + 1e-12);
    }
  }
  EXPECT_GT(scene.world.flows[0].bodies, 5);
  EXPECT_GT(scene.world.flows[1].bodies, 20);
}

// The orifice of a tilted, turned slot: bodies keep within both pairs of its edges, and reach all four quarters.
TEST(FeedVsBruteForce, ComesThroughTheOrificeOfASlot) {
  Still scene(
      "walls: [{name: mouth, shape: slot, radius: 1, half_length: 0.4, half_width: 0.1, position: [0.1, 0.2, 0.3], "
      "normal: [1, 0, 1], rotation: [0, 0, 0.7]}]\n"
      "feeds: [{name: a, region: orifice, through: mouth, rate: 300, spread: 0.3}]\n");
  const bodies::Body& wall = scene.world.walls[0];
  for (int n = 0; n < 40; ++n) scene.step(n);
  scene.expect_no_overlap();
  std::set<int> quarters;
  for (const auto& body : scene.all) {
    const Vec3 local = wall.orientation.conjugate() * (body.position - wall.position);
    EXPECT_LE(std::abs(local.x()) + body.radius, 0.4 + 1e-12);
    EXPECT_LE(std::abs(local.y()) + body.radius, 0.1 + 1e-12);
    EXPECT_LE(std::abs(local.z()), 1e-12);
    quarters.insert((local.x() > 0 ? 1 : 0) + (local.y() > 0 ? 2 : 0));
  }
  EXPECT_EQ(quarters.size(), 4u);
}

TEST(FeedVsBruteForce, ALatticeFillsItsPlacesInTurn) {
  Still scene("feeds: [{name: a, region: box, places: lattice, low: [0, 0, 0], high: [0.3, 0.1, 0.05], count: 30}]\n");
  scene.step(0);
  ASSERT_EQ(scene.all.size(), 12u);  // 6 x 2 places; the thirteenth finds the first one taken
  for (const auto& body : scene.all) {
    const auto n = static_cast<int>(body.id - scene.scenario->first_fed_id());
    EXPECT_LT((body.position - Vec3(0.025 + 0.05 * (n % 6), 0.025 + 0.05 * (n / 6), 0.025)).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace talus
