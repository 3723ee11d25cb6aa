// Belts, rollers and rotating discs: walls whose surface moves in itself, against closed forms and against walls that
// truly move.

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using observe::EnergyTerm;
using test::Incline;
using test::kGravity;
using test::TightRun;

constexpr double kRadius = 0.1, kMass = 2, kStep = 1e-3;

bodies::World belt(const bodies::Friction& friction, const bodies::SurfaceMotion& surface) {
  auto world = Incline{}.world(friction);
  world.surfaces.push_back(surface);
  return world;
}

sim::SimulationOptions tight(solver::Law law) {
  auto options = test::tight(kStep, 1e-10);
  options.solver.law = law;
  return options;
}

// Steps to the time t.
int steps_to(double t) { return static_cast<int>(std::ceil(t / kStep - 1e-9)); }

// The work of the belt's motor is this kinetic energy and the losses, and the account closes to rounding.
void expect_motor_pays(const TightRun& run, double kinetic) {
  const auto& energy = run.simulation().energy();
  const double losses = energy[EnergyTerm::sliding] + energy[EnergyTerm::rolling] + energy[EnergyTerm::spinning];
  EXPECT_GT(energy[EnergyTerm::driven], 0);
  EXPECT_NEAR(energy[EnergyTerm::driven], kinetic + losses, 1e-9 * energy[EnergyTerm::driven]);
  const double stored = observe::stored_energy(run.body(1), run.simulation().world()).total();
  EXPECT_NEAR(stored, energy.expected(), 1e-13 * energy[EnergyTerm::input]);
}

// A block wider than mu times its height stays flat: it is dragged along by mu g until it moves with the belt.
TEST(BlockOnBelt, TakesItsSpeedAfterTheClosedWay) {
  const double mu = 0.5;
  for (const double speed : {1.0, 0.37}) {
    auto world = belt({mu, 0, 0}, {{0, speed, 0}, Vec3::Zero()});
    const Vec3 half(0.1, 0.1, 0.05);
    auto block = test::sphere(1, half.norm(), {0, 0, half.z()}, kMass);
    block.shape = world.add_shape(bodies::Box{half});
    block.inertia = kMass *
                    Vec3(half.y() * half.y() + half.z() * half.z(), half.x() * half.x() + half.z() * half.z(),
                         half.x() * half.x() + half.y() * half.y()) /
                    3;
    TightRun run(std::move(world), {block}, tight(solver::Law::coulomb));
    const int last = steps_to(speed / (mu * kGravity));
    run.steps(last - 1);
    EXPECT_NEAR(run.body(1).velocity.y(), mu * kGravity * run.time(), 1e-9);
    run.steps(2);
    EXPECT_NEAR(run.body(1).velocity.y(), speed, 1e-9);
    EXPECT_LE(run.body(1).angular_velocity.norm(), 1e-9);
    const double slip = speed * run.time() - run.body(1).position.y();
    EXPECT_NEAR(slip, speed * speed / (2 * mu * kGravity) - 0.5 * kStep * speed, 1e-5);
    expect_motor_pays(run, 0.5 * kMass * speed * speed);
    run.steps(50);
    EXPECT_NEAR(speed * run.time() - run.body(1).position.y(), slip, 1e-9);
  }
}

// By the convex law it is set down at the relaxation gap h mu V, above which it would hop.
TEST(BlockOnBelt, DoesNotHopByTheConvexLaw) {
  const double mu = 0.5, speed = 1;
  auto ball = Incline{}.sphere(kRadius, kMass, kStep * mu * speed);
  ball.velocity = {0, 0, -kStep * mu * mu * kGravity};
  TightRun run(belt({mu, 10 * kRadius, 10 * kRadius}, {{speed, 0, 0}, Vec3::Zero()}), {ball}, test::tight(kStep));
  run.steps(100);
  EXPECT_NEAR(run.body(1).velocity.x(), mu * kGravity * run.time(), 1e-9);
  run.steps(150);
  EXPECT_NEAR(run.body(1).velocity.x(), speed, 1e-9);
  const double fallen = kMass * kGravity * kStep * mu * speed;  // J
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::driven], kMass * speed * speed, fallen);
  EXPECT_NEAR(energy[EnergyTerm::sliding], 0.5 * kMass * speed * speed, fallen);
}

