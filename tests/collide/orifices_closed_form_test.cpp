// Bodies that cross orifices, rims and the borders between walls without thickness meet the normals of the surface and
// of its rims, as closed forms give them, and no internal edge.

#include <gtest/gtest.h>

#include "bodies/sheets.hpp"
#include "collide/walls.hpp"

namespace talus::collide {
namespace {

using namespace bodies;

constexpr double kRadius = 0.1;

class Sheets {
 public:
  explicit Sheets(Shape moved = Sphere{}) {
    world_.shapes.push_back(std::move(moved));
    body_.shape = std::holds_alternative<Sphere>(world_.shapes[1]) ? 0 : 1;
    body_.radius = bounding_radius(world_.shapes[1], kRadius);
  }
  void add(Shape shape, const Vec3& position = Vec3::Zero()) {
    Body wall;
    wall.id = static_cast<GlobalId>(world_.walls.size());
    wall.position = position;
    wall.state = State::fixed;
    wall.shape = world_.add_shape(std::move(shape));
    world_.walls.push_back(wall);
  }
  Touches at(const Vec3& position) {
    body_.position = position;
    Walls walls(world_, {0.005, 1e-3});
    Touches touches, felt;
    for (const auto& group : walls.find(body_, touches))
      felt.insert(felt.end(), touches.begin() + static_cast<std::ptrdiff_t>(group.first),
                  touches.begin() + static_cast<std::ptrdiff_t>(group.end));
    return felt;
  }

