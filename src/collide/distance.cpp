#include "collide/distance.hpp"

#include <algorithm>
#include <cmath>

#include "collide/ascent.hpp"
#include "collide/expansion.hpp"

namespace talus::collide {
namespace {

// A point of the difference B - A, with the two points that made it.
struct Vertex {
  Vec3 w, a, b;
};

struct Simplex {
  std::array<Vertex, 4> vertices;
  std::array<double, 4> weights{};  // of the point nearest to the origin
  int count = 0;

  Vec3 combine(Vec3 Vertex::*part) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) sum += weights[i] * vertices[i].*part;
    return sum;
  }
  bool holds(const Vec3& w) const {
    for (int i = 0; i < count; ++i) {
      if (vertices[i].w == w) return true;
    }
    return false;
  }
};

Simplex of(std::initializer_list<std::pair<Vertex, double>> parts) {
  Simplex s;
  for (const auto& [vertex, weight] : parts) {
    s.vertices[s.count] = vertex;
    s.weights[s.count++] = weight;
  }
  return s;
}

Simplex nearer(const Simplex& s, const Simplex& t) {
  return t.combine(&Vertex::w).squaredNorm() < s.combine(&Vertex::w).squaredNorm() ? t : s;
}

// The part of a segment, triangle, tetrahedron whose inside is nearest to the origin.
Simplex nearest(const Vertex& p, const Vertex& q) {
  const Vec3 d = q.w - p.w;
  const double t = -p.w.dot(d), length = d.squaredNorm();
  if (t <= 0) return of({{p, 1}});
  if (t >= length) return of({{q, 1}});
  return of({{p, 1 - t / length}, {q, t / length}});
}

Simplex nearest(const Vertex& p, const Vertex& q, const Vertex& r) {
  const Vec3 pq = q.w - p.w, pr = r.w - p.w;
  const double d1 = -pq.dot(p.w), d2 = -pr.dot(p.w);
  if (d1 <= 0 && d2 <= 0) return of({{p, 1}});
  const double d3 = -pq.dot(q.w), d4 = -pr.dot(q.w);
  if (d3 >= 0 && d4 <= d3) return of({{q, 1}});
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return nearest(p, q);
  const double d5 = -pq.dot(r.w), d6 = -pr.dot(r.w);
  if (d6 >= 0 && d5 <= d6) return of({{r, 1}});
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return nearest(p, r);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return nearest(q, r);
  // The weights as areas over the normal: better than va, vb, vc where the triangle is far away.
  const Vec3 n = pq.cross(pr);
  const double nn = n.squaredNorm(), wp = n.dot(q.w.cross(r.w)) / nn, wq = n.dot(r.w.cross(p.w)) / nn, wr = 1 - wp - wq;
  if (wp >= 0 && wq >= 0 && wr >= 0) return of({{p, wp}, {q, wq}, {r, wr}});
  return nearer(nearest(p, q), nearer(nearest(q, r), nearest(p, r)));  // a sliver: rounding takes its plane
}

Simplex nearest(const Simplex& s) {
  const auto& v = s.vertices;
  if (s.count == 1) return of({{v[0], 1}});
  if (s.count == 2) return nearest(v[0], v[1]);
  if (s.count == 3) return nearest(v[0], v[1], v[2]);
  const auto volume = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& t) {
    return (q - p).dot((r - p).cross(t - p));
  };
  const Vec3 zero = Vec3::Zero();
  const double whole = volume(v[0].w, v[1].w, v[2].w, v[3].w);
  const double parts[4] = {volume(zero, v[1].w, v[2].w, v[3].w), volume(v[0].w, zero, v[2].w, v[3].w),
                           volume(v[0].w, v[1].w, zero, v[3].w), volume(v[0].w, v[1].w, v[2].w, zero)};
  double weights[4], rest = 1;
  for (int i = 0; i < 4; ++i) {
    weights[i] = i < 3 ? parts[i] / whole : rest;
    rest -= weights[i];
  }
  if (std::all_of(parts, parts + 4, [&](double x) { return x / whole > 0; }) && weights[3] > 0) {
    return of({{v[0], weights[0]}, {v[1], weights[1]}, {v[2], weights[2]}, {v[3], weights[3]}});
  }
  return nearer(nearer(nearest(v[0], v[1], v[2]), nearest(v[0], v[1], v[3])),
                nearer(nearest(v[0], v[2], v[3]), nearest(v[1], v[2], v[3])));
}

