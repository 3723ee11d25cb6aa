#include "collide/pairs.hpp"

#include <algorithm>
#include <cmath>

#include "collide/frustum_touches.hpp"
#include "collide/manifold.hpp"
#include "collide/mesh_touches.hpp"
#include "collide/raceway_touches.hpp"

namespace talus::collide {
namespace {

using namespace bodies;

// --- A point against a shape, in the shape's frame: signed distance and the way out. ---

struct Exit {
  double distance;
  Vec3 normal;
};

Exit exit_from(const Box& box, const Vec3& x) {
  const Vec3 outside = x - x.cwiseMax(-box.half_size).cwiseMin(box.half_size);
  const double distance = outside.norm();
  if (distance > 1e-12 * box.half_size.maxCoeff()) return {distance, outside / distance};
  const Vec3 depth = box.half_size - x.cwiseAbs();
  Eigen::Index axis = 0;
  const double least = depth.minCoeff(&axis);
  return {-least, x[axis] < 0 ? Vec3(-Vec3::Unit(axis)) : Vec3(Vec3::Unit(axis))};
}

Exit exit_from(const Capsule& c, const Vec3& x) {
  const Vec3 off = x - Vec3(0, 0, std::clamp(x.z(), -c.half_length, c.half_length));
  const double distance = off.norm();
  return {distance - c.radius, distance > 0 ? Vec3(off / distance) : Vec3(Vec3::UnitX())};
}

// Cylinder, or disk: half_length 0.
Exit exit_from_round(double radius, double half_length, const Vec3& x) {
  const double r = x.head<2>().norm(), sign = x.z() < 0 ? -1 : 1;
  const Vec3 out = r > 0 ? Vec3(x.x() / r, x.y() / r, 0) : Vec3(Vec3::UnitX());
  const double side = r - radius, end = std::abs(x.z()) - half_length;
  if (side <= 0 && end <= 0 && side > end) return {side, out};
  if (side <= 0) return {end, Vec3(0, 0, sign)};
  if (end <= 0) return {side, out};
  const double distance = std::hypot(side, end);
  return {distance, (side * out + Vec3(0, 0, sign * end)) / distance};
}
Exit exit_from(const Cylinder& c, const Vec3& x) { return exit_from_round(c.radius, c.half_length, x); }
Exit exit_from(const Disk& d, const Vec3& x) { return exit_from_round(d.radius, 0, x); }

template <class S>
concept HasExit = requires(const S& s, const Vec3& x) {
  exit_from(s, x);
};

void keep(double gap, const Vec3& normal, const Vec3& point, std::int32_t feature, double range, Touches& touches) {
  if (gap <= range) touches.push_back({gap, normal, point, feature});
}

// --- Spheres ---

void touch(const Sphere&, const Placed& a, const Sphere&, const Placed& b, double range, Touches& touches) {
  const Vec3 d = b.position - a.position;
  const double distance = d.norm(), gap = distance - a.radius - b.radius;
  const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitZ());
  keep(gap, normal, a.position + (a.radius + 0.5 * gap) * normal, 0, range, touches);
}

template <HasExit S>
void touch(const S& shape, const Placed& a, const Sphere&, const Placed& b, double range, Touches& touches) {
  const Exit exit = exit_from(shape, a.in_frame(b.position));
  const Vec3 normal = a.rotation * exit.normal;
  const double gap = exit.distance - b.radius;
  keep(gap, normal, b.position - (b.radius + 0.5 * gap) * normal, 0, range, touches);
}

// --- Planes: normal and offset; then the points of each shape that can touch one. ---

struct Ground {
  Vec3 normal;
  Vec3 origin;
  double range;
  Touches& touches;

