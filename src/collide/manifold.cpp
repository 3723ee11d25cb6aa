#include "collide/manifold.hpp"

#include <algorithm>
#include <cmath>

#include "base/cube.hpp"

namespace talus::collide {
namespace {

constexpr double kMerge = 1e-3;       // of the smaller shape's size: points nearer than this are one
constexpr double kLeastFacing = 0.1;  // cosine between a face and the normal below which it is seen edge-on

// A line in the plane across the normal: an edge of A's or B's face, by its two corners.
std::uint64_t edge_name(bool of_b, std::int32_t p, std::int32_t q) {
  const auto low = static_cast<std::uint64_t>(std::min(p, q)), high = static_cast<std::uint64_t>(std::max(p, q));
  return std::uint64_t{of_b} << 62 | (high + 1) << 31 | (low + 1);
}
std::uint64_t corner_name(bool of_b, std::int32_t p) {
  return std::uint64_t{of_b} << 62 | static_cast<std::uint64_t>(p + 1);
}

// A polygon that is being clipped: its corners, what they are called, and the lines from each to the next.
struct Outline {
  struct Corner {
    Vec3 point;
    std::uint64_t name, name2;  // a corner of one shape (name2 = 0), or the crossing of two lines
    std::uint64_t line;         // to the next
  };
  std::vector<Corner> corners;
};

Outline outline_of(const Face& face, bool of_b) {
  Outline out;
  const std::size_t n = face.points.size();
  for (std::size_t i = 0; i < n; ++i) {
    out.corners.push_back(
        {face.points[i], corner_name(of_b, face.ids[i]), 0, edge_name(of_b, face.ids[i], face.ids[(i + 1) % n])});
  }
  return out;
}

// Keeps what lies on the inner side of one line: outward . (x - origin) <= 0.
void clip(Outline& outline, const Vec3& origin, const Vec3& outward, std::uint64_t line) {
  Outline kept;
  const std::size_t n = outline.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto &p = outline.corners[i], &q = outline.corners[(i + 1) % n];
    const double outside_p = outward.dot(p.point - origin), outside_q = outward.dot(q.point - origin);
    if (outside_p <= 0) kept.corners.push_back(p);
    if ((outside_p <= 0) != (outside_q <= 0)) {
      const double t = outside_p / (outside_p - outside_q);
      const bool leaves = outside_p <= 0;
      kept.corners.push_back(
          {p.point + t * (q.point - p.point), std::min(p.line, line), std::max(p.line, line), leaves ? line : p.line});
    }
  }
  outline = std::move(kept);
}

// Two neighbouring lines of the reference cross at its corner.
void name_corners(Outline& outline, const Face& reference, bool of_b) {
  const std::size_t n = reference.points.size();
  for (auto& c : outline.corners) {
    for (std::size_t i = 0; c.name2 != 0 && i < n; ++i) {
      const auto before = edge_name(of_b, reference.ids[(i + n - 1) % n], reference.ids[i]);
      const auto after = edge_name(of_b, reference.ids[i], reference.ids[(i + 1) % n]);
      if (std::minmax(before, after) == std::minmax(c.name, c.name2))
        c = {c.point, corner_name(of_b, reference.ids[i]), 0, c.line};
    }
  }
}

// The face of one shape (the subject) cut to what stands over the face of the other (the reference), along the normal.
void add_faces(const Face& reference, const Face& subject, bool reference_is_b, const Vec3& normal, double range,
               Touches& touches) {
  Outline outline = outline_of(subject, !reference_is_b);
  const std::size_t n = reference.points.size();
  const double facing = reference.normal.dot(normal);
  for (std::size_t i = 0; i < n && !outline.corners.empty(); ++i) {
    const Vec3 &p = reference.points[i], &q = reference.points[(i + 1) % n];
    const Vec3 outward = (q - p).cross(facing > 0 ? normal : Vec3(-normal));
    clip(outline, p, outward, edge_name(reference_is_b, reference.ids[i], reference.ids[(i + 1) % n]));
  }
  name_corners(outline, reference, reference_is_b);
  for (const auto& c : outline.corners) {
    // Along the normal from the reference's plane to the corner.
    const double height = reference.normal.dot(c.point - reference.points[0]) / facing;
    const double gap = reference_is_b ? -height : height;
    if (gap <= range) touches.push_back({gap, normal, c.point - 0.5 * height * normal, feature_of(c.name, c.name2)});
  }
}

// Two segments side by side: both ends of the stretch that they share, where they run nearly parallel.
void add_lines(const Face& fa, const Face& fb, const Vec3& normal, double range, double tolerance, Touches& touches) {
  const auto flat = [&](const Vec3& d) { return Vec3(d - d.dot(normal) * normal); };
  const Vec3 d = flat(fa.points[1] - fa.points[0]), e = flat(fb.points[1] - fb.points[0]);
  const double dd = d.squaredNorm();
  if (!(dd > 0) || d.cross(e).norm() > 0.1 * d.norm() * e.norm()) return;
  const double b0 = d.dot(fb.points[0] - fa.points[0]) / dd, b1 = d.dot(fb.points[1] - fa.points[0]) / dd;
  if (!(std::abs(b1 - b0) > 0)) return;
  const double low = std::max(0.0, std::min(b0, b1)), high = std::min(1.0, std::max(b0, b1));
  if (!(low < high)) return;
  for (const double t : {low, high}) {
    const Vec3 on_a = fa.points[0] + t * (fa.points[1] - fa.points[0]);
    const double s = (t - b0) / (b1 - b0);
    const Vec3 on_b = fb.points[0] + s * (fb.points[1] - fb.points[0]);
    const double gap = normal.dot(on_b - on_a);
    if (gap > range || flat(on_b - on_a).norm() > tolerance) continue;
    const bool end_of_a = t == 0 || t == 1;
    const auto name =
        end_of_a ? corner_name(false, fa.ids[t == 0 ? 0 : 1]) : corner_name(true, fb.ids[std::abs(s) < 0.5 ? 0 : 1]);
    touches.push_back({gap, normal, 0.5 * (on_a + on_b), feature_of(name, 1)});
  }
}

}  // namespace

