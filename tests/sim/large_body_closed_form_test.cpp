// A plane of finite mass, free along its normal, known on every rank: against closed solutions, and the same bits on
// any ranks.

#include <gtest/gtest.h>

#include "harness/harness.hpp"

namespace talus {
namespace {

constexpr double kGravity = 9.81, kStep = 2e-3;

// A plane above, facing down, of the given mass; it keeps its direction and its place sideways.
void add_platen(bodies::World& world, double height, double mass) {
  test::add_plane(world, {0, 0, height}, {0, 0, -1});
  auto& platen = world.walls.back();
  platen.state = bodies::State::dynamic;
  platen.mass = mass;
  platen.locked = 0b111011;
}

sim::SimulationOptions options_for(double tolerance) {
  sim::SimulationOptions options;
  options.build.step = kStep;
  options.build.max_recovery_speed = 0.1;
  options.solver.tolerance = tolerance;
  options.solver.max_sweeps = 20000;
  options.solver.schedule = solver::ScheduleKind::cubes;
  return options;
}

bodies::World floor_and_platen(double height, double mass) {
  auto world = test::world_of({0.4, 0.001, 0.0005});
  test::add_plane(world, {0, 0, 0}, {0, 0, 1});
  add_platen(world, height, mass);
  return world;
}

TEST(Platen, FallsAsAFreeBody) {
  const test::Given scenario(floor_and_platen(2, 5), {test::sphere(10, 0.05, {0, 0, 0.05})});
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(1e-10));
  for (int n = 1; n <= 100; ++n) {
    simulation.step();
    const auto& platen = simulation.world().walls[1];
    EXPECT_NEAR(platen.velocity.z(), -kGravity * kStep * n, 1e-12);
    EXPECT_NEAR(platen.position.z(), 2 - kGravity * kStep * kStep * n * (n + 1) / 2, 1e-12);
  }
}

// 25 spheres carry it: the floor bears the weight of all, the platen stands still and level.
TEST(Platen, RestsOnSpheresThatBearItsWeight) {
  std::vector<bodies::Body> bed;
  for (int n = 0; n < 25; ++n)
    bed.push_back(test::sphere(10 + n, 0.05, {0.2 * (n % 5) - 0.4, 0.2 * (n / 5) - 0.4, 0.05}));
  const double mass = 40;
  const test::Given scenario(floor_and_platen(0.1, mass), bed);
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(1e-9));
  observe::StepReport report;
  for (int n = 0; n < 50; ++n) {
    report = simulation.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged) << n;
  }
  double floor = 0, platen = 0;
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    const double pressed = problem::impulse_of(simulation.problem(), simulation.solution(), contact, c).force.z();
    (contact.id_a == 0 ? floor : platen) += pressed;
  }
  EXPECT_NEAR(simulation.comm().sum(floor), (25 + mass) * kGravity * kStep, 1e-6);
  EXPECT_NEAR(simulation.comm().sum(platen), -mass * kGravity * kStep, 1e-6);
  EXPECT_NEAR(simulation.world().walls[1].velocity.norm(), 0, 1e-7);
  EXPECT_NEAR(simulation.world().walls[1].position.z(), 0.1, 1e-6);
}

