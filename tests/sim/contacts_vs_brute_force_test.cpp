// The contacts that all ranks find together, against all pairs tried one by one.

#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <ranges>
#include <set>
#include <string>
#include <tuple>

#include "collide/pairs.hpp"
#include "harness/gather.hpp"
#include "harness/harness.hpp"

namespace talus {
namespace {

using Identity = std::tuple<GlobalId, GlobalId, std::int32_t>;  // with the feature

// Bodies of sizes 1:`ratio` with random velocities, some very fast, in a cloud that drifts across ranks.
std::vector<bodies::Body> cloud(std::uint64_t seed, int count, double ratio) {
  std::vector<bodies::Body> all;
  for (int n = 0; n < count; ++n) {
    auto u = [&](std::uint64_t which) { return random_uniform(seed, static_cast<std::uint64_t>(n), which); };
    auto b = test::sphere(10 + n, 0.02 * (1 + (ratio - 1) * std::pow(u(0), 4)), {u(1) - 0.4, u(2) - 0.5, u(3) - 0.2});
    b.velocity = 3 * Vec3(u(4) - 0.5, u(5) - 0.3, u(6) - 0.5);
    if (u(7) < 0.02) b.velocity *= 20;
    all.push_back(b);
  }
  return all;
}

std::map<Identity, collide::Touch> brute_force(const std::vector<bodies::Body>& all, const bodies::World& world,
                                               const bodies::ContactRange& range) {
  std::map<Identity, collide::Touch> found;
  collide::Touches touches;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      touches.clear();
      auto nearest = all[j];  // image
      nearest.position = all[i].position + world.periods.shortest(all[j].position - all[i].position);
      collide::find_touches(collide::placed(world, all[i]), collide::placed(world, nearest),
                            range.largest_distance(all[i], all[j]), touches);
      for (const auto& t : touches) {
        if (t.gap <= range.distance(all[i], all[j], t.normal))
          found.emplace(Identity{all[i].id, all[j].id, t.feature}, t);
      }
    }
    const double range_at_rest =
        std::max(range.envelope, range.step * (all[i].velocity.norm() + bodies::turning_speed(all[i])));
    for (const auto& wall : world.walls) {
      touches.clear();
      collide::find_touches(collide::placed(world, wall), collide::placed(world, all[i]), range_at_rest, touches);
      for (const auto& t : touches) found.emplace(Identity{wall.id, all[i].id, t.feature}, t);
    }
  }
  return found;
}

// Is the touch within a third body with flat faces? Then it is at an internal edge, which need not be felt.
bool at_internal_edge(const std::vector<bodies::Body>& all, const bodies::World& world, const Identity& pair,
                      const collide::Touch& touch) {
  const bodies::Shape point = bodies::Sphere{};
  collide::Touches touches;
  for (const auto bodies : {std::span(all), std::span<const bodies::Body>(world.walls)}) {
    for (const auto& b : bodies) {
      const auto& shape = world.shapes[static_cast<std::size_t>(b.shape)];
      const bool flat = std::holds_alternative<bodies::Box>(shape) || std::holds_alternative<bodies::Polyhedron>(shape);
      if (!flat || b.id == std::get<0>(pair) || b.id == std::get<1>(pair)) continue;
      for (const Vec3& place : {touch.on_a(), touch.on_b()}) {
        collide::find_touches(collide::placed(world, b), {&point, place, Mat3::Identity(), 0}, 1e-6, touches);
      }
    }
  }
  return !touches.empty();
}

struct Pair {
  GlobalId a, b;
  std::int64_t feature;
};

