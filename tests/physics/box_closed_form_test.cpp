// Boxes against closed solutions: rest, incline, tipping, a stack.

#include <array>
#include <cmath>

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using bodies::Body;

constexpr GlobalId kFirst = 10;

// A uniform box of 1000 kg/m^3.
Body box(bodies::World& world, GlobalId id, const Vec3& half, const Vec3& position,
         const Quat& orientation = Quat::Identity()) {
  const bodies::Box shape{half};
  const auto mass = shape.mass();
  Body b;
  b.id = id;
  b.shape = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(shape);
  b.radius = shape.bounding_radius();
  b.position = position;
  b.orientation = orientation;
  b.mass = 1000 * mass.measure;
  b.inertia = 1000 * mass.inertia.diagonal();
  return b;
}

// Gravity turned by `angle` about y instead of the floor: the floor is an incline that falls towards +x.
bodies::World incline(double angle, double mu) {
  auto world = test::world_of({mu, 0, 0}, test::kGravity * Vec3(std::sin(angle), 0, -std::cos(angle)));
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  return world;
}

sim::SimulationOptions options_for(double step) {
  auto options = test::tight(step, 1e-9);
  options.envelope = 2e-3;
  options.build.max_recovery_speed = 0.1;
  options.solver.norm = solver::Norm::max;
  options.solver.max_sweeps = 20000;
  return options;
}

TEST(BoxOnPlane, RestsWithoutCreepAndPressesWithItsWeight) {
  auto world = incline(0, 0.5);
  const Vec3 half(0.2, 0.1, 0.05);
  const Body start = box(world, kFirst, half, {0, 0, half.z()});
  const test::Given scenario(world, {start});
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(5e-3));
  for (int n = 0; n < test::long_run(10000); ++n) {
    const auto report = simulation.step();
    ASSERT_EQ(report.solve.contacts, 4) << n;
    Vec3 on_floor = test::wall_impulse(simulation).force;
    simulation.comm().sum(std::span(on_floor.data(), 3));
    ASSERT_NEAR(on_floor.z(), -start.mass * test::kGravity * 5e-3, 1e-6) << n;
  }
  const Body end = test::find_body(simulation, kFirst);
  EXPECT_LT((end.position - start.position).norm(), 1e-8);
  EXPECT_LT(end.orientation.angularDistance(start.orientation), 1e-8);
}

// Three boxes on the floor, one across the other two.
TEST(BoxOnTwoBoxes, RestsWithoutCreepAndPressesWithItsWeight) {
  auto world = incline(0, 0.5);
  const Vec3 half(0.1, 0.1, 0.05);
  const std::vector<Body> start = {box(world, kFirst, half, {-0.1, 0, 0.05}),
                                   box(world, kFirst + 1, half, {0.1, 0, 0.05}),
                                   box(world, kFirst + 2, half, {0.02, 0.01, 0.15})};
  const test::Given scenario(world, start);
  sim::Simulation simulation(comm::Comm::world(), scenario, options_for(5e-3));
  const double weight = 3 * start[0].mass * test::kGravity * 5e-3;
  for (int n = 0; n < test::long_run(10000); ++n) {
    simulation.step();
    Vec3 on_floor = test::wall_impulse(simulation).force;
    simulation.comm().sum(std::span(on_floor.data(), 3));
    ASSERT_NEAR(on_floor.z(), -weight, 1e-6 * weight) << n;
  }
  for (const Body& b : start) {
    const Body end = test::find_body(simulation, b.id);
    EXPECT_LT((end.position - b.position).norm(), 1e-7) << b.id;
    EXPECT_LT(end.orientation.angularDistance(b.orientation), 1e-7) << b.id;
  }
}