std::int32_t feature_of(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int32_t>(mix_bits(mix_bits(a + 0x9e3779b97f4a7c15ULL) ^ b) >> 33);
}

void merge_touches(Touches& touches, std::size_t first, double tolerance) {
  const auto begin = touches.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, touches.end(), [](const Touch& x, const Touch& y) {
    if (x.gap != y.gap) return x.gap < y.gap;
    if (x.feature != y.feature) return x.feature < y.feature;
    return std::lexicographical_compare(x.point.data(), x.point.data() + 3, y.point.data(), y.point.data() + 3);
  });
  std::size_t kept = first;
  for (std::size_t i = first; i < touches.size(); ++i) {
    const Touch& t = touches[i];
    const bool known = std::any_of(begin, touches.begin() + static_cast<std::ptrdiff_t>(kept), [&](const Touch& k) {
      return (k.point - t.point).squaredNorm() < tolerance * tolerance && k.normal.dot(t.normal) > 0.999;
    });
    if (!known) touches[kept++] = t;
  }
  touches.resize(kept);
  // Two that happen to have the same name: the next free one.
  std::sort(begin, touches.end(), [](const Touch& x, const Touch& y) {
    return x.feature != y.feature ? x.feature < y.feature : x.gap < y.gap;
  });
  for (std::size_t i = first + 1; i < touches.size(); ++i) {
    if (touches[i].feature <= touches[i - 1].feature) touches[i].feature = touches[i - 1].feature + 1;
  }
}

void add_manifold(const Convex& a, const Convex& b, const ClosestPoints& closest, double range, Touches& touches) {
  if (closest.gap > range) return;
  const std::size_t first = touches.size();
  const Vec3& normal = closest.normal;
  const double size = std::min(a.size, b.size);
  Face fa, fb;
  a.face(normal, fa);
  b.face(-normal, fb);
  for (Vec3& p : fa.points) p += a.margin * normal;
  for (Vec3& p : fb.points) p -= b.margin * normal;
  const double facing_a = fa.points.size() > 2 ? fa.normal.dot(normal) : 0,
               facing_b = fb.points.size() > 2 ? -fb.normal.dot(normal) : 0;
  if (fa.points.size() > 1 && fb.points.size() > 1) {
    // A's face is the reference unless B's looks along the normal clearly more.
    if (std::max(facing_a, facing_b) > kLeastFacing) {
      const bool reference_is_b = facing_b > facing_a + 1e-3;
      add_faces(reference_is_b ? fb : fa, reference_is_b ? fa : fb, reference_is_b, normal, range, touches);
    } else if (fa.points.size() == 2 && fb.points.size() == 2) {
      add_lines(fa, fb, normal, range, 0.01 * size, touches);
    }
  }
  const bool there = std::any_of(touches.begin() + static_cast<std::ptrdiff_t>(first), touches.end(),
                                 [&](const Touch& t) { return t.gap <= closest.gap + 1e-9 * size; });
  if (!there) touches.push_back(closest.touch(0));
  merge_touches(touches, first, kMerge * size);
}

}  // namespace talus::collide
