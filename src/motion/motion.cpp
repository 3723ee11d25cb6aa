#include "motion/motion.hpp"

#include <Eigen/LU>
#include <cmath>

#include "problem/coordinates.hpp"

namespace talus::motion {

namespace {

constexpr int kMaxNewton = 20;

// The rotation exp(x) as a unit quaternion.
Quat exponential(const Vec3& x) {
  const Vec3 turn = 0.5 * x;
  const double half_angle = turn.norm();
  // sin(x)/x by its series where x is small
  const double ratio = half_angle > 1e-4 ? std::sin(half_angle) / half_angle : 1 - half_angle * half_angle / 6;
  const Vec3 axis = ratio * turn;
  return {std::cos(half_angle), axis.x(), axis.y(), axis.z()};
}

Mat3 cross_matrix(const Vec3& r) { return (Mat3() << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0).finished(); }

// Free rotation with unequal moments, body axes (Lewis and Simo, 1994): the implicit midpoint rule
//   L+ = L + h Lm x Wm,   Wm = J^-1 Lm,   Lm = (L + L+) / 2
// keeps |L| and the energy, both quadratic; the Cayley turn by h Wm then keeps L in world axes. Returns Wm.
Vec3 midpoint_spin(const Vec3& inertia, const Vec3& start, double step) {
  const Vec3 inverse = inertia.cwiseInverse();
  Vec3 middle = start;
  for (int n = 0; n < kMaxNewton; ++n) {  // Newton on Lm - L - h/2 Lm x J^-1 Lm = 0
    const Vec3 spin = inverse.cwiseProduct(middle);
    const Vec3 defect = middle - start - 0.5 * step * middle.cross(spin);
    if (defect.squaredNorm() <= 1e-32 * start.squaredNorm()) break;
    const Mat3 slope = Mat3::Identity() - 0.5 * step * (cross_matrix(middle) * inverse.asDiagonal() - cross_matrix(spin));
    middle -= slope.partialPivLu().solve(defect);
  }
  return inverse.cwiseProduct(middle);
}

// World angular momentum is what the step carries; the velocity follows from it and the new orientation.
void turn_freely(bodies::Body& body, double step) {
  const Vec3 momentum = body.spin();
  const Vec3 half = 0.5 * step * midpoint_spin(body.inertia, body.orientation.conjugate() * momentum, step);
  body.orientation = body.orientation * Quat(1, half.x(), half.y(), half.z());  // Cayley: tan of the half angle
  body.orientation.normalize();
  body.angular_velocity = body.orientation * (body.orientation.conjugate() * momentum).cwiseQuotient(body.inertia);
}

void take(bodies::Body& body, const problem::ProblemBody& solved) {
  body.velocity = solved.velocity;
  body.angular_velocity = solved.angular_velocity;
  if (!body.isotropic()) body.angular_velocity = problem::from_scaled(body) * body.angular_velocity;
}

// The angular velocity turns with the body: neither it nor the kinetic energy is a pseudo-velocity's to change.
void shift(bodies::Body& body, const problem::ProblemBody& pseudo, double step) {
  const Quat turn = exponential(step * pseudo.angular_velocity);
  body.position += step * pseudo.velocity;
  body.orientation = turn * body.orientation;
  body.orientation.normalize();
  if (!body.isotropic()) body.angular_velocity = turn * body.angular_velocity;
}

// By pseudo-velocities of scaled spin.
void shift_scaled(bodies::Body& body, const problem::ProblemBody& pseudo, double step) {
  bodies::Body moves = body;
  take(moves, pseudo);
  shift(body, {moves.velocity, moves.angular_velocity, 0, 0}, step);
}

// One dynamic body: by the solution, and besides by the recovery if there is one.
void advance(bodies::Body& body, const problem::ProblemBody& solved, const problem::ProblemBody* pseudo, double step) {
  bodies::Body recovered = body;
  if (pseudo) take(recovered, *pseudo);
  take(body, solved);
  move(body, step);
  if (pseudo) shift(body, {recovered.velocity, recovered.angular_velocity, 0, 0}, step);
}

}  // namespace

void move(bodies::Body& body, double step) {
  body.position += step * body.velocity;
  if (body.state == bodies::State::dynamic && !body.isotropic() && body.locked == 0) return turn_freely(body, step);
  body.orientation = exponential(step * body.angular_velocity) * body.orientation;
  body.orientation.normalize();
}

void advance(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& solution, const problem::Solution& recovery, double step) {
  const bool recovers = !recovery.velocity.empty() || !recovery.large.empty();
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    auto& body = bodies.local[b];
    if (body.state == bodies::State::driven) move(body, step);
    if (body.state != bodies::State::dynamic) continue;
    const auto pseudo = recovers ? problem::ProblemBody{recovery.velocity[b], recovery.angular_velocity[b], 0, 0} : problem::ProblemBody{};
    advance(body, {solution.velocity[b], solution.angular_velocity[b], 0, 0}, recovers ? &pseudo : nullptr, step);
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
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    if (bodies.local[b].state != bodies::State::dynamic) continue;
    shift_scaled(bodies.local[b], {pseudo.velocity[b], pseudo.angular_velocity[b], 0, 0}, step);
  }
  std::size_t large = 0;
  for (auto& wall : world.walls) {
    if (wall.state == bodies::State::dynamic) shift_scaled(wall, pseudo.large[large++], step);
  }
}

}  // namespace talus::motion
