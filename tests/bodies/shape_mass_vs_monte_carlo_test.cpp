// Volume, centre and inertia of every shape against random points that are tried one by one.

#include <gtest/gtest.h>

#include <functional>

#include "base/error.hpp"
#include "base/random.hpp"
#include "bodies/shape.hpp"

namespace talus::bodies {
namespace {

struct Case {
  const char* name;
  Shape shape;
  std::function<bool(const Vec3&)> inside;
  Vec3 half;  // of a box about the origin that holds the shape
};

Vec3 random_point(std::uint64_t n, const Vec3& half) {
  return half.cwiseProduct(
      Vec3(2 * random_uniform(7, n, 0) - 1, 2 * random_uniform(7, n, 1) - 1, 2 * random_uniform(7, n, 2) - 1));
}

std::vector<Vec3> wedge() {
  return {{-0.5, -0.4, -0.3}, {0.8, -0.4, -0.3}, {-0.5, 0.9, -0.3}, {-0.5, -0.4, 0.7}, {0.3, 0.3, 0.5}, {0, 0, 0}};
}

bool in_hull(const Polyhedron& hull, const Vec3& x) {
  for (const auto& f : hull.faces) {
    if (f.normal.dot(x - hull.vertices[static_cast<std::size_t>(f.loop[0])]) > 0) return false;
  }
  return true;
}

bool in_balls(const Clump& clump, const Vec3& x) {
  for (const auto& b : clump.balls) {
    if ((x - b.centre).norm() <= b.radius) return true;
  }
  return false;
}

std::vector<Vec3> corners_of(const Polyhedron& hull) {
  std::vector<Vec3> corners;
  for (const auto& f : hull.faces) {
    for (std::size_t v = 1; v + 1 < f.loop.size(); ++v) {
      for (const auto c : {f.loop[0], f.loop[v], f.loop[v + 1]})
        corners.push_back(hull.vertices[static_cast<std::size_t>(c)]);
    }
  }
  return corners;
}

std::vector<Case> cases() {
  const Polyhedron hull = convex_hull(wedge());
  const Clump overlapping = make_clump({{{-0.3, 0, 0.1}, 0.5}, {{0.3, 0.1, 0}, 0.4}, {{0, 0.4, -0.2}, 0.3}});
  const Clump apart = make_clump({{{-0.5, 0, 0.1}, 0.4}, {{0.4, 0.1, 0}, 0.3}});
  const Vec3 one = Vec3::Ones();
  return {
      {"box", Box{{0.3, 0.5, 0.9}},
       [](const Vec3& x) { return (x.cwiseAbs().array() <= Vec3(0.3, 0.5, 0.9).array()).all(); }, one},
      {"capsule", Capsule{0.4, 0.5},
       [](const Vec3& x) { return (x - Vec3(0, 0, std::clamp(x.z(), -0.5, 0.5))).norm() <= 0.4; }, one},
      {"cylinder", Cylinder{0.7, 0.4},
       [](const Vec3& x) { return x.head<2>().norm() <= 0.7 && std::abs(x.z()) <= 0.4; }, one},
      {"polyhedron", hull, [hull](const Vec3& x) { return in_hull(hull, x); }, one},
      {"mesh", make_mesh(corners_of(hull)), [hull](const Vec3& x) { return in_hull(hull, x); }, one},
      {"clump that overlaps", overlapping, [overlapping](const Vec3& x) { return in_balls(overlapping, x); }, one},
      {"clump of balls apart", apart, [apart](const Vec3& x) { return in_balls(apart, x); }, one},
      {"sphere", Sphere{}, [](const Vec3& x) { return x.norm() <= 0.8; }, one},
  };
}

constexpr int kPoints = 2000000;

TEST(ShapeMassVsMonteCarlo, VolumeCentreAndInertia) {
  for (const Case& c : cases()) {
    const MassProperties mass = mass_properties(c.shape, 0.8);
    double hits = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (int n = 0; n < kPoints; ++n) {
      const Vec3 x = random_point(static_cast<std::uint64_t>(n), c.half);
      if (!c.inside(x)) continue;
      hits += 1;
      first += x;
      second += x * x.transpose();
    }
    const double box = 8 * c.half.prod(), volume = box * hits / kPoints;
    const Vec3 centre = first / hits;
    const Mat3 about = volume * (second / hits - centre * centre.transpose());
    const Mat3 inertia = about.trace() * Mat3::Identity() - about;
    const double sigma =
        5 * std::sqrt(volume * box / kPoints);  // five deviations of the volume; the moments' are smaller
    EXPECT_NEAR(mass.measure, volume, sigma) << c.name;
    EXPECT_LT((mass.centre - centre).norm(), 5 / std::sqrt(hits)) << c.name;
    EXPECT_LT((mass.inertia - inertia).cwiseAbs().maxCoeff(), 2 * sigma) << c.name;
    EXPECT_LT((mass.inertia - inertia).cwiseAbs().maxCoeff(), 0.01 * mass.inertia.norm()) << c.name;
  }
}

TEST(ShapeMassVsMonteCarlo, BoundingRadiusHoldsEveryPointAndIsReached) {
  for (const Case& c : cases()) {
    const double radius = bounding_radius(c.shape, 0.8);
    double farthest = 0;
    for (int n = 0; n < 200000; ++n) {
      const Vec3 x = random_point(static_cast<std::uint64_t>(n), 1.3 * c.half);
      if (c.inside(x)) farthest = std::max(farthest, x.norm());
    }
    EXPECT_LE(farthest, radius) << c.name;
    EXPECT_GT(farthest, 0.9 * radius) << c.name;
  }
}

TEST(ShapeMassClosedForm, Disk) {
  const MassProperties mass = mass_properties(Disk{0.3});
  const double area = std::numbers::pi * 0.09;
  EXPECT_NEAR(mass.measure, area, 1e-15);
  EXPECT_LT((mass.inertia.diagonal() - area * 0.09 * Vec3(0.25, 0.25, 0.5)).norm(), 1e-15);
}

TEST(ShapeMassClosedForm, RegularTetrahedron) {
  const double edge = 2 * std::sqrt(2.0);
  const std::vector<Vec3> corners{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  const MassProperties mass = convex_hull(corners).mass();
  EXPECT_NEAR(mass.measure, edge * edge * edge / (6 * std::sqrt(2.0)), 1e-14);
  EXPECT_LT(mass.centre.norm(), 1e-15);
  EXPECT_LT((mass.inertia - mass.measure * edge * edge / 20 * Mat3::Identity()).norm(), 1e-14);
}

// The lens of two equal balls, radius r, centres d apart: V = 2 (4/3 pi r^3) - pi (4 r + d)(2 r - d)^2 / 12.
TEST(ShapeMassClosedForm, TwoOverlappingBalls) {
  const double r = 0.5, d = 0.6;
  const MassProperties mass = make_clump({{{0, 0, 0}, r}, {{d, 0, 0}, r}}).mass();
  const double volume =
      2 * 4.0 / 3 * std::numbers::pi * r * r * r - std::numbers::pi * (4 * r + d) * (2 * r - d) * (2 * r - d) / 12;
  EXPECT_NEAR(mass.measure, volume, 2e-5 * volume);
  EXPECT_LT((mass.centre - Vec3(d / 2, 0, 0)).norm(), 2e-5 * r);
}

TEST(ShapeMassInvariance, CentredShapesArePrincipalAndWhereTheyWere) {
  const Mat3 tilt = Quat(0.5, 0.1, -0.7, 0.3).normalized().toRotationMatrix();
  std::vector<Vec3> points;
  for (const Vec3& p : wedge()) points.push_back(tilt * p + Vec3(3, 2, -1));
  const Polyhedron hull = convex_hull(points);
  Clump clump = make_clump({{{1, 2, 3}, 0.5}, {{1.4, 2.2, 2.8}, 0.3}});
  for (const Shape& shape : {Shape(hull), Shape(make_mesh(corners_of(hull))), Shape(clump)}) {
    const Centred c = centred(shape);
    const MassProperties before = mass_properties(shape), after = mass_properties(c.shape);
    const double scale = before.inertia.norm();
    const bool exact = !std::holds_alternative<Clump>(shape);
    const double tolerance = exact ? 1e-13 : 1e-4;  // lines through a clump run otherwise in another frame
    EXPECT_NEAR(after.measure, before.measure, tolerance * before.measure);
    EXPECT_LT(after.centre.norm(), exact ? 1e-14 : 1e-4);
    EXPECT_LT((after.inertia - Mat3(c.moments.asDiagonal())).norm(), tolerance * scale);
    const Mat3 axes = c.orientation.toRotationMatrix();
    EXPECT_LT((axes * c.moments.asDiagonal() * axes.transpose() - before.inertia).norm(), 1e-13 * scale);
    EXPECT_LT((c.position - before.centre).norm(), 1e-15);
    EXPECT_NEAR(axes.determinant(), 1, 1e-14);
  }
}

TEST(ShapeErrors, BadSizesAreRefused) {
  const double nan = std::nan(""), huge = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, huge}) {
    EXPECT_THROW(check_shape(Box{{1, bad, 1}}), InputError);
    EXPECT_THROW(check_shape(Capsule{bad, 1}), InputError);
    EXPECT_THROW(check_shape(Cylinder{1, bad}), InputError);
    EXPECT_THROW(check_shape(Disk{bad}), InputError);
    EXPECT_THROW(make_clump({{Vec3::Zero(), bad}}), InputError);
  }
  EXPECT_THROW(make_clump({}), InputError);
  EXPECT_THROW(make_clump({{Vec3(nan, 0, 0), 1}}), InputError);
  EXPECT_THROW(mass_properties(Plane{}), InputError);
  EXPECT_NO_THROW(check_shape(Box{}));
}

}  // namespace
}  // namespace talus::bodies