  void point(const Vec3& p, std::int32_t feature) const {
    const double gap = normal.dot(p - origin);
    keep(gap, normal, p - 0.5 * gap * normal, feature, range, touches);
  }
};

void lower(const Ground& ground, const Sphere&, const Placed& b) {
  ground.point(b.position - b.radius * ground.normal, 0);
}
void lower(const Ground& ground, const Box& box, const Placed& b) {
  const BoxCore core(box, b);
  for (int c = 0; c < 8; ++c) ground.point(core.corner(c), c);
}
// By default the corners of what faces the ground.
template <ConvexShape S>
void lower(const Ground& ground, const S& shape, const Placed& b) {
  const typename CoreOf<S>::type core(shape, b);
  Face face;
  core.face(-ground.normal, face);
  for (std::size_t n = 0; n < face.points.size(); ++n)
    ground.point(face.points[n] - core.margin * ground.normal, face.ids[n]);
}
void rim(const Ground& ground, double radius, double height, const Placed& b, std::int32_t feature) {
  const Vec3 axis = b.rotation.col(2);
  for (int n = 0; n < kRimPoints; ++n) {
    ground.point(rim_point(n, b.position + height * axis, radius, axis, b.rotation.col(0), -ground.normal),
                 feature + n);
  }
}
void lower(const Ground& ground, const Disk& disk, const Placed& b) { rim(ground, disk.radius, 0, b, 0); }
void lower(const Ground& ground, const Cylinder& cylinder, const Placed& b) {
  rim(ground, cylinder.radius, cylinder.half_length, b, 0);
  rim(ground, cylinder.radius, -cylinder.half_length, b, 16);
}
void lower_vertices(const Ground& ground, const std::vector<Vec3>& vertices, const Placed& b) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    ground.point(b.position + b.rotation * vertices[v], static_cast<std::int32_t>(v));
  }
}
void lower(const Ground& ground, const Polyhedron& hull, const Placed& b) { lower_vertices(ground, hull.vertices, b); }
void lower(const Ground& ground, const Mesh& mesh, const Placed& b) {
  lower_vertices(ground, mesh.surface->vertices, b);
}

template <class S>
requires requires(const Ground& g, const S& s, const Placed& b) { lower(g, s, b); }
void touch(const Plane&, const Placed& a, const S& shape, const Placed& b, double range, Touches& touches) {
  const std::size_t first = touches.size();
  lower({a.rotation.col(2), a.position, range, touches}, shape, b);
  if (touches.size() > first + 1) merge_touches(touches, first, 1e-3 * b.radius);
}

// --- All other convex pairs ---

template <ConvexShape A, ConvexShape B>
void touch_convex(const A& sa, const Placed& a, const B& sb, const Placed& b, double range, Touches& touches) {
  // About B: rounding is that of the shapes, not of the place.
  const Placed here_a{a.shape, a.position - b.position, a.rotation, a.radius},
      here_b{b.shape, Vec3::Zero(), b.rotation, b.radius};
  const typename CoreOf<A>::type core_a(sa, here_a);
  const typename CoreOf<B>::type core_b(sb, here_b);
  const std::size_t first = touches.size();
  add_manifold(core_a, core_b, closest(core_a, core_b, range), range, touches);
  for (std::size_t t = first; t < touches.size(); ++t) touches[t].point += b.position;
}

// --- Clumps: ball by ball. ---

template <class S>
void touch(const Clump& clump, const Placed& a, const S&, const Placed& b, double range, Touches& touches) {
  static const Shape sphere = Sphere{};
  constexpr bool kBounded = !std::is_same_v<S, Plane> && !std::is_same_v<S, Mesh>;
  const std::size_t first = touches.size();
  Touches of_ball;
  for (std::size_t n = 0; n < clump.balls.size(); ++n) {
    const auto& ball = clump.balls[n];
    const Placed here{&sphere, a.position + a.rotation * ball.centre, Mat3::Identity(), ball.radius};
    if (kBounded && (here.position - b.position).norm() > ball.radius + b.radius + range) continue;
    of_ball.clear();
    find_touches(here, b, range, of_ball);
    for (Touch& t : of_ball) {
      t.feature = feature_of(n + 1, static_cast<std::uint64_t>(t.feature));
      touches.push_back(t);
    }
  }
  if (touches.size() > first + 1) merge_touches(touches, first, 0);
}

// --- Meshes ---

