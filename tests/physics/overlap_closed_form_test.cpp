// Bodies that overlap at the start, or would pass each other within a step, against closed solutions.

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "physics/tight_run.hpp"

namespace talus {
namespace {

using bodies::Body;

constexpr GlobalId kFirst = 10;
constexpr double kRadius = 0.05, kCap = 0.5;  // m, m/s

// Two spheres that overlap by a tenth of their diameter part by min(overlap / h, cap), and go on so: nothing stops
// them.
TEST(OverlappingSpheres, SeparateNoFasterThanTheCap) {
  for (const double h : {1e-5, 1e-4, 1e-3, 1e-2, 0.1}) {
    const double overlap = 0.2 * kRadius, speed = std::min(kCap, overlap / h);
    auto options = test::tight(h);
    options.build.max_recovery_speed = kCap;
    test::TightRun run(test::world_of({0.5, 1e-3, 0}, Vec3::Zero()),
                       {test::sphere(kFirst, kRadius, Vec3::Zero(), 1),
                        test::sphere(kFirst + 1, kRadius, {2 * kRadius - overlap, 0, 0}, 3)},
                       options);
    const int steps = test::long_run(static_cast<int>(std::ceil(overlap / (speed * h))) + 1);
    for (int n = 0; n < steps; ++n) {
      run.step();
      const Body a = run.body(kFirst), b = run.body(kFirst + 1);
      ASSERT_NEAR(b.velocity.x() - a.velocity.x(), speed, 1e-9 * speed) << "h " << h << " step " << n;
      ASSERT_NEAR(a.mass * a.velocity.x() + b.mass * b.velocity.x(), 0, 1e-12) << "h " << h << " step " << n;
    }
    const double gap = run.body(kFirst + 1).position.x() - run.body(kFirst).position.x() - 2 * kRadius;
    EXPECT_NEAR(gap, steps * h * speed - overlap, 1e-9) << "h " << h;
  }
}

// Bodies that stand one in the other part, too: no hang, no burst.
TEST(ConcentricBodies, PartNoFasterThanTheCap) {
  auto world = test::world_of({0.5, 0, 0}, Vec3::Zero());
  std::vector<Body> bodies;
  const auto add = [&](const bodies::Shape& shape, const Vec3& place) {
    Body b = test::sphere(kFirst + std::ssize(bodies), bodies::bounding_radius(shape, kRadius), place);
    if (!std::holds_alternative<bodies::Sphere>(shape)) {
      b.shape = static_cast<std::int32_t>(world.shapes.size());
      world.shapes.push_back(shape);
    }
    bodies.push_back(b);
  };
  std::vector<Vec3> corners;
  for (int n = 0; n < 12; ++n) corners.push_back(kRadius * Vec3(std::cos(n), std::sin(n), 0.1 * n - 0.5));
  const bodies::Shape shapes[] = {bodies::Sphere{},
                                  bodies::Box{{0.05, 0.04, 0.03}},
                                  bodies::Capsule{0.03, 0.03},
                                  bodies::Cylinder{0.04, 0.03},
                                  bodies::Disk{0.05},
                                  centred(bodies::convex_hull(corners)).shape};
  double place = 0;
  for (const auto& x : shapes) {
    for (const auto& y : shapes) {
      add(x, {place, 0, 0});
      add(y, {place, 0, 0});
      place += 0.5;
    }
  }
  auto options = test::tight(1e-3, 1e-6);
  options.build.max_recovery_speed = kCap;
  test::TightRun run(world, bodies, options);
  run.steps(3);
  for (const auto& b : bodies) {
    const Body now = run.body(b.id);
    ASSERT_TRUE(now.velocity.allFinite() && now.angular_velocity.allFinite()) << b.id;
    ASSERT_LE(now.velocity.norm(), 2 * kCap) << b.id;
  }
}

// A sphere at 100 m/s, h = 5 ms, half a metre a step, against a wall of 2 mm: it stops at the wall, from wherever it
// comes.
TEST(FastSphere, IsCaughtByAThinWall) {
  enum Kind { box_wall, sheet, kinds };
  for (int kind = 0; kind < kinds; ++kind) {
    for (const double slant : {0.0, 40.0}) {
      for (int start = 0; start < 8; ++start) {
        auto world = test::world_of({0.3, 0, 0}, Vec3::Zero());
        Body wall;
        wall.shape = static_cast<std::int32_t>(world.shapes.size());
        const Vec3 half(1e-3, 2, 2), a(0, -2, -2), b(0, 2, -2), c(0, 2, 2), d(0, -2, 2);
        if (kind == sheet) {
          world.shapes.push_back(bodies::make_mesh(std::vector<Vec3>{a, b, c, a, c, d}));
        } else {
          world.shapes.push_back(bodies::Box{half});
        }
        wall.state = bodies::State::fixed;
        world.walls.push_back(wall);
        Body ball = test::sphere(kFirst, kRadius, {-0.2 - 0.06 * start, -0.5, 0});
        ball.velocity = {100, slant, 0};
        test::TightRun run(world, {ball}, test::tight(5e-3, 1e-9));
        run.steps(4);
        const double front = run.body(kFirst).position.x() + kRadius;
        const double face = kind == sheet ? 0 : -half.x();
        const double rides = 5e-3 * 0.3 * (100 + slant);  // the convex model's price, h mu |v_T|, at most
        ASSERT_LE(front - face, 1e-8) << "wall " << kind << " start " << start << " slant " << slant;
        ASSERT_GE(front - face, slant == 0 ? -1e-8 : -rides)
            << "wall " << kind << " start " << start << " slant " << slant;
      }
    }
  }
}

TEST(BadStart, NoNumbersAreRefusedByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const Body& bad) {
    test::TightRun run(test::world_of({0.5, 0, 0}), {test::sphere(kFirst, kRadius, {1, 0, 0}), bad}, test::tight(1e-3));
    try {
      run.step();
    } catch (const PhysicsError& error) {
      return std::string(error.what()).find("body 11") != std::string::npos;
    }
    return false;
  };
  if (comm::Comm::world().size() > 1) GTEST_SKIP() << "other ranks would wait for the one that throws";
  for (const auto member : {&Body::position, &Body::velocity, &Body::angular_velocity}) {
    Body bad = test::sphere(kFirst + 1, kRadius, {0, 0, 0});
    (bad.*member).y() = nan;
    EXPECT_TRUE(refused(bad));
  }
}

}  // namespace
}  // namespace talus
