// The energy account: each loss against a closed form, and the balance of a small pile that is being fed.

#include <numbers>

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using observe::EnergyTerm;
using test::Incline;
using test::kGravity;
using test::TightRun;

constexpr double kRadius = 0.1, kMass = 2, kStep = 1e-3;

// *Collective.* Stored energy of all bodies, J, and how far the account is off, as a share of what came in and went
// through.
double stored(const sim::Simulation& simulation) {
  comm::ExactSum sum;
  const auto add = [&](const bodies::Body& body) { sum.add(observe::stored_energy(body, simulation.world()).total()); };
  std::ranges::for_each(simulation.bodies().owned(), add);
  if (simulation.comm().is_root()) std::ranges::for_each(simulation.world().walls, add);
  comm::exact_sum(simulation.comm(), {&sum, 1});
  return sum.value();
}
double defect(const sim::Simulation& simulation) { return stored(simulation) - simulation.energy().expected(); }

// All terms but those named are 0 within `bound`.
void expect_only(const observe::EnergyAccount& energy, std::initializer_list<EnergyTerm> named, double bound) {
  for (int t = 0; t < observe::kNumEnergyTerms; ++t) {
    const auto term = static_cast<EnergyTerm>(t);
    if (std::find(named.begin(), named.end(), term) != named.end()) continue;
    EXPECT_NEAR(energy[term], 0, bound) << observe::kEnergyTermNames[static_cast<std::size_t>(t)];
  }
}

// A sphere that can neither roll nor spin, on its riding height: from v to rest it loses m v^2/2 = mu m g times the
// way, all in sliding.
TEST(SlidingLoss, IsFrictionTimesTheWay) {
  const double mu = 0.5, speed = 1, deceleration = mu * kGravity, way = speed * speed / (2 * deceleration);
  auto block = Incline{}.sphere(kRadius, kMass, kStep * mu * speed);
  block.velocity = {speed, 0, -kStep * mu * deceleration};
  TightRun run(Incline{}.world({mu, 10 * kRadius, 10 * kRadius}), {block}, test::tight(kStep));
  run.steps(static_cast<int>(0.5 * speed / deceleration / kStep));
  const auto& energy = run.simulation().energy();
  const double v = run.body(1).velocity.x(), loss = mu * kMass * kGravity;  // a metre
  EXPECT_NEAR(energy[EnergyTerm::sliding], loss * (speed * speed - v * v) / (2 * deceleration), 1e-8 * loss * way);
  run.steps(static_cast<int>(speed / deceleration / kStep));
  EXPECT_LE(run.body(1).velocity.norm(), 1e-8);
  EXPECT_NEAR(energy[EnergyTerm::sliding], loss * way, 1e-9 * loss * way);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::input]);
}

// A ball that rolls to rest loses rho N times the angle it turns.
TEST(RollingLoss, IsTheRollingMomentTimesTheAngle) {
  const double rho = 0.01, speed = 0.25, h = kStep, gap = h * rho * speed / kRadius;
  auto ball = Incline{}.sphere(kRadius, kMass, gap);
  ball.velocity = {speed, 0, 0};
  ball.angular_velocity = {0, speed / (kRadius + 0.5 * gap), 0};
  TightRun run(Incline{}.world({0.6, rho, 0}), {ball}, test::tight(h));
  double angle = 0;
  for (int n = 0; n < 300; ++n) {
    const double before = run.body(1).angular_velocity.y();
    run.step();
    angle += 0.5 * h * (before + run.body(1).angular_velocity.y());
  }
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::rolling], rho * kMass * kGravity * angle, 1e-3 * energy[EnergyTerm::rolling]);
  EXPECT_GT(energy[EnergyTerm::rolling], 0.9 * 0.7 * kMass * speed * speed);
  EXPECT_NEAR(energy[EnergyTerm::sliding], 0, 1e-3 * energy[EnergyTerm::rolling]);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::input]);
}

