// Flat ground made of pieces feels like one piece: a body that crosses an internal edge meets the ground's own normal
// only. Meshes against all triangles one by one.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "collide/walls.hpp"

namespace talus::collide {
namespace {

using namespace bodies;

// A flat square of 2 n^2 triangles over [-1, 1]^2 at z = 0.
std::vector<Vec3> flat_sheet(int n) {
  std::vector<Vec3> corners;
  const auto at = [n](int i, int j) { return Vec3(2.0 * i / n - 1, 2.0 * j / n - 1, 0); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (const Vec3& v : {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)})
        corners.push_back(v);
    }
  }
  return corners;
}

void add_wall(World& world, Shape shape, const Vec3& position) {
  Body wall;
  wall.id = static_cast<GlobalId>(world.walls.size());
  wall.position = position;
  wall.state = State::fixed;
  wall.shape = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(std::move(shape));
  world.walls.push_back(wall);
}

struct Slider {
  const char* name;
  Shape shape;
  double height;  // of its centre above the ground when it touches
};

std::vector<Slider> sliders() {
  std::vector<Vec3> points;
  for (const double x : {-0.1, 0.1})
    for (const double y : {-0.12, 0.12})
      for (const double z : {-0.05, 0.05}) points.emplace_back(x * (1 - z), y * (1 - z), z);
  return {{"sphere", Sphere{}, 0.1},
          {"box", Box{{0.1, 0.15, 0.05}}, 0.05},
          {"cylinder", Cylinder{0.1, 0.05}, 0.05},
          {"capsule", Capsule{0.05, 0.1}, 0.15},
          {"polyhedron", convex_hull(points), 0.05}};
}

class InternalEdgesClosedForm : public testing::TestWithParam<int> {};

