// Every pair of shapes in random poses, apart, touching and overlapping, against brute force:
//  - flat cores with a margin (points, segments, boxes, triangles' hulls): apart, the least of all distances between
//  features;
//    overlapping, the least of all separating pushes along normals of faces and products of edges; gap and normal;
//  - curved ones: the greatest separation over directions, found by search.
// Among the shapes are a thin plate, a needle, a coin, and a pebble of a hundredth of the others' size.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>

#include "base/random.hpp"
#include "collide/pairs.hpp"

namespace talus::collide {
namespace {

using namespace bodies;

using Edge = std::pair<int, int>;

// A shape, and what the test knows from its definition.
struct Known {
  std::string name;
  Shape shape;
  double radius = 0;                    // of a sphere
  std::vector<Vec3> corners;            // flat core
  std::vector<std::vector<int>> faces;  // of corners
  double margin = 0;
  double round = 0, half = 0;  // of a cylinder or disk
  double size = 1;
  std::vector<Edge> edges = {};               // of corners
  std::vector<Vec3> normals = {}, ways = {};  // of faces and along edges, each once up to sign

  bool flat() const { return round == 0; }
};

void add_once(std::vector<Vec3>& lines, const Vec3& line) {
  const Vec3 unit = line.normalized();
  if (std::ranges::none_of(lines, [&](const Vec3& known) { return known.cross(unit).norm() < 1e-12; }))
    lines.push_back(unit);
}

// Edges and directions, from corners and faces.
Known finished(Known k) {
  const auto at = [&](int c) { return k.corners[static_cast<std::size_t>(c)]; };
  std::set<Edge> edges;
  if (k.corners.size() == 2) edges.insert({0, 1});
  for (const auto& f : k.faces) {
    for (std::size_t i = 0; i < f.size(); ++i) edges.insert(std::minmax(f[i], f[(i + 1) % f.size()]));
    add_once(k.normals, (at(f[1]) - at(f[0])).cross(at(f[2]) - at(f[0])));
  }
  k.edges.assign(edges.begin(), edges.end());
  for (const auto& [i, j] : edges) add_once(k.ways, at(j) - at(i));
  return k;
}

std::vector<Vec3> hull_points() {
  std::vector<Vec3> points;
  for (std::uint64_t n = 0; n < 14; ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(11, n, which) - 1; };
    points.push_back(Vec3(u(0), u(1), u(2)).normalized().cwiseProduct(Vec3(1, 0.8, 0.6)));
  }
  return points;
}

std::vector<Vec3> crystal_points() {  // many faces: the library's way
  std::vector<Vec3> points;
  for (std::uint64_t n = 0; n < 60; ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(12, n, which) - 1; };
    points.push_back(Vec3(u(0), u(1), u(2)).normalized());
  }
  return points;
}

Known polyhedron(const std::string& name, const std::vector<Vec3>& points) {
  const Polyhedron hull = convex_hull(points);
  Known k{name, hull, 0, hull.vertices, {}};
  for (const auto& f : hull.faces) k.faces.emplace_back(f.loop.begin(), f.loop.end());
  k.size = 0.5 * hull.bounding_radius();
  return k;
}