// Five balls are welded to it, one of them is thrown: all go on with the momentum of one. Then one of them lands and
// bears all.
std::uint64_t hash_of_welded(const comm::Comm& comm) {
  constexpr double mass = 6, height = 0.5, thrown = 3;
  const auto world = floor_and_platen(height, mass);
  const Quat upright = world.walls[1].orientation;
  std::vector<bodies::Body> balls;
  for (int n = 0; n < 5; ++n)
    balls.push_back(test::sphere(10 + n, 0.05, {0.2 * n - 0.4, 0.1 * n, n == 2 ? 0.06 : 0.2}, 1 + n));
  balls[1].velocity.z() = thrown;
  std::vector<bodies::Joint> welds;
  for (int n = comm.rank(); n < 5; n += comm.size()) {
    bodies::Joint weld;
    weld.id = n, weld.a = 1, weld.b = 10 + n, weld.locks = bodies::locks::weld;
    weld.point_a = upright.conjugate() * (balls[static_cast<std::size_t>(n)].position - Vec3(0, 0, height));
    weld.frame_a = upright.conjugate();
    welds.push_back(weld);
  }
  struct Welded : test::Given {
    Welded(bodies::World world, std::vector<bodies::Body> given, std::vector<bodies::Joint> all)
        : Given(std::move(world), std::move(given)), mine(std::move(all)) {}
    std::vector<bodies::Joint> joints(const comm::Comm&) const override { return mine; }
    std::vector<bodies::Joint> mine;
  };
  const Welded scenario(world, balls, welds);
  sim::Simulation simulation(comm, scenario, options_for(1e-9));
  EXPECT_EQ(simulation.step().solve.status, solver::Status::converged);
  const double all = mass + 15;
  EXPECT_NEAR(simulation.world().walls[1].velocity.z(), 2 * thrown / all - kGravity * kStep, 1e-7);
  for (int n = 0; n < 5; ++n)
    EXPECT_NEAR(test::find_body(simulation, 10 + n).velocity.z(), 2 * thrown / all - kGravity * kStep, 1e-7);
  double floor = 0;
  for (int n = 0; n < 100; ++n) EXPECT_EQ(simulation.step().solve.status, solver::Status::converged);
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    floor += problem::impulse_of(simulation.problem(), simulation.solution(), simulation.contacts()[c], c).force.z();
  }
  EXPECT_NEAR(comm.sum(floor), all * kGravity * kStep, 1e-5);
  return simulation.state_hash();
}
TEST(Platen, JoinedToBallsIsOfTheirCommonMass) {
  EXPECT_EQ(hash_of_welded(comm::Comm::world()), hash_of_welded(comm::Comm::self()));
}

// Sizes 1:10 under a platen, between walls.
std::uint64_t hash_under_platen(const comm::Comm& comm, int partition_every) {
  auto world = floor_and_platen(0.75, 30);
  for (int axis = 0; axis < 2; ++axis) {
    test::add_plane(world, Vec3::Zero(), Vec3::Unit(axis));
    test::add_plane(world, 0.6 * Vec3::Unit(axis), -Vec3::Unit(axis));
  }
  std::vector<bodies::Body> grains;
  for (int n = 0; n < 100; ++n) {
    auto u = [n](std::uint64_t which) { return random_uniform(8, static_cast<std::uint64_t>(n), which); };
    const double radius = 0.012 * (1 + 9 * std::pow(u(0), 8));
    grains.push_back(test::sphere(10 + n, radius,
                                  {0.06 + 0.12 * (n % 5), 0.06 + 0.12 * (n / 5 % 5), 0.13 + 0.13 * (n / 25)},
                                  4000 * radius * radius * radius));
    grains.back().velocity = Vec3(u(1) - 0.5, u(2) - 0.5, -2 * u(3));
  }
  const test::Given scenario(world, grains);
  auto options = options_for(1e-4);
  options.solver.max_sweeps = 60;
  options.partition_every = partition_every;
  sim::Simulation simulation(comm, scenario, options);
  for (int n = 0; n < 80; ++n) simulation.step();
  EXPECT_LT(simulation.world().walls[1].position.z(), 0.74);
  EXPECT_GT(simulation.problem().large.size(), 0u);
  return simulation.state_hash();
}

TEST(Platen, SameBitsAsOnOneRank) {
  const auto alone = hash_under_platen(comm::Comm::self(), 0);
  EXPECT_EQ(hash_under_platen(comm::Comm::world(), 0), alone);
  EXPECT_EQ(hash_under_platen(comm::Comm::world(), 10), alone);
}

}  // namespace
}  // namespace talus
