// What P ranks compute together against the same run on one rank alone (Comm::self, on every rank). Velocities of a solved
// problem are unique, so tight solutions agree however the sweeps were ordered.

#include <gtest/gtest.h>

#include <array>
#include <map>

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
    Vec3::Map(wall.data()) = report.wall_impulse;
    together.comm().sum(wall);
    EXPECT_LE((Vec3::Map(wall.data()) - expected.wall_impulse).norm(), 1e-8 * expected.wall_impulse.norm()) << "step " << n;
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

INSTANTIATE_TEST_SUITE_P(Beds, AnyRanks,
                         testing::Values(Bed{"sliding", 45, 1.2, {0.5, 0, 0}}, Bed{"rolling", 45, 1.2, {0.5, 5e-4, 2e-4}},
                                         Bed{"one_to_ten", 45, 10, {0.5, 1e-3, 0}}));

}  // namespace
}  // namespace talus