Known box(const Vec3& h, const std::string& name = "box") {
  Known k{name, Box{h}, 0, {}, {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}}};
  for (int c = 0; c < 8; ++c) k.corners.push_back(h.cwiseProduct(Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
  k.size = h.minCoeff();
  return k;
}

const std::vector<Known>& all() {
  static const std::vector<Known> shapes = [] {
    std::vector<Known> s;
    s.push_back({"sphere", Sphere{}, 0.7, {Vec3::Zero()}, {}, 0.7});
    s.push_back(box({0.4, 0.6, 0.9}));
    s.push_back({"capsule", Capsule{0.3, 0.6}, 0, {{0, 0, -0.6}, {0, 0, 0.6}}, {}, 0.3});
    s.push_back(polyhedron("polyhedron", hull_points()));
    s.push_back(polyhedron("crystal", crystal_points()));
    s.push_back({"cylinder", Cylinder{0.6, 0.5}, 0, {}, {}, 0, 0.6, 0.5, 0.5});
    s.push_back({"disk", Disk{0.8}, 0, {}, {}, 0, 0.8, 0, 0.8});
    s.push_back(box({0.9, 0.7, 0.006}, "plate"));
    s.push_back(box({0.004, 0.01, 0.8}, "needle"));
    std::vector<Vec3> pebble = hull_points();
    for (Vec3& p : pebble) p *= 0.01;
    s.push_back(polyhedron("pebble", pebble));
    s.push_back({"coin", Cylinder{0.7, 0.01}, 0, {}, {}, 0, 0.7, 0.01, 0.01});
    for (Known& k : s) k = finished(k);
    return s;
  }();
  return shapes;
}

struct Pose {
  Vec3 position;
  Mat3 rotation;
};

// A known shape in place.
struct There {
  const Known& known;
  Pose pose;
  std::vector<Vec3> corners;

  There(const Known& k, const Pose& p) : known(k), pose(p) {
    for (const Vec3& c : k.corners) corners.push_back(p.position + p.rotation * c);
  }
  Vec3 farthest(const Vec3& d) const {  // of the core
    if (!known.flat()) {
      const Vec3 in = pose.rotation.transpose() * d;
      const double across = in.head<2>().norm();
      const Vec3 p(across > 0 ? known.round * in.x() / across : known.round,
                   across > 0 ? known.round * in.y() / across : 0, in.z() < 0 ? -known.half : known.half);
      return pose.position + pose.rotation * p;
    }
    Vec3 best = corners[0];
    for (const Vec3& c : corners) {
      if (c.dot(d) > best.dot(d)) best = c;
    }
    return best;
  }
  Placed placed() const {
    return {&known.shape, pose.position, pose.rotation, bounding_radius(known.shape, known.radius)};
  }
  // Distance of a point beyond the surface; exact inside to the nearest face.
  double beyond(const Vec3& p) const {
    const Vec3 x = pose.rotation.transpose() * (p - pose.position);
    if (!known.flat()) return std::max(x.head<2>().norm() - known.round, std::abs(x.z()) - known.half);
    if (known.faces.empty()) {
      const Vec3 a = known.corners.front(), d = known.corners.back() - a;
      const double t = d.squaredNorm() > 0 ? std::clamp(d.dot(x - a) / d.squaredNorm(), 0.0, 1.0) : 0.0;
      return (x - a - t * d).norm() - known.margin;
    }
    double most = -1e300;
    for (const auto& f : known.faces) {
      const Vec3 &a = known.corners[static_cast<std::size_t>(f[0])], &b = known.corners[static_cast<std::size_t>(f[1])],
                 &c = known.corners[static_cast<std::size_t>(f[2])];
      Vec3 n = (b - a).cross(c - a).normalized();
      if (n.dot(a) < 0) n = -n;  // the origin is inside
      most = std::max(most, n.dot(x - a));
    }
    return most;
  }
};

double g(const There& a, const There& b, const Vec3& n) { return n.dot(b.farthest(-n) - a.farthest(n)); }

// From A to B where the two are nearest, or along the direction of greatest separation; the separation below 0 where
// cores overlap.
struct Nearest {
  double separation = 1e300;
  Vec3 normal = Vec3::Zero();
  bool unique = true;  // no other normal separates nearly as well

  void take(const Vec3& between) {
    const double distance = between.norm();
    if (distance < separation) *this = {distance, between / distance, true};
  }
};

Vec3 from_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  return p - a - std::clamp(d.dot(p - a) / d.squaredNorm(), 0.0, 1.0) * d;
}

// Where two segments cross, seen along the normal of both.
void take_crossing(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, Nearest& nearest) {
  const Vec3 d = q - p, e = s - r, n = d.cross(e), w = r - p;
  const double nn = n.squaredNorm();
  if (!(nn > 1e-20 * d.squaredNorm() * e.squaredNorm())) return;
  const double t = w.cross(e).dot(n) / nn, u = w.cross(d).dot(n) / nn;
  if (t >= 0 && t <= 1 && u >= 0 && u <= 1) nearest.take(w.dot(n) / nn * n);
}

Vec3 corner(const There& t, int i) { return t.corners[static_cast<std::size_t>(i)]; }

Vec3 face_normal(const There& t, const std::vector<int>& f) {
  return (corner(t, f[1]) - corner(t, f[0])).cross(corner(t, f[2]) - corner(t, f[0])).normalized();
}

// `sign`: 1 where the point is A's and the faces are B's, else -1.
void take_faces(const Vec3& p, const There& t, double sign, Nearest& nearest) {
  for (const auto& f : t.known.faces) {
    const Vec3 n = face_normal(t, f);
    bool over = true;
    double turn = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      const Vec3 a = corner(t, f[i]), b = corner(t, f[(i + 1) % f.size()]);
      const double side = (b - a).cross(p - a).dot(n);
      if (turn == 0) turn = side;
      over = over && side * turn >= 0;
    }
    if (over) nearest.take(sign * n.dot(corner(t, f[0]) - p) * n);
  }
}