// A domino that leans beyond its balance turns about its lower edge: w^2 = 3 g / (2 L) (cos(start - balance) - cos(now
// - balance)).
constexpr double kThick = 0.005, kTall = 0.025;  // half
Body domino(bodies::World& world, GlobalId id, double x, double lean) {
  const Quat turn(Eigen::AngleAxisd(lean, Vec3::UnitY()));
  const Vec3 edge(kThick, 0, -kTall);
  return box(world, id, {kThick, 0.012, kTall}, Vec3(x + kThick, 0, 0) - turn * edge, turn);
}
double lean_of(const Body& b) {
  const Vec3 up = b.orientation * Vec3::UnitZ();
  return std::atan2(up.x(), up.z());
}

TEST(Domino, FallsLikeAPendulum) {
  auto world = incline(0, 2.0);
  const double balance = std::atan(kThick / kTall), length = std::hypot(kThick, kTall), from = balance + 0.1;
  const test::Given scenario(world, {domino(world, kFirst, 0, from)});
  auto options = options_for(1e-4);
  options.envelope = 1e-4;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  Body now;
  do {
    simulation.step();
    now = test::find_body(simulation, kFirst);
  } while (lean_of(now) < balance + 0.8 && simulation.time() < 1);
  const double exact =
      std::sqrt(1.5 * test::kGravity / length * (std::cos(from - balance) - std::cos(lean_of(now) - balance)));
  EXPECT_NEAR(now.angular_velocity.y(), exact, 5e-3 * exact);
}

// A row falls one after the other where they stand closer than they are tall, and only the first where they do not.
TEST(Domino, RowFallsOneAfterTheOther) {
  constexpr int kCount = 8;
  for (const double apart : {0.03, 0.08}) {
    auto world = incline(0, 0.5);
    std::vector<Body> row;
    for (int n = 0; n < kCount; ++n) row.push_back(domino(world, kFirst + n, n * apart, n == 0 ? 0.25 : 0));
    const test::Given scenario(world, row);
    auto options = options_for(1e-3);
    options.envelope = 2e-4;
    options.solver.tolerance = 1e-6;
    sim::Simulation simulation(comm::Comm::world(), scenario, options);
    std::vector<double> fell(kCount, 0);
    for (int n = 0; n < 700; ++n) {
      simulation.step();
      for (int d = 0; d < kCount; ++d) {
        if (fell[static_cast<std::size_t>(d)] == 0 && lean_of(test::find_body(simulation, kFirst + d)) > 0.3) {
          fell[static_cast<std::size_t>(d)] = simulation.time();
        }
      }
    }
    EXPECT_GT(fell[0], 0);
    for (std::size_t d = 1; d < kCount; ++d) {
      if (apart > 2 * kTall) {
        EXPECT_EQ(fell[d], 0) << d;
        EXPECT_LT(std::abs(lean_of(test::find_body(simulation, kFirst + static_cast<GlobalId>(d)))), 1e-6) << d;
      } else {
        EXPECT_GT(fell[d], fell[d - 1]) << d;
      }
    }
    for (std::size_t d = 5; d < kCount && apart < 2 * kTall; ++d) {  // the wave runs steadily
      EXPECT_NEAR(fell[d] - fell[d - 1], fell[4] - fell[3], 0.15 * (fell[4] - fell[3]) + 2e-3) << d;
    }
  }
}

// A half circle of 21 blocks, mean radius 1 m.
std::vector<Body> arch(bodies::World& world, double thickness) {
  constexpr int kBlocks = 21;
  std::vector<Body> blocks;
  for (int n = 0; n < kBlocks; ++n) {
    std::vector<Vec3> corners;
    for (const double angle : {M_PI * n / kBlocks, M_PI * (n + 1) / kBlocks}) {
      for (const double radius : {1 - 0.5 * thickness, 1 + 0.5 * thickness}) {
        for (const double y : {-0.15, 0.15})
          corners.emplace_back(-radius * std::cos(angle), y, radius * std::sin(angle));
      }
    }
    const auto block = bodies::centred(bodies::convex_hull(corners));
    Body b;
    b.id = kFirst + n;
    b.shape = static_cast<std::int32_t>(world.shapes.size());
    world.shapes.push_back(block.shape);
    b.radius = bodies::bounding_radius(block.shape);
    b.position = block.position;
    b.orientation = block.orientation;
    b.mass = 1000 * block.measure;
    b.inertia = 1000 * block.moments;
    blocks.push_back(b);
  }
  return blocks;
}