// A ball that spins about the normal comes to rest: all of J w^2/2 is lost in spinning.
TEST(SpinningLoss, IsTheEnergyOfTheSpin) {
  const double sigma = 0.005, turn = 5;
  auto ball = Incline{}.sphere(kRadius, kMass, kStep * sigma * turn);
  ball.angular_velocity = {0, 0, turn};
  const double spin = 0.5 * ball.inertia.z() * turn * turn, brake = sigma * kMass * kGravity / ball.inertia.z();
  TightRun run(Incline{}.world({0.6, 0, sigma}), {ball}, test::tight(kStep));
  run.steps(static_cast<int>(1.1 * turn / brake / kStep));
  const auto& energy = run.simulation().energy();
  EXPECT_LE(run.body(1).angular_velocity.norm(), 1e-9);
  EXPECT_NEAR(energy[EnergyTerm::spinning], spin, 1e-9 * spin);
  EXPECT_NEAR(energy[EnergyTerm::sliding] + energy[EnergyTerm::rolling], 0, 1e-9 * spin);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::input]);
}

// Head-on, perfectly plastic, without gravity: the reduced mass' energy is lost, whatever the gap at which they meet.
TEST(ImpactLoss, IsTheEnergyOfTheApproach) {
  const double m = 2, other = 3, speed = 1.5, reduced = m * other / (m + other);
  auto a = test::sphere(0, kRadius, {0, 0, 0}, m), b = test::sphere(1, kRadius, {3 * kRadius, 0, 0}, other);
  a.velocity = {speed, 0, 0};
  TightRun run(test::world_of({0.5, 0, 0}, Vec3::Zero()), {a, b}, test::tight(kStep));
  run.steps(100);
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::impact], 0.5 * reduced * speed * speed, 1e-10);
  expect_only(energy, {EnergyTerm::input, EnergyTerm::impact}, 1e-10);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-13);
}

// Two spheres that overlap by d are apart after one step: each goes at d/2h, and m (d/2h)^2 has come in.
TEST(PushOutWork, IsTheEnergyOfThePartingBodies) {
  const double overlap = 1e-3, speed = 0.5 * overlap / kStep;
  const auto a = test::sphere(0, kRadius, {0, 0, 0}, kMass),
             b = test::sphere(1, kRadius, {2 * kRadius - overlap, 0, 0}, kMass);
  TightRun run(test::world_of({0.5, 0, 0}, Vec3::Zero()), {a, b}, test::tight(kStep));
  run.steps(3);
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::push_out], kMass * speed * speed, 1e-10);
  expect_only(energy, {EnergyTerm::push_out}, 1e-10);
}

// A conveyor belt drags a block that stands: until they go together it works mu m g times its way, half of it lost in
// sliding.
TEST(DrivenWork, IsTheForceTimesTheWayOfTheWall) {
  const double mu = 0.5, belt = 1, pull = mu * kMass * kGravity, time = belt / (mu * kGravity);
  auto world = Incline{}.world({mu, 10 * kRadius, 10 * kRadius});
  world.walls[0].velocity = {belt, 0, 0};
  world.walls[0].state = bodies::State::driven;
  auto block = Incline{}.sphere(kRadius, kMass, kStep * mu * belt);
  block.velocity = {0, 0, -kStep * mu * mu * kGravity};
  TightRun run(world, {block}, test::tight(kStep));
  const int steps = static_cast<int>(0.9 * time / kStep);
  run.steps(steps);
  const auto& energy = run.simulation().energy();
  const double v = run.body(1).velocity.x();
  EXPECT_NEAR(energy[EnergyTerm::driven], pull * belt * steps * kStep, 1e-8 * pull * belt);
  EXPECT_NEAR(energy[EnergyTerm::sliding], energy[EnergyTerm::driven] - 0.5 * kMass * v * v, 1e-8 * pull * belt);
  run.steps(steps);
  EXPECT_NEAR(run.body(1).velocity.x(), belt, 1e-8);
  EXPECT_NEAR(energy[EnergyTerm::driven], kMass * belt * belt, 1e-3 * kMass * belt * belt);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * kMass * belt * belt);
}