void touch(const Mesh& mesh, const Placed& a, const Sphere&, const Placed& b, double range, Touches& touches) {
  if (mesh.exact) return touch_sphere(*mesh.exact, a, b, range, touches);
  touch_sphere(*mesh.surface, a, b, range, touches);
}

template <ConvexShape S>
void touch(const Mesh& mesh, const Placed& a, const S& shape, const Placed& b, double range, Touches& touches) {
  const Placed here{b.shape, a.in_frame(b.position), a.rotation.transpose() * b.rotation, b.radius};
  const typename CoreOf<S>::type core(shape, here);
  touch_convex_core(*mesh.surface, a, core, range, touches);
}

// --- Raceways: balls run on them, those of clumps too. ---

void touch(const Raceway& raceway, const Placed& a, const Sphere&, const Placed& b, double range, Touches& touches) {
  touch_ball(raceway, a, b, range, touches);
}

// --- The table: every pair of shapes touches, passes or is refused. ---

template <class A, class B>
concept Direct = requires(const A& sa, const B& sb, const Placed& p, Touches& t) {
  touch(sa, p, sb, p, 0.0, t);
};

template <class A, class B>
constexpr bool kTouches = Direct<A, B> || Direct<B, A> || (ConvexShape<A> && ConvexShape<B>);
// The rails and carriages of a guideway pass through each other: balls carry the load between them.
template <class A, class B>
constexpr bool kPasses = std::is_same_v<A, Raceway>&& std::is_same_v<B, Raceway>;
// Pairs without a narrow phase, in either order.
template <class A, class B>
constexpr bool kLacks = (std::is_same_v<A, Plane> && std::is_same_v<B, Plane>) ||
                        (std::is_same_v<A, Mesh> && std::is_same_v<B, Mesh>) ||
                        (std::is_same_v<A, Raceway> && !kTouches<A, B> && !kPasses<A, B>);

template <class A, class B>
constexpr Meeting kMeeting = kTouches<A, B>  ? Meeting::touch
                             : kPasses<A, B> ? Meeting::pass
                                             : Meeting::refused;

template <class A, class B>
void touch_pair(const Placed& a, const Placed& b, double range, Touches& touches) {
  static_assert((kMeeting<A, B> == Meeting::refused) == (kLacks<A, B> || kLacks<B, A>),
                "a pair of shapes without a narrow phase");
  const A& sa = *std::get_if<A>(a.shape);
  const B& sb = *std::get_if<B>(b.shape);
  if constexpr (Direct<A, B>) {
    touch(sa, a, sb, b, range, touches);
  } else if constexpr (Direct<B, A>) {
    const std::size_t first = touches.size();
    touch(sb, b, sa, a, range, touches);
    for (std::size_t t = first; t < touches.size(); ++t) touches[t].normal = -touches[t].normal;
  } else if constexpr (kTouches<A, B>) {
    touch_convex(sa, a, sb, b, range, touches);
  }
}

struct Pair {
  void (*touch)(const Placed&, const Placed&, double, Touches&);
  Meeting meeting;
};

constexpr std::size_t kShapes = std::variant_size_v<Shape>;

template <std::size_t N>
using Kind = std::variant_alternative_t<N, Shape>;

template <std::size_t... N>
constexpr auto make_table(std::index_sequence<N...>) {
  return std::array<Pair, kShapes * kShapes>{
      Pair{touch_pair<Kind<N / kShapes>, Kind<N % kShapes>>, kMeeting<Kind<N / kShapes>, Kind<N % kShapes>>}...};
}
constexpr auto kTable = make_table(std::make_index_sequence<kShapes * kShapes>{});

const Pair& pair_of(const Shape& a, const Shape& b) { return kTable[a.index() * kShapes + b.index()]; }

}  // namespace

Placed placed(const World& world, const Body& body) {
  return {&world.shapes[body.shape], body.position, body.orientation.toRotationMatrix(), body.radius};
}

void find_touches(const Placed& a, const Placed& b, double range, Touches& touches) {
  pair_of(*a.shape, *b.shape).touch(a, b, range, touches);
}

Meeting meeting_of(const Shape& a, const Shape& b) { return pair_of(a, b).meeting; }

}  // namespace talus::collide