 private:
  World world_;
  Body body_;
};

// From flat plate over the rim of a round orifice: the plate's normal, then that from the rim; along the rim, too.
TEST(RoundOrifice, IsCrossedByItsPlateAndItsRim) {
  Sheets sheets;
  sheets.add(swept({{0.3, 0}, {1, 0}}, 96));
  for (const double angle : {0.0, 0.7, 2.9}) {
    const Vec3 out(std::cos(angle), std::sin(angle), 0), across(-out.y(), out.x(), 0);
    for (int step = 0; step <= 400; ++step) {
      const double off = 0.42 - 5e-4 * step;  // from the axis
      const Vec3 rim = 0.3 * out;
      const double below = off > 0.3 ? kRadius : std::sqrt(kRadius * kRadius - (0.3 - off) * (0.3 - off));
      if (!(below > 0.02)) break;
      const Vec3 centre = off * out + Vec3(0, 0, below + 1e-5);
      const Vec3 normal = off > 0.3 ? Vec3(0, 0, 1) : Vec3((centre - rim).normalized());
      const auto touches = sheets.at(centre);
      ASSERT_EQ(touches.size(), 1u) << off;
      ASSERT_LE((touches[0].normal - normal).norm(), 1e-9) << off;
      ASSERT_NEAR(touches[0].gap, off > 0.3 ? 1e-5 : (centre - rim).norm() - kRadius, 1e-12) << off;
      ASSERT_EQ(touches[0].feature, 1);
    }
    for (int step = -200; step <= 200; ++step) {
      const auto touches = sheets.at(0.4 * out + 1e-3 * step * across + Vec3(0, 0, kRadius));
      ASSERT_EQ(touches.size(), 1u);
      ASSERT_LE((touches[0].normal - Vec3::UnitZ()).norm(), 1e-9) << step;
    }
  }
}

// A ball over an orifice that is smaller is held on four sides, also a little off the axis.
TEST(RoundOrifice, HoldsALargerBallAllAround) {
  for (const double orifice : {0.02, 0.08}) {
    Sheets sheets;
    sheets.add(swept({{orifice, 0}, {1, 0}}, 96));
    for (const double off : {0.0, 1e-9, 0.02 * orifice}) {
      const Vec3 centre(0, off, std::sqrt(kRadius * kRadius - orifice * orifice));
      const auto touches = sheets.at(centre);
      ASSERT_EQ(touches.size(), 4u);
      Vec3 sum = Vec3::Zero();
      for (const Touch& t : touches) {
        const Vec3 rim = t.on_a();
        EXPECT_NEAR(rim.head<2>().norm(), orifice, 1e-12);
        EXPECT_LE((t.normal - (centre - rim).normalized()).norm(), 1e-9);
        sum += t.normal;
      }
      EXPECT_LE(sum.head<2>().norm(), 50 * off);
    }
  }
}

// A plate with a slot is flat to its edges for every shape, whatever triangles it is made of.
TEST(SlotOrifice, IsFlatUpToItsEdges) {
  for (const Shape& shape : {Shape(Sphere{}), Shape(Box{{0.1, 0.06, 0.1}}), Shape(Capsule{0.06, 0.04})}) {
    Sheets sheets(shape);
    sheets.add(plate_with_slot(1, 0.2, 0.1, 96));
    for (int step = 0; step < 300; ++step) {
      for (const Vec3& place :
           {Vec3(-0.6 + 4e-3 * step, 0.22, 0.1 + 1e-7), Vec3(0.33, 0.7 - 4e-3 * step, 0.1 - 1e-7)}) {
        const auto touches = sheets.at(place);
        ASSERT_FALSE(touches.empty()) << step;
        for (const Touch& t : touches) {
          ASSERT_LE((t.normal - Vec3::UnitZ()).norm(), 1e-6) << step;
          ASSERT_NEAR(t.gap, place.z() - 0.1, 1e-8) << step;
        }
      }
    }
  }
}

// Two tubes on each other, and a cone below, inside: only the nearer surface is met, two where the ball lies in the
// groove between tube and cone.
TEST(FlushTubes, HaveNoInternalEdge) {
  for (const Shape& shape : {Shape(Sphere{}), Shape(Capsule{0.06, 0.04})}) {
    Sheets sheets(shape);
    sheets.add(swept({{0.5, 0}, {0.5, 0.4}}, 96));
    sheets.add(swept({{0.5, 0.4}, {0.5, 1}}, 96));
    const bool ball = std::holds_alternative<Sphere>(shape);
    const double off = 0.5 - (ball ? kRadius : 0.06);
    for (int step = 0; step < 400; ++step) {
      const double angle = 0.01 * step;
      const auto touches = sheets.at({off * std::cos(angle), off * std::sin(angle), 0.2 + 1e-3 * step});
      ASSERT_FALSE(touches.empty()) << step;
      const Vec3 inwards(-std::cos(angle), -std::sin(angle), 0);
      for (const Touch& t : touches) ASSERT_LE((t.normal - inwards).norm(), ball ? 1e-9 : 0.04) << step;
    }
  }
}

TEST(TubeOnCone, MeetsABallByTheNearerSurface) {
  Sheets sheets;
  sheets.add(swept({{0.5, 0}, {0.5, 1}}, 96));
  sheets.add(swept({{0.1, -0.4}, {0.5, 0}}, 96));  // at 45 degrees
  const Vec3 up = Vec3(-1, 0, 1).normalized();
  const double groove = kRadius * std::tan(EIGEN_PI / 8);  // height of the centre that touches both
  for (int step = 0; step < 500; ++step) {
    const double z = 0.3 - 1e-3 * step;
    const Vec3 centre(z > groove ? 0.5 - kRadius : 0.5 + z - std::sqrt(2.0) * kRadius, 0, z);
    const auto touches = sheets.at(centre);
    const bool both = std::abs(z - groove) < 0.007;
    ASSERT_GE(touches.size(), 1u) << z;
    ASSERT_TRUE(both || touches.size() == 1u) << z;
    for (const Touch& t : touches)
      ASSERT_LE(std::min((t.normal + Vec3::UnitX()).norm(), (t.normal - up).norm()), 1e-9) << z;
    if (!both) {
      ASSERT_LE((touches[0].normal - (z > groove ? Vec3(-Vec3::UnitX()) : up)).norm(), 1e-9) << z;
    }
  }
}

}  // namespace
}  // namespace talus::collide
