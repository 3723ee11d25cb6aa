// Laws whose friction lies between bounds: against statics, closed impacts, exact Coulomb, and pivoting on the same
// rows.

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "bodies/turn.hpp"
#include "motion/motion.hpp"
#include "physics/tight_run.hpp"
#include "problem/bristles.hpp"
#include "problem/lcp_of_laws.hpp"
#include "solver/pivoting.hpp"

namespace talus {
namespace {

using bodies::Body;

constexpr GlobalId kBox = 15;

Body box(bodies::World& world, GlobalId id, const Vec3& half, const Vec3& position) {
  const bodies::Box shape{half};
  const auto mass = shape.mass();
  Body b;
  b.id = id;
  b.shape = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(shape);
  b.radius = shape.bounding_radius();
  b.position = position;
  b.mass = 1000 * mass.measure;
  b.inertia = 1000 * mass.inertia.diagonal();
  return b;
}

sim::SimulationOptions options_for(double step, const problem::FrictionLaw& law, int bound_iterations = 0) {
  auto options = test::tight(step, 1e-11);
  options.envelope = 2e-3;
  options.build.law = law;
  options.bound_iterations = bound_iterations;
  return options;
}

// At 10 degrees with mu = 0.5: bristles hold m g sin within F / k_T, and go on holding it.
TEST(BlockOnIncline, StaysWithinTheBristles) {
  constexpr double kAngle = 10 * EIGEN_PI / 180, kStiffness = 1e6, kStep = 1e-3;
  auto world = test::world_of({0.5, 0, 0}, test::kGravity * Vec3(std::sin(kAngle), 0, -std::cos(kAngle)));
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  const Body start = box(world, kBox, {0.1, 0.1, 0.05}, {0, 0, 0.05});
  const test::Given scenario(world, {start});
  auto options = options_for(kStep, problem::RegularisedLaw{kStiffness, 0.01}, 1);
  options.solver.tolerance = 1e-9;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  const double limit = start.mass * test::kGravity * std::sin(kAngle) / kStiffness;
  double early = 0;
  const int steps = test::long_run(100000);
  for (int n = 1; n <= steps; ++n) {
    simulation.step();
    if (n != steps / 10 && n != steps) continue;
    const double moved = test::find_body(simulation, kBox).position.x();
    EXPECT_LE(std::abs(moved), limit) << "step " << n;
    if (n < steps) early = moved;
  }
  EXPECT_LE(std::abs(test::find_body(simulation, kBox).position.x() - early), 1e-3 * limit);
}

// A ball that may not turn slides by dry friction, however soft the bristles are that will hold it.
TEST(SlidingBall, SlowsDownEvenlyUntilItSticks) {
  constexpr double kMu = 0.5, kStep = 1e-3, kThreshold = 0.01;
  auto world = test::world_of({kMu, 0, 0}, {0, 0, -test::kGravity});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  auto ball = test::sphere(kBox, 0.1, {0, 0, 0.1}, 1);
  ball.velocity = {0.2, 0, 0};
  ball.locked = 0b111000;
  const test::Given scenario(world, {ball});
  sim::Simulation simulation(comm::Comm::world(), scenario,
                             options_for(kStep, problem::RegularisedLaw{5e4, kThreshold}, 1));
  for (double v = 0.2; v > kThreshold + kMu * test::kGravity * kStep;) {
    simulation.step();
    v -= kMu * test::kGravity * kStep;
    ASSERT_NEAR(test::find_body(simulation, kBox).velocity.x(), v, 1e-9);
  }
}

// A box held by friction on an incline of 10 degrees, both turning. The four contacts hold, besides its weight,
// friction that balances itself.
class TurningIncline {
 public:
  struct Case {
    Vec3 spin = Vec3::Zero();  // of both, rad/s
    double grows = 0;          // after which time spin is twice that, s; 0: it stays
    GlobalId incline = 10;
    Quat seen_from = Quat::Identity();  // the frame in which all this is simulated
    double gravity_turns = 0;           // about the incline's foot, rad/s
  };
  static constexpr double kStep = 1e-3, kAngle = 10 * EIGEN_PI / 180;