// A ball on a turning one that is driven: the motor's work by force and by torque, on rolling and spinning, too, is
// what the ball has and what was lost.
TEST(DrivenWork, OfABodyByForceAndTorque) {
  const auto world = test::world_of({0.4, 0.01, 0.01}, {0, 0, -kGravity});
  auto driven = test::sphere(1, kRadius, {0, 0, 0}, kMass);
  driven.state = bodies::State::driven;
  driven.angular_velocity = {0, 0.2, 3};
  TightRun run(world, {test::sphere(0, kRadius, {0, 0, 2 * kRadius}, kMass), driven}, test::tight(kStep));
  run.steps(100);
  const auto& energy = run.simulation().energy();
  EXPECT_GT(energy[EnergyTerm::spinning], 1e-2);
  EXPECT_GT(energy[EnergyTerm::driven], energy[EnergyTerm::spinning]);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::driven]);
}

// In free fall only the step itself has an energy: -h m g . (v+ - v-)/2 a step.
TEST(GravityStepWork, IsThatOfFreeFall) {
  TightRun run(test::world_of({}, {0, 0, -kGravity}), {test::sphere(0, kRadius, {0, 0, 10}, kMass)},
               test::tight(kStep));
  run.steps(200);
  const auto& energy = run.simulation().energy();
  EXPECT_NEAR(energy[EnergyTerm::gravity_step], -0.5 * kStep * kMass * kGravity * kGravity * run.time(), 1e-12);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::input]);
}

// A body with unequal moments knocked off a spin: it tumbles, and the account closes with contacts of any arms.
TEST(TumblingBody, KeepsTheAccount) {
  auto top = Incline{}.sphere(kRadius, kMass, 0.01);
  top.inertia = {0.004, 0.008, 0.011};
  top.velocity = {1, 0, 0};
  top.angular_velocity = {3, 0.1, 8};
  TightRun run(Incline{}.world({0.6, 0.003, 0.002}), {top}, test::tight(kStep, 1e-10));
  run.steps(300);
  const auto& energy = run.simulation().energy();
  EXPECT_GT(energy[EnergyTerm::sliding], 0);
  EXPECT_GT(energy[EnergyTerm::rolling], 0);
  EXPECT_NEAR(energy[EnergyTerm::spin_step], 0, 1e-12);
  EXPECT_NEAR(defect(run.simulation()), 0, 1e-12 * energy[EnergyTerm::input]);
}

// Two balls on a rod that hangs by a ball joint swing, and strike a wall of finite mass: joints take nothing but their
// drift.
class Pendulum : public test::Given {
 public:
  Pendulum()
      : Given(make_world(),
              {test::sphere(2, kRadius, {0.5, 0, 0}, kMass), test::sphere(3, kRadius, {0.8, 0, 0}, kMass)}) {}
  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override {
    if (!comm.is_root()) return {};
    bodies::Joint pin, rod;
    pin.id = 0, pin.a = 0, pin.b = 2, pin.locks = bodies::locks::ball;
    pin.point_a = {0, 0, 10}, pin.point_b = {-0.5, 0, 0};
    rod.id = 1, rod.a = 2, rod.b = 3, rod.locks = bodies::locks::weld;
    rod.point_a = {0.3, 0, 0};
    return {pin, rod};
  }

 private:
  static bodies::World make_world() {
    auto world = test::world_of({0.3, 0, 0}, {0, 0, -kGravity});
    test::add_plane(world, {0, 0, -10}, {0, 0, 1});
    test::add_plane(world, {0, 0, -0.2}, {0, 0, 1});  // comes up and gives way
    world.walls[1].state = bodies::State::dynamic;
    world.walls[1].mass = 5;
    world.walls[1].velocity = {0, 0, 3};
    world.walls[1].locked = 0b111011;
    return world;
  }
};