// How far the arch sinks anywhere in `steps` of 5 ms, block `taken` left out.
double sinks(double thickness, int taken, int steps) {
  auto world = incline(0, 0.8);
  auto blocks = arch(world, thickness);
  if (taken >= 0) blocks.erase(blocks.begin() + taken);
  const test::Given scenario(world, blocks);
  auto options = options_for(5e-3);
  options.solver.tolerance = 1e-5;
  options.solver.max_sweeps = 4000;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  for (int n = 0; n < steps; ++n) simulation.step();
  double most = 0;
  for (const Body& b : blocks) most = std::max(most, b.position.z() - test::find_body(simulation, b.id).position.z());
  return most;
}

// A half circle stands on its own if it is thicker than 0.1075 of its mean radius (Milankovitch 1907), much friction
// given.
TEST(ArchOf21Blocks, StandsIfThickEnoughAndFallsWhenABlockIsTaken) {
  EXPECT_LT(sinks(0.13, -1, 100), 1e-3);
  EXPECT_GT(sinks(0.08, -1, 200), 0.1);
  EXPECT_GT(sinks(0.13, 6, 100), 0.3);
}

// A ball that rolls over flat ground made of pieces rolls as on one: two boxes, two that move together, triangles, two
// boxes that stand on the floor.
TEST(RollingBall, FeelsNoInternalEdge) {
  enum Ground { boxes, moving_boxes, triangles, standing_boxes, grounds };
  for (int ground = 0; ground < grounds; ++ground) {
    auto world = test::world_of({0.5, 0, 0}, {0, 0, -test::kGravity});
    std::vector<Body> all;
    if (ground == triangles) {
      std::vector<Vec3> corners;
      for (int n = -5; n < 5; ++n) {
        const Vec3 a(0.1 * n, -0.5, 0), b(0.1 * n + 0.1, -0.5, 0), c(0.1 * n + 0.1, 0.5, 0), d(0.1 * n, 0.5, 0);
        corners.insert(corners.end(), {a, b, c, a, c, d});
      }
      Body wall;
      wall.state = bodies::State::fixed;
      wall.shape = static_cast<std::int32_t>(world.shapes.size());
      world.shapes.push_back(bodies::make_mesh(corners));
      world.walls.push_back(wall);
    } else {
      if (ground == standing_boxes) test::add_plane(world, {0, 0, -0.2}, Vec3::UnitZ());
      for (const double x : {-0.25, 0.25}) {
        Body piece = box(world, kFirst + std::ssize(all), {0.25, 0.2, 0.1}, {x, 0, -0.1});
        if (ground == standing_boxes) {
          all.push_back(piece);
          continue;
        }
        piece.id = std::ssize(world.walls);
        piece.state = ground == boxes ? bodies::State::fixed : bodies::State::driven;
        if (ground == moving_boxes) piece.velocity = {-0.2, 0.1, 0};
        world.walls.push_back(piece);
      }
    }
    Body ball = test::sphere(kFirst + 10, 0.05, {-0.2, 0.013, 0.05}, 1);
    ball.velocity = {1, 0.1, 0};
    ball.angular_velocity = {-ball.velocity.y() / 0.05, ball.velocity.x() / 0.05, 0};
    if (ground == moving_boxes) ball.velocity += world.walls[0].velocity;
    all.push_back(ball);
    const test::Given scenario(world, all);
    auto options = options_for(2e-3);
    options.solver.tolerance = 1e-10;
    sim::Simulation simulation(comm::Comm::world(), scenario, options);
    for (int n = 0; n < 200; ++n) {
      ASSERT_EQ(simulation.step().solve.status, solver::Status::converged) << "ground " << ground << " step " << n;
      const Body now = test::find_body(simulation, ball.id);
      ASSERT_LT(std::abs(now.velocity.z()), 1e-6) << "ground " << ground << " step " << n;
      ASSERT_NEAR(now.position.z(), 0.05, 1e-6) << "ground " << ground << " step " << n;
    }
    EXPECT_GT(test::find_body(simulation, ball.id).position.x(), 0.1) << "ground " << ground;
  }
}

