#include "problem/laws.hpp"

#include <cmath>

namespace talus::problem {

Mat3 frame_along(const Vec3& normal, const Vec3& along) {
  const Vec3 across = along - normal.dot(along) * normal;
  const double length = across.norm();
  const Vec3 t = length > 1e-9 * along.norm() ? Vec3(across / length) : Vec3(normal.unitOrthogonal());
  Mat3 frame;
  frame << normal.transpose(), t.transpose(), normal.cross(t).transpose();
  return frame;
}

FrictionRows RegularisedLaw::rows(const Vec3& normal, const Vec3& v_t, const Vec3& last_friction, double bound,
                                  double step) const {
  FrictionRows rows;
  rows.speed = (v_t - normal.dot(v_t) * normal).norm();
  rows.slides = rows.speed > threshold;
  rows.frame = frame_along(normal, rows.slides ? v_t : last_friction);
  rows.compliance[0] = rows.compliance[1] = std::isinf(stiffness) ? 0 : 1 / (stiffness * step * step);
  rows.rest[0] = rows.slides ? 0 : last_friction.dot(Vec3(rows.frame.row(1)));
  rows.set_bound(bound);
  return rows;
}

FrictionRows BoxLaw::rows(const Vec3& normal, double bound) const {
  FrictionRows rows;
  rows.frame = frame_along(normal, along);
  rows.bound = bound;
  return rows;
}

FrictionRows PyramidLaw::rows(const Vec3& normal) const {
  FrictionRows rows;
  rows.frame = frame_along(normal, along);
  return rows;
}

}  // namespace talus::problem