  explicit TurningIncline(const Case& given) : case_(given) {
    const Quat& seen = given.seen_from;
    world_ = test::world_of({0.5, 0, 0}, seen * Vec3(0, 0, -test::kGravity));
    if (given.gravity_turns > 0) turn_gravity();
    const Quat tilt(Eigen::AngleAxisd(kAngle, Vec3::UnitX()));
    Body incline = box(world_, given.incline, {0.5, 0.5, 0.1}, Vec3::Zero());
    incline.state = given.spin.isZero() ? bodies::State::fixed : bodies::State::driven;
    if (given.grows > 0) {
      const bodies::Course ramp{.kind = bodies::Course::Kind::table, .table = {{0, 1}, {given.grows, 2}}};
      world_.loads.push_back({bodies::Load::Kind::angular_velocity,
                              given.spin,
                              false,
                              Vec3::Zero(),
                              ramp,
                              {given.incline, given.incline}});
    }
    Body on = box(world_, kBox, {0.1, 0.08, 0.05}, seen * (tilt * kPlace));
    on.velocity = seen * given.spin.cross(tilt * kPlace);
    for (Body* b : {&incline, &on}) b->orientation = seen * tilt, b->angular_velocity = seen * given.spin;
    scenario_.emplace(world_, std::vector<Body>{incline, on});
    auto options = options_for(kStep, problem::RegularisedLaw{1e6, 0.01}, 1);
    options.solver.tolerance = 1e-13;
    simulation_.emplace(comm::Comm::self(), *scenario_, options);
  }

  void turn(int steps) {
    for (int n = 0; n < steps; ++n) before_ = axes(), simulation_->step();
  }
  // Adds friction towards the middle at every contact, a tenth of the weight in all.
  void press() {
    auto bodies = simulation_->bodies();
    for (auto& m : bodies.memory.items()) {
      const Vec3 arm = point_of(m.feature), inwards = -(arm - arm.dot(m.normal) * m.normal).normalized();
      m.force += side(m.normal) * 7e-4 * inwards;
    }
    const auto energy = simulation_->energy().totals();
    io::Checkpoint state;
    state.header.step = simulation_->steps_done();
    state.header.time = simulation_->time(), state.header.clock = simulation_->clock();
    state.header.energy.assign(energy.begin(), energy.end());
    state.bodies = std::move(bodies), state.walls = simulation_->world().walls,
    state.space = simulation_->owned_space();
    simulation_->restore(std::move(state));
  }
  // Friction on the box by corner, in the incline's axes, N s.
  std::map<int, Vec3> held() const {
    std::map<int, Vec3> all;
    for (const auto& m : simulation_->bodies().memory.items()) {
      const Vec3 corner = test::find_body(*simulation_, kBox).orientation.conjugate() * point_of(m.feature);
      all[2 * (corner.x() > 0) + (corner.y() > 0)] =
          side(m.normal) * (axes().conjugate() * (m.force - m.force.dot(m.normal) * m.normal));
    }
    return all;
  }
  Vec3 place() const {
    return axes().conjugate() * test::find_body(*simulation_, kBox).position;
  }  // of the box, in the incline's axes
  // Impulse that held the box in its place on the incline in the last step, in the incline's axes, N s.
  Vec3 exact_force() const {
    const double t = simulation_->time() - kStep, w = case_.gravity_turns;
    const Vec3 gravity =
        w == 0 ? Vec3(0, 0, -test::kGravity)
               : test::kGravity / (w * kStep) *
                     Vec3(0, std::cos(w * t) - std::cos(w * (t + kStep)), std::sin(w * t) - std::sin(w * (t + kStep)));
    const Vec3 at = before_ * kPlace, spin = case_.seen_from * case_.spin;
    const Vec3 ahead = bodies::exponential(kStep * spin) * at, behind = bodies::exponential(-kStep * spin) * at;
    return start().mass *
           (before_.conjugate() * ((ahead + behind - 2 * at) / kStep - kStep * (case_.seen_from * gravity)));
  }

