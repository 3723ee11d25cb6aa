#include "motion/motion.hpp"

#include "bodies/turn.hpp"
#include "problem/coordinates.hpp"

namespace talus::motion {
namespace {

// World angular momentum is what the step carries; the velocity follows from it and the new orientation.
void turn_freely(bodies::Body& body, double step) {
  const Vec3 momentum = body.spin();
  body.orientation =
      body.orientation *
      bodies::cayley(step * bodies::midpoint_spin(body.inertia, body.orientation.conjugate() * momentum, step));
  body.orientation.normalize();
  body.angular_velocity = body.orientation * (body.orientation.conjugate() * momentum).cwiseQuotient(body.inertia);
}

void take(bodies::Body& body, const Twist& solved) {
  const Twist twist = problem::unscaled(body, solved);
  body.velocity = twist.v, body.angular_velocity = twist.w;
}

// The angular velocity turns with the body: neither it nor the kinetic energy is a pseudo-velocity's to change.
void shift(bodies::Body& body, const Twist& pseudo, double step) {
  const Quat turn = bodies::exponential(step * pseudo.w);
  body.position += step * pseudo.v;
  body.orientation = turn * body.orientation;
  body.orientation.normalize();
  if (!body.isotropic()) body.angular_velocity = turn * body.angular_velocity;
}

// One dynamic body: by the solution, and besides by the recovery if there is one.
void advance(bodies::Body& body, const Twist& solved, const Twist* pseudo, double step) {
  const Twist recovered = pseudo ? problem::unscaled(body, *pseudo) : Twist{};
  take(body, solved);
  move(body, step);
  if (pseudo) shift(body, recovered, step);
}

// The sum of what loads of one kind prescribe on average; else what it has.
Vec3 prescribed(const bodies::Body& body, const bodies::World& world, bodies::Load::Kind kind, double time,
                double step) {
  Vec3 sum = Vec3::Zero();
  bool any = false;
  world.index_of_loads.each(world.loads, body.id, [&](const bodies::Load& load) {
    if (load.kind != kind) return;
    sum += load.course.integral(time, time + step) / step *
           (load.in_body_axes ? Vec3(body.orientation * load.amount) : load.amount);
    any = true;
  });
  const Vec3& own = kind == bodies::Load::Kind::velocity ? body.velocity : body.angular_velocity;
  return any ? sum : own;
}

void drive(bodies::Body& body, const bodies::World& world, double time, double step) {
  if (body.state != bodies::State::driven) return;
  body.velocity = prescribed(body, world, bodies::Load::Kind::velocity, time, step);
  body.angular_velocity = prescribed(body, world, bodies::Load::Kind::angular_velocity, time, step);
}

}  // namespace

void drive(bodies::Bodies& bodies, bodies::World& world, double time, double step) {
  for (auto& body : bodies.owned()) drive(body, world, time, step);
  for (auto& wall : world.walls) drive(wall, world, time, step);
}

void move(bodies::Body& body, double step) {
  body.position += step * body.velocity;
  if (bodies::tumbles(body)) return turn_freely(body, step);
  body.orientation = bodies::exponential(step * body.angular_velocity) * body.orientation;
  body.orientation.normalize();
}

void advance(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& solution,
             const problem::Solution& recovery, double step) {
  const bool recovers = !recovery.local.empty() || !recovery.large.empty();
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    auto& body = bodies.local[b];
    if (body.state == bodies::State::driven) move(body, step);
    if (body.state != bodies::State::dynamic) continue;
    advance(body, solution.local[b], recovers ? &recovery.local[b] : nullptr, step);
  }
  std::size_t large = 0;
  for (auto& wall : world.walls) {
    if (wall.state == bodies::State::driven) move(wall, step);
    if (wall.state != bodies::State::dynamic) continue;
    advance(wall, solution.large[large], recovers ? &recovery.large[large] : nullptr, step);
    ++large;
  }
}

void shift(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& pseudo, double step) {
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    auto& body = bodies.local[b];
    if (body.state == bodies::State::dynamic) shift(body, problem::unscaled(body, pseudo.local[b]), step);
  }
  std::size_t large = 0;
  for (auto& wall : world.walls) {
    if (wall.state == bodies::State::dynamic) shift(wall, problem::unscaled(wall, pseudo.large[large++]), step);
  }
}

}  // namespace talus::motion
