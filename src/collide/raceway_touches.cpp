#include "collide/raceway_touches.hpp"

#include <algorithm>

#include "collide/manifold.hpp"

namespace talus::collide {

void touch_ball(const bodies::Raceway& raceway, const Placed& placed, const Placed& ball, double range,
                Touches& touches) {
  const Vec3 centre = placed.in_frame(ball.position);
  const double tolerance = 1e-6 * ball.radius;
  struct Near {
    std::int32_t piece;
    bodies::OnPiece at;
    double distance;
  };
  std::vector<Near> near;
  for (std::size_t n = 0; n < raceway.pieces.size(); ++n) {
    const bodies::OnPiece at = bodies::nearest_on(raceway.pieces[n], centre);
    const Vec3 off = centre - at.point;
    if (off.norm() > ball.radius + range || at.normal.dot(off) < 0) continue;  // far, or behind it
    near.push_back({static_cast<std::int32_t>(n), at, off.norm()});
  }
  const std::size_t begin = touches.size();
  for (const Near& one : near) {
    const bool goes_on = one.at.border && std::ranges::any_of(near, [&](const Near& other) {
                           const auto& piece = raceway.pieces[other.piece];
                           const double nearer = one.distance - other.distance, alike = 1e-3 * tolerance;
                           const bool first =
                               nearer > alike || (nearer >= -alike && (!other.at.border || other.piece < one.piece));
                           return other.piece != one.piece && first &&
                                  (bodies::nearest_on(piece, one.at.point).point - one.at.point).norm() < tolerance;
                         });
    if (goes_on) continue;
    const Vec3 normal =
        one.at.border && one.distance > 0 ? Vec3((centre - one.at.point) / one.distance) : one.at.normal;
    const double gap = one.distance - ball.radius;
    touches.push_back({gap, placed.rotation * normal,
                       placed.position + placed.rotation * (one.at.point + 0.5 * gap * normal), one.piece});
  }
  if (touches.size() > begin + 1) merge_touches(touches, begin, 1e-3 * ball.radius);
}

}  // namespace talus::collide