 private:
  static constexpr double kX = 0.05, kY = 0.03, kZ = 0.15;
  const Vec3 kPlace{kX, kY, kZ};
  Body start() const { return test::find_body(*simulation_, kBox); }
  Quat axes() const { return test::find_body(*simulation_, case_.incline).orientation; }
  double side(const Vec3& normal) const {
    return normal.dot(axes() * Vec3::UnitZ()) > 0 ? 1 : -1;
  }  // the box is B where the normal points up
  Vec3 point_of(std::int32_t feature) const {
    return std::ranges::find(simulation_->contacts(), feature, &collide::Contact::feature)->point - start().position;
  }
  void turn_gravity() {
    bodies::Course sine;
    sine.kind = bodies::Course::Kind::sine;
    sine.frequency = case_.gravity_turns / (2 * EIGEN_PI);
    auto cosine = sine;
    cosine.phase = EIGEN_PI / 2;
    const Vec3 down = world_.gravity, across = case_.seen_from * Vec3(0, test::kGravity, 0);
    world_.gravity.setZero();
    world_.loads.push_back({bodies::Load::Kind::acceleration, down, false, Vec3::Zero(), cosine, {}});
    world_.loads.push_back({bodies::Load::Kind::acceleration, across, false, Vec3::Zero(), sine, {}});
  }
  Case case_;
  bodies::World world_;
  std::optional<test::Given> scenario_;
  std::optional<sim::Simulation> simulation_;
  Quat before_;  // the incline's axes as the last step began
};

void expect_same(const std::map<int, Vec3>& one, const std::map<int, Vec3>& other, double size, const char* what) {
  ASSERT_EQ(one.size(), 4u);
  ASSERT_EQ(other.size(), 4u);
  for (const auto& [corner, friction] : one)
    EXPECT_LE((friction - other.at(corner)).norm(), 1e-9 * size) << what << ", corner " << corner;
}

// Self-equilibrated part of the friction at the corners, which exerts no force and no moment on the box.
Mat3 strain(const std::map<int, Vec3>& held) {
  Mat3 pull = Mat3::Zero();
  for (const auto& [corner, friction] : held)
    pull += friction * Vec3(corner & 2 ? 0.8 : -0.8, corner & 1 ? 1 : -1, 0).transpose();
  return pull + pull.transpose();
}

Vec3 sum_of(const std::map<int, Vec3>& held) {
  Vec3 sum = Vec3::Zero();
  for (const auto& [corner, friction] : held) sum += friction;
  return sum;
}

// About the vertical everything turns with the incline: friction too, whichever body is first, and from wherever it is
// seen.
TEST(StoredFriction, TurnsWithTheInclineAsSeenFromAnyFrame) {
  TurningIncline::Case given{.spin = {0, 0, 0.2}};
  TurningIncline incline(given);
  given.incline = 20;
  TurningIncline swapped(given);
  given.seen_from = Quat(Eigen::AngleAxisd(0.8, Vec3(2, -1, 1).normalized()));
  TurningIncline turned(given);
  for (auto* i : {&incline, &swapped, &turned}) i->turn(100), i->press(), i->turn(100);
  const auto before = incline.held();
  const double size = sum_of(before).norm();
  EXPECT_GT((before.at(0) - before.at(3)).norm(), 0.1 * size);  // what balances itself
  const Vec3 place = incline.place();
  for (auto* i : {&incline, &swapped, &turned}) i->turn(500);
  expect_same(before, incline.held(), size, "500 steps later");
  expect_same(incline.held(), swapped.held(), size, "the incline behind the box");
  expect_same(incline.held(), turned.held(), size, "from a turned frame");
  EXPECT_LE((incline.place() - place).norm(), 1e-10);
}

// While an incline turns faster and faster, what friction balances by itself turns with it.
TEST(StoredFriction, KeepsItsStrainOnAnInclineThatTurnsFaster) {
  TurningIncline incline({.spin = {0, 0, 0.2}, .grows = 0.7});
  incline.turn(100), incline.press(), incline.turn(100);
  const Mat3 before = strain(incline.held());
  EXPECT_GT(before.norm(), 0.1 * sum_of(incline.held()).norm());
  incline.turn(200);
  EXPECT_LE((strain(incline.held()) - before).norm(), 1e-9 * sum_of(incline.held()).norm());
}

// A slope that changes, by the incline or by gravity: at every time friction is what holds the box in its place.
TEST(StoredFriction, IsThatOfStaticsAtEveryTilt) {
  for (const auto& given :
       {TurningIncline::Case{.spin = {0.02, 0, 0}}, {.spin = {0.02, 0, 0}, .incline = 20}, {.gravity_turns = 0.02}}) {
    TurningIncline incline(given);
    incline.turn(100);
    for (int n = 0; n < 10; ++n) {
      incline.turn(100);
      const Vec3 exact = incline.exact_force();
      EXPECT_LE((sum_of(incline.held()) - Vec3(exact.x(), exact.y(), 0)).norm(), 1e-9 * exact.norm()) << n;
    }
  }
}

// Two bodies of unequal moments that tumble together, a contact between them: the friction in their rows turns as they
// do.
TEST(StoredFriction, TurnsWithBodiesThatTumble) {
  constexpr double kStep = 1e-3, kNormal = 0.02;
  const auto world = test::world_of({0.5, 0, 0});
  bodies::Bodies bodies;
  for (const GlobalId id : {3, 4}) {
    Body b = test::sphere(id, 0.1, {0, 0, id == 3 ? -0.1 : 0.1});
    b.inertia = {0.002, 0.005, 0.01};
    b.orientation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()));
    b.angular_velocity = {3, -5, 4};
    bodies.add(b);
  }
  const Quat start = bodies.local[0].orientation;
  const Vec3 normal(0, 0, 1), friction(0.003, -0.001, 0);
  bodies.memory = {};
  bodies.memory.add_row(
      std::array{bodies::RememberedImpulse{4, 7, 0, kNormal * normal + friction, Vec3::Zero(), normal}});
  bodies.memory.add_row();
  auto& remembered = bodies.memory[0][0];
  for (int n = 0; n < 1000; ++n) {
    remembered = problem::turned_with(bodies.local[0], bodies.local[1], remembered, kStep);
    for (Body& b : bodies.local) motion::move(b, kStep);
    const Quat turned = bodies.local[0].orientation * start.conjugate();
    collide::Contact contact;
    contact.a = {0}, contact.b = {1}, contact.id_a = 3, contact.id_b = 4, contact.feature = 7;
    contact.normal = turned * normal;
    const auto problem = problem::build_problem(bodies, world, std::array{contact},
                                                {.step = kStep, .law = problem::RegularisedLaw{1e6, 1e9}});
    const Vec3 held = problem.friction[0].rest[0] * problem.friction[0].frame.row(1);
    ASSERT_LE((held - turned * friction).norm(), 1e-12 * friction.norm()) << n;
    remembered.force = kNormal * contact.normal + held, remembered.normal = contact.normal;
  }
}

