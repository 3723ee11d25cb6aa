#include "bodies/turn.hpp"

#include <Eigen/LU>
#include <cmath>

namespace talus::bodies {
namespace {

constexpr int kMaxNewton = 20;

Mat3 cross_matrix(const Vec3& r) { return (Mat3() << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0).finished(); }

}  // namespace

Quat exponential(const Vec3& x) {
  const Vec3 turn = 0.5 * x;
  const double half_angle = turn.norm();
  // sin(x)/x by its series where x is small
  const double ratio = half_angle > 1e-4 ? std::sin(half_angle) / half_angle : 1 - half_angle * half_angle / 6;
  const Vec3 axis = ratio * turn;
  return {std::cos(half_angle), axis.x(), axis.y(), axis.z()};
}

Vec3 midpoint_spin(const Vec3& inertia, const Vec3& momentum, double step) {
  const Vec3 inverse = inertia.cwiseInverse();
  Vec3 middle = momentum;
  for (int n = 0; n < kMaxNewton; ++n) {  // Newton on Lm - L - h/2 Lm x J^-1 Lm = 0
    const Vec3 spin = inverse.cwiseProduct(middle);
    const Vec3 defect = middle - momentum - 0.5 * step * middle.cross(spin);
    if (defect.squaredNorm() <= 1e-32 * momentum.squaredNorm()) break;
    const Mat3 slope =
        Mat3::Identity() - 0.5 * step * (cross_matrix(middle) * inverse.asDiagonal() - cross_matrix(spin));
    middle -= slope.partialPivLu().solve(defect);
  }
  return inverse.cwiseProduct(middle);
}

Vec3 free_spin(const Body& body, double step) {
  if (!tumbles(body)) return body.angular_velocity;
  return body.orientation * midpoint_spin(body.inertia, body.orientation.conjugate() * body.spin(), step);
}

Quat free_turn(const Body& body, double step) {
  const Vec3 turn = step * free_spin(body, step);
  return tumbles(body) ? Quat(cayley(turn).normalized()) : exponential(turn);
}

}  // namespace talus::bodies