// Without rolling friction a ball rolls at 2/7 of the belt's speed.
TEST(BallOnBelt, RollsAtTwoSeventhsOfItsSpeed) {
  const double mu = 0.3, speed = 1, end = 2 * speed / (7 * mu * kGravity);
  TightRun run(belt({mu, 0, 0}, {{speed, 0, 0}, Vec3::Zero()}), {Incline{}.sphere(kRadius, kMass)},
               tight(solver::Law::coulomb));
  run.steps(steps_to(end) - 2);
  EXPECT_NEAR(run.body(1).velocity.x(), mu * kGravity * run.time(), 1e-6);
  run.steps(3);
  EXPECT_NEAR(run.body(1).velocity.x(), 2 * speed / 7, 1e-6);
  run.steps(100);
  const auto ball = run.body(1);
  EXPECT_NEAR(ball.velocity.x(), 2 * speed / 7, 1e-6);
  EXPECT_NEAR(ball.angular_velocity.y(), -5 * speed / (7 * kRadius), 1e-5);
  expect_motor_pays(
      run, 0.5 * kMass * ball.velocity.squaredNorm() + 0.5 * ball.inertia.x() * ball.angular_velocity.squaredNorm());
}

// With rolling friction a rolling ball takes the belt's speed at the rate 5 g rho / (7 R).
TEST(BallOnBelt, ComesToRestOnTheBeltByRollingFriction) {
  const double mu = 0.6, rho = 0.01, speed = 0.2, rate = 5 * kGravity * rho / (7 * kRadius);
  auto ball = Incline{}.sphere(kRadius, kMass);
  ball.velocity = {2 * speed / 7, 0, 0};
  ball.angular_velocity = {0, -5 * speed / (7 * kRadius), 0};
  TightRun run(belt({mu, rho, 0}, {{speed, 0, 0}, Vec3::Zero()}), {ball}, tight(solver::Law::coulomb));
  const double end = 5 * speed / 7 / rate;
  run.steps(steps_to(0.5 * end));
  EXPECT_NEAR(run.body(1).velocity.x(), 2 * speed / 7 + rate * run.time(), 2e-3 * speed);
  run.steps(steps_to(0.5 * end) + 3);
  EXPECT_NEAR(run.body(1).velocity.x(), speed, 1e-6);
  EXPECT_LE(run.body(1).angular_velocity.norm(), 1e-6 / kRadius);
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::driven] - energy[EnergyTerm::rolling] - energy[EnergyTerm::sliding],
              0.5 * kMass * speed * speed - 0.5 * kMass * 4 * speed * speed / 49 -
                  0.5 * ball.inertia.x() * ball.angular_velocity.squaredNorm(),
              1e-3 * kMass * speed * speed);
}

// A ball at the axis of a rotating disc spins up by sigma g m / J until it turns with the disc.
TEST(BallOnDisc, SpinsUpBySpinningFriction) {
  const double sigma = 0.002, turn = 3;
  const auto ball = Incline{}.sphere(kRadius, kMass);
  TightRun run(belt({0.5, 0, sigma}, {Vec3::Zero(), {0, 0, turn}}), {ball}, tight(solver::Law::coulomb));
  const double rate = sigma * kMass * kGravity / ball.inertia.z();
  const int last = steps_to(turn / rate);
  run.steps(last - 1);
  EXPECT_NEAR(run.body(1).angular_velocity.z(), rate * run.time(), 1e-6 * turn);
  run.steps(2);
  EXPECT_NEAR(run.body(1).angular_velocity.z(), turn, 1e-8 * turn);
  expect_motor_pays(run, 0.5 * ball.inertia.z() * turn * turn);
}