// A tilted rod that falls sliding on the floor: its normal and friction rows are coupled.
Vec3 velocity_after_impact(const problem::FrictionLaw& law, int bound_iterations) {
  auto world = test::world_of({0.3, 0, 0}, Vec3::Zero());
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  Body rod;
  rod.id = kBox, rod.shape = static_cast<std::int32_t>(world.shapes.size());
  const bodies::Capsule shape{0.05, 0.3};
  world.shapes.push_back(shape);
  rod.radius = 0.35, rod.mass = 2, rod.inertia = {0.08, 0.08, 0.005};
  rod.orientation = Quat(Eigen::AngleAxisd(0.8, Vec3::UnitY()));
  rod.position = {0, 0, 0.3 * std::cos(0.8) + 0.05};
  rod.velocity = {1, 0.2, -1};
  auto options = options_for(1e-3, law, bound_iterations);
  options.envelope = 1e-3;
  if (std::holds_alternative<problem::CircularLaw>(law)) options.solver.law = solver::Law::coulomb;
  const test::Given scenario(world, {rod});
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  simulation.step();
  return test::find_body(simulation, kBox).velocity;
}

TEST(FirstTouch, NearsCoulombWithIterationsOfBounds) {
  const Vec3 exact = velocity_after_impact({}, 0);
  double error[2][4];
  for (int n : {0, 1, 3}) {
    error[0][n] = (velocity_after_impact(problem::RegularisedLaw{1e8, 0.01}, n) - exact).norm();
    error[1][n] = (velocity_after_impact(problem::BoxLaw{}, n) - exact).norm();
  }
  if (comm::Comm::world().is_root()) {
    std::printf(
        "error of the velocity after an impact, m/s, with 0, 1, 3 bound iterations: regularised %.3g %.3g %.3g, box "
        "%.3g %.3g %.3g\n",
        error[0][0], error[0][1], error[0][3], error[1][0], error[1][1], error[1][3]);
  }
  for (const auto& law : error) {
    EXPECT_GT(law[0], 0.05);  // no friction at all
    EXPECT_LT(law[1], 0.5 * law[0]);
    EXPECT_LT(law[3], 0.5 * law[1]);
  }
}

// N and r of a problem with one body that moves.
problem::DenseLcp dense(const problem::Problem& problem) {
  const auto rows = static_cast<Eigen::Index>(3 * problem.blocks.size());
  Eigen::MatrixXd d(rows, 6);
  Eigen::VectorXd r(rows);
  const auto& body = problem.bodies[0];
  const Vec6 v = body.free.stacked();
  Vec6 m;
  m << Vec3::Constant(body.inverse_mass), Vec3::Constant(body.inverse_inertia);
  for (std::size_t k = 0; k < problem.blocks.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(3 * k);
    d.middleRows<3>(at) = problem.blocks[k].on_b.topRows<3>();
    r.segment<3>(at) = problem.blocks[k].on_b.topRows<3>() * v;
    r[at] += problem.blocks[k].bias[0];
  }
  return problem::lcp_of_bounds(d * m.asDiagonal() * d.transpose(), r, problem.friction);
}

