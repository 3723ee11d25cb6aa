// Walls without thickness in random poses against brute force: the least distance of the body to samples of the
// surface, refined about the nearest. Balls touch the exact surface, boxes and capsules flat sides between its circles.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "base/random.hpp"
#include "bodies/sheets.hpp"
#include "collide/pairs.hpp"
#include "collide/walls.hpp"

namespace talus::collide {
namespace {

using namespace bodies;

constexpr int kSides = 64;

// A surface by its definition: points of two parameters s and t from 0 to 1, straight lines in s.
struct Known {
  std::string name;
  Shape shape;
  std::function<Vec3(double, double)> point;
  double sag = 0;  // how far flat sides are from it, m
};

Known swept_line(const std::string& name, const Frustum& line) {
  const auto sweep = [line](double s, double t) {
    const Frustum::Vec2 at = line.from + s * (line.to - line.from);
    return Vec3(at.x() * std::cos(2 * EIGEN_PI * t), at.x() * std::sin(2 * EIGEN_PI * t), at.y());
  };
  const double sag = std::max(line.from.x(), line.to.x()) * (1 - std::cos(EIGEN_PI / kSides));
  return {name, swept(line, kSides), sweep, sag};
}

const std::vector<Known>& surfaces() {
  static const std::vector<Known> known = [] {
    std::vector<Known> all;
    all.push_back({"rectangle", rectangle(0.8, 0.5),
                   [](double x, double y) { return Vec3(0.8 * (2 * x - 1), 0.5 * (2 * y - 1), 0); }});
    all.push_back(swept_line("tube", {{0.6, -0.5}, {0.6, 0.5}}));
    all.push_back(swept_line("funnel", {{0.15, -0.3}, {0.8, 0.4}}));
    all.push_back(swept_line("cone", {{0, -0.4}, {0.7, 0.4}}));
    all.push_back(swept_line("ring", {{0.2, 0}, {0.9, 0}}));
    // By the sides of the slot, each to its quarter of the rim's flat sides.
    const auto rim = [](double t) {
      const double side = t * kSides, first = std::min(std::floor(side), kSides - 1.0);
      const auto at = [](double k) {
        return Vec3(0.9 * std::cos(2 * EIGEN_PI * k / kSides), 0.9 * std::sin(2 * EIGEN_PI * k / kSides), 0);
      };
      return Vec3(at(first) + (side - first) * (at(first + 1) - at(first)));
    };
    const auto slot = [rim](double part, double t) {
      const Vec3 out = rim(t);
      const double edge = std::min(0.25 / std::max(std::abs(out.x()), 1e-9), 0.1 / std::max(std::abs(out.y()), 1e-9));
      return Vec3(out * (part + (1 - part) * edge));
    };
    all.push_back({"slot", plate_with_slot(0.9, 0.25, 0.1, kSides), slot});
    return all;
  }();
  return known;
}

// Distance of a point from the bodies that are moved.
struct Mover {
  const char* name;
  Shape shape;
  double radius, most;                        // of a sphere; of all
  std::function<double(const Vec3&)> beyond;  // in its frame
};

const std::vector<Mover>& movers() {
  static const std::vector<Mover> bodies{
      {"ball", Sphere{}, 0.17, 0.17, [](const Vec3& x) { return x.norm() - 0.17; }},
      {"box", Box{{0.11, 0.2, 0.06}}, 0, Vec3(0.11, 0.2, 0.06).norm(),
       [](const Vec3& x) { return (x.cwiseAbs() - Vec3(0.11, 0.2, 0.06)).cwiseMax(0).norm(); }},
      {"capsule", Capsule{0.07, 0.18}, 0, 0.25,
       [](const Vec3& x) { return (x - Vec3(0, 0, std::clamp(x.z(), -0.18, 0.18))).norm() - 0.07; }}};
  return bodies;
}

struct Nearest {
  double distance = 1e300;
  Vec3 point;
};

// The least value from low to high of a function with one minimum there, and where: by golden sections.
template <class Value>
std::pair<double, double> least_of(const Value& value, double low, double high, double width) {
  constexpr double kPart = 0.6180339887498949;
  double x = high - kPart * (high - low), y = low + kPart * (high - low), at_x = value(x), at_y = value(y);
  while (high - low > width) {
    if (at_x < at_y) {
      high = y, y = x, at_y = at_x;
      x = high - kPart * (high - low), at_x = value(x);
    } else {
      low = x, x = y, at_x = at_y;
      y = low + kPart * (high - low), at_y = value(y);
    }
  }
  return std::min({std::pair{at_x, x}, std::pair{at_y, y}, std::pair{value(low), low}, std::pair{value(high), high}});
}

// The least value over the surface of `beyond`, the distance to a convex body: along s, which is a straight line, it
// has one minimum. Along t a grid is searched further about every minimum.
template <class Beyond>
Nearest nearest(const Known& known, const Beyond& beyond) {
  constexpr int kGrid = 3 * kSides;
  constexpr double kCoarse = 1e-3, kFine = 1e-9;
  const auto along = [&](double t, double width) {
    return least_of([&](double s) { return beyond(known.point(s, t)); }, 0, 1, width);
  };
  std::vector<double> grid;
  for (int k = 0; k <= kGrid; ++k) grid.push_back(along(static_cast<double>(k) / kGrid, kCoarse).first);
  const double most = *std::ranges::min_element(grid) + 0.02;
  Nearest best;
  for (int k = 0; k <= kGrid; ++k) {
    const auto at = [&](int n) { return grid[static_cast<std::size_t>(std::clamp(n, 0, kGrid))]; };
    if (at(k) > most || std::min(at(k - 1), at(k + 1)) < at(k) - 2e-3) continue;
    const auto [value, t] = least_of([&](double x) { return along(x, kFine).first; }, std::max(0.0, (k - 1.0) / kGrid),
                                     std::min(1.0, (k + 1.0) / kGrid), kFine);
    if (value < best.distance) best = {value, known.point(along(t, kFine).second, t)};
  }
  return best;
}

// How many poses a pair stands in.
int poses(int usual) {
  const char* given = std::getenv("TALUS_POSES");
  return given != nullptr ? std::atoi(given) : usual;
}

using Pair = std::tuple<int, int>;
class SheetsVsBruteForce : public testing::TestWithParam<Pair> {};

TEST_P(SheetsVsBruteForce, GapNormalAndPoints) {
  const Known& known = surfaces()[static_cast<std::size_t>(std::get<0>(GetParam()))];
  const Mover& mover = movers()[static_cast<std::size_t>(std::get<1>(GetParam()))];
  const bool ball = mover.radius > 0;
  const double off = ball ? 0 : known.sag, tolerance = 1e-7 + off;
  const Mat3 turned = Quat(0.4, 0.3, -0.2, 0.8).normalized().toRotationMatrix();
  const Placed wall{&known.shape, Vec3(3, -2, 1), turned, 1};
  int touching = 0;
  for (int n = 0; n < poses(15); ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(51, static_cast<std::uint64_t>(n), which) - 1; };
    const Vec3 centre(1.1 * u(0), 1.1 * u(1), 0.8 * u(2));
    const Mat3 rotation = Quat(u(3), u(4), u(5), u(6)).normalized().toRotationMatrix();
    const auto beyond = [&](const Vec3& x) { return mover.beyond(rotation.transpose() * (x - centre)); };
    const Nearest expected = nearest(known, beyond);
    const Placed here{&mover.shape, wall.position + turned * centre, turned * rotation, mover.most};
    const std::string what = known.name + "-" + mover.name + " pose " + std::to_string(n);
    Touches touches;
    find_touches(wall, here, std::max(expected.distance, 0.0) + 0.05, touches);
    ASSERT_FALSE(touches.empty()) << what << " " << expected.distance;
    const auto least = *std::ranges::min_element(touches, {}, &Touch::gap);
    for (const Touch& t : touches) {
      ASSERT_NEAR(t.normal.norm(), 1, 1e-12) << what;
      // Its points are on the body, and, except for the push through a face, on the surface: a sample of them.
      const Vec3 on_body = turned.transpose() * (t.on_b() - wall.position);
      ASSERT_LE(beyond(on_body), 1e-7) << what;
      if ((t.gap < 0 && !ball) || n > 100) continue;
      const Vec3 on_wall = turned.transpose() * (t.on_a() - wall.position);
      ASSERT_LE(nearest(known, [&](const Vec3& x) { return (x - on_wall).norm(); }).distance, tolerance) << what;
    }
    if (!ball && expected.distance < 1e-9 + off) {  // a sheet through a core: no more than that is known of the depth
      ASSERT_LE(least.gap, expected.distance + tolerance) << what;
      continue;
    }
    ++touching;
    ASSERT_NEAR(least.gap, expected.distance, tolerance) << what;
    if (ball && expected.distance > -0.16) {
      ASSERT_LE((turned.transpose() * (least.on_a() - wall.position) - expected.point).norm(), 1e-3) << what;
    }
    Touches none;
    find_touches(wall, here, expected.distance - 2 * tolerance, none);
    ASSERT_TRUE(none.empty()) << what;
  }
  EXPECT_GT(touching, poses(15) / 3);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SheetsVsBruteForce, testing::Combine(testing::Range(0, 6), testing::Range(0, 3)));

}  // namespace
}  // namespace talus::collide