// Steps a world, and before each step tries all pairs one by one.
void expect_all_found_once(const comm::Comm& comm, const test::Given& scenario, std::size_t count,
                           const std::string& what) {
  sim::SimulationOptions options;
  options.build.step = 0.005;
  options.build.max_recovery_speed = 1;
  options.partition_every = 3;
  options.solver.max_sweeps = 5;
  sim::Simulation simulation(comm, scenario, options);
  const bodies::ContactRange range{0.05 * scenario.radii().first, options.build.step};
  for (int step = 0; step < 8; ++step) {
    const auto owned = simulation.bodies().owned();
    auto before = test::gather_all(comm, std::span<const bodies::Body>(owned));
    std::sort(before.begin(), before.end(), [](const auto& x, const auto& y) { return x.id < y.id; });
    ASSERT_EQ(before.size(), count) << what << " step " << step;
    const auto expected = brute_force(before, scenario.world(), range);
    simulation.step();
    std::vector<Pair> mine;
    for (const auto& c : simulation.contacts()) mine.push_back({c.id_a, c.id_b, c.feature});
    std::multiset<Identity> found;
    for (const auto& p : test::gather_all(comm, std::span<const Pair>(mine)))
      found.insert({p.a, p.b, static_cast<std::int32_t>(p.feature)});
    for (const auto& pair : found) {
      EXPECT_EQ(found.count(pair), 1) << what << " step " << step;
      EXPECT_TRUE(expected.contains(pair)) << what << " step " << step;
    }
    std::size_t at_internal_edges = 0;
    for (const auto& [pair, touch] : expected) {
      if (found.contains(pair)) continue;
      EXPECT_TRUE(at_internal_edge(before, scenario.world(), pair, touch))
          << what << " step " << step << " pair " << testing::PrintToString(pair);
      ++at_internal_edges;
    }
    EXPECT_LE(at_internal_edges, expected.size() / 100) << what << " step " << step;
  }
}

bodies::World walled() {
  auto world = test::world_of({0.3, 0, 0});
  test::add_plane(world, {0, 0, -0.2}, {0, 0, 1});
  test::add_plane(world, {-0.4, 0, 0}, {1, 0.2, 0});
  return world;
}

// Grains in a channel that repeats along x, slow between two planes. Now and then one is kicked, one leaps to anywhere,
// and one is taken out and comes back under another id.
class Shaken : public test::Given {
 public:
  static constexpr GlobalId kFirst = 10, kGrains = 16, kOthers = 1000;
  static constexpr double kStep = 0.005, kRadius = 0.03;
  Shaken() : Given(channel(), grains()) {}
  void feed(bodies::Bodies& bodies, bodies::World&, const comm::Comm& comm, double time, double step) const override {
    const auto n = static_cast<std::uint64_t>(std::llround(time / step));
    shake(bodies.owned(), n);
    if (n % 40 != 0) return;
    bodies::Bodies stay;
    for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
      if (bodies.local[b].id != leaver(n)) stay.add(bodies.local[b], bodies.memory[b]);
    }
    bodies = std::move(stay);
    if (comm.is_root()) bodies.add(comer(n));
  }
  // The same on a list of all grains.
  static void feed(std::vector<bodies::Body>& all, std::uint64_t n) {
    shake(all, n);
    if (n % 40 != 0) return;
    std::erase_if(all, [n](const bodies::Body& b) { return b.id == leaver(n); });
    all.push_back(comer(n));
    std::ranges::sort(all, {}, &bodies::Body::id);
  }

 private:
  // In turn each grain leaves and comes back under the other one of its two ids.
  static GlobalId of_turn(std::uint64_t turn) { return kFirst + static_cast<GlobalId>(turn % kGrains); }
  static bool is_other(std::uint64_t turn) { return turn / kGrains % 2 != 0; }
  static GlobalId leaver(std::uint64_t n) { return of_turn(n / 40) + (is_other(n / 40) ? kOthers : 0); }
  static bodies::Body comer(std::uint64_t n) {
    auto grain = test::sphere(of_turn(n / 40) + (is_other(n / 40) ? 0 : kOthers), kRadius, place(n));
    grain.velocity = Vec3(0.1, 0, 0);
    return grain;
  }
  static Vec3 place(std::uint64_t n) {
    const auto u = [n](std::uint64_t axis) { return random_uniform(5, n, axis) - 0.5; };
    return {0.5 * u(0), 0.3 * u(1), 0.2 + 0.3 * u(2)};
  }
  static void shake(std::span<bodies::Body> some, std::uint64_t n) {
    for (auto& b : some) {
      const auto u = [&](std::uint64_t which) { return random_uniform(n, static_cast<std::uint64_t>(b.id), which); };
      b.velocity *= 0.2 / std::max(0.2, b.velocity.norm());
      if (u(0) < 2e-3) b.velocity = 10 * Vec3(u(1) - 0.5, u(2) - 0.5, u(3) - 0.5);
      if (u(4) < 1e-3) b.position = place(n);
    }
  }
  static bodies::World channel() {
    auto world = test::world_of({0.3, 0, 0}, {1, 0, -9.81});
    world.periods.length = {0.5, 0, 0};
    test::add_plane(world, {0, 0, 0}, {0, 0, 1});
    test::add_plane(world, {0, 0, 0.4}, {0, 0, -1});
    test::add_plane(world, {0, -0.2, 0}, {0, 1, 0});
    test::add_plane(world, {0, 0.2, 0}, {0, -1, 0});
    return world;
  }
  static std::vector<bodies::Body> grains() {
    std::vector<bodies::Body> all;
    for (GlobalId n = 0; n < kGrains; ++n)
      all.push_back(test::sphere(kFirst + n, kRadius, place(static_cast<std::uint64_t>(1000 + n))));
    return all;
  }
};

