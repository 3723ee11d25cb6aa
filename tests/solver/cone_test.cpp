// The projection on one contact's admissible set against two independent oracles: bisection of the derivative of the
// one-dimensional problem in long double, and Moreau's conditions, which hold of the projection and of no other point.

#include "solver/cone.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "solver/kernel.hpp"
#include "solver/set.hpp"

namespace talus::solver {
namespace {

using Real = long double;

// min w_n (g - a_n)^2 + sum_i w_i (x_i - l_i)^2  over  c_i g >= x_i >= 0
struct Point {
  double a_n = 0, w_n = 1;
  std::array<double, 3> l{}, c{}, w{1, 1, 1};

  Real norm() const {
    Real squares = Real(w_n) * a_n * a_n;
    for (std::size_t i = 0; i < 3; ++i) squares += Real(w[i]) * l[i] * l[i];
    return std::sqrt(squares);
  }
};

struct Projected {
  Real g = 0;
  std::array<Real, 3> x{};
};

// Zero of the increasing function w_n (g - a_n) - sum w_i c_i max(0, l_i - c_i g), or 0 if that is negative.
Projected by_bisection(const Point& p) {
  const auto slope = [&p](Real g) {
    Real sum = Real(p.w_n) * (g - p.a_n);
    for (std::size_t i = 0; i < 3; ++i) sum -= Real(p.w[i]) * p.c[i] * std::max(Real(0), p.l[i] - p.c[i] * g);
    return sum;
  };
  Real low = 0, high = std::max(Real(0), Real(p.a_n));
  for (std::size_t i = 0; i < 3; ++i) {
    if (p.c[i] > 0) high = std::max(high, Real(p.l[i]) / p.c[i]);
  }
  if (slope(0) >= 0) high = 0;
  for (Real middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    (slope(middle) < 0 ? low : high) = middle;
  }
  Projected result{high, {}};
  for (std::size_t i = 0; i < 3; ++i) result.x[i] = std::min(Real(p.l[i]), p.c[i] * high);
  return result;
}

Real distance(const Point& metric, const Projected& a, const Projected& b) {
  Real squares = metric.w_n * (a.g - b.g) * (a.g - b.g);
  for (std::size_t i = 0; i < 3; ++i) squares += metric.w[i] * (a.x[i] - b.x[i]) * (a.x[i] - b.x[i]);
  return std::sqrt(squares);
}

// Points of all kinds, with weights over 1e-3 .. 1e3, coefficients over 1e-6 .. 1e3 and lengths over 1e-12 .. 1e12.
class Points {
 public:
  explicit Points(std::uint64_t seed) : random_(seed) {}

  Point next() {
    Point p;
    p.w_n = power(-3, 3);
    const double size = power(-12, 12);
    p.a_n = size * (2 * uniform() - 1);
    for (std::size_t i = 0; i < 3; ++i) {
      p.w[i] = power(-3, 3);
      p.c[i] = power(-6, 3);
      p.l[i] = size * uniform();
    }
    change(p, size);
    return p;
  }

 private:
  enum Kind {
    plain,
    disparate,
    normal_axis,
    tangent_axis,
    apex,
    polar,
    inside,
    boundary,
    frictionless,
    ties,
    num_kinds
  };