TEST(BoxOnIncline, SticksBelowAndSlidesAboveTheAngleOfFriction) {
  const double mu = 0.5, h = 2e-3;
  const Vec3 half(0.2, 0.15, 0.05);
  for (const double factor : {0.95, 1.05}) {
    const double angle = std::atan(factor * mu);
    auto world = incline(angle, mu);
    const test::Given scenario(world, {box(world, kFirst, half, {0, 0, half.z()})});
    sim::Simulation simulation(comm::Comm::world(), scenario, options_for(h));
    const int steps = 400;
    for (int n = 0; n < steps; ++n) ASSERT_EQ(simulation.step().solve.status, solver::Status::converged);
    const Body end = test::find_body(simulation, kFirst);
    if (factor < 1) {
      EXPECT_LT((end.position - Vec3(0, 0, half.z())).norm(), 1e-7);
      continue;
    }
    const double exact = test::kGravity * (std::sin(angle) - mu * std::cos(angle));
    EXPECT_NEAR(end.velocity.x(), exact * h * steps, 1e-3 * exact * h * steps);
    EXPECT_LT(end.angular_velocity.norm(), 1e-3);
  }
}

// A box of width b and height t on a slope of much friction tips where tan(angle) > b / t.
TEST(BoxOnIncline, TipsAtItsAngle) {
  const Vec3 half(0.05, 0.1, 0.15);
  for (const double factor : {0.98, 1.02}) {
    auto world = incline(std::atan(factor * half.x() / half.z()), 2.0);
    const test::Given scenario(world, {box(world, kFirst, half, {0, 0, half.z()})});
    sim::Simulation simulation(comm::Comm::world(), scenario, options_for(2e-3));
    for (int n = 0; n < 300; ++n) simulation.step();
    const double turned = test::find_body(simulation, kFirst).orientation.angularDistance(Quat::Identity());
    if (factor < 1) {
      EXPECT_LT(turned, 1e-6);
    } else {
      EXPECT_GT(turned, 0.01);
    }
  }
}

TEST(StackOfTwentyBoxes, Stands) {
  auto world = incline(0, 0.5);
  const Vec3 half(0.1, 0.1, 0.05);
  std::vector<Body> stack;
  double weight = 0;
  for (int n = 0; n < 20; ++n) {
    stack.push_back(box(world, kFirst + n, half, {0, 0, (2 * n + 1) * half.z()}));
    weight += stack.back().mass * test::kGravity;
  }
  const test::Given scenario(world, stack);
  auto options = options_for(5e-3);
  options.solver.tolerance = 1e-6;
  sim::Simulation simulation(comm::Comm::world(), scenario, options);
  Vec3 on_floor;
  for (int n = 0; n < 60; ++n) {
    const auto report = simulation.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged) << n;
    on_floor = test::wall_impulse(simulation).force;
  }
  simulation.comm().sum(std::span(on_floor.data(), 3));
  EXPECT_NEAR(on_floor.z(), -weight * 5e-3, 1e-4 * weight * 5e-3);
  const Body top = test::find_body(simulation, kFirst + 19);
  EXPECT_LT((top.position - stack.back().position).norm(), 1e-4);
  EXPECT_LT(top.orientation.angularDistance(Quat::Identity()), 1e-4);
}

}  // namespace
}  // namespace talus