// Two flat cores that are apart, feature by feature.
Nearest nearest_features(const There& a, const There& b) {
  Nearest nearest;
  for (const Vec3& p : a.corners)
    for (const Vec3& q : b.corners) nearest.take(q - p);
  for (const Vec3& p : a.corners) take_faces(p, b, 1, nearest);
  for (const Vec3& p : b.corners) take_faces(p, a, -1, nearest);
  const auto &ea = a.known.edges, &eb = b.known.edges;
  for (const auto& [i, j] : ea) {
    for (const auto& [k, l] : eb) take_crossing(corner(a, i), corner(a, j), corner(b, k), corner(b, l), nearest);
    for (const Vec3& q : b.corners) nearest.take(from_segment(q, corner(a, i), corner(a, j)));
  }
  for (const auto& [k, l] : eb) {
    for (const Vec3& p : a.corners) nearest.take(-from_segment(p, corner(b, k), corner(b, l)));
  }
  return nearest;
}

// The greatest separation over all normals of faces and products of edges.
Nearest best_axis(const There& a, const There& b) {
  std::vector<Nearest> axes;
  const auto both = [&](const Vec3& n) {
    for (const Vec3& way : {n, Vec3(-n)}) axes.push_back({g(a, b, way), way, true});
  };
  for (const There* t : {&a, &b}) {
    for (const Vec3& n : t->known.normals) both(t->pose.rotation * n);
  }
  for (const Vec3& d : a.known.ways) {
    for (const Vec3& e : b.known.ways) {
      const Vec3 n = (a.pose.rotation * d).cross(b.pose.rotation * e);
      if (n.norm() > 1e-9) both(n.normalized());
    }
  }
  Nearest best = *std::max_element(axes.begin(), axes.end(),
                                   [](const Nearest& x, const Nearest& y) { return x.separation < y.separation; });
  best.unique = std::none_of(axes.begin(), axes.end(), [&](const Nearest& other) {
    return other.separation > best.separation - 1e-8 && (other.normal - best.normal).norm() > 1e-10;
  });
  return best;
}

// The normal that the library finds, for the search to try to better: it may get stuck where a needle's ridge is
// narrow.
Vec3 found_normal(const There& a, const There& b) {
  Touches all;
  find_touches(a.placed(), b.placed(), 100, all);
  return all.empty() ? Vec3(Vec3::UnitX()) : std::ranges::min_element(all, {}, &Touch::gap)->normal;
}

// The greatest separation over directions by search: from many starts, steps in random directions that shrink where
// they fail.
double best_direction(const There& a, const There& b, std::uint64_t seed) {
  std::uint64_t draw = 0;
  const auto random = [&] {
    const std::uint64_t bits = random_bits(seed, ++draw, 0);
    const auto part = [bits](int n) { return static_cast<double>(bits >> 21 * n & 0x1fffff) / 0x1fffff - 0.5; };
    return Vec3(part(0), part(1), part(2));
  };
  std::vector<std::pair<double, Vec3>> starts;
  for (int n = 0; n < 300; ++n) {
    const Vec3 d = random().normalized();
    starts.emplace_back(g(a, b, d), d);
  }
  std::partial_sort(starts.begin(), starts.begin() + 4, starts.end(),
                    [](const auto& x, const auto& y) { return x.first > y.first; });
  const Vec3 found = found_normal(a, b);
  starts[4] = {g(a, b, found), found};
  double most = -1e300;
  for (std::size_t s = 0; s < 5; ++s) {
    auto [value, n] = starts[s];
    for (double step = 0.3; step > 1e-10;) {
      const double before = value;
      for (int k = 0; k < 6; ++k) {
        const Vec3 next = (n + step * random()).normalized();
        if (const double there = g(a, b, next); there > value) {
          value = there;
          n = next;
        }
      }
      if (!(value > before)) step *= 0.6;
    }
    most = std::max(most, value);
  }
  return most;
}

// All products of edges are too many to try.
bool too_many(const There& a, const There& b) { return a.known.ways.size() * b.known.ways.size() > 10000; }

Nearest reference(const There& a, const There& b, std::uint64_t seed) {
  const bool flat = a.known.flat() && b.known.flat(), points = a.known.faces.empty() && b.known.faces.empty();
  Nearest found;
  if (flat && points) {  // their cores overlap by chance only
    found = nearest_features(a, b);
  } else if (flat && !too_many(a, b)) {
    found = best_axis(a, b);
    if (found.separation > 0) found = nearest_features(a, b);
  } else {
    found = {best_direction(a, b, seed), Vec3::Zero(), false};
    if (flat && found.separation > 0) found = nearest_features(a, b);
  }
  found.separation -= a.known.margin + b.known.margin;
  return found;
}

