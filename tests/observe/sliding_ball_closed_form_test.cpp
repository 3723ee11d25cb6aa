// Measurements of balls that slide on a floor, one on each rank, against the closed form: each loses mu g h of its
// speed and turns by the moment of friction.

#include <gtest/gtest.h>

#include "harness/sphere.hpp"
#include "observe/contact_outputs.hpp"
#include "observe/step_report.hpp"

namespace talus::observe {
namespace {

constexpr double kMass = 2, kRadius = 0.5, kMu = 0.3, kGravity = 10, kStep = 0.01, kSpeed = 4;

struct SlidingBall {
  comm::Comm comm = comm::Comm::world();
  bodies::Bodies bodies;
  bodies::World world;
  std::vector<collide::Contact> contacts;
  problem::Problem problem;
  problem::Solution solution;

  SlidingBall() {
    world.gravity = {0, 0, -kGravity};
    world.materials.add("", {.mu = kMu});
    world.shapes = {bodies::Sphere{}, bodies::Plane{}};
    bodies::Body floor;
    floor.state = bodies::State::fixed, floor.shape = 1;
    world.walls = {floor};
    bodies::Body ball =
        test::sphere(world.first_body_id() + comm.rank(), kRadius, {3.0 * comm.rank(), 0, kRadius}, kMass);
    ball.velocity = {kSpeed, 0, 0};
    bodies.local = {ball};
    bodies.num_owned = 1;
    bodies.memory.add_row({});
    bodies.joints.add_row({});
    contacts = {{.id_a = 0, .id_b = ball.id, .a = {0, true}, .b = {0}, .point = {3.0 * comm.rank(), 0, 0}}};
    problem = problem::build_problem(bodies, world, contacts, {.step = kStep});
    const Vec3 impulse = kMass * kGravity * kStep * Vec3(-kMu, 0, 1);
    solution.impulses = {{impulse, Vec3::Zero()}};
    const Vec3 spin = Vec3(0, 0, -kRadius).cross(impulse) / ball.inertia[0];
    solution.local = {{Vec3(kSpeed - kMu * kGravity * kStep, 0, 0), spin}};
    bodies.local[0].velocity = solution.local[0].v;
    bodies.local[0].angular_velocity = spin;
  }
  View view() const { return {comm, bodies, world, contacts, problem, solution, 1, kStep}; }
};

double number(const char* name, const LoadedContact& contact) {
  for (const ContactOutput& output : kContactOutputs) {
    if (output.name == std::string_view(name)) return std::get<0>(output.value)(contact);
  }
  throw std::out_of_range(name);
}

TEST(SlidingBall, OutputsOfItsContactAreItsWeightAndItsFriction) {
  const SlidingBall slides;
  int seen = 0;
  each_contact(slides.view(), [&](const ContactSeen& contact) {
    const LoadedContact loaded(contact);
    EXPECT_NEAR(number("normal_force", loaded), kMass * kGravity, 1e-12);
    EXPECT_EQ(number("gap", loaded), 0);
    EXPECT_EQ(number("spinning", loaded), 0);
    EXPECT_NEAR((loaded.force - Vec3(-kMu, 0, 1) * kMass * kGravity).norm(), 0, 1e-12);
    EXPECT_TRUE(contact.at_wall());
    ++seen;
  });
  EXPECT_EQ(seen, 1);
}

TEST(SlidingBall, FastestIsTheSpeedOfItsSurface) {
  const SlidingBall slides;
  const double after = kSpeed - kMu * kGravity * kStep,
               spin = kRadius * kMu * kMass * kGravity * kStep / (0.4 * kMass * kRadius * kRadius);
  for (const double limit : {100.0, 1.0}) {
    StepReport report;
    measure_rows(slides.view(), kRadius, report);
    measure_bodies(slides.view(), 2, limit, report);
    EXPECT_NEAR(report.fastest, after + kRadius * spin, 1e-12);
    EXPECT_EQ(report.bodies, slides.comm.size());
    EXPECT_EQ(report.missing, slides.comm.size());  // each rank had two after feeding
    EXPECT_EQ(report.penetration, 0);
    EXPECT_EQ(report.runaway, limit > 50 ? -1 : slides.world.first_body_id() + slides.comm.size() - 1);
  }
}

TEST(SlidingBall, BodiesOfARowAreKnownOnEveryRank) {
  const SlidingBall slides;
  const int last = slides.comm.size() - 1;
  const auto [a, b] = bodies_of_row(slides.view(), slides.comm.rank() == last ? 0 : -1);
  EXPECT_EQ(a, 0);
  EXPECT_EQ(b, slides.world.first_body_id() + last);
}

}  // namespace
}  // namespace talus::observe