// The closest points of core A and core B moved by `shift`; they must be apart for the result to mean anything.
struct Apart {
  Vec3 on_a, on_b, between;  // between = on_b - on_a, with less rounding
  double distance;           // 0: the cores overlap
};

Apart gjk(const Convex& a, const Convex& b, const Vec3& shift, const Vec3& guess) {
  const auto farthest = [&](const Vec3& direction) {
    const Vec3 on_a = a.support(direction), on_b = b.support(-direction) + shift;
    return Vertex{on_b - on_a, on_a, on_b};
  };
  // Among flat sides the nearest points are reached in finitely many steps; near curved ones they are approached.
  const double enough = a.flat_sided() && b.flat_sided() ? 0 : 1e-15;
  Simplex simplex = of({{farthest(guess), 1}});
  Vec3 v = simplex.vertices[0].w;
  constexpr int kMost = 200;
  for (int n = 0; n < kMost; ++n) {
    const double square = v.squaredNorm();
    if (square == 0 || simplex.count == 4) break;
    const Vertex next = farthest(v);
    if (square - v.dot(next.w) <= enough * square || simplex.holds(next.w)) break;
    Simplex larger = simplex;
    larger.vertices[larger.count++] = next;
    const Simplex reduced = nearest(larger);
    const Vec3 w = reduced.combine(&Vertex::w);
    if (!(w.squaredNorm() < square)) break;
    simplex = reduced;
    v = w;
  }
  return {simplex.combine(&Vertex::a), simplex.combine(&Vertex::b), v, simplex.count == 4 ? 0.0 : v.norm()};
}

struct BestNormal {
  const Convex &a, &b;
  double separation = -1e300;
  Vec3 normal = Vec3::UnitZ();

  void one(const Vec3& n) {
    const double g = collide::separation(a, b, n);
    // Among equals the first wins, so that a resting pair keeps its normal: a later one must be better than rounding.
    if (g > separation + 1e-12 * std::min(a.size, b.size)) {
      separation = g;
      normal = n;
    }
  }
  void both(const Vec3& n) {
    one(n);
    one(-n);
  }
};

constexpr std::size_t kMostPairs = 1500;  // of edges, tried one by one

bool few_normals(const Convex& a, const Convex& b) {
  return a.flat_sided() && b.flat_sided() && a.edges().size() * b.edges().size() <= kMostPairs;
}

// Candidates for the normal of greatest separation: all of them where sides are flat and few, else first guesses.
BestNormal best_candidate(const Convex& a, const Convex& b) {
  BestNormal best{a, b};
  for (const Vec3& n : a.normals()) best.both(n);
  for (const Vec3& n : b.normals()) best.both(n);
  if (few_normals(a, b)) {
    for (const Vec3& e : a.edges()) {
      for (const Vec3& f : b.edges()) {
        const Vec3 n = e.cross(f);
        const double sine = n.norm();
        if (sine > 1e-6) best.both(n / sine);
      }
    }
    for (const Convex* line : {&a, &b}) {  // segments along each other, or a point on a segment: any way out is as good
      if (line->normals().empty() && !line->edges().empty()) best.both(line->edges()[0].unitOrthogonal());
    }
  }
  const Vec3 line = b.centre - a.centre;
  if (best.separation == -1e300) best.one(line.norm() > 0 ? Vec3(line.normalized()) : Vec3(Vec3::UnitZ()));
  return best;
}

