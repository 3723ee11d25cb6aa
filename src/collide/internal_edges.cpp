#include "collide/internal_edges.hpp"

#include <algorithm>
#include <cmath>

#include "collide/mesh_touches.hpp"

namespace talus::collide {

bool is_piece(const bodies::Shape& shape) {
  return std::holds_alternative<bodies::Box>(shape) || std::holds_alternative<bodies::Polyhedron>(shape);
}

bool lies_in(const Placed& shape, const Vec3& point, double tolerance) {
  static const bodies::Shape kPoint = bodies::Sphere{};
  const Placed here{&kPoint, point, Mat3::Identity(), 0};
  Touches touches;
  find_touches(shape, here, tolerance, touches);
  const auto* mesh = std::get_if<bodies::Mesh>(shape.shape);
  if (touches.empty() && mesh && mesh->exact) touch_sphere(*mesh->surface, shape, here, tolerance, touches);
  return !touches.empty();
}

void InternalEdges::add(Crossing crossing, std::span<const Touch> touches, const Vec3& centre, bool piece_is_a) {
  crossing.piece.position -= centre;
  for (const Touch& t : touches) {
    crossing.points.push_back((piece_is_a ? t.on_a() : t.on_b()) - centre);
    crossing.least = std::min(crossing.least, t.gap);
    crossing.most = std::max(crossing.most, t.gap);
  }
  all_.push_back(std::move(crossing));
}

bool InternalEdges::hides(const Crossing& other, const Crossing& one, const Vec3& point) const {
  const double tolerance = 1e-6 * one.radius;
  return other.meeting != one.meeting && other.level <= one.contact_level &&
         other.least < one.least - 1e-3 * tolerance && lies_in(other.piece, point, tolerance);
}

std::vector<char> InternalEdges::hidden(std::size_t num_meetings) {
  std::vector<char> hidden(num_meetings, 0);
  std::sort(all_.begin(), all_.end(), [](const Crossing& x, const Crossing& y) {
    return x.body != y.body ? x.body < y.body : x.meeting < y.meeting;
  });
  for (auto first = all_.begin(); first != all_.end();) {
    const auto end = std::find_if(first, all_.end(), [&](const Crossing& c) { return c.body != first->body; });
    for (auto one = first; one != end && end - first > 1; ++one) {
      if (std::max(-one->least, one->most) > envelope_) continue;
      const auto covered = [&](const Vec3& p) {
        return std::any_of(first, end, [&](const Crossing& other) { return hides(other, *one, p); });
      };
      if (std::all_of(one->points.begin(), one->points.end(), covered)) hidden[one->meeting] = 1;
    }
    first = end;
  }
  return hidden;
}

}  // namespace talus::collide
