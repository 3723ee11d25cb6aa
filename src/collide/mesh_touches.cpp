#include "collide/mesh_touches.hpp"

#include <algorithm>
#include <cmath>

#include "collide/manifold.hpp"

namespace talus::collide {
namespace {

using bodies::MeshSurface;

// A triangle near the shape, and its closest point to it.
struct Near {
  std::int32_t triangle;
  ClosestPoints closest;  // from the triangle to the shape
};

Vec3 nearest_point(const MeshSurface& surface, std::int32_t t, const Vec3& p) {
  return nearest_on_triangle(p, surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2));
}

// Does the surface go on through this point into a triangle that is nearer to the shape? Then the point is no place
// where the two come closest, only the border of one triangle.
bool goes_on(const MeshSurface& surface, const std::vector<Near>& near, const Near& one, double tolerance) {
  const Vec3& p = one.closest.on_a;
  const Vec3 around = Vec3::Constant(tolerance);
  bool found = false;
  surface.each_in(p - around, p + around, [&](std::int32_t t) {
    if (found || t == one.triangle || (nearest_point(surface, t, p) - p).norm() > tolerance) return;
    const auto other =
        std::lower_bound(near.begin(), near.end(), t, [](const Near& n, std::int32_t x) { return n.triangle < x; });
    found = other != near.end() && other->triangle == t && other->closest.gap < one.closest.gap - 1e-3 * tolerance;
  });
  return found;
}

void sort_near(std::vector<Near>& near) {
  std::sort(near.begin(), near.end(), [](const Near& x, const Near& y) { return x.triangle < y.triangle; });
}

// Into the world, under the name of the triangle.
void place(const Placed& mesh, std::int32_t triangle, std::size_t first, Touches& touches) {
  for (std::size_t t = first; t < touches.size(); ++t) {
    touches[t].normal = mesh.rotation * touches[t].normal;
    touches[t].point = mesh.position + mesh.rotation * touches[t].point;
    touches[t].feature =
        feature_of(static_cast<std::uint64_t>(triangle) + 1, static_cast<std::uint64_t>(touches[t].feature));
  }
}

}  // namespace

void touch_sphere(const MeshSurface& surface, const Placed& mesh, const Placed& sphere, double range,
                  Touches& touches) {
  const Vec3 centre = mesh.in_frame(sphere.position);
  const double reach = sphere.radius + range, tolerance = 1e-6 * sphere.radius;
  const Vec3 around = Vec3::Constant(reach);
  std::vector<Near> near;
  surface.each_in(centre - around, centre + around, [&](std::int32_t t) {
    const Vec3 p = nearest_point(surface, t, centre), d = centre - p;
    const double distance = d.norm();
    if (distance > reach) return;
    const Vec3 normal = distance > 0
                            ? Vec3(d / distance)
                            : TriangleCore(surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2)).normal;
    near.push_back({t, {distance - sphere.radius, normal, p, centre - sphere.radius * normal}});
  });
  sort_near(near);
  const std::size_t first = touches.size();
  for (const Near& n : near) {
    if (goes_on(surface, near, n, tolerance)) continue;
    const std::size_t one = touches.size();
    touches.push_back(n.closest.touch(0));
    place(mesh, n.triangle, one, touches);
  }
  merge_touches(touches, first, 1e-3 * sphere.radius);
}

void touch_convex_core(const MeshSurface& surface, const Placed& mesh, const Convex& core, double range,
                       Touches& touches) {
  const double size = core.size, tolerance = 1e-6 * size, more = core.margin + range;
  Vec3 low, high;
  for (int i = 0; i < 3; ++i) {
    low[i] = core.support(-Vec3::Unit(i))[i] - more;
    high[i] = core.support(Vec3::Unit(i))[i] + more;
  }
  const auto triangle_of = [&](std::int32_t t) {
    return TriangleCore(surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2));
  };
  // The side of the triangle where the shape's centre is.
  const auto facing = [&](const TriangleCore& t) {
    return t.normal.dot(core.centre - t.centre) < 0 ? Vec3(-t.normal) : t.normal;
  };
  // The push out through the face, however far.
  const auto through_face = [&](const TriangleCore& t) {
    const Vec3 normal = facing(t);
    const Vec3 on_a = t.support(normal), on_b = core.support(-normal) - core.margin * normal;
    const double gap = normal.dot(on_b - on_a);
    return ClosestPoints{gap, normal, on_b - gap * normal, on_b};
  };
  std::vector<Near> near;
  surface.each_in(low, high, [&](std::int32_t t) {
    const TriangleCore triangle = triangle_of(t);
    ClosestPoints c = closest(triangle, core, range);
    if (c.gap > range) return;
    // Never out through the back.
    if (c.gap + core.margin < 0 && c.normal.dot(facing(triangle)) < 0) c = through_face(triangle);
    near.push_back({t, c});
  });
  sort_near(near);
  const std::size_t first = touches.size();
  for (const Near& n : near) {
    const TriangleCore triangle = triangle_of(n.triangle);
    ClosestPoints c = n.closest;
    const std::size_t one = touches.size();
    if (std::abs(c.normal.dot(triangle.normal)) < 1 - 1e-9 && goes_on(surface, near, n, tolerance)) {
      c = through_face(triangle);
      if (c.gap > range) continue;
      add_manifold(triangle, core, c, range, touches);
      // Only what stands over the triangle: not the shape's lowest point next to it, and no depth behind a triangle
      // that the shape does not meet.
      const auto beside = [&](const Touch& t) {
        return (nearest_point(surface, n.triangle, t.on_a()) - t.on_a()).norm() > tolerance ||
               (n.closest.gap > tolerance && t.gap < n.closest.gap - tolerance);
      };
      touches.erase(std::remove_if(touches.begin() + static_cast<std::ptrdiff_t>(one), touches.end(), beside),
                    touches.end());
    } else {
      add_manifold(triangle, core, c, range, touches);
    }
    place(mesh, n.triangle, one, touches);
  }
  merge_touches(touches, first, 1e-3 * size);
}

}  // namespace talus::collide
