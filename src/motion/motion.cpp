#include "motion/motion.hpp"

#include <cmath>

namespace talus::motion {

void move(bodies::Body& body, double step) {
  body.position += step * body.velocity;
  const Vec3 turn = 0.5 * step * body.angular_velocity;
  const double half_angle = turn.norm();
  // sin(x)/x by its series where x is small
  const double ratio = half_angle > 1e-4 ? std::sin(half_angle) / half_angle : 1 - half_angle * half_angle / 6;
  const Vec3 axis = ratio * turn;
  const Quat rotation(std::cos(half_angle), axis.x(), axis.y(), axis.z());
  body.orientation = rotation * body.orientation;
  body.orientation.normalize();
}

void advance(bodies::Bodies& bodies, bodies::World& world, const problem::Solution& solution, double step) {
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    auto& body = bodies.local[b];
    if (body.state == bodies::State::fixed) continue;
    if (body.state == bodies::State::dynamic) {
      body.velocity = solution.velocity[b];
      body.angular_velocity = solution.angular_velocity[b];
    }
    move(body, step);
  }
  for (auto& wall : world.walls) {
    if (wall.state == bodies::State::driven) move(wall, step);
  }
}

}  // namespace talus::motion