// A heavy platen, driven across its normal or with a belt for a surface, drags a ball that cannot roll over smooth
// ground: by mu times the weights of both, once the ball moves with it not at all. The ball carries the platen
// meanwhile.
TEST(PlatenOnBlock, DragsItByItsWeightUntilItsSpeed) {
  const double mu = 0.3, speed = 0.4, heavy = 6, a = mu * heavy * kGravity / kMass;
  for (const auto law : {solver::Law::ccp, solver::Law::coulomb}) {
    for (const bool belt : {false, true}) {
      bodies::World world;
      world.gravity = {0, 0, -kGravity};
      for (const double share : {mu, 0.0}) world.materials.add("", {share, 10 * kRadius, 10 * kRadius});
      world.materials.set_pair(0, 1, {0, 10 * kRadius, 10 * kRadius});
      test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
      const double gap = law == solver::Law::ccp ? kStep * mu * speed : 0;  // the relaxation gap
      test::add_plane(world, {0, 0, 2 * kRadius + gap}, -Vec3::UnitZ());
      world.walls[0].material = 1;
      bodies::Body& platen = world.walls[1];
      platen.state = bodies::State::dynamic;
      platen.mass = heavy, platen.locked = 0b111011;
      if (belt)
        world.surfaces = {{}, {platen.orientation.conjugate() * Vec3(speed, 0, 0), Vec3::Zero()}};
      else
        platen.velocity = {speed, 0, 0};
      TightRun run(std::move(world), {test::sphere(2, kRadius, {0, 0, kRadius}, kMass)}, tight(law));
      run.steps(10);
      const double late = law == solver::Law::ccp ? 0.1 * speed : 1e-9;  // the platen settles on the relaxation gap
      EXPECT_NEAR(run.body(2).velocity.x(), a * run.time(), late);
      run.steps(steps_to(speed / a) + 20);
      EXPECT_NEAR(run.body(2).velocity.x(), speed, 1e-9);
      const auto& simulation = run.simulation();
      const auto& energy = simulation.energy();
      if (law == solver::Law::coulomb) {
        EXPECT_NEAR(energy[EnergyTerm::driven], kMass * speed * speed, 1e-9);
        EXPECT_NEAR(energy[EnergyTerm::sliding], 0.5 * kMass * speed * speed, 2e-3 * speed);
      }
      const double stored = observe::stored_energy(run.body(2), simulation.world()).total() +
                            observe::stored_energy(simulation.world().walls[1], simulation.world()).total();
      EXPECT_NEAR(stored, energy.expected(), 1e-12 * heavy);
      EXPECT_NEAR(simulation.world().walls[1].position.x(), belt ? 0 : speed * run.time(), 1e-12);
    }
  }
}

struct SurfaceCase {
  const char* name;
  bool box;  // else a ball
  problem::FrictionLaw law;
};
void PrintTo(const SurfaceCase& c, std::ostream* out) { *out << c.name; }

class MovingSurface : public testing::TestWithParam<SurfaceCase> {
 protected:
  // A body off the axis of a plane, which moves in itself.
  std::unique_ptr<TightRun> run(const bodies::SurfaceMotion& motion, bool truly) const {
    auto world = Incline{}.world({0.4, 0.003, 0.002});
    if (truly) {
      world.walls[0].state = bodies::State::driven;
      world.walls[0].velocity = motion.velocity, world.walls[0].angular_velocity = motion.rotation;
    } else {
      world.surfaces.push_back(motion);
    }
    auto body = test::sphere(1, kRadius, {0.1, 0.05, kRadius}, kMass);
    if (GetParam().box) {
      const Vec3 half(0.05, 0.06, 0.04);
      body = test::sphere(1, half.norm(), {0.1, 0.05, half.z()}, kMass);
      body.shape = world.add_shape(bodies::Box{half});
      body.inertia = {0.0035, 0.0027, 0.0041};
    }
    auto options = test::tight(kStep, 1e-9);
    options.build.law = GetParam().law;
    return std::make_unique<TightRun>(std::move(world), std::vector{body}, options);
  }
};

TEST_P(MovingSurface, ActsAsAWallThatTrulyMoves) {
  for (const auto& motion :
       {bodies::SurfaceMotion{{0.3, -0.2, 0}, Vec3::Zero()}, bodies::SurfaceMotion{Vec3::Zero(), {0, 0, 2}}}) {
    const auto truly = run(motion, true), in_itself = run(motion, false);
    for (int n = 0; n < 40; ++n) {
      truly->step(), in_itself->step();
      const auto a = truly->body(1), b = in_itself->body(1);
      ASSERT_LE((a.velocity - b.velocity).norm(), 1e-7) << n;
      ASSERT_LE((a.angular_velocity - b.angular_velocity).norm(), 1e-6) << n;
    }
    EXPECT_GT(in_itself->body(1).velocity.norm(), 0.02);
  }
}

INSTANTIATE_TEST_SUITE_P(BodiesAndLaws, MovingSurface,
                         testing::Values(SurfaceCase{"Ball", false, {}}, SurfaceCase{"Box", true, {}},
                                         SurfaceCase{"BallRegularised", false, problem::RegularisedLaw{1e6, 1e2}},
                                         SurfaceCase{"BoxRegularised", true, problem::RegularisedLaw{1e6, 1e2}}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace talus