  void change(Point& p, double size) {
    switch (count_++ % num_kinds) {
      case disparate:
        for (double* x : {&p.a_n, &p.l[0], &p.l[1], &p.l[2]}) *x *= power(-6, 6);
        break;
      case normal_axis: p.l = {}; break;
      case tangent_axis:
        p.a_n = 0;
        for (std::size_t i = 0; i < 3; ++i) p.l[i] *= chance();
        break;
      case apex: p.a_n = 0, p.l = {}; break;
      case polar:  // from the very edge of the polar cone inwards
        p.a_n = -uniform() * size * chance();
        for (std::size_t i = 0; i < 3; ++i) p.a_n -= p.w[i] * p.c[i] * p.l[i] / p.w_n;
        break;
      case inside:
        p.a_n = std::abs(p.a_n);
        for (std::size_t i = 0; i < 3; ++i) p.l[i] = uniform() * p.c[i] * p.a_n;
        break;
      case boundary:
        p.a_n = std::abs(p.a_n);
        for (std::size_t i = 0; i < 3; ++i) {
          if (chance()) p.l[i] = p.c[i] * p.a_n;
        }
        break;
      case frictionless:
        for (std::size_t i = 0; i < 3; ++i) p.c[i] *= chance();
        break;
      case ties:  // two or three parts bind at one breakpoint
        p.l[1] = p.l[0] / p.c[0] * p.c[1];
        if (chance()) p.l[2] = p.l[0] / p.c[0] * p.c[2];
        break;
      default: break;
    }
  }

  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  double power(double low, double high) { return std::pow(10, low + (high - low) * uniform()); }
  int chance() { return uniform() < 0.5 ? 0 : 1; }
  std::mt19937_64 random_;
  int count_ = 0;
};

using PackOfPoints = std::array<Point, kWidth>;

template <class Get>
Pack lanes(const PackOfPoints& points, Get&& get) {
  Pack pack{};
  for (std::size_t i = 0; i < kWidth; ++i) pack[static_cast<int>(i)] = get(points[i]);
  return pack;
}

Pack3 lanes3(const PackOfPoints& points, const std::array<double, 3> Point::*part) {
  const auto at = [&](std::size_t i) { return lanes(points, [&](const Point& p) { return (p.*part)[i]; }); };
  return {at(0), at(1), at(2)};
}

// The forms of the projection under test: packs with one part, packs with three, and the set's own.
struct OnePart {
  static Point restrict_to_form(Point p) {
    p.l[1] = p.l[2] = 0;
    return p;
  }
  static Pack normal(const PackOfPoints& points) {
    return project_normal(lanes(points, [](const Point& p) { return p.a_n; }), lanes3(points, &Point::l).x,
                          lanes3(points, &Point::c).x, lanes(points, [](const Point& p) { return 1 / p.w_n; }),
                          lanes(points, [](const Point& p) { return 1 / p.w[0]; }));
  }
};
struct ThreeParts {
  static Point restrict_to_form(const Point& p) { return p; }
  static Pack normal(const PackOfPoints& points) {
    const auto ratio = [&](std::size_t i) { return lanes(points, [&](const Point& p) { return p.w[i] / p.w_n; }); };
    return project_normal(lanes(points, [](const Point& p) { return p.a_n; }), lanes3(points, &Point::l),
                          lanes3(points, &Point::c), {ratio(0), ratio(1), ratio(2)});
  }
};

struct OneSet {
  static Point restrict_to_form(const Point& p) { return p; }
};

template <class Form>
std::array<Projected, kWidth> project(const PackOfPoints& points) {
  const Pack g = Form::normal(points);
  const Pack3 l = lanes3(points, &Point::l), c = lanes3(points, &Point::c);
  const Pack x = scale_of(l.x, c.x * g) * l.x, y = scale_of(l.y, c.y * g) * l.y, z = scale_of(l.z, c.z * g) * l.z;
  std::array<Projected, kWidth> result;
  for (int i = 0; i < kWidth; ++i) result[static_cast<std::size_t>(i)] = {g[i], {x[i], y[i], z[i]}};
  return result;
}

template <>
std::array<Projected, kWidth> project<OneSet>(const PackOfPoints& points) {
  std::array<Projected, kWidth> result;
  for (std::size_t i = 0; i < kWidth; ++i) {
    const auto& [a_n, w_n, l, c, w] = points[i];
    SetRows x{a_n, l[0], 0, 0, l[1], -l[2]};
    const SetRows metric{w_n, w[0], w[0], w[1], w[1], w[2]};
    solver::project(AdmissibleSet::cone(6, c[0], c[1], c[2]), x.data(), metric.data());
    result[i] = {x[0], {x[1], x[4], -x[5]}};
  }
  return result;
}

template <class Form>
PackOfPoints next_pack(Points& points) {
  PackOfPoints pack;
  for (auto& p : pack) p = Form::restrict_to_form(points.next());
  return pack;
}

template <class Form>
class ConeProjection : public testing::Test {};
using Forms = testing::Types<OnePart, ThreeParts, OneSet>;
TYPED_TEST_SUITE(ConeProjection, Forms);

TYPED_TEST(ConeProjection, EqualsBisectionInLongDouble) {
  Points points(1);
  Real worst = 0;
  for (int n = 0; n < 100000; n += kWidth) {
    const auto pack = next_pack<TypeParam>(points);
    const auto projected = project<TypeParam>(pack);
    for (std::size_t i = 0; i < kWidth; ++i) {
      const Real error = distance(pack[i], projected[i], by_bisection(pack[i]));
      ASSERT_LE(error, 1e-12L * pack[i].norm()) << "point " << n + static_cast<int>(i);
      if (error > 0) worst = std::max(worst, error / pack[i].norm());
    }
  }
  this->RecordProperty("worst", std::to_string(static_cast<double>(worst * 1e16L)) + "e-16");
}

TYPED_TEST(ConeProjection, MeetsMoreausConditions) {
  Points points(2);
  for (int n = 0; n < 1000000; n += kWidth) {
    const auto pack = next_pack<TypeParam>(points);
    const auto projected = project<TypeParam>(pack);
    for (std::size_t i = 0; i < kWidth; ++i) {
      const Point& p = pack[i];
      const Projected& x = projected[i];
      const Real norm = p.norm();
      // Feasible; the residual's scalar product with every ray of the cone is at most 0; with the point itself it is 0.
      Real along = p.w_n * (p.a_n - x.g), across = along * x.g, ray = p.w_n;
      ASSERT_GE(x.g, 0) << "point " << n + static_cast<int>(i);
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_LE(x.x[k], p.c[k] * x.g * (1 + 1e-12L)) << "point " << n + static_cast<int>(i);
        along += p.w[k] * p.c[k] * (p.l[k] - x.x[k]);
        across += p.w[k] * (p.l[k] - x.x[k]) * x.x[k];
        ray += Real(p.w[k]) * p.c[k] * p.c[k];
      }
      ASSERT_LE(along, 1e-12L * std::sqrt(ray) * norm) << "point " << n + static_cast<int>(i);
      ASSERT_LE(std::abs(across), 1e-12L * norm * norm) << "point " << n + static_cast<int>(i);
    }
  }
}

// The promise of same bits: a lane does not feel what stands in the others, be it not a number.
TYPED_TEST(ConeProjection, OfOneLaneIsThatOfAnyLane) {
  Points points(3);
  Point junk;
  junk.a_n = std::numeric_limits<double>::quiet_NaN();
  junk.l = {std::numeric_limits<double>::infinity(), 1, 0};
  for (int n = 0; n < 2000; ++n) {
    const Point p = TypeParam::restrict_to_form(points.next());
    Projected first;
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      PackOfPoints pack;
      pack.fill(junk);
      pack[lane] = p;
      const Projected x = project<TypeParam>(pack)[lane];
      if (lane == 0) first = x;
      ASSERT_TRUE(x.g == first.g && x.x == first.x) << "point " << n << " lane " << lane;
    }
  }
}