// The closest points where one shape is moved off the other along the normal.
ClosestPoints parted_along(const Convex& a, const Convex& b, const Vec3& normal) {
  const double overlap = separation(a, b, normal);
  // Points are found to sqrt(epsilon) of the distance. A curved pair's normal is rounded, which moves its points the
  // less the farther.
  const double way = a.flat_sided() && b.flat_sided() ? std::min(a.size, b.size) : std::max(a.size, b.size);
  const Vec3 shift = (way - overlap) * normal;
  const Apart parted = gjk(a, b, shift, normal);
  return {overlap, normal, parted.on_a, parted.on_b - shift};
}

// Is `tip` what chords approach: the farthest point of a rim or corner, which is exact where it is the only one?
bool is_tip(const Convex& shape, const Vec3& normal, const Vec3& tip, const Vec3& found, double size) {
  const double length = (tip - shape.centre).norm(), near = shape.flat_sided() ? 1e-4 * size : 1e-3 * length;
  const auto [p, q] = shape.bends(normal);
  const double bend = p.squaredNorm() + q.squaredNorm();
  const bool sharp =
      shape.flat_sided() || (bend > 0 && bend < 1e8 * length);  // a rim that lies flat has no farthest point
  return sharp && (tip - found).norm() < near &&
         std::ranges::none_of(shape.edges(), [&](const Vec3& e) { return std::abs(normal.dot(e)) < 1e-12; });
}

ClosestPoints with_margins(const Convex& a, const Convex& b, ClosestPoints c) {
  const double size = std::max(a.size, b.size);
  if (const Vec3 tip = a.support(c.normal); is_tip(a, c.normal, tip, c.on_a, size)) {
    c.on_a = tip;
    c.on_b = tip + c.gap * c.normal;
  } else if (const Vec3 other = b.support(-c.normal); is_tip(b, c.normal, other, c.on_b, size)) {
    c.on_b = other;
    c.on_a = other - c.gap * c.normal;
  }
  c.gap -= a.margin + b.margin;
  c.on_a += a.margin * c.normal;
  c.on_b -= b.margin * c.normal;
  return c;
}

}  // namespace

ClosestPoints closest(const Convex& a, const Convex& b, double range) {
  const Vec3 line = b.centre - a.centre;
  const Apart apart = gjk(a, b, Vec3::Zero(), line.squaredNorm() > 0 ? line : Vec3(Vec3::UnitZ()));
  const double size = std::min(a.size, b.size), scale = apart.on_a.norm() + apart.on_b.norm();
  Vec3 between = Vec3::Zero();
  if (apart.distance > std::max(1e-13 * scale, 1e-10 * size)) {  // else its direction is rounding
    between = apart.between / apart.distance;
    const ClosestPoints far{separation(a, b, between), between, apart.on_a, apart.on_b};
    if (far.gap > range + a.margin + b.margin) return with_margins(a, b, far);
    const Vec3 normal = ascend(a, b, between);
    // No separation is greater than a distance of points.
    const double gap = separation(a, b, normal), loss = std::min(1e-12 * scale, 1e-3 * apart.distance);
    const bool flat = a.flat_sided() && b.flat_sided();  // rims are met by chords, the shorter the farther away
    if (gap >= apart.distance - loss)
      return with_margins(a, b, flat ? ClosestPoints{gap, normal, apart.on_a, apart.on_b} : parted_along(a, b, normal));
    between = normal;
  }
  BestNormal best = best_candidate(a, b);
  if (!few_normals(a, b)) {
    best.one(ascend(a, b, best.normal));
    const bool flat = a.flat_sided() && b.flat_sided();
    const Vec3 out = expand(a, b, (flat ? 1e-12 : 1e-6) * size);
    if (!out.isZero()) best.one(ascend(a, b, out));
  }
  if (!between.isZero()) best.one(between);
  if (!few_normals(a, b)) {  // of near equals the first was kept, which may not be at its own top yet
    const Vec3 top = ascend(a, b, best.normal);
    if ((top - best.normal).norm() < 1e-3) best.normal = top;
  }
  return with_margins(a, b, parted_along(a, b, best.normal));
}

Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Simplex s = nearest(Vertex{a - p, a, a}, Vertex{b - p, b, b}, Vertex{c - p, c, c});
  return s.combine(&Vertex::a);
}

}  // namespace talus::collide