Pose pose(std::uint64_t seed, std::uint64_t n, double distance) {
  auto u = [&](std::uint64_t which) { return 2 * random_uniform(seed, n, which) - 1; };
  const Quat q = Quat(u(0), u(1), u(2), u(3)).normalized();
  return {distance * Vec3(u(4), u(5), u(6)).normalized(), q.toRotationMatrix()};
}

// How many; a pair of shapes stands in six poses for each that is drawn, if it can be moved until it touches.
int poses(int usual) {
  const char* given = std::getenv("TALUS_POSES");
  return given != nullptr ? std::atoi(given) : usual;
}

void check(const There& a, const There& b, std::uint64_t seed, const std::string& what) {
  const bool flat = a.known.flat() && b.known.flat();
  const double size = std::min(a.known.size, b.known.size);
  const Nearest brute_force = reference(a, b, seed);
  const double expected = brute_force.separation, between_cores = std::abs(expected + a.known.margin + b.known.margin);
  const double tolerance = flat ? 1e-9 : 1e-6 * size;
  const double range = std::max(expected, 0.0) + 0.05;
  Touches touches;
  find_touches(a.placed(), b.placed(), range, touches);
  ASSERT_FALSE(touches.empty()) << what << " gap " << expected;
  const auto least =
      *std::min_element(touches.begin(), touches.end(), [](const auto& x, const auto& y) { return x.gap < y.gap; });
  ASSERT_NEAR(least.normal.norm(), 1, 1e-12) << what;
  // The normal parts the two by the gap, which so is no more than the greatest separation; it is no less than brute
  // force found.
  ASSERT_NEAR(g(a, b, least.normal) - a.known.margin - b.known.margin, least.gap, tolerance) << what;
  ASSERT_GE(least.gap, expected - tolerance) << what;
  if (flat && (expected > 0 || !too_many(a, b))) {
    ASSERT_LE(least.gap, expected + tolerance) << what;
  }
  // Between a corner and another the direction is rounding over the gap; where cores barely overlap any way out may be
  // the least.
  if (brute_force.unique && between_cores > 1e-7) {
    ASSERT_LT((least.normal - brute_force.normal).norm(), 1e-9 + 1e-15 / between_cores) << what;
  }
  // Rims are met by chords.
  const double off = flat ? 10 * tolerance : 1e-5 * std::min(a.placed().radius, b.placed().radius);
  std::set<std::int32_t> features;
  for (const Touch& t : touches) {
    ASSERT_LE(t.gap, range) << what;
    ASSERT_TRUE(features.insert(t.feature).second) << what << ": two points of one name";
    ASSERT_LT(a.beyond(t.on_a()), off + 1e-4 * size * (a.known.margin > 0)) << what << " point on A";
    ASSERT_LT(b.beyond(t.on_b()), off + 1e-4 * size * (b.known.margin > 0)) << what << " point on B";
  }
  Touches none;
  find_touches(a.placed(), b.placed(), least.gap - 10 * tolerance, none);
  ASSERT_TRUE(none.empty()) << what;
  // The other way round.
  Touches turned;
  find_touches(b.placed(), a.placed(), range, turned);
  ASSERT_EQ(turned.empty(), false) << what;
  const auto back =
      *std::min_element(turned.begin(), turned.end(), [](const auto& x, const auto& y) { return x.gap < y.gap; });
  ASSERT_NEAR(back.gap, least.gap, 2 * tolerance) << what;
}

using PairOfShapes = std::tuple<int, int>;
class PairsVsBruteForce : public testing::TestWithParam<PairOfShapes> {};