// Lists of neighbours live for several steps, but no contact is missed: not of grains that are fast, leap, come or
// cross the border of the period.
TEST(NeighboursVsBruteForce, EveryContactIsFoundInEveryStepOfALongRun) {
  const auto comm = comm::Comm::world();
  const Shaken scenario;
  sim::SimulationOptions options;
  options.build.step = Shaken::kStep;
  options.build.max_recovery_speed = 0.5;
  options.partition_every = 50;
  options.solver.schedule = solver::ScheduleKind::cubes;
  options.solver.max_sweeps = 5;
  sim::Simulation simulation(comm, scenario, options);
  const bodies::ContactRange range{0.05 * Shaken::kRadius, Shaken::kStep};
  const int size = comm.size(), steps = std::max(100, 10000 / (size * size * size * size));
  for (int step = 0; step < steps; ++step) {
    const auto owned = simulation.bodies().owned();
    auto before = test::gather_all(comm, std::span<const bodies::Body>(owned));
    std::ranges::sort(before, {}, &bodies::Body::id);
    Shaken::feed(before, static_cast<std::uint64_t>(step));
    const auto expected = brute_force(before, scenario.world(), range);
    simulation.step();
    std::vector<Pair> mine;
    for (const auto& c : simulation.contacts()) mine.push_back({c.id_a, c.id_b, c.feature});
    std::set<Identity> found;
    const auto all = test::gather_all(comm, std::span<const Pair>(mine));
    for (const auto& p : all) found.insert({p.a, p.b, static_cast<std::int32_t>(p.feature)});
    ASSERT_EQ(found.size(), all.size()) << "step " << step;
    ASSERT_TRUE(std::ranges::equal(found, std::views::keys(expected))) << "step " << step;
  }
  const auto distributions = simulation.done().distributions;
  EXPECT_GT(distributions, steps / 40);
  EXPECT_LT(distributions, steps * 3 / 4);
}

class ContactsVsBruteForce : public testing::TestWithParam<double> {};

TEST_P(ContactsVsBruteForce, EveryContactIsFoundOnceOnAnyRanks) {
  const auto comm = comm::Comm::world();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    expect_all_found_once(comm, test::Given(walled(), cloud(seed, 400, GetParam())), 400,
                          "seed " + std::to_string(seed));
  }
}

// A space that is two cubes of the largest bodies long: both neighbours of a cube are the same one.
TEST(PeriodicVsBruteForce, EveryContactIsFoundOnceWhereSpaceIsTwoCoarseCubesLong) {
  const auto comm = comm::Comm::world();
  auto world = test::world_of({0.3, 0, 0}, Vec3(0.3, -0.2, 0.1));
  world.periods.length = Vec3(0.41, 0.41, 0.41);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto all = cloud(seed, 120, 3.5);
    all.front().radius = 0.02, all.back().radius = 0.07;
    for (auto& b : all) {
      b.velocity *= 0.2 / b.velocity.norm();
      b.position += world.periods.shift(b.position);
    }
    expect_all_found_once(comm, test::Given(world, all), all.size(), "seed " + std::to_string(seed));
  }
}

