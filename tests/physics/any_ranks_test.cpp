// Results of P ranks together against the same run on one rank alone (Comm::self, on every rank). Velocities of a
// solved problem are unique, so tight solutions agree however the sweeps were ordered.

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "base/error.hpp"
#include "physics/tight_run.hpp"

namespace talus {
namespace {

using bodies::Body;
using test::kGravity;

struct Bed {
  const char* name;
  int count;
  double ratio;  // largest to smallest radius
  bodies::Friction friction;
};

void PrintTo(const Bed& bed, std::ostream* out) { *out << bed.name; }

// Spheres that fall together in a narrow box, from a lattice in which each has its own cell.
std::vector<Body> bed_of(const Bed& bed, double width) {
  constexpr double kSmallest = 0.01;
  std::vector<Body> all;
  const double cell = 2.05 * kSmallest * bed.ratio;
  const int across = static_cast<int>(width / cell);
  for (int n = 0; n < bed.count; ++n) {
    auto u = [n](std::uint64_t which) { return random_uniform(11, static_cast<std::uint64_t>(n), which); };
    const double radius = kSmallest * (1 + (bed.ratio - 1) * (n % 4 ? 0.3 * u(0) * u(0) : 1));
    const Vec3 slack = Vec3::Constant(0.5 * cell - radius);
    const Vec3 jitter(2 * u(1) - 1, 2 * u(2) - 1, 2 * u(3) - 1);
    const Vec3 place(n % across + 0.5, n / across % across + 0.5, n / (across * across) + 0.5);
    auto b = test::sphere(10 + n, radius, cell * place + slack.cwiseProduct(jitter), 2000 * std::pow(radius, 3));
    b.velocity = Vec3(u(4) - 0.5, u(5) - 0.5, -1);
    b.angular_velocity = Vec3(u(6) - 0.5, u(7) - 0.5, u(8) - 0.5);
    all.push_back(b);
  }
  return all;
}

class AnyRanks : public testing::TestWithParam<Bed> {};

TEST_P(AnyRanks, MoveBodiesAsOneRankDoes) {
  const Bed& bed = GetParam();
  const double cell = 0.0205 * bed.ratio, width = 3 * cell;
  auto world = test::world_of(bed.friction, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  for (int axis = 0; axis < 2; ++axis) {
    test::add_plane(world, Vec3::Zero(), Vec3::Unit(axis));
    test::add_plane(world, width * Vec3::Unit(axis), -Vec3::Unit(axis));
  }
  const test::Given scenario(world, bed_of(bed, width));
  auto options = test::tight(0.1 * cell, 1e-11);  // falls a tenth of its cell a step: contacts at once
  options.partition_every = 2;
  sim::Simulation together(comm::Comm::world(), scenario, options), alone(comm::Comm::self(), scenario, options);
  for (int n = 0; n < 7; ++n) {
    const auto report = together.step(), expected = alone.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged) << "step " << n;
    ASSERT_EQ(expected.solve.status, solver::Status::converged) << "step " << n;
    ASSERT_EQ(report.solve.contacts, expected.solve.contacts) << "step " << n;
    std::array<double, 3> wall;
    Vec3::Map(wall.data()) = test::wall_impulse(together).force;
    together.comm().sum(wall);
    const Vec3 expected_wall = test::wall_impulse(alone).force;
    EXPECT_LE((Vec3::Map(wall.data()) - expected_wall).norm(), 1e-8 * expected_wall.norm()) << "step " << n;
    std::map<GlobalId, Body> oracle;
    for (const auto& b : alone.bodies().owned()) oracle.emplace(b.id, b);
    for (const auto& b : together.bodies().owned()) {
      const Body& o = oracle.at(b.id);
      EXPECT_LE((b.velocity - o.velocity).norm(), 1e-8) << "step " << n << " body " << b.id;
      EXPECT_LE(b.radius * (b.angular_velocity - o.angular_velocity).norm(), 1e-8) << "step " << n << " body " << b.id;
      EXPECT_LE((b.position - o.position).norm(), 1e-8 * cell) << "step " << n << " body " << b.id;
    }
  }
}

// A slope that repeats, with balls or boxes on it, against the same half a period farther: contacts across the border,
// images and arms, on all ranks.
void compare_half_a_period_farther(const bodies::World& world, const std::vector<Body>& bodies, double cell) {
  std::vector<Body> farther = bodies;
  const Vec3 half = 0.5 * world.periods.length;
  for (Body& b : farther) b.position += half;
  const test::Given scenario(world, bodies), shifted(world, farther);
  auto options = test::tight(0.05 * cell, 1e-12);
  options.partition_every = 3;
  options.solver.norm = solver::Norm::rms;
  sim::Simulation here(comm::Comm::world(), scenario, options), there(comm::Comm::self(), shifted, options);
  std::int64_t crossing = 0;
  for (int n = 0; n < 10; ++n) {
    const auto report = here.step(), expected = there.step();
    ASSERT_LE(std::max(report.solve.residual.rms, expected.solve.residual.rms), 1e-12) << "step " << n;
    ASSERT_EQ(report.solve.contacts, expected.solve.contacts) << "step " << n;
    for (const auto& c : there.contacts()) {
      if (c.a.is_wall) continue;
      const auto at = [&](bodies::BodyRef b) {
        return there.bodies().local[static_cast<std::size_t>(b.index)].position;
      };
      crossing += (at(c.b) - at(c.a)).norm() > 2 * cell;
    }
  }
  EXPECT_GT(crossing, 10);
  std::map<GlobalId, Body> oracle;
  for (const auto& b : there.bodies().owned()) oracle.emplace(b.id, b);
  for (const auto& b : here.bodies().owned()) {
    const Body& o = oracle.at(b.id);
    EXPECT_LE((b.velocity - o.velocity).norm(), 1e-10) << "body " << b.id;
    EXPECT_LE(b.radius * (b.angular_velocity - o.angular_velocity).norm(), 1e-10) << "body " << b.id;
    EXPECT_LE(world.periods.shortest(b.position + half - o.position).norm(), 1e-10) << "body " << b.id;
  }
  double energy = 0;  // bodies that crossed the border have gone down a step of the slope, not up one
  for (const auto& b : there.bodies().owned()) energy += observe::stored_energy(b, world).total();
  EXPECT_NEAR(energy, there.energy().expected(), 1e-10);
}

TEST(PeriodicSpace, HalfAPeriodFartherIsTheSame) {
  const Bed bed{"", 36, 1.2, {0.5, 0, 0}};
  const double cell = 0.0205 * bed.ratio;
  auto world = test::world_of(bed.friction, {4, 2, -kGravity});
  world.periods.length = Vec3(3, 4, 0) * cell;
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  compare_half_a_period_farther(world, bed_of(bed, 3 * cell), cell);
}

TEST(PeriodicSpace, HalfAPeriodFartherIsTheSameForBoxes) {
  constexpr double cell = 0.0235;
  auto world = test::world_of({0.5, 0, 0}, {4, 2, -kGravity});
  world.periods.length = Vec3(4, 4, 0) * cell;
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  const bodies::Box brick{{0.008, 0.006, 0.005}};
  world.shapes.push_back(brick);
  std::vector<Body> boxes;
  for (int n = 0; n < 48; ++n) {
    auto u = [n](std::uint64_t which) { return 2 * random_uniform(11, static_cast<std::uint64_t>(n), which) - 1; };
    auto b =
        test::sphere(10 + n, brick.bounding_radius(), cell * Vec3(n % 4 + 0.5, n / 4 % 4 + 0.5, n / 16 + 0.5), 0.008);
    b.shape = static_cast<std::int32_t>(world.shapes.size() - 1);
    b.inertia = b.mass / brick.mass().measure * brick.mass().inertia.diagonal();
    b.orientation = Quat(u(0), u(1), u(2), u(3)).normalized();
    b.velocity = Vec3(0.5 * u(4), 0.5 * u(5), -1.2);
    b.angular_velocity = {u(6), u(7), u(8)};
    boxes.push_back(b);
  }
  compare_half_a_period_farther(world, boxes, cell);
}

// Balls in a row that closes on itself through the border: a push runs around it, momentum stays.
TEST(PeriodicSpace, ARingOfBallsMovesAsOne) {
  auto world = test::world_of({0, 0, 0}, Vec3::Zero());
  world.periods.length = {0.8, 0, 0};
  std::vector<Body> row;
  for (int n = 0; n < 8; ++n) row.push_back(test::sphere(10 + n, 0.05, Vec3(0.1 * n, 0, 0), 1));
  row[7].velocity = {0.8, 0, 0};
  test::TightRun run(world, row, test::tight(0.01));
  run.steps(200);
  for (int n = 0; n < 8; ++n) {
    const Body b = run.body(10 + n);
    EXPECT_NEAR(b.velocity.x(), 0.1, 1e-10) << n;
    EXPECT_NEAR(world.periods.shortest(b.position - Vec3(0.1 * n + 0.2, 0, 0)).norm(), 0, 1e-9) << n;
    EXPECT_LE(std::abs(b.position.x()), 0.4 + 0.01);
  }
}

// A floor of one box that repeats has no internal edge; a body that could meet its own image is refused.
TEST(PeriodicSpace, WallsRepeat) {
  auto world = test::world_of({0.5, 0, 0}, {0, 0, -kGravity});
  world.periods.length = {1, 0.6, 0};
  Body floor;
  floor.state = bodies::State::fixed;
  floor.shape = static_cast<std::int32_t>(world.shapes.size());
  floor.position = {0.3, 0, -0.1};
  world.shapes.push_back(bodies::Box{{0.5, 0.3, 0.1}});
  world.walls.push_back(floor);
  Body ball = test::sphere(10, 0.05, {0.1, 0.02, 0.05}, 1);
  ball.velocity = {1, 0.7, 0};
  ball.angular_velocity = {-0.7 / 0.05, 1 / 0.05, 0};
  test::TightRun run(world, {ball}, test::tight(0.005));
  for (int n = 0; n < 300; ++n) {
    run.step();
    EXPECT_LE(std::abs(run.body(10).velocity.z()), 1e-10) << n;
  }
  EXPECT_NEAR(run.body(10).velocity.x(), 1, 1e-9);
  EXPECT_NEAR(world.periods.shortest(run.body(10).position - ball.position - Vec3(1.5, 1.05, 0)).norm(), 0, 1e-8);
  world.periods.length.x() = 0.2;
  world.walls.clear();
  EXPECT_THROW(test::TightRun(world, {ball}, test::tight(0.005)), InputError);
  world.periods.length.x() = 1;
  test::add_plane(world, Vec3::Zero(), Vec3(1, 0, 3).normalized());
  EXPECT_THROW(test::TightRun(world, {ball}, test::tight(0.005)), InputError);
}

INSTANTIATE_TEST_SUITE_P(Beds, AnyRanks,
                         testing::Values(Bed{"sliding", 45, 1.2, {0.5, 0, 0}},
                                         Bed{"rolling", 45, 1.2, {0.5, 5e-4, 2e-4}},
                                         Bed{"one_to_ten", 45, 10, {0.5, 1e-3, 0}}));

}  // namespace
}  // namespace talus