// Ground 0: two boxes side by side, 1: a mesh, 2: a fine mesh.
TEST_P(InternalEdgesClosedForm, OnlyTheGroundsNormalIsFelt) {
  for (const Slider& slider : sliders()) {
    World world;
    world.shapes.push_back(slider.shape);
    if (GetParam() == 0) {
      add_wall(world, Box{{0.5, 1, 0.2}}, {-0.5, 0, -0.2});
      add_wall(world, Box{{0.5, 1, 0.3}}, {0.5, 0, -0.3});
    } else {
      add_wall(world, make_mesh(flat_sheet(GetParam() == 1 ? 3 : 40)), {0, 0, 0});
    }
    const ContactRange range{0.004, 1e-3};
    Walls walls(world, range);
    Body body;
    body.shape = std::holds_alternative<Sphere>(slider.shape) ? 0 : 1;
    body.radius = bounding_radius(slider.shape, 0.1);
    body.velocity = {1, 0.3, 0};
    for (const double gap : {1e-3, 1e-9, 0.0, -1e-9, -1e-5}) {
      for (int step = 0; step < 500; ++step) {
        body.position = {-0.4 + 1.6e-3 * step, 0.1 + 0.5e-3 * step, slider.height + gap};
        Touches touches;
        bool found = false;
        for (const auto& group : walls.find(body, touches)) {
          for (std::size_t n = group.first; n < group.end; ++n) {
            found = true;
            ASSERT_LT((touches[n].normal - Vec3::UnitZ()).norm(), 1e-6)
                << slider.name << " step " << step << " gap " << gap << " got " << touches[n].gap << " n "
                << touches[n].normal.transpose();
            ASSERT_NEAR(touches[n].gap, gap, 1e-8) << slider.name << " step " << step;
          }
        }
        ASSERT_TRUE(found) << slider.name << " step " << step << " gap " << gap;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Grounds, InternalEdgesClosedForm, testing::Values(0, 1, 2));

// A corner is still felt: a box that stands on the ground against a wall meets both.
TEST(InternalEdgesClosedForm, AWallOnTheGroundIsFelt) {
  World world;
  world.shapes.push_back(Box{{0.1, 0.1, 0.1}});
  add_wall(world, Box{{1, 1, 0.2}}, {0, 0, -0.2});
  add_wall(world, Box{{0.1, 1, 0.5}}, {0.3, 0, 0.5});
  Walls walls(world, {0.004, 1e-3});
  Body body;
  body.shape = 1;
  body.radius = 0.2;
  body.position = {0.099, 0, 0.1 - 1e-6};
  Touches touches;
  const auto groups = walls.find(body, touches);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_LT((touches[groups[0].first].normal - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((touches[groups[1].first].normal + Vec3::UnitX()).norm(), 1e-12);
  EXPECT_EQ(groups[1].end - groups[1].first, 4u);
}

// Places where a sphere comes closest to a wavy surface, against triangles one by one: the nearest triangle is always
// met.
TEST(MeshVsBruteForce, SpheresAndBoxesMeetTheNearestTriangle) {
  std::vector<Vec3> corners = flat_sheet(12);
  for (Vec3& c : corners) c.z() = 0.15 * std::sin(5 * c.x()) * std::cos(4 * c.y());
  const Mesh surface = make_mesh(corners);
  const Shape mesh = surface, sphere = Sphere{}, box = Box{{0.1, 0.07, 0.05}};
  const Mat3 turn = Quat(0.4, 0.3, -0.2, 0.8).normalized().toRotationMatrix();
  const Placed ground{&mesh, Vec3(3, -2, 1), turn, 2};
  for (std::uint64_t n = 0; n < 3000; ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(31, n, which) - 1; };
    const Vec3 centre(u(0), u(1), 0.35 * u(2));
    double expected = 1e300, expected_box = 1e300;
    const Mat3 rotation = Quat(u(3), u(4), u(5), u(6)).normalized().toRotationMatrix();
    const Placed here_box{&box, ground.position + turn * centre, turn * rotation, 0.15};
    for (std::size_t t = 0; t < corners.size(); t += 3) {
      const Vec3 &a = corners[t], &b = corners[t + 1], &c = corners[t + 2];
      // Least distance to points of the triangle by its edges and its plane.
      const auto edge = [&](const Vec3& p, const Vec3& q) {
        return (centre - p - std::clamp((q - p).dot(centre - p) / (q - p).squaredNorm(), 0.0, 1.0) * (q - p)).norm();
      };
      double least = std::min({edge(a, b), edge(b, c), edge(c, a)});
      const Vec3 normal = (b - a).cross(c - a).normalized();
      const auto inside = [&](const Vec3& p, const Vec3& q) { return (q - p).cross(centre - p).dot(normal) > 0; };
      if (inside(a, b) && inside(b, c) && inside(c, a)) least = std::min(least, std::abs(normal.dot(centre - a)));
      expected = std::min(expected, least - 0.1);
      // A box against one triangle alone, as a mesh of its own.
      if (least < 0.5 && n < 300) {
        const Shape one = make_mesh(std::vector<Vec3>{a, b, c});
        Touches of_one;
        find_touches({&one, ground.position, turn, 2}, here_box, 0.3, of_one);
        for (const Touch& touch : of_one) expected_box = std::min(expected_box, touch.gap);
      }
    }
    Touches touches;
    find_touches(ground, {&sphere, ground.position + turn * centre, Mat3::Identity(), 0.1},
                 std::max(0.0, expected) + 0.01, touches);
    ASSERT_FALSE(touches.empty()) << n;
    double least = 1e300;
    for (const Touch& t : touches) least = std::min(least, t.gap);
    ASSERT_NEAR(least, expected, 1e-12) << n;
    if (n < 300 && expected_box > 0 && expected_box < 0.25) {
      touches.clear();
      find_touches(ground, here_box, expected_box + 0.01, touches);
      ASSERT_FALSE(touches.empty()) << n;
      least = 1e300;
      for (const Touch& t : touches) least = std::min(least, t.gap);
      ASSERT_NEAR(least, expected_box, 1e-9) << n;
    }
  }
}

// All touches push along z to this side, the deepest one by this gap.
void expect_pushed_out(const Touches& touches, double side, double gap, std::uint64_t pose) {
  ASSERT_FALSE(touches.empty()) << pose;
  double deepest = 0;
  for (const Touch& t : touches) {
    EXPECT_LT((t.normal - side * Vec3::UnitZ()).norm(), 1e-9) << pose;
    deepest = std::min(deepest, t.gap);
  }
  EXPECT_NEAR(deepest, gap, 1e-9) << pose;
}

// A capsule whose axis goes through a large triangle: out to the side of its centre, its radius included.
TEST(MeshClosedForm, CapsuleThroughASheet) {
  const double radius = 0.03, half_length = 0.05;
  const Shape sheet = make_mesh(flat_sheet(1)), capsule = Capsule{radius, half_length};
  for (std::uint64_t n = 0; n < 500; ++n) {
    auto u = [&](std::uint64_t which) { return 2 * random_uniform(57, n, which) - 1; };
    const Vec3 axis = Vec3(u(0), u(1), 1.5).normalized();
    const double up = n % 2 == 0 ? 1 : -1, centre = up * half_length * axis.z() * (0.55 + 0.4 * u(2));
    Touches touches;
    find_touches({&sheet, Vec3::Zero(), Mat3::Identity(), 2},
                 {&capsule, Vec3(0.5 + 0.3 * u(3), -0.5 + 0.3 * u(4), centre),
                  Quat::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix(), radius + half_length},
                 0.004, touches);
    expect_pushed_out(touches, up, up * centre - half_length * axis.z() - radius, n);
  }
}

// Near the edge between two triangles of the sheet, over which its upper end leans: the shortest way out of the one
// triangle would be across the edge and through the back.
TEST(MeshClosedForm, CapsuleThroughASheetBesideAnEdge) {
  const double radius = 0.03, half_length = 0.05;
  const Shape sheet = make_mesh(flat_sheet(1)), capsule = Capsule{radius, half_length};
  const Vec3 edge = Vec3(1, 1, 0).normalized(), across = Vec3(-1, 1, 0).normalized();
  for (std::uint64_t n = 0; n < 200; ++n) {
    auto u = [&](std::uint64_t which) { return random_uniform(58, n, which); };
    const double up = n % 2 == 0 ? 1 : -1;
    const Vec3 axis = (0.5 * u(0) * edge + up * (0.1 + 0.5 * u(1)) * across + Vec3::UnitZ()).normalized();
    const double centre = up * half_length * (0.2 + 0.7 * u(2)) * axis.z();
    const Vec3 place = 0.5 * u(3) * edge - 0.01 * u(4) * across + centre / axis.z() * axis;
    Touches touches;
    find_touches({&sheet, Vec3::Zero(), Mat3::Identity(), 2},
                 {&capsule, place, Quat::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix(), radius + half_length},
                 0.004, touches);
    expect_pushed_out(touches, up, up * centre - half_length * axis.z() - radius, n);
  }
}

TEST(MeshClosedForm, RidgeAndValley) {
  // Two faces that meet at the y axis under 45 degrees each.
  const auto roof = [](double sign) {
    const Vec3 p(0, -1, 0), q(0, 1, 0), l(-1, 0, -sign), r(1, 0, -sign);
    return make_mesh(std::vector<Vec3>{p, q, l, q, p, r});
  };
  const Shape ridge = roof(1), valley = roof(-1), sphere = Sphere{};
  const Placed ball{&sphere, Vec3(0, 0, 0.1), Mat3::Identity(), 0.1};
  Touches on_ridge, in_valley;
  find_touches({&ridge, Vec3::Zero(), Mat3::Identity(), 2}, ball, 1e-3, on_ridge);
  ASSERT_EQ(on_ridge.size(), 1u);
  EXPECT_LT((on_ridge[0].normal - Vec3::UnitZ()).norm(), 1e-12);
  const Placed deep{&sphere, Vec3(0, 0, 0.1 * std::sqrt(2.0)), Mat3::Identity(), 0.1};
  find_touches({&valley, Vec3::Zero(), Mat3::Identity(), 2}, deep, 1e-3, in_valley);
  ASSERT_EQ(in_valley.size(), 2u);
  for (const Touch& t : in_valley) {
    EXPECT_NEAR(t.gap, 0, 1e-12);
    EXPECT_NEAR(t.normal.z(), std::sqrt(0.5), 1e-12);
  }
}

}  // namespace
}  // namespace talus::collide