// All shapes in two sizes, fast and turning, between planes, a box and a mesh.
TEST(ShapesVsBruteForce, EveryContactOfAnyShapesIsFoundOnceOnAnyRanks) {
  const auto comm = comm::Comm::world();
  auto world = walled();
  const auto first = static_cast<std::int32_t>(world.shapes.size());
  for (const double l : {0.03, 0.08}) {
    std::vector<Vec3> points;
    for (std::uint64_t n = 0; n < 12; ++n) {
      points.push_back(l *
                       Vec3(random_uniform(1, n, 0) - 0.5, random_uniform(1, n, 1) - 0.5, random_uniform(1, n, 2) - 0.5)
                           .normalized());
    }
    for (const bodies::Shape& shape :
         {bodies::Shape(bodies::Box{{l, 0.6 * l, 0.4 * l}}), bodies::Shape(bodies::Capsule{0.5 * l, l}),
          bodies::Shape(bodies::Cylinder{0.8 * l, 0.5 * l}), bodies::Shape(bodies::Disk{l}),
          bodies::Shape(bodies::convex_hull(points)),
          bodies::Shape(bodies::make_clump({{{0.4 * l, 0, 0}, 0.6 * l}, {{-0.4 * l, 0, 0}, 0.5 * l}}))}) {
      world.shapes.push_back(shape);
    }
  }
  const auto kinds = static_cast<std::int32_t>(world.shapes.size()) - first;
  const auto add_wall = [&](const bodies::Shape& shape, const Vec3& position) {
    bodies::Body wall;
    wall.id = static_cast<GlobalId>(world.walls.size());
    wall.position = position;
    wall.state = bodies::State::fixed;
    wall.shape = static_cast<std::int32_t>(world.shapes.size());
    world.shapes.push_back(shape);
    world.walls.push_back(wall);
  };
  add_wall(bodies::Box{{0.1, 0.2, 0.1}}, {0.2, 0.2, 0.3});
  const Vec3 p(-0.5, -0.5, 0.1), q(0.5, -0.5, 0.05), r(0.5, 0, 0.1), s(-0.5, 0, 0.15);
  add_wall(bodies::make_mesh(std::vector<Vec3>{p, q, r, p, r, s}), {0, -0.1, 0});
  auto all = cloud(9, 160, 1);
  for (std::size_t n = 0; n < all.size(); ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(8, n, which) - 1; };
    auto& body = all[n];
    if (n % 5 != 0) {
      body.shape = first + static_cast<std::int32_t>(n) % kinds;
      body.radius = bodies::bounding_radius(world.shapes[static_cast<std::size_t>(body.shape)]);
    }
    body.orientation = Quat(u(0), u(1), u(2), u(3)).normalized();
    body.angular_velocity = 10 * Vec3(u(4), u(5), u(6));
    body.position *= 0.7;
  }
  expect_all_found_once(comm, test::Given(world, all), all.size(), "shapes");
}

// Pairs of bodies fall, side by side, one above the other or apart, so that the lower one lands on a slope in the step
// and the other one may not run into it.
TEST(FallingTogether, NoOverlapWhereTheLowerOneIsStopped) {
  const auto comm = comm::Comm::world();
  auto world = test::world_of({0.3, 0, 0}, Vec3::Zero());
  const Vec3 up = Vec3(0.3, 0.1, 1).normalized();
  test::add_plane(world, Vec3::Zero(), up);
  std::vector<bodies::Body> all;
  const double radius = 0.02, step = 0.005;
  for (std::uint64_t n = 0; n < 400; ++n) {
    auto u = [&](std::uint64_t which) { return random_uniform(3, n, which); };
    const Vec3 foot = Vec3(static_cast<double>(n % 20), static_cast<double>(n / 20), 0);
    const Vec3 velocity = 4 * Vec3(u(0) - 0.5, u(1) - 0.5, -1 - u(2));
    const double height = radius + u(3) * step * 4;
    auto lower =
        test::sphere(1 + 2 * static_cast<GlobalId>(n), radius, foot - up * up.dot(foot) + height * up, 1 + 9 * u(4));
    auto upper = test::sphere(lower.id + 1, radius, lower.position, 1 + 9 * u(5));
    const double tilt = 1.4 * u(6), turn = 6.28 * u(7);
    upper.position += (2 * radius + 0.04 * u(8)) *
                      Vec3(std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), std::cos(tilt));
    lower.velocity = upper.velocity = velocity;
    all.insert(all.end(), {lower, upper});
  }
  sim::SimulationOptions options;
  options.build.step = step;
  options.solver.tolerance = 1e-10;
  options.solver.max_sweeps = 2000;
  const test::Given scenario(world, all);
  sim::Simulation simulation(comm, scenario, options);
  simulation.step();
  const auto owned = simulation.bodies().owned();
  auto after = test::gather_all(comm, std::span<const bodies::Body>(owned));
  std::sort(after.begin(), after.end(), [](const auto& x, const auto& y) { return x.id < y.id; });
  ASSERT_EQ(after.size(), all.size());
  int saved = 0;  // which would overlap if the upper one fell on
  for (std::size_t n = 0; n < after.size(); n += 2) {
    const double gap = (after[n + 1].position - after[n].position).norm() - 2 * radius;
    EXPECT_GT(gap, -1e-9) << "pair " << n;
    saved += (all[n + 1].position + step * all[n + 1].velocity - after[n].position).norm() < 2 * radius;
  }
  EXPECT_GT(saved, 50);
}

