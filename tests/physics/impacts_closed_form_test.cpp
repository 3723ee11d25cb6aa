// Impacts and recovery from overlaps against closed forms: restitution, envelopes of fast bodies, pushing out at a
// limited speed.

#include "physics/tight_run.hpp"

namespace talus {
namespace {

using test::kGravity;
using test::TightRun;

constexpr double kRadius = 0.05;

bodies::World bouncy(double restitution, double friction = 0, const Vec3& gravity = Vec3::Zero()) {
  auto world = test::world_of({friction, 0, 0, restitution}, gravity);
  world.restitution_speed = 0.01;
  return world;
}

bodies::Body flying(GlobalId id, const Vec3& position, const Vec3& velocity, double mass = 1) {
  auto b = test::sphere(id, kRadius, position, mass);
  b.velocity = velocity;
  return b;
}

// A ball dropped from H comes up to e^2 H, e^4 H, ...
TEST(BounceHeights, FallByTheSquareOfRestitution) {
  for (const double e : {0.25, 0.5, 0.8, 0.95, 1.0}) {
    for (const double h : {1e-3, 5e-3}) {
      const double drop = 1.2345;
      auto world = bouncy(e, 0.5, {0, 0, -kGravity});
      test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
      TightRun run(world, {flying(1, {0, 0, drop + kRadius}, Vec3::Zero())}, test::tight(h));
      double peak = 0, speed = -1, expected = drop;
      for (int bounces = 0; bounces < 3 && expected > 0.05;) {
        run.step();
        const auto ball = run.body(1);
        if (speed < 0 && ball.velocity.z() > 0) expected *= e * e, peak = 0, ++bounces;
        peak = std::max(peak, ball.position.z() - kRadius);
        if (speed > 0 && ball.velocity.z() <= 0) {
          EXPECT_NEAR(peak, expected, 0.01 * expected) << "e = " << e << ", h = " << h;
        }
        speed = ball.velocity.z();
      }
      EXPECT_LE(run.last().penetration, 1e-9);
    }
  }
}

// Two spheres head-on: v' = v_cm -+ e m_other / m v_rel, momentum as before.
TEST(CentralImpact, LeavesRestitutionTimesTheApproach) {
  for (const double e : {0.0, 0.4, 1.0}) {
    const double m = 2, other = 5;
    const Vec3 v(3, 0.4, 0), w(-1, 0.4, 0);
    TightRun run(bouncy(e), {flying(0, {-0.3, 0, 0}, v, m), flying(1, {0.3, 0, 0}, w, other)}, test::tight(1e-3));
    run.steps(300);
    const Vec3 middle = (m * v + other * w) / (m + other), apart = e * (w - v);
    EXPECT_LE((run.body(0).velocity - (middle + other / (m + other) * apart)).norm(), 1e-10);
    EXPECT_LE((run.body(1).velocity - (middle - m / (m + other) * apart)).norm(), 1e-10);
  }
}

// A glancing ball without friction keeps what it has along the wall.
TEST(GlancingImpact, TurnsTheNormalSpeedOnly) {
  auto world = bouncy(0.7);
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  TightRun run(world, {flying(1, {0, 0, 0.2}, {4, 0, -2})}, test::tight(1e-3));
  run.steps(300);
  EXPECT_LE((run.body(1).velocity - Vec3(4, 0, 1.4)).norm(), 1e-10);
}

TEST(Threshold, SlowImpactsDoNotBounceAndPairsHaveTheirOwn) {
  bodies::World world;
  world.gravity.setZero();
  world.materials = bodies::Materials(bodies::PairRule::max);
  const int soft = world.materials.add("soft", {0, 0, 0, 0.2}), hard = world.materials.add("hard", {0, 0, 0, 0.9});
  world.materials.set_pair(soft, soft, {0, 0, 0, 0.5});
  world.restitution_speed = 0.3;
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());  // of the first material
  const auto after = [&](int material, double speed) {
    auto ball = flying(1, {0, 0, 0.1}, {0, 0, -speed});
    ball.material = material;
    TightRun run(world, {ball}, test::tight(1e-3));
    run.steps(static_cast<int>(0.08 / speed / 1e-3));
    return run.body(1).velocity.z();
  };
  EXPECT_NEAR(after(soft, 0.31), 0.5 * 0.31, 1e-10);
  EXPECT_NEAR(after(hard, 0.31), 0.9 * 0.31, 1e-10);
  EXPECT_NEAR(after(hard, 0.29), 0, 1e-10);
}

// 1000 pairs of random masses, spins and materials, each pair far from the others, flung at each other: no pair ever
// has more kinetic energy than before. Bodies that are not round turn into each other a little within a step; so their
// overlaps are split off.
void expect_no_energy_is_made(bool round) {
  constexpr int kPairs = 1000;
  bodies::World world;
  world.gravity.setZero();
  std::uint64_t count = 0;
  const auto random = [&count](double low, double high) { return low + (high - low) * random_uniform(11, count++, 0); };
  const auto random_vector = [&](double size) {
    return Vec3(random(-size, size), random(-size, size), random(-size, size));
  };
  for (int m = 0; m < 20; ++m) {
    const double friction = random(-0.3, 1.5), rolling = random(-0.01, 0.01);
    world.materials.add(std::string(1, static_cast<char>('a' + m)),
                        {std::max(0.0, friction), std::max(0.0, rolling), std::max(0.0, rolling), random(0, 1)});
  }
  world.restitution_speed = 0.01;
  for (const auto& shape : {bodies::Shape(bodies::Box{{0.05, 0.03, 0.02}}), bodies::Shape(bodies::Capsule{0.02, 0.04}),
                            bodies::Shape(bodies::Cylinder{0.03, 0.03}), bodies::Shape(bodies::Disk{0.05})}) {
    world.shapes.push_back(shape);
  }
  std::vector<bodies::Body> all;
  for (int n = 0; n < 2 * kPairs; ++n) {
    const int shape = round ? 0 : std::min(4, static_cast<int>(random(0, 5))), pair = n / 2;
    auto b =
        test::sphere(n, kRadius, Vec3(pair % 10, pair / 10 % 10, pair / 100) + random_vector(0.02), random(0.1, 3));
    b.shape = shape;
    if (shape > 0) {
      const auto mass = bodies::mass_properties(world.shapes[static_cast<std::size_t>(shape)]);
      b.inertia = b.mass / mass.measure * mass.inertia.diagonal();
      b.radius = bodies::bounding_radius(world.shapes[static_cast<std::size_t>(shape)]);
      b.orientation = Quat(Eigen::AngleAxisd(random(0, 3), random_vector(1).normalized()));
    }
    b.material = static_cast<int>(random(0, 19.99));
    const double side = n % 2 == 0 ? -1 : 1, speed = random(0.5, 2);
    b.position.x() += 0.15 * side;
    b.velocity = Vec3(-side * speed, random(-0.3, 0.3), random(-0.3, 0.3));
    b.angular_velocity = random_vector(10);
    all.push_back(b);
  }
  auto options = test::tight(1e-3, 1e-9);
  options.build.split_recovery = !round;
  TightRun run(world, all, options);
  const auto energies = [&] {
    std::vector<double> energy(kPairs, 0);
    for (const auto& b : run.simulation().bodies().owned()) {
      energy[static_cast<std::size_t>(b.id / 2)] +=
          0.5 * b.mass * b.velocity.squaredNorm() + 0.5 * b.angular_velocity.dot(b.spin());
    }
    run.simulation().comm().sum(std::span<double>(energy));
    return energy;
  };
  const auto start = energies();
  auto before = start;
  int collided = 0;
  for (int step = 0; step < 200; ++step) {
    run.step();
    const auto now = energies();
    for (std::size_t p = 0; p < now.size(); ++p)
      EXPECT_LE(now[p], before[p] * (1 + 1e-8)) << "pair " << p << ", step " << step;
    before = now;
  }
  for (std::size_t p = 0; p < before.size(); ++p) collided += before[p] < start[p] * (1 - 1e-6);
  EXPECT_GT(collided, 0.7 * kPairs);
}
TEST(RandomCollisions, OfSpheresNeverMakeEnergy) { expect_no_energy_is_made(true); }
TEST(RandomCollisions, OfShapesNeverMakeEnergyWithSplitRecovery) { expect_no_energy_is_made(false); }

// A ball that meets floor and wall at once: the wall turns its sliding round, and friction on the floor would push it
// on.
TEST(Corner, MakesNoEnergy) {
  for (const double restitution : {0.5, 0.9, 1.0}) {
    for (const double along : {0.5, 1.0, 2.0, 5.0}) {
      auto world = bouncy(restitution, 0.5);
      test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
      test::add_plane(world, Vec3::Zero(), Vec3::UnitX());
      auto ball = test::sphere(2, kRadius, {kRadius, 0, kRadius}, 1);
      ball.velocity = {-along, 0.1, -1};
      TightRun run(world, {ball}, test::tight(1e-3));
      run.step();
      const auto after = run.body(2);
      EXPECT_LE(observe::stored_energy(after, world).total(), observe::stored_energy(ball, world).total() * (1 + 1e-9))
          << restitution << " " << along;
      EXPECT_GE(after.velocity.x(), 0);
      EXPECT_GE(after.velocity.z(), 0);
    }
  }
}

// Balls flung about in a closed box, some with several contacts at once: together they never have more energy, and keep
// what they have where nothing is lost and impacts mostly come one by one.
TEST(Gas, NeverMakesEnergyAndKeepsItWhereNothingIsLost) {
  for (const auto& [friction, restitution, step] :
       {std::tuple{0.5, 0.9, 1e-3}, std::tuple{1.0, 1.0, 1e-3}, std::tuple{0.0, 1.0, 1e-4}}) {
    bodies::World world;
    world.gravity.setZero();
    world.materials.add("", {friction, 0.0, 0.0, restitution});
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0})
        test::add_plane(world, 0.35 * side * Vec3::Unit(axis), -side * Vec3::Unit(axis));
    }
    std::vector<bodies::Body> all;
    for (int n = 0; n < 64; ++n) {
      auto u = [n](std::uint64_t which) { return 2 * random_uniform(17, static_cast<std::uint64_t>(n), which) - 1; };
      all.push_back(test::sphere(6 + n, 0.06, 0.16 * Vec3(n % 4 - 1.5, n / 4 % 4 - 1.5, n / 16 - 1.5), 1 + 0.5 * u(0)));
      all.back().velocity = 3 * Vec3(u(1), u(2), u(3));
      all.back().angular_velocity = 20 * Vec3(u(4), u(5), u(6));
    }
    TightRun run(world, all, test::tight(step, 1e-9));
    const auto energy = [&] {
      double sum = 0;
      for (const auto& b : run.simulation().bodies().owned())
        sum += observe::stored_energy(b, run.simulation().world()).total();
      return run.simulation().comm().sum(sum);
    };
    const double start = energy();
    double before = start;
    for (int n = 0; n < 600; ++n) {
      run.step();
      const double now = energy();
      EXPECT_LE(now, before + 1e-8 * start) << "mu " << friction << " step " << n;
      before = now;
    }
    if (friction == 0) {
      EXPECT_NEAR(before, start, 0.01 * start);  // few meet twice in a step
      EXPECT_GT(run.simulation().energy()[observe::EnergyTerm::rebound], 0.01 * start);
    } else {
      EXPECT_LT(before, 0.9 * start);
    }
  }
}

