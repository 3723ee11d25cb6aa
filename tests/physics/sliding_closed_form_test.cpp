// Sliding friction against closed forms: the block on an incline, from sliding to rolling, the weight of a stack.
//
// The convex form lets a sliding contact ride h mu |v_T| above the plane. A contact started on that height, rising or
// sinking with it, slides with the exact force from the first step; one started on the plane gets there geometrically.

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using test::Incline;
using test::kGravity;
using test::TightRun;

constexpr double kStep = 1e-3, kRadius = 0.1, kMass = 2, kMu = 0.5;

// A sphere that can neither roll nor spin: a block.
bodies::Friction locked(double mu) { return {mu, 10 * kRadius, 10 * kRadius}; }

class BlockOnIncline : public testing::TestWithParam<double> {};

TEST_P(BlockOnIncline, RestsWithoutCreepBelowTheAngleOfFriction) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const auto block = incline.sphere(kRadius, kMass);
  TightRun run(incline.world(locked(kMu)), {block}, test::tight(kStep));
  run.steps(100);
  const Vec3 settled = run.body(1).position;
  EXPECT_LE((settled - block.position).norm(), 1e-11);
  run.steps(test::long_run(10000) - 100);
  EXPECT_LE((run.body(1).position - settled).norm(), 1e-11);
  EXPECT_LE((run.wall_force() - Vec3(0, 0, -kMass * kGravity)).norm(), 1e-7 * kMass * kGravity);
}

INSTANTIATE_TEST_SUITE_P(ShareOfMu, BlockOnIncline, testing::Values(0.0, 0.5, 0.99, 0.9999));

class BlockSlidesDown : public testing::TestWithParam<double> {};

// a = g (sin - mu cos). Started with v_n = mu h a it is exact from the first step.
TEST_P(BlockSlidesDown, WithTheExactAcceleration) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const double a = kGravity * (std::sin(incline.angle) - kMu * std::cos(incline.angle));
  auto block = incline.sphere(kRadius, kMass);
  block.velocity = kMu * kStep * a * incline.normal();
  TightRun run(incline.world(locked(kMu)), {block}, test::tight(kStep));
  for (int tenth = 1; tenth <= 10; ++tenth) {
    run.steps(100);
    const auto body = run.body(1);
    EXPECT_NEAR(body.velocity.dot(incline.downhill()), a * run.time(), 1e-9 * a) << run.time();
    EXPECT_LE(body.angular_velocity.norm(), 1e-9);
  }
  const double normal_force = kMass * kGravity * std::cos(incline.angle);
  EXPECT_NEAR(run.wall_force().dot(incline.downhill()), kMu * normal_force, 1e-8 * normal_force);
  EXPECT_NEAR(-run.wall_force().dot(incline.normal()), normal_force, 1e-8 * normal_force);
}

// Started at rest on the plane: a_k = (a + mu^2 a_(k-1)) / (1 + mu^2), so the error falls by mu^2 / (1 + mu^2) a step.
TEST_P(BlockSlidesDown, AfterTheTransientOfTheConvexForm) {
  const Incline incline{std::atan(GetParam() * kMu)};
  const double a = kGravity * (std::sin(incline.angle) - kMu * std::cos(incline.angle));
  TightRun run(incline.world(locked(kMu)), {incline.sphere(kRadius, kMass)}, test::tight(kStep));
  double expected = 0, speed = 0;
  for (int n = 0; n < 40; ++n) {
    expected = (a + kMu * kMu * expected) / (1 + kMu * kMu);
    run.step();
    const double now = run.body(1).velocity.dot(incline.downhill());
    EXPECT_NEAR((now - speed) / kStep, expected, 1e-9 * kGravity) << "step " << n;
    speed = now;
  }
  EXPECT_NEAR(expected, a, 1e-12 * a);  // the transient has died away
}

INSTANTIATE_TEST_SUITE_P(ShareOfMu, BlockSlidesDown, testing::Values(1.001, 1.2, 3.0));

// A ball sent sliding loses mu g until it rolls, with 5/7 v_0 from t = 2 v_0 / (7 mu g) on. The gap lengthens the arm
// of friction by half of itself: the final speed grows by the share h mu v_0 / (14 R), and the speed while sliding is
// off by mu times what that adds to the sinking speed at the start.
TEST(SlidingBall, RollsWithFiveSeventhsOfItsSpeed) {
  const double speed = 1, mu = 0.3;
  for (const double h : {1e-3, 2.5e-4}) {
    auto ball = Incline{}.sphere(kRadius, kMass, h * mu * speed);
    ball.velocity = Vec3(speed, 0, -h * mu * 3.5 * mu * kGravity);
    TightRun run(Incline{}.world({mu, 0, 0}), {ball}, test::tight(h));
    const double arm_share = 0.5 * h * mu * speed / kRadius;
    const double end = 2 * speed / (7 * mu * kGravity);
    const double bound = mu * (h * mu) * (2.5 * mu * kGravity) * 2 * arm_share;  // the arm counts twice in the slip
    while (run.time() + 2 * h < end) {
      run.step();
      if (run.simulation().steps_done() % 16) continue;
      const auto body = run.body(1);
      EXPECT_NEAR(body.velocity.x(), speed - mu * kGravity * run.time(), bound);
      EXPECT_GT(body.velocity.x() - kRadius * body.angular_velocity.y(), 0) << "rolls too early";
    }
    run.steps(4);
    const auto rolling = run.body(1);
    EXPECT_NEAR(rolling.velocity.x(), kRadius * rolling.angular_velocity.y(), 1e-4 * speed) << "rolls too late";
    run.steps(50);
    const double share = run.body(1).velocity.x() / (5.0 / 7 * speed) - 1;
    EXPECT_NEAR(share, arm_share / 7, 0.1 * arm_share / 7) << "h " << h;
    const double rolled = run.body(1).position.x();
    run.steps(100);
    EXPECT_NEAR(run.body(1).position.x() - rolled, 100 * h * rolling.velocity.x(), 1e-6);
  }
}