// Grains run ahead of a wall that moves as they do, in a wedge between it and the floor. The floor stops them in the
// step, and the wall may not run into them: driven, it pushes them along the floor; of finite mass, it stops on them.
enum class Pusher { driven_plane, driven_box, plane_of_finite_mass };
class WallBehind : public testing::TestWithParam<Pusher> {};

TEST_P(WallBehind, NoOverlapWhereTheFloorStopsTheGrainInFrontOfIt) {
  const auto comm = comm::Comm::world();
  const bool driven = GetParam() != Pusher::plane_of_finite_mass;
  const double radius = 0.02, step = 0.005, slope = driven ? 0.7 : std::numbers::pi / 2, room = 0.005;
  const Vec3 velocity(driven ? 1 : 0, 0, -2), normal(std::cos(slope), 0, -std::sin(slope));
  auto world = test::world_of({0.3, 0, 0}, Vec3::Zero());
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  test::add_plane(world, Vec3(0, 0, 2 * radius + room), normal);
  auto& wall = world.walls.back();
  wall.velocity = velocity;
  wall.state = driven ? bodies::State::driven : bodies::State::dynamic;
  wall.locked = driven ? 0 : 0b111011;
  const Vec3 face = wall.position;
  if (GetParam() == Pusher::driven_box) {
    world.shapes[static_cast<std::size_t>(wall.shape)] = bodies::Box{{50, 50, 1}};
    wall.position -= normal;
  }
  std::vector<bodies::Body> all;
  for (std::uint64_t n = 0; n < 200; ++n) {
    const double above = room * random_uniform(4, n, 0), ahead = room * random_uniform(4, n, 1);
    Vec3 place(0, 3 * radius * static_cast<double>(n), radius + above);
    if (driven) place.x() = (radius + ahead - normal.z() * (place.z() - face.z())) / normal.x();
    all.push_back(test::sphere(10 + static_cast<GlobalId>(n), radius, place, 1));
    all.back().velocity = velocity;
  }
  sim::SimulationOptions options;
  options.build.step = step;
  options.solver.tolerance = 1e-10;
  options.solver.max_sweeps = 20000;
  const test::Given scenario(world, all);
  sim::Simulation simulation(comm, scenario, options);
  simulation.step();
  const Vec3 face_after = face + simulation.world().walls[1].position - world.walls[1].position;
  std::int64_t saved = 0;  // which the wall would run into
  for (const auto& b : simulation.bodies().owned()) {
    EXPECT_GT(normal.dot(b.position - face_after), radius - 1e-9) << b.id;
    EXPECT_GT(b.position.z(), radius - 1e-9) << b.id;
    Vec3 stopped = all[static_cast<std::size_t>(b.id - 10)].position + step * velocity;
    stopped.z() = std::max(stopped.z(), radius);
    saved += normal.dot(stopped - face - step * velocity) < radius;
  }
  EXPECT_GT(comm.sum(saved), 20);
}

INSTANTIATE_TEST_SUITE_P(Pushers, WallBehind,
                         testing::Values(Pusher::driven_plane, Pusher::driven_box, Pusher::plane_of_finite_mass));
INSTANTIATE_TEST_SUITE_P(Sizes, ContactsVsBruteForce, testing::Values(1.0, 1.5, 10.0, 30.0));

}  // namespace
}  // namespace talus