TEST(JointsAndLargeBodies, KeepTheAccount) {
  auto options = test::tight(kStep);
  options.solver.max_sweeps = 30;  // the account closes however well the step is solved
  const Pendulum scenario;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  for (int n = 0; n < 60; ++n) {
    simulation.step();
    ASSERT_NEAR(defect(simulation), 0, 1e-10) << "step " << n;
  }
  EXPECT_NE(simulation.energy()[EnergyTerm::joint], 0);
  EXPECT_GT(simulation.energy()[EnergyTerm::impact], 1);  // most of what 5 kg at 3 m/s bring along
}

// As input/pile-small.yaml: grains fed from above into a heap, sliding, rolling, spinning; solved as loosely as there.
class Heap : public test::Given {
 public:
  Heap() : Given(make_world(), {}) {}
  std::pair<double, double> radii() const override { return {0.0225, 0.0225}; }
  void feed(bodies::Bodies& bodies, bodies::World&, const comm::Comm& comm, double time, double step) const override {
    const auto fed_by = [](double t) { return static_cast<GlobalId>(std::floor(800 * t + 1e-6)); };
    for (GlobalId n = fed_by(time); n < fed_by(time + step); ++n) {
      const auto u = [n](std::uint64_t which) { return random_uniform(1, static_cast<std::uint64_t>(n), which) - 0.5; };
      if (n % comm.size() != comm.rank()) continue;
      const auto turn = static_cast<double>(n % 25);
      auto grain = test::sphere(
          1 + n, 0.0225,
          {0.05 * (std::fmod(turn, 5) - 2) + 0.004 * u(0), 0.05 * (std::floor(turn / 5) - 2) + 0.004 * u(1), 0.3}, 0.1);
      grain.velocity = {0, 0, -1.5};
      bodies.add(grain);
    }
  }

 private:
  static bodies::World make_world() {
    auto world = test::world_of({0.6, 0.01, 0.01});
    test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
    return world;
  }
};

std::array<double, observe::kNumEnergyTerms> heap_energy(const comm::Comm& comm, solver::ScheduleKind schedule,
                                                         int steps) {
  sim::SimulationOptions options;
  options.build.step = 0.005;
  options.solver.max_sweeps = 100;
  options.solver.schedule = schedule;
  const Heap heap;
  sim::Simulation simulation(comm, heap, options);
  double worst = 0;
  for (int n = 0; n < steps; ++n) {
    simulation.step();
    worst = std::max(worst, std::abs(defect(simulation)) / simulation.energy()[EnergyTerm::input]);
  }
  EXPECT_LE(worst, 1e-10);
  EXPECT_GT(worst, 0);
  std::array<double, observe::kNumEnergyTerms> terms;
  std::ranges::copy(simulation.energy().totals(), terms.begin());
  return terms;
}

TEST(PileBalance, ClosesAtEveryStep) {
  const auto terms = heap_energy(comm::Comm::world(), solver::ScheduleKind::blocks, 100);
  const auto at = [&](EnergyTerm term) { return terms[static_cast<std::size_t>(term)]; };
  EXPECT_GT(at(EnergyTerm::sliding), 0);
  EXPECT_GT(at(EnergyTerm::rolling), 0);
  EXPECT_GT(at(EnergyTerm::spinning), 0);
  EXPECT_GT(at(EnergyTerm::impact), 0.1 * at(EnergyTerm::input));
  EXPECT_EQ(at(EnergyTerm::driven), 0);
}

TEST(PileBalance, HasTheSameBitsAsOnOneRank) {
  const auto alone = heap_energy(comm::Comm::self(), solver::ScheduleKind::cubes, 60);
  EXPECT_EQ(heap_energy(comm::Comm::world(), solver::ScheduleKind::cubes, 60), alone);
}

}  // namespace
}  // namespace talus