TEST_P(PairsVsBruteForce, GapNormalAndPoints) {
  const auto [i, j] = GetParam();
  if (i > j) GTEST_SKIP();
  const Known &a = all()[static_cast<std::size_t>(i)], &b = all()[static_cast<std::size_t>(j)];
  const int count = poses(120) / 6;
  const double radii = bounding_radius(a.shape, a.radius) + bounding_radius(b.shape, b.radius);
  for (int n = 0; n < count; ++n) {
    const auto id = static_cast<std::uint64_t>(n);
    const std::string what = a.name + "-" + b.name + " pose " + std::to_string(n);
    const There there_a(a, {Vec3::Zero(), pose(1, id, 0).rotation});
    Pose at = pose(2, id, radii * (0.35 + 0.8 * random_uniform(3, id, 0)));
    ASSERT_NO_FATAL_FAILURE(check(there_a, There(b, at), id, what));
    // Moved along the normal so that they touch, and overlap a little.
    Touches touches;
    find_touches(there_a.placed(), There(b, at).placed(), 10, touches);
    const auto least =
        *std::min_element(touches.begin(), touches.end(), [](const auto& x, const auto& y) { return x.gap < y.gap; });
    for (const double gap : {1e-4, 1e-7, 0.0, -1e-7, -1e-4}) {
      Pose moved = at;
      moved.position += (gap - least.gap) * least.normal;
      if (least.gap + a.margin + b.margin <= 1e-3 && least.gap < 0)
        break;  // from deep overlap another way out may be shorter
      ASSERT_NO_FATAL_FAILURE(check(there_a, There(b, moved), id, what + " gap " + std::to_string(gap)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PairsVsBruteForce, testing::Combine(testing::Range(0, 11), testing::Range(0, 11)));

// A plane against each shape: the lowest point by definition.
TEST(PlanesVsBruteForce, EveryPointInRangeIsFound) {
  const Shape plane = Plane{};
  for (const Known& k : all()) {
    for (int n = 0; n < poses(500); ++n) {
      const auto id = static_cast<std::uint64_t>(n);
      const There there(k, pose(5, id, 1));
      const Mat3 tilt = pose(6, id, 0).rotation;
      const Vec3 up = tilt.col(2), origin = pose(7, id, 0.7).position;
      const double expected = up.dot(there.farthest(-up) - origin) - k.margin, range = std::max(0.0, expected) + 0.02;
      Touches touches;
      find_touches({&plane, origin, tilt, 0}, there.placed(), range, touches);
      ASSERT_FALSE(touches.empty()) << k.name << n;
      double least = 1e300;
      for (const Touch& t : touches) {
        least = std::min(least, t.gap);
        ASSERT_LT((t.normal - up).norm(), 1e-14);
        ASSERT_NEAR(up.dot(t.on_a() - origin), 0, 1e-12) << k.name;
        ASSERT_LT(there.beyond(t.on_b()), 1e-9) << k.name << n;
      }
      ASSERT_NEAR(least, expected, 1e-12) << k.name << n;
      // Every corner in range stands near a point that was found.
      for (const Vec3& c : there.corners) {
        const double gap = up.dot(c - origin) - k.margin;
        if (gap > range) continue;
        ASSERT_TRUE(std::any_of(touches.begin(), touches.end(),
                                [&](const Touch& t) { return (t.on_b() + k.margin * up - c).norm() < 2e-3; }))
            << k.name << n;
      }
    }
  }
}

// The disk's rim in closed form: gap = z - R sin(tilt), point straight below the axis' tilt.
TEST(PlanesClosedForm, DiskOnItsRim) {
  const Shape plane = Plane{}, disk = Disk{0.5};
  for (const double tilt : {1e-3, 0.3, 1.2, 1.5707963}) {
    const Mat3 rotation = Eigen::AngleAxisd(tilt, Vec3::UnitX()).toRotationMatrix();
    Touches touches;
    find_touches({&plane, Vec3::Zero(), Mat3::Identity(), 0}, {&disk, Vec3(0, 0, 0.4), rotation, 0.5},
                 1e-5 + 0.4 - 0.5 * std::sin(tilt), touches);
    ASSERT_EQ(touches.size(), 1u) << tilt;
    EXPECT_NEAR(touches[0].gap, 0.4 - 0.5 * std::sin(tilt), 1e-13);
    EXPECT_NEAR(touches[0].on_b().y(), -0.5 * std::cos(tilt), 1e-12);
  }
}

TEST(ManifoldClosedForm, BoxesFaceToFace) {
  const Shape large = Box{{1, 1, 0.5}}, small = Box{{0.3, 0.2, 0.1}};
  for (const double gap : {1e-3, 0.0, -1e-4}) {
    const Mat3 turned = Eigen::AngleAxisd(0.4, Vec3::UnitZ()).toRotationMatrix();
    Touches touches, later;
    find_touches({&large, Vec3::Zero(), Mat3::Identity(), 2}, {&small, Vec3(0.2, 0.1, 0.6 + gap), turned, 1}, 0.01,
                 touches);
    ASSERT_EQ(touches.size(), 4u);
    Vec3 mean = Vec3::Zero();
    for (const Touch& t : touches) {
      EXPECT_NEAR(t.gap, gap, 1e-15);
      EXPECT_LT((t.normal - Vec3::UnitZ()).norm(), 1e-11);  // rounding over the gap
      mean += 0.25 * t.point;
    }
    EXPECT_LT((mean - Vec3(0.2, 0.1, 0.5 + 0.5 * gap)).norm(), 1e-12);
    // A little later: the same names.
    const Mat3 more = Eigen::AngleAxisd(0.4001, Vec3(1e-4, 0, 1).normalized()).toRotationMatrix();
    find_touches({&large, Vec3::Zero(), Mat3::Identity(), 2}, {&small, Vec3(0.201, 0.1, 0.6 + gap), more, 1}, 0.01,
                 later);
    ASSERT_EQ(later.size(), 4u);
    for (std::size_t t = 0; t < 4; ++t) EXPECT_EQ(touches[t].feature, later[t].feature);
  }
}

TEST(ManifoldClosedForm, ShapesAtRestHaveSupportUnderThem) {
  const Shape ground = Box{{1, 1, 0.5}}, cylinder = Cylinder{0.2, 0.3}, capsule = Capsule{0.2, 0.3};
  const Placed below{&ground, Vec3::Zero(), Mat3::Identity(), 2};
  const Mat3 lying = Eigen::AngleAxisd(1.57079632679489662, Vec3::UnitY()).toRotationMatrix();
  Touches standing, line, round;
  find_touches(below, {&cylinder, Vec3(0, 0, 0.8), Mat3::Identity(), 0.4}, 1e-3, standing);
  EXPECT_EQ(standing.size(), 6u);
  find_touches(below, {&cylinder, Vec3(0, 0, 0.7), lying, 0.4}, 1e-3, line);
  EXPECT_EQ(line.size(), 2u);
  find_touches(below, {&capsule, Vec3(0, 0, 0.7), lying, 0.5}, 1e-3, round);
  EXPECT_EQ(round.size(), 2u);
  for (const auto* touches : {&standing, &line, &round}) {
    for (const Touch& t : *touches) EXPECT_NEAR(t.gap, 0, 1e-12);
  }
  EXPECT_NEAR(std::abs(line[0].point.x()), 0.3, 1e-9);
  EXPECT_NEAR(std::abs(round[0].point.x()), 0.3, 1e-9);
  // Capsules on each other, side by side and crossed.
  Touches along, crossed;
  find_touches({&capsule, Vec3::Zero(), lying, 0.5}, {&capsule, Vec3(0.1, 0, 0.4), lying, 0.5}, 1e-3, along);
  EXPECT_EQ(along.size(), 2u);
  find_touches({&capsule, Vec3::Zero(), lying, 0.5},
               {&capsule, Vec3(0.1, 0, 0.4), Mat3(Eigen::AngleAxisd(1.57079632679489662, Vec3::UnitX())), 0.5}, 1e-3,
               crossed);
  EXPECT_EQ(crossed.size(), 1u);
}

TEST(ClumpsVsBruteForce, BallByBall) {
  const Clump clump = make_clump({{{0.3, 0, 0}, 0.4}, {{-0.3, 0.1, 0}, 0.3}, {{0, -0.2, 0.3}, 0.35}});
  const Shape shape = clump;
  const double reach = bounding_radius(shape);
  for (std::uint64_t n = 0; n < static_cast<std::uint64_t>(poses(500)); ++n) {
    const Pose pa = pose(21, n, 0), pb = pose(22, n, 0.4 + 0.8 * random_uniform(23, n, 0));
    std::multiset<double> expected, found;
    for (const auto& x : clump.balls) {
      for (const auto& y : clump.balls) {
        const double gap =
            (pa.position + pa.rotation * x.centre - pb.position - pb.rotation * y.centre).norm() - x.radius - y.radius;
        if (gap <= 0.05) expected.insert(gap);
      }
    }
    Touches touches;
    find_touches({&shape, pa.position, pa.rotation, reach}, {&shape, pb.position, pb.rotation, reach}, 0.05, touches);
    std::set<std::int32_t> features;
    for (const Touch& t : touches) {
      found.insert(t.gap);
      features.insert(t.feature);
    }
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_EQ(features.size(), expected.size());
    for (auto f = found.begin(), e = expected.begin(); f != found.end(); ++f, ++e) ASSERT_NEAR(*f, *e, 1e-14);
  }
}

// --- Raceways ---

// A piece of each form and its surface by definition, s and t from -1 to 1.
struct KnownPiece {
  Raceway::Piece piece;
  std::function<Vec3(double, double)> surface;
  double most_t = 1;  // 2: it closes around, and the search may go on
};
std::vector<KnownPiece> pieces() {
  static constexpr double pi = 3.141592653589793;
  const auto groove = [](double radius, double length, double angle) {
    return KnownPiece{{Groove{radius, length, angle}, {}, Quat::Identity()},
                      [=](double s, double t) {
                        return Vec3(s * length, radius * std::sin(t * angle), radius - radius * std::cos(t * angle));
                      },
                      angle == pi ? 2.0 : 1.0};
  };
  const auto bend = [](double radius, double turn, double half_turn, double angle) {
    return KnownPiece{{Bend{radius, turn, half_turn, angle}, {}, Quat::Identity()},
                      [=](double s, double t) {
                        const double away = turn + radius * std::cos(t * angle);
                        return Vec3(away * std::sin(s * half_turn), radius * std::sin(t * angle),
                                    radius + turn - away * std::cos(s * half_turn));
                      },
                      angle == pi ? 2.0 : 1.0};
  };
  return {{{Strip{0.8, 0.3}, {}, Quat::Identity()}, [](double s, double t) { return Vec3(0.8 * s, 0.3 * t, 0); }, 1},
          groove(0.5, 0.8, 0.9),
          groove(0.5, 0.8, pi),
          bend(0.5, 1.1, 0.8, 1.0),
          bend(0.4, 0.9, 1.5, pi)};
}

// The point of the surface that is nearest to x: the best of a grid, which then is drawn in about it.
struct OnSurface {
  double s = 0, t = 0;
  Vec3 point, normal;                 // out to where balls are
  std::array<double, 2> curvature{};  // along lines of t and of s, by second differences; hollow ones below 0
};
OnSurface nearest_by_search(const KnownPiece& known, const Vec3& x) {
  OnSurface best;
  best.point = known.surface(0, 0);
  for (double span = 1; span > 1e-8; span *= span == 1 ? 0.05 : 0.8) {
    const int half = span == 1 ? 40 : 5;
    const double s0 = best.s, t0 = best.t;
    for (int i = -half; i <= half; ++i) {
      for (int j = -half; j <= half; ++j) {
        const double s = std::clamp(s0 + span * i / half, -1.0, 1.0),
                     t = std::clamp(t0 + span * j / half, -known.most_t, known.most_t);
        const Vec3 p = known.surface(s, t);
        if ((p - x).squaredNorm() < (best.point - x).squaredNorm()) best.point = p, best.s = s, best.t = t;
      }
    }
  }
  const auto at = [&](double ds, double dt) { return known.surface(best.s + ds, best.t + dt); };
  constexpr double d = 1e-4;
  const Vec3 along = (at(d, 0) - at(-d, 0)) / (2 * d), across = (at(0, d) - at(0, -d)) / (2 * d);
  best.normal = along.cross(across).normalized();
  best.curvature = {-(at(d, 0) - 2 * at(0, 0) + at(-d, 0)).dot(best.normal) / (d * d * along.squaredNorm()),
                    -(at(0, d) - 2 * at(0, 0) + at(0, -d)).dot(best.normal) / (d * d * across.squaredNorm())};
  return best;
}

TEST(RacewaysVsBruteForce, GapNormalPointAndCurvaturesBeforeEachPiece) {
  const Shape sphere = Sphere{};
  constexpr double kRadius = 0.2;
  int before = 0, behind = 0;
  for (const KnownPiece& known : pieces()) {
    for (std::uint64_t n = 0; n < static_cast<std::uint64_t>(poses(300)); ++n) {
      auto u = [&](std::uint64_t which) { return 2 * random_uniform(31, n, which) - 1; };
      const Vec3 x =
          known.surface(1.2 * u(0), u(1)) + 0.25 * Vec3(u(2), u(3), u(4));  // at the surface, or beyond its ends
      const OnSurface nearest = nearest_by_search(known, x);
      const double facing = nearest.normal.dot(x - nearest.point), gap = (nearest.point - x).norm() - kRadius;
      if (std::abs(facing) < 1e-6) continue;
      const Pose at = pose(32, n, 1), within = pose(33, n, 0.3);
      const Shape shape = Raceway{{{known.piece.form, within.position, Quat(within.rotation)}}};
      const auto in_raceway = [&](const Vec3& p) { return Vec3(within.position + within.rotation * p); };
      const auto world = [&](const Vec3& p) { return Vec3(at.position + at.rotation * in_raceway(p)); };
      const Placed there{&shape, at.position, at.rotation, 0}, ball{&sphere, world(x), Mat3::Identity(), kRadius};
      Touches touches, none;
      find_touches(there, ball, 1, touches);
      ASSERT_EQ(touches.size(), facing > 0 ? 1u : 0u);
      if (facing < 0) {
        ++behind;
        continue;
      }
      ++before;
      const Touch& t = touches[0];
      ASSERT_NEAR(t.gap, gap, 1e-9) << known.piece.form.index() << " " << n;
      ASSERT_LT((t.on_a() - world(nearest.point)).norm(), 1e-4);
      ASSERT_LT((t.normal - (world(x) - t.on_a()).normalized()).norm(), 1e-9);
      ASSERT_LT((t.on_b() - (world(x) - kRadius * t.normal)).norm(), 1e-9);
      find_touches(there, ball, gap - 1e-8, none);
      ASSERT_TRUE(none.empty());
      const auto curvature = curvatures_at(std::get<Raceway>(shape), in_raceway(nearest.point));
      for (const std::size_t way : {0u, 1u})
        ASSERT_NEAR(curvature[way], nearest.curvature[way], 1e-4) << known.piece.form.index() << " " << n;
      for (const double s : {-1.0, 1.0})
        ASSERT_LE(world(known.surface(s, u(5))).norm(), at.position.norm() + bounding_radius(shape));
    }
  }
  EXPECT_GT(before, 300);
  EXPECT_GT(behind, 100);
}

// A loop of two grooves and two bends: a ball on its way around touches it once, everywhere by the same gap.
TEST(RacewaysClosedForm, NoInternalEdgeIsFeltAroundALoop) {
  constexpr double kPi = 3.141592653589793, kTube = 0.55, kTurn = 1.3, kHalf = 2, kRadius = 0.5, kLow = 0.051;
  Raceway loop;
  const double high = 2 * (kTurn + kTube);
  loop.pieces.push_back({Groove{kTube, kHalf, 1}, Vec3::Zero(), Quat::Identity()});
  loop.pieces.push_back(
      {Bend{kTube, kTurn, kPi / 2, 1}, Vec3(kHalf, 0, high / 2), Quat(Eigen::AngleAxisd(-kPi / 2, Vec3::UnitY()))});
  loop.pieces.push_back({Groove{kTube, kHalf, 1}, Vec3(0, 0, high), Quat(Eigen::AngleAxisd(kPi, Vec3::UnitY()))});
  loop.pieces.push_back(
      {Bend{kTube, kTurn, kPi / 2, 1}, Vec3(-kHalf, 0, high / 2), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitY()))});
  for (const int bend : {1, 3})
    loop.pieces[static_cast<std::size_t>(bend)].position.x() += (bend == 1 ? 1 : -1) * (kTurn + kTube);
  const Shape shape = loop, sphere = Sphere{};
  const double middle = kTurn + kTube - (kRadius - kLow),
               length = 4 * kHalf + 2 * kPi * middle;  // of the ball's centre about the bends
  for (int n = 0; n <= 40000; ++n) {
    double way = length * n / 40000;
    const auto at = [&]() -> Vec3 {
      if (way < 2 * kHalf) return {way - kHalf, 0, high / 2 - middle};
      way -= 2 * kHalf;
      if (way < kPi * middle)
        return {kHalf + middle * std::sin(way / middle), 0, high / 2 - middle * std::cos(way / middle)};
      way -= kPi * middle;
      if (way < 2 * kHalf) return {kHalf - way, 0, high / 2 + middle};
      way -= 2 * kHalf;
      return {-kHalf - middle * std::sin(way / middle), 0, high / 2 + middle * std::cos(way / middle)};
    };
    Touches touches;
    find_touches({&shape, Vec3::Zero(), Mat3::Identity(), 0}, {&sphere, at(), Mat3::Identity(), kRadius}, 0.04,
                 touches);
    ASSERT_EQ(touches.size(), 1u) << n;
    ASSERT_NEAR(touches[0].gap, -kLow, 1e-12) << n;
  }
}

TEST(Meetings, PairsWithoutNarrowPhaseAreKnown) {
  const Shape plane = Plane{}, raceway = Raceway{}, box = Box{}, mesh = Mesh{}, sphere = Sphere{}, clump = Clump{};
  for (const Shape* other : {&plane, &box, &mesh}) {
    EXPECT_EQ(meeting_of(raceway, *other), Meeting::refused);
    EXPECT_EQ(meeting_of(*other, raceway), Meeting::refused);
  }
  EXPECT_EQ(meeting_of(plane, plane), Meeting::refused);
  EXPECT_EQ(meeting_of(mesh, mesh), Meeting::refused);
  EXPECT_EQ(meeting_of(raceway, raceway), Meeting::pass);
  for (const Shape* other : {&sphere, &clump}) EXPECT_EQ(meeting_of(*other, raceway), Meeting::touch);
  for (const Shape* other : {&sphere, &clump, &box, &plane}) EXPECT_EQ(meeting_of(*other, mesh), Meeting::touch);
}

}  // namespace
}  // namespace talus::collide
