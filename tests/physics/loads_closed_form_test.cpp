// Loads over time, prescribed motion and drag against closed forms; the energy account with them; their bits on any
// ranks and through a checkpoint.

#include <numbers>

#include "physics/tight_run.hpp"
#include "sim/grains.hpp"

namespace talus {
namespace {

using bodies::Course;
using bodies::Load;
using test::TightRun;

constexpr double kMass = 2, kRadius = 0.1;

Course course(Course::Kind kind) {
  Course c;
  c.kind = kind;
  return c;
}
Course ramp(double start, double end) {
  Course c = course(Course::Kind::ramp);
  c.start = start, c.end = end;
  return c;
}
Course sine(double frequency, double phase, double start, double end) {
  Course c = course(Course::Kind::sine);
  c.frequency = frequency, c.phase = phase, c.start = start, c.end = end;
  return c;
}
Course table(std::vector<std::pair<double, double>> rows) {
  Course c = course(Course::Kind::table);
  c.table = std::move(rows);
  return c;
}
Course window(double start, double end) {
  Course c;
  c.start = start, c.end = end;
  return c;
}

// The factor itself, as the page of keys describes it.
double factor(const Course& c, double t) {
  if (c.kind == Course::Kind::table) {
    if (t <= c.table.front().first) return c.table.front().second;
    for (std::size_t i = 1; i < c.table.size(); ++i) {
      const auto [t0, f0] = c.table[i - 1];
      const auto [t1, f1] = c.table[i];
      if (t < t1) return f0 + (f1 - f0) * (t - t0) / (t1 - t0);
    }
    return c.table.back().second;
  }
  if (c.kind == Course::Kind::ramp) return std::clamp((t - c.start) / (c.end - c.start), 0.0, 1.0);
  if (t < c.start || t >= c.end) return 0;
  return c.kind == Course::Kind::constant ? 1 : std::sin(2 * std::numbers::pi * c.frequency * (t - c.start) + c.phase);
}

// Two fold integrals of the factor over [0, t] by the midpoint rule on a fine grid: of the velocity, of the position.
std::pair<double, double> quadrature(const Course& c, double t) {
  constexpr int kParts = 400000;
  const double dt = t / kParts;
  double once = 0, twice = 0;
  for (int n = 0; n < kParts; ++n) {
    const double f = factor(c, (n + 0.5) * dt);
    twice += once * dt + 0.5 * f * dt * dt;
    once += f * dt;
  }
  return {once, twice};
}

const std::vector<Course>& courses() {
  static const std::vector<Course> all{{},
                                       window(0.1037, 0.4519),
                                       ramp(0.1037, 0.3519),
                                       sine(7.3, 0.4, 0.05, 0.7),
                                       sine(0.01, 1.2, 0, std::numeric_limits<double>::infinity()),
                                       table({{0.1, 1}, {0.15, -2}, {0.3503, 3}, {0.6, 0.5}})};
  return all;
}

TEST(CourseIntegral, IsThatOfAFineQuadrature) {
  for (const auto& c : courses()) {
    for (const double t : {0.02, 0.12, 0.3777, 0.51, 0.9}) {
      const double whole = quadrature(c, t).first;
      EXPECT_NEAR(c.integral(0, t), whole, 1e-5);
      EXPECT_NEAR(c.integral(0, 0.4 * t) + c.integral(0.4 * t, t), c.integral(0, t), 1e-14);
    }
  }
}

// A force over time on a free sphere: its momentum is the force's integral at any h; its place is first order in h.
TEST(Force, GivesItsExactIntegralAsMomentum) {
  const Vec3 amount(3, -1, 2);
  for (const auto& c : courses()) {
    const auto [once, twice] = quadrature(c, 0.8);
    double error[2];
    for (int half = 0; half < 2; ++half) {
      auto world = test::world_of({}, Vec3::Zero());
      world.loads.push_back({Load::Kind::force, amount, false, Vec3::Zero(), c, {1, 1}});
      const double h = half ? 0.01 : 0.02;
      TightRun run(world, {test::sphere(0, kRadius, {9, 9, 9}, kMass), test::sphere(1, kRadius, Vec3::Zero(), kMass)},
                   test::tight(h));
      run.steps(half ? 80 : 40);
      EXPECT_LE((kMass * run.body(1).velocity - c.integral(0, 0.8) * amount).norm(), 1e-13);
      EXPECT_LE((kMass * run.body(1).velocity - once * amount).norm(), 1e-4);
      EXPECT_EQ(run.body(0).velocity, Vec3::Zero());
      error[half] = (run.body(1).position - twice / kMass * amount).norm();
      EXPECT_LE(error[half], 0.02 * amount.norm());
    }
    EXPECT_LE(error[1], 0.6 * error[0] + 1e-5);
  }
}

TEST(Torque, TurnsAFreeBodyByItsExactIntegral) {
  const double h = 5e-3;
  const Vec3 torque(0.3, -0.2, 0.5);
  auto world = test::world_of({}, Vec3::Zero());
  world.shapes.push_back(bodies::Box{{0.1, 0.2, 0.3}});
  world.loads.push_back({Load::Kind::torque, torque, false, Vec3::Zero(), sine(3, 0.2, 0, 10), {0, 1}});
  world.loads.push_back({Load::Kind::torque, {0, 0, 2}, true, Vec3::Zero(), ramp(0, 0.3), {2, 2}});
  world.loads.push_back({Load::Kind::force, {1, 0, 0}, false, {0, 0.1, 0}, {}, {3, 3}});
  std::vector<bodies::Body> all;
  for (int n = 0; n < 4; ++n) all.push_back(test::sphere(n, kRadius, Vec3(3 * n, 0, 0), kMass));
  for (const int n : {1, 2}) {
    all[static_cast<std::size_t>(n)].shape = 1;
    all[static_cast<std::size_t>(n)].radius = 0.4;
    all[static_cast<std::size_t>(n)].inertia = kMass / 3 * Vec3(0.13, 0.10, 0.05);
  }
  all[1].angular_velocity = {3, 5, -7};  // tumbles
  const Vec3 momentum = all[1].spin();
  TightRun run(world, all, test::tight(h));
  run.steps(100);
  const Vec3 whole = sine(3, 0.2, 0, 10).integral(0, 0.5) * torque;
  EXPECT_LE((run.body(0).spin() - whole).norm(), 1e-13);
  EXPECT_LE((run.body(1).spin() - (momentum + whole)).norm(), 1e-12);
  EXPECT_LE((run.body(2).spin() - Vec3(0, 0, 2 * (0.15 + 0.2))).norm(), 1e-13);  // about a principal axis, which stays
  EXPECT_LE((run.body(3).velocity - Vec3(0.5 / kMass, 0, 0)).norm(), 1e-13);
  EXPECT_LT(run.body(3).spin().z(), 0);  // the point turns with it: the arm is (0, 0.1, 0) at first only
}

// Terminal speed m g / c, or sqrt(m g / k); before it the implicit rule's own decay (1 + h c/m)^-n, without gravity.
TEST(DragForce, HoldsTheTerminalSpeed) {
  const double h = 5e-3, c = 4, k = 0.5, g = 9.81, wind = 1.5, angular = 0.02;
  auto world = test::world_of({}, {0, 0, -g});
  world.drags.push_back({c, 0, 0, Vec3::Zero(), {0, 0}});
  world.drags.push_back({0, k, 0, Vec3(0, 0, wind), {1, 1}});
  world.drags.push_back({1e9, 0, angular, Vec3::Zero(), {2, 2}});  // stiff: it must not overshoot
  std::vector<bodies::Body> all;
  for (int n = 0; n < 3; ++n) all.push_back(test::sphere(n, kRadius, Vec3(3 * n, 0, 0), kMass));
  all[2].velocity = {100, 0, 0};
  all[2].angular_velocity = {0, 50, 0};
  TightRun run(world, all, test::tight(h));
  run.steps(10);
  EXPECT_NEAR(run.body(2).angular_velocity.y(), 50 * std::pow(1 + h * angular / all[2].inertia.y(), -10), 1e-11);
  run.steps(3000);
  EXPECT_NEAR(run.body(0).velocity.z(), -kMass * g / c, 1e-10);
  EXPECT_NEAR(run.body(1).velocity.z(), wind - std::sqrt(kMass * g / k), 1e-10);
  EXPECT_LE(run.body(2).velocity.norm(), 1e-6);
}

// A floor that shakes stands where the integral of its velocity says. The ball on it presses with m (g + a) while a >
// -g, then flies as if thrown, and lies on the floor again after it has landed.
TEST(ShakingFloor, CarriesABallUntilItFallsFasterThanGravity) {
  constexpr double kStep = 1e-3, kOmega = 30;
  for (const double peak : {0.9, 1.5}) {  // of the acceleration, g
    auto world = test::world_of({0.5, 0, 0}, {0, 0, -test::kGravity});
    test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
    world.walls[0].state = bodies::State::driven;
    const double speed = peak * test::kGravity / kOmega;
    world.loads.push_back({Load::Kind::velocity,
                           {0, 0, speed},
                           false,
                           Vec3::Zero(),
                           sine(kOmega / (2 * std::numbers::pi), 0, 0, 1e9),
                           {0, 0}});
    const auto height = [&](double t) { return speed / kOmega * (1 - std::cos(kOmega * t)); };
    const double leaves = peak > 1 ? std::acos(-1 / peak) / kOmega : 1e9;  // a = -g
    const double thrown = speed * std::sin(kOmega * leaves);
    TightRun run(world, {test::sphere(1, kRadius, {0, 0, kRadius}, kMass)}, test::tight(kStep));
    int carried = 0, flown = 0;
    for (int n = 0; n < 200; ++n) {
      const double from = run.time(), to = from + kStep;
      run.step();
      ASSERT_NEAR(run.simulation().world().walls[0].position.z(), height(to), 1e-14);
      const double gap = run.body(1).position.z() - kRadius - height(to);
      ASSERT_GE(gap, -1e-12);
      if (to < leaves) {
        const double rise = (height(to) - height(from)) / kStep,
                     before = n == 0 ? 0 : (height(from) - height(from - kStep)) / kStep;
        ASSERT_NEAR(run.wall_force().z(), -kMass * (test::kGravity + (rise - before) / kStep),
                    1e-8 * kMass * test::kGravity)
            << n;
        ASSERT_LT(gap, 1e-12);
        if (n > 0) {
          ASSERT_NEAR(run.wall_force().z(), -kMass * (test::kGravity + speed * kOmega * std::cos(kOmega * from)),
                      kMass * speed * kOmega * kOmega * kStep);
        }
        ++carried;
        continue;
      }
      const double t = to - leaves, flight = height(leaves) + thrown * t - 0.5 * test::kGravity * t * t;
      if (from < leaves + kStep || flight < height(to) + 2 * kStep * speed) continue;
      ASSERT_NEAR(gap, flight - height(to), kStep * speed) << n;  // first order
      ASSERT_EQ(run.wall_force().norm(), 0) << n;
      ++flown;
      if (flown > 40) break;
    }
    EXPECT_GT(carried, peak > 1 ? 60 : 199);
    EXPECT_EQ(flown > 40, peak > 1);
  }
}

// A driven body that swings about an axis of its own stands at the integral of its angular velocity, whichever axes it
// is given in.
TEST(PrescribedTurning, StandsWhereItsCourseLeads) {
  auto world = test::world_of({}, Vec3::Zero());
  const Vec3 turning(0.4, -0.3, 1.2);
  for (const GlobalId id : {0, 1}) {
    world.loads.push_back({Load::Kind::angular_velocity, turning, id == 1, Vec3::Zero(), ramp(0.1, 0.3), {id, id}});
    world.loads.push_back({Load::Kind::velocity, {0, 1, 0}, false, Vec3::Zero(), window(0.25, 0.5037), {id, id}});
  }
  std::vector<bodies::Body> all;
  for (const GlobalId id : {0, 1, 2}) {
    auto b = test::sphere(id, kRadius, Vec3(3.0 * static_cast<double>(id), 0, 0), kMass);
    b.state = bodies::State::driven;
    b.velocity = {0, 0, 0.5};  // of its own: what no load prescribes stays
    all.push_back(b);
  }
  TightRun run(world, all, test::tight(5e-3));
  run.steps(120);
  const double angle = (0.1 + 0.3) * turning.norm();
  for (const GlobalId id : {0, 1}) {
    EXPECT_LT(run.body(id).orientation.angularDistance(Quat(Eigen::AngleAxisd(angle, turning.normalized()))), 1e-12);
    EXPECT_LT((run.body(id).position - all[static_cast<std::size_t>(id)].position - Vec3(0, 0.2537, 0)).norm(), 1e-13);
    EXPECT_EQ(run.body(id).velocity, Vec3::Zero());
  }
  EXPECT_LT((run.body(2).position - Vec3(6, 0, 0.3)).norm(), 1e-13);
}

// A pile of all sorts with loads, drag, restitution and driven walls: its account closes.
bodies::World busy_world() {
  auto world = test::world_of({0.4, 0.002, 0.001, 0.6});
  world.restitution_speed = 0.01;
  world.shapes.push_back(bodies::Box{{0.03, 0.02, 0.01}});
  test::add_plane(world, {0, 0, 0}, {0, 0, 1});
  test::add_plane(world, {-0.3, 0, 0}, {1, 0, 0.3});
  world.loads.push_back({Load::Kind::acceleration, {3, 0, 0}, false, Vec3::Zero(), sine(5, 0, 0, 10), {}});
  world.loads.push_back({Load::Kind::torque, {0, 0.002, 0}, true, Vec3::Zero(), ramp(0, 0.2), {10, 30}});
  world.loads.push_back({Load::Kind::force, {0, 0, 0.4}, true, {0.01, 0, 0}, table({{0, 0}, {0.1, 1}}), {20, 40}});
  world.drags.push_back({0.02, 0.05, 1e-5, {0.2, 0, 0}, {}});
  world.walls[0].state = bodies::State::driven;
  world.loads.push_back({Load::Kind::velocity, {0.1, 0, 0.2}, false, Vec3::Zero(), sine(7, 1, 0, 0.25), {0, 0}});
  world.loads.push_back({Load::Kind::angular_velocity, {0, 0.5, 0}, true, Vec3::Zero(), sine(3, 0, 0.05, 10), {0, 0}});
  return world;
}
std::vector<bodies::Body> busy_bodies(int count) {
  std::vector<bodies::Body> all;
  for (int n = 0; n < count; ++n) {
    auto b = test::sphere(2 + n, 0.025, {0.07 * (n % 4), 0.07 * (n / 4 % 4), 0.05 + 0.08 * (n / 16)}, 0.1);
    if (n % 2) {
      b.shape = 1;
      b.inertia = 0.1 / 3 * Vec3(5e-4, 1e-3, 13e-4);
      b.radius = bodies::bounding_radius(bodies::Shape(bodies::Box{{0.03, 0.02, 0.01}}));
    }
    b.velocity = Vec3(0.3 * (n % 3 - 1), 0.2, -1);
    all.push_back(b);
  }
  return all;
}

TEST(EnergyAccount, ClosesWithLoadsDragAndRestitution) {
  const auto comm = comm::Comm::world();
  const test::Given scenario(busy_world(), busy_bodies(48));
  sim::Simulation simulation(comm, scenario, test::same_bits_options({}, 2e-3));
  for (int step = 0; step < 150; ++step) simulation.step();
  comm::ExactSum sum;
  for (const auto& body : simulation.bodies().owned())
    sum.add(observe::stored_energy(body, simulation.world()).total());
  comm::exact_sum(comm, {&sum, 1});
  const auto& energy = simulation.energy();
  for (const auto term : {observe::EnergyTerm::driven, observe::EnergyTerm::load, observe::EnergyTerm::drag,
                          observe::EnergyTerm::rebound, observe::EnergyTerm::impact}) {
    EXPECT_GT(std::abs(energy[term]), 1e-3 * energy[observe::EnergyTerm::input]) << static_cast<int>(term);
  }
  EXPECT_NEAR(sum.value(), energy.expected(), 1e-12 * energy[observe::EnergyTerm::input]);
}

TEST(SameBits, WithLoadsAndRestitutionOnAnyRanksAndThroughACheckpoint) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  const test::Given scenario(busy_world(), busy_bodies(48));
  const auto options = test::same_bits_options({.every = 10}, 2e-3);
  const auto alone = test::hash_after(self, scenario, options, 60);
  EXPECT_EQ(test::hash_after(world, scenario, options, 60), alone);
  EXPECT_EQ(test::hash_through_checkpoint(self, world, scenario, options, 60), alone);
  const auto back = test::hash_through_checkpoint(world, self, scenario, options, 60);
  EXPECT_TRUE(!world.is_root() || back == alone);
}

}  // namespace
}  // namespace talus
