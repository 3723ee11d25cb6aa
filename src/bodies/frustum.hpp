#pragma once
// A straight line in the half-plane of distances from an axis and heights along it, and the surface that it sweeps
// around the axis: a tube, a cone, a flat ring. Open at both ends, without thickness.

#include <algorithm>

#include "base/types.hpp"

namespace talus::bodies {

struct Frustum {
  using Vec2 = Eigen::Vector2d;
  Vec2 from = Vec2(1, 0), to = Vec2(1, 1);  // the line's ends: distance from the axis z, at least 0, and z, m

  struct Near {
    Vec2 point;
    bool border;  // an end of the line
  };
  // The point of the line that is nearest to x.
  Near nearest(const Vec2& x) const {
    const Vec2 along = to - from;
    const double t = along.dot(x - from) / along.squaredNorm();
    return {from + std::clamp(t, 0.0, 1.0) * along, t <= 0 || t >= 1};
  }
};

}  // namespace talus::bodies