// The kernel's whole step on vectors: parts keep their direction and are shortened as the lengths' problem says.
TEST(ProjectStep, EqualsBisectionOnVectors) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  Points points(5);
  alignas(64) double data[kRollingFields * kWidth] = {};
  for (int n = 0; n < 20000; n += kWidth) {
    PackOfPoints pack = next_pack<ThreeParts>(points);
    for (auto& p : pack) p.w[2] = p.w[1];  // one weight for both angular parts
    std::array<Vec3, kWidth> axis, slide, roll;
    Split force, torque;
    for (std::size_t i = 0; i < kWidth; ++i) {
      const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
      axis[i] = vector().normalized();
      slide[i] = axis[i].cross(vector()).normalized();
      roll[i] = axis[i].cross(vector()).normalized();
      const int l = static_cast<int>(i);
      const auto put = [l](Pack3& to, const Vec3& v) { to.x[l] = v.x(), to.y[l] = v.y(), to.z[l] = v.z(); };
      put(force.t, pack[i].l[0] * slide[i]);
      put(torque.t, pack[i].l[1] * roll[i]);
      force.n[l] = pack[i].a_n;
      torque.n[l] = (n / kWidth) % 2 ? pack[i].l[2] : -pack[i].l[2];
      data[kMu * kWidth + l] = pack[i].c[0];
      data[kRho * kWidth + l] = pack[i].c[1];
      data[kSigma * kWidth + l] = pack[i].c[2];
    }
    const InverseWeights iw{lanes(pack, [](const Point& p) { return 1 / p.w_n; }),
                            lanes(pack, [](const Point& p) { return 1 / p.w[0]; }),
                            lanes(pack, [](const Point& p) { return 1 / p.w[1]; })};
    const PackImpulse result = project_step<true>(data, iw, {force, torque}, Split{}, Split{});
    for (std::size_t i = 0; i < kWidth; ++i) {
      const int l = static_cast<int>(i);
      const auto get = [l](const Pack3& from) { return Vec3(from.x[l], from.y[l], from.z[l]); };
      const Projected exact = by_bisection(pack[i]);
      const double norm = static_cast<double>(pack[i].norm());
      const auto& w = pack[i].w;
      const double sign = torque.n[l] < 0 ? -1 : 1;
      Mat3 frame;
      frame << axis[i].transpose(), slide[i].transpose(), axis[i].cross(slide[i]).transpose();
      SetRows x{pack[i].a_n, pack[i].l[0], 0, 0, 0, torque.n[l]};
      Eigen::Map<Eigen::Vector2d>(x.data() + 3) = pack[i].l[1] * (frame * roll[i]).tail<2>();
      solver::project(AdmissibleSet::cone(6, pack[i].c[0], pack[i].c[1], pack[i].c[2]), x.data(),
                      SetRows{pack[i].w_n, w[0], w[0], w[1], w[1], w[2]}.data());
      const Vec3 pushes(result.force.n[l], slide[i].dot(get(result.force.t)), 0), rolls = frame * get(result.torque.t);
      EXPECT_LE(std::sqrt(pack[i].w_n) * std::abs(x[0] - pushes[0]), 1e-12 * norm);
      EXPECT_LE(std::sqrt(w[0]) * std::abs(x[1] - pushes[1]), 1e-12 * norm);
      EXPECT_LE(std::sqrt(w[1]) * std::hypot(x[3] - rolls[1], x[4] - rolls[2]), 1e-12 * norm);
      EXPECT_LE(std::sqrt(w[2]) * std::abs(x[5] - result.torque.n[l]), 1e-12 * norm);
      EXPECT_LE(std::sqrt(pack[i].w_n) * std::abs(static_cast<double>(result.force.n[l] - exact.g)), 1e-12 * norm);
      EXPECT_LE(std::sqrt(w[0]) * (get(result.force.t) - static_cast<double>(exact.x[0]) * slide[i]).norm(),
                1e-12 * norm);
      EXPECT_LE(std::sqrt(w[1]) * (get(result.torque.t) - static_cast<double>(exact.x[1]) * roll[i]).norm(),
                1e-12 * norm);
      EXPECT_LE(std::sqrt(w[2]) * std::abs(result.torque.n[l] - sign * static_cast<double>(exact.x[2])), 1e-12 * norm);
    }
  }
}

