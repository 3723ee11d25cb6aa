#pragma once
// The closest points of two convex shapes, or their least overlap.
//
// With s_X(d) a farthest point of core X along d, the separation along a unit normal n is
//
//   g(n) = n . (s_B(-n) - s_A(n)),   gap = max g(n) - margins
//
// Apart, the greatest g is the distance, found by the method of Gilbert, Johnson and Keerthi. Overlapping, it is minus
// the least push that parts the two: for flat sides one of finitely many normals, else found by an expanding polytope
// (expansion.hpp). Either is made exact from there (ascent.hpp).

#include "collide/convex.hpp"

namespace talus::collide {

struct ClosestPoints {
  double gap = 0;               // m, < 0: overlap
  Vec3 normal = Vec3::UnitZ();  // from A to B
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();

  Touch touch(std::int32_t feature) const { return {gap, normal, 0.5 * (on_a + on_b), feature}; }
};

// Beyond `range` the gap is only known to be larger.
ClosestPoints closest(const Convex& a, const Convex& b, double range);

// The point of a triangle that is nearest to p.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace talus::collide