// Spheres that overlap by a tenth: they part at the cap, or at what parts them within a step; a scan over h.
TEST(OverlappingSpheres, PartNoFasterThanTheCap) {
  const double overlap = 0.1 * 2 * kRadius, cap = 0.5;
  for (const double h : {1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
    auto options = test::tight(h);
    options.build.max_recovery_speed = cap;
    TightRun run(bouncy(0),
                 {flying(0, {0, 0, 0}, Vec3::Zero()), flying(1, {2 * kRadius - overlap, 0, 0}, Vec3::Zero())}, options);
    run.step();
    EXPECT_NEAR(run.body(1).velocity.x() - run.body(0).velocity.x(), std::min(cap, overlap / h), 1e-9) << "h = " << h;
  }
}

// Two spheres that overlap by d part with the speed rate d / h; by split recovery n steps leave (1 - rate)^n d.
TEST(OverlappingSpheres, PartByTheRate) {
  const double overlap = 0.01, h = 1e-3;
  for (const double rate : {0.2, 0.7, 1.0}) {
    for (const bool split : {false, true}) {
      auto options = test::tight(h);
      options.build.recovery_rate = rate;
      options.build.split_recovery = split;
      TightRun run(bouncy(0),
                   {flying(0, {0, 0, 0}, Vec3::Zero()), flying(1, {2 * kRadius - overlap, 0, 0}, Vec3::Zero())},
                   options);
      for (int n = 0; n < 3; ++n) run.step();
      const double apart = run.body(1).position.x() - run.body(0).position.x() - 2 * kRadius;
      const double left = split ? -overlap * std::pow(1 - rate, 3) : -overlap + 3 * rate * overlap;
      EXPECT_NEAR(apart, left, 1e-11) << "rate " << rate;
    }
  }
}

// Split recovery parts two spheres in a step, by the masses' inverse ratio or by the cap, and leaves them at rest.
TEST(SplitRecovery, PartsWithoutKineticEnergy) {
  const double overlap = 0.01, m = 2, other = 6, h = 1e-3;
  for (const double cap : {0.0, 0.7}) {
    auto options = test::tight(h);
    options.build.split_recovery = true;
    options.build.max_recovery_speed = cap;
    TightRun run(bouncy(0.5),
                 {flying(0, {0, 0, 0}, Vec3::Zero(), m), flying(1, {2 * kRadius - overlap, 0, 0}, Vec3::Zero(), other)},
                 options);
    for (int n = 1; n <= 30; ++n) {
      run.step();
      const double moved = cap == 0 ? overlap : std::min(overlap, n * cap * h);
      EXPECT_NEAR(run.body(0).position.x(), -moved * other / (m + other), 1e-12);
      EXPECT_NEAR(run.body(1).position.x(), 2 * kRadius - overlap + moved * m / (m + other), 1e-12);
      EXPECT_EQ(run.body(0).velocity.norm() + run.body(1).velocity.norm(), 0);
    }
  }
}

// A box sunk into the floor is lifted and rests; a spinning one sunk at a corner has no more kinetic energy than
// before; the energy account closes in both.
TEST(SplitRecovery, LiftsASunkenBoxThatStaysAtRest) {
  auto world = bouncy(0, 0.5, {0, 0, -kGravity});
  world.shapes.push_back(bodies::Box{{0.1, 0.2, 0.05}});
  test::add_plane(world, Vec3::Zero(), Vec3::UnitZ());
  auto sunk = test::sphere(1, 0.3, {0, 0, 0.05 - 0.01}, 3);
  sunk.shape = 1;
  sunk.inertia = Vec3(0.0425, 0.0125, 0.05);
  auto spinning = sunk;
  spinning.id = 2;
  spinning.position = {3, 0, 0.1};
  spinning.orientation = Quat(Eigen::AngleAxisd(0.9, Vec3(1, 2, 0).normalized()));
  spinning.angular_velocity = {0, 0, 6};
  auto options = test::tight(1e-3, 1e-11);
  options.build.split_recovery = true;
  TightRun run(world, {sunk, spinning}, options);
  const double kinetic = 0.5 * spinning.angular_velocity.dot(spinning.spin());
  run.step();
  EXPECT_NEAR(run.body(1).position.z(), 0.05, 1e-12);
  EXPECT_LE(run.body(1).velocity.norm() + run.body(1).angular_velocity.norm(), 1e-10);
  const auto turned = run.body(2);
  const double fall = 3 * kGravity * 1e-3 * turned.velocity.norm();  // what gravity can do in the step
  EXPECT_LE(0.5 * 3 * turned.velocity.squaredNorm() + 0.5 * turned.angular_velocity.dot(turned.spin()), kinetic + fall);
  run.steps(50);
  EXPECT_NEAR(run.body(1).position.z(), 0.05, 1e-11);
  const auto& energy = run.simulation().energy();
  double stored = 0;
  for (const auto& b : run.simulation().bodies().owned())
    stored += observe::stored_energy(b, run.simulation().world()).total();
  stored = run.simulation().comm().sum(stored);
  EXPECT_NEAR(stored, energy.expected(), 1e-12 * energy[observe::EnergyTerm::input]);
  EXPECT_GT(energy[observe::EnergyTerm::recovery], 0);
}

// A sphere at 100 m/s goes half a metre a step, through a wall of 2 mm many times over: the envelope grows with its
// speed.
TEST(FastSphere, IsCaughtByAThinWall) {
  for (const double e : {0.0, 0.5}) {
    for (const double start : {0.3, 0.77, 1.234}) {
      auto world = bouncy(e);
      bodies::Body wall;
      wall.id = 0;
      wall.shape = static_cast<std::int32_t>(world.shapes.size());
      wall.state = bodies::State::fixed;
      world.shapes.push_back(bodies::Box{{0.001, 5, 5}});
      world.walls.push_back(wall);
      TightRun run(world, {flying(1, {start, 0.1, 0.2}, {-100, 0, 0})}, test::tight(5e-3));
      for (int step = 0; step < 10; ++step) {
        run.step();
        EXPECT_GE(run.body(1).position.x(), 0.001 + kRadius - 1e-9) << "start " << start << ", step " << step;
      }
      EXPECT_NEAR(run.body(1).velocity.x(), 100 * e, 1e-9);
    }
  }
}

}  // namespace
}  // namespace talus