// A shifted cone is the cone moved against its normal row; its distance and directions, and those of bounds.
TEST(AdmissibleSets, ShiftAndDirections) {
  AdmissibleSet pulled = AdmissibleSet::cone(3, 0.5);
  pulled.shift = 2;
  SetRows x{-1.5, 0.1, 0.1};
  solver::project(pulled, x.data());
  EXPECT_EQ(x, (SetRows{-1.5, 0.1, 0.1}));
  x = {-4, 0, 0};
  EXPECT_DOUBLE_EQ(solver::distance(pulled, x.data()), 2);
  EXPECT_DOUBLE_EQ(solver::distance(directions(pulled), x.data()), 4);
  const SetRows gain{3};
  EXPECT_EQ(solver::distance(directions(AdmissibleSet::bounded_row(0, AdmissibleSet::kUnbounded)), gain.data()), 0);
  EXPECT_EQ(solver::distance(directions(AdmissibleSet::bounded_row(-1, 1)), gain.data()), 3);
  EXPECT_EQ(solver::distance(directions(AdmissibleSet::bounded_row(-AdmissibleSet::kUnbounded, 1)), gain.data()), 3);
}

// Scaling rows and set alike leaves the projection where it is.
TEST(AdmissibleSets, ScaledSetVsMetric) {
  Points points(6);
  for (int n = 0; n < 3000; ++n) {
    const Point p = points.next();
    AdmissibleSet set = AdmissibleSet::cone(6, p.c[0], p.c[1], p.c[2], n % 2 ? 3 + n % 5 : 0);
    set.shift = n % 3 ? 0 : 0.1 * std::abs(p.a_n);
    const SetRows metric{p.w_n, p.w[0], p.w[0], p.w[1], p.w[1], p.w[2]};
    SetRows plain{p.a_n, 0.6 * p.l[0], -0.8 * p.l[0], p.l[1], 0, -p.l[2]}, root{}, x{};
    for (std::size_t i = 0; i < kMostRows; ++i) root[i] = std::sqrt(metric[i]), x[i] = root[i] * plain[i];
    const double norm = static_cast<double>(p.norm());
    solver::project(set, plain.data(), metric.data());
    solver::project(scaled(set, root.data()), x.data());
    for (std::size_t i = 0; i < kMostRows; ++i) EXPECT_NEAR(x[i], root[i] * plain[i], 1e-12 * norm) << n;
  }
}

}  // namespace
}  // namespace talus::solver