// A sphere in a groove, pressed and pushed: friction can wedge it, yet bristles leave one answer.
TEST(Wedge, ForcesAreThoseOfPivotingFromAnyStart) {
  if (comm::Comm::world().size() > 1) GTEST_SKIP() << "one body";
  auto world = test::world_of({0.6, 0, 0}, {0.5, 1, -9.81});
  for (const double side : {-1.0, 1.0}) test::add_plane(world, Vec3::Zero(), Vec3(0, side, 1));
  const test::Given scenario(world, {test::sphere(kBox, 0.1, {0, 0, 0.1 * std::sqrt(2.0)})});
  auto options = options_for(1e-3, problem::RegularisedLaw{1e6, 0.01});
  options.solver.tolerance = 1e-12;
  sim::Simulation warm(comm::Comm::world(), scenario, options);
  options.build.warm_start = false;
  sim::Simulation cold(comm::Comm::world(), scenario, options);
  const double weight = test::kGravity * options.build.step;  // N s
  for (int n = 0; n < 300; ++n) {
    warm.step(), cold.step();
    const auto lcp = dense(warm.problem());
    Eigen::VectorXd g;
    ASSERT_EQ(solver::solve_pivoting(lcp, g).status, solver::LcpStatus::solved) << "step " << n;
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec3 exact = g.segment<3>(static_cast<Eigen::Index>(3 * k));
      ASSERT_LE((warm.solution().block_impulses[k].head<3>() - exact).norm(), 1e-9 * weight) << "step " << n;
      ASSERT_LE((cold.solution().block_impulses[k].head<3>() - exact).norm(), 1e-8 * weight) << "step " << n;
    }
  }
}

// A sphere that cannot turn in a groove: both normals keep it from moving across the groove, so bristles bear only the
// push along it, and all forces are those of statics, however it is loaded across.
TEST(Wedge, ForcesAreThoseOfStatics) {
  const Vec3 gravity(0.8, 1.5, -9.81);
  auto world = test::world_of({0.6, 0, 0}, gravity);
  const Vec3 sides[] = {Vec3(0, 0.8, 0.6), Vec3(0, -0.6, 0.8)};
  for (const Vec3& normal : sides) test::add_plane(world, Vec3::Zero(), normal);
  Body start = test::sphere(kBox, 0.1, 0.1 * (sides[0] + sides[1]), 2);  // they are at right angles
  start.locked = 0b111000;
  auto options = options_for(1e-3, problem::RegularisedLaw{1e6, 0.01}, 3);
  options.solver.tolerance = 1e-13;
  test::TightRun run(world, {start}, options);
  run.steps(400);
  const auto memory = run.simulation().bodies().memory.items();
  ASSERT_EQ(memory.size(), comm::Comm::world().size() == 1 ? 2u : memory.size());
  const double weight = start.mass * gravity.norm();
  for (const auto& m : memory) {
    const Vec3 force = m.force / 1e-3;
    EXPECT_NEAR(force.dot(m.normal), -2 * gravity.dot(m.normal), 1e-9 * weight);
    EXPECT_LE((force - force.dot(m.normal) * m.normal - Vec3(-0.8, 0, 0)).norm(),
              1e-9 * weight);  // half of 2 kg 0.8 m/s^2 each
  }
}

// A box that slides askew under a pyramid with four corners along x and y: friction is at the corner against the faster
// of both velocities until they are equal, then at the middle of a side. In both, v_x + v_y falls by mu g, and nothing
// opens.
TEST(Pyramid, BoxSlidesAlongCornersAndSides) {
  constexpr double kMu = 0.3, kStep = 1e-3, kG = test::kGravity;
  for (const char* name : {"mnest", "pgs", "apgd", "alr"}) {
    auto world = test::world_of({kMu, 0, 0});
    test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
    Body start = box(world, kBox, {0.1, 0.1, 0.02}, {0, 0, 0.02});
    start.velocity = {0.5, 0.3, 0};
    auto options = options_for(kStep, problem::PyramidLaw{4});
    options.solver.law = solver::Law::coulomb;
    options.solver.name = name;
    options.solver.tolerance = 1e-9;
    test::TightRun run(world, {start}, options);
    for (int n = 0; n < 5; ++n) {
      run.steps(40);
      const Body now = run.body(kBox);
      EXPECT_NEAR(now.velocity.x() + now.velocity.y(), 0.8 - kMu * kG * run.time(), 1e-6);
      EXPECT_NEAR(now.velocity.x() - now.velocity.y(), std::max(0.0, 0.2 - kMu * kG * run.time()), 1e-6);
      EXPECT_NEAR(now.position.z(), 0.02, 1e-8);
    }
    run.steps(150);
    EXPECT_LE(run.body(kBox).velocity.norm(), 1e-6);
  }
}

}  // namespace
}  // namespace talus