// One sphere that slides (and cannot turn), one that rolls, one that spins about the normal.
struct Lifted {
  const char* name;
  bodies::Friction friction;
  Vec3 velocity, angular_velocity;
  double relaxation;  // mu |v_T| + rho |w_T| + sigma |w_n| at the start, m/s
};
void PrintTo(const Lifted& lifted, std::ostream* out) { *out << lifted.name; }

class Lift : public testing::TestWithParam<Lifted> {
 protected:
  // Gap under the sphere and the meter's reading after each of many steps, started from `gap`.
  template <class Check>
  void steps(solver::Law law, double gap, Check check) const {
    const auto& how = GetParam();
    auto sphere = Incline{}.sphere(kRadius, kMass, gap);
    sphere.velocity = how.velocity;
    sphere.angular_velocity = how.angular_velocity;
    auto options = test::tight(kStep);
    options.solver.law = law;
    TightRun run(Incline{}.world(how.friction), {sphere}, options);
    const int many = comm::Comm::world().size() > 1 ? 30 : 200;  // one body on several ranks only takes turns
    for (int n = 0; n < many; ++n) {
      run.step();
      check(run.body(1).position.z() - kRadius, run.last().solve.residual);
    }
    EXPECT_NEAR(run.wall_force().z(), -kMass * kGravity, 0.01 * kMass * kGravity);
  }
};

TEST_P(Lift, OfTheConvexFormIsTheRelaxation) {
  const double expected = kStep * GetParam().relaxation;
  steps(solver::Law::ccp, expected, [&](double gap, const solver::Residual& r) {
    EXPECT_NEAR(gap, r.relaxation, 0.01 * expected);
    EXPECT_EQ(r.relaxation_mean, r.relaxation);
    EXPECT_GT(r.relaxation, 0.4 * expected);
    EXPECT_LE(r.relaxation, 1.01 * expected);
  });
}

TEST_P(Lift, OfExactCoulombIsNone) {
  steps(solver::Law::coulomb, 0, [&](double gap, const solver::Residual& r) {
    EXPECT_LE(std::abs(gap), 1e-9);
    EXPECT_LE(r.relaxation, 1e-9);
    EXPECT_LE(r.relaxation_mean, r.relaxation);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Sphere, Lift,
    testing::Values(Lifted{"slides", locked(kMu), {2, 0, 0}, Vec3::Zero(), kMu * 2},
                    Lifted{"rolls", {0.9, 0.01, 0}, {2, 0, 0}, {0, 2 / kRadius, 0}, 0.01 * 2 / kRadius},
                    Lifted{"spins", {0.9, 0, 0.002}, Vec3::Zero(), {0, 0, 30}, 0.002 * 30}),
    [](const auto& lifted) { return lifted.param.name; });

// A pyramid of five spheres sent sliding, by every solver, with both laws (the quick ones there, and on several ranks):
// velocities are unique.
TEST(EverySolver, FindsTheVelocitiesOfMnest) {
  auto world = test::world_of({0.4, 0.002, 0.001}, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  std::vector<bodies::Body> pyramid;
  for (int n = 0; n < 4; ++n)
    pyramid.push_back(test::sphere(1 + n, kRadius, kRadius * Vec3(n % 2 ? 1 : -1, n / 2 ? 1 : -1, 1), kMass));
  pyramid.push_back(test::sphere(5, kRadius, kRadius * Vec3(0, 0, 1 + std::sqrt(2.0)), kMass));
  for (auto& b : pyramid) b.velocity = Vec3(1, 0.3, 0);
  const test::Given scenario(world, pyramid);
  const auto velocities = [&](const std::string& name, solver::Law law) {
    auto options = test::tight(kStep, name == "ipm" ? 1e-8 : 1e-11);
    options.solver.max_sweeps = 200000;
    options.solver.name = name;
    options.solver.law = law;
    sim::Simulation simulation(comm::Comm::world(), scenario, options);
    for (int n = 0; n < 2; ++n) EXPECT_EQ(simulation.step().solve.status, solver::Status::converged) << name;
    std::vector<Vec3> found;
    for (const auto& b : pyramid) found.push_back(test::find_body(simulation, b.id).velocity);
    return found;
  };
  for (const auto law : {solver::Law::ccp, solver::Law::coulomb}) {
    const auto expected = velocities("mnest", law);
    EXPECT_GT((expected[4] - pyramid[4].velocity).norm(), 1e-3);
    for (const auto& name : solver::solver_names()) {
      const bool quick = name == "pgs" || name == "apgd" || name == "ipm";
      if (!quick && (law == solver::Law::coulomb || comm::Comm::world().size() > 1)) continue;
      const auto found = velocities(name, law);
      for (std::size_t b = 0; b < found.size(); ++b)
        EXPECT_LE((found[b] - expected[b]).norm(), 1e-7) << name << " body " << b + 1;
    }
  }
}

// A ball between two driven walls that close: no impulses keep it apart from both. The certificate names the two
// contacts.
TEST(ClosingWalls, UnboundedWithBothContactsNamed) {
  auto world = test::world_of({0.5, 0, 0}, {0, 0, -kGravity});
  test::add_plane(world, {-kRadius, 0, 0}, Vec3::UnitX());
  test::add_plane(world, {kRadius, 0, 0}, -Vec3::UnitX());
  for (std::size_t w = 0; w < 2; ++w) {
    world.walls[w].state = bodies::State::driven;
    world.walls[w].velocity = Vec3(w == 0 ? 1 : -1, 0, 0);
  }
  auto options = test::tight(kStep, 1e-6);
  options.solver.max_sweeps = 100;
  for (const auto law : {solver::Law::ccp, solver::Law::coulomb}) {
    for (const auto* name : {"mnest", "pgs"}) {
      options.solver.name = name;
      options.solver.law = law;
      const test::Given scenario(
          world, {test::sphere(2, kRadius, Vec3::Zero(), kMass), test::sphere(3, kRadius, {0, 5 * kRadius, 0}, kMass)});
      sim::Simulation simulation(comm::Comm::world(), scenario, options);
      const auto report = simulation.step();
      EXPECT_EQ(report.solve.status, solver::Status::unbounded);
      const auto text = observe::name_rows(simulation.view(), report.solve.certificate);
      EXPECT_NE(text.find("0 and 2"), std::string::npos) << text;
      EXPECT_NE(text.find("1 and 2"), std::string::npos) << text;
    }
  }
  // Walls that part leave the ball alone.
  for (auto& wall : world.walls) wall.velocity = -wall.velocity;
  const test::Given scenario(world, {test::sphere(2, kRadius, Vec3::Zero(), kMass)});
  EXPECT_EQ(sim::Simulation(comm::Comm::world(), scenario, options).step().solve.status, solver::Status::converged);
}

// A contact that sticks on a tangential spring does not slide: by exact Coulomb the ball swings along its plane, in one
// step to h^2 g sin / (1 + h^2 k / m), and neither rises nor sinks.
TEST(StickingOnASpring, NeitherRisesNorSinksByExactCoulomb) {
  const double stiffness = 2e3, along = 3, h2 = kStep * kStep;
  bodies::World world;
  world.gravity = {along, 0, -kGravity};
  bodies::Elasticity spring;
  spring.tangential_stiffness = stiffness;
  world.materials.add("", locked(0.9), spring);
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  auto options = test::tight(kStep, 1e-11);
  options.solver.law = solver::Law::coulomb;
  TightRun run(std::move(world), {test::sphere(1, kRadius, {0, 0, kRadius}, kMass)}, options);
  run.step();
  EXPECT_NEAR(run.body(1).position.x(), h2 * along / (1 + h2 * stiffness / kMass), 1e-13);
  run.steps(50);
  EXPECT_GT(run.body(1).position.x(), 1e-3);
  EXPECT_NEAR(run.body(1).position.z(), kRadius, 1e-10);
}

// Ten spheres on top of each other: the floor carries all, each contact what is above it.
TEST(Stack, WeighsOnTheFloorAllThatItHolds) {
  auto world = test::world_of({0.5, 0, 0}, {0, 0, -kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  std::vector<bodies::Body> stack;
  for (int n = 0; n < 10; ++n) stack.push_back(test::sphere(1 + n, kRadius, {0, 0, (2 * n + 1) * kRadius}, kMass));
  TightRun run(world, stack, test::tight(kStep));
  const double weight = 10 * kMass * kGravity;
  for (int n = 0; n < 100; ++n) {
    run.step();
    ASSERT_LE((run.wall_force() - Vec3(0, 0, -weight)).norm(), 1e-7 * weight) << "step " << n;
    const auto& simulation = run.simulation();
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
      const auto& contact = simulation.contacts()[c];
      const double above = weight * static_cast<double>(11 - contact.id_b) / 10;
      ASSERT_NEAR(simulation.solution().impulses[c].force.z() / kStep, above, 1e-7 * weight) << "step " << n;
    }
  }
  for (const auto& b : stack) EXPECT_LE((run.body(b.id).position - b.position).norm(), 1e-10);
}

}  // namespace
}  // namespace talus
