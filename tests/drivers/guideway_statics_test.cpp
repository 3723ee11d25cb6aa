// Guideways from decks against statics: load on each ball by Newton's method on Hertz' springs, resistance, sticking, rolling balls;
// bad decks.

#include <fmt/format.h>

#include "base/error.hpp"
#include "guideway.hpp"
#include "problem/hertz.hpp"

namespace talus {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.0032, kPitch = 0.0066, kMass = 1.5, kDensity = 7850;
constexpr double kBallMass = kDensity * 4 / 3 * std::numbers::pi * kRadius * kRadius * kRadius;
constexpr double kModulus = 2.06e11 / (1 - 0.09) / 2;  // E*, steel on steel

using test::Guideway;

Vec3 direction(int row) { return Vec3(0, row % 2 ? 1 : -1, row < 2 ? 1 : -1) * std::sqrt(0.5); }
Vec3 place(int n) { return {(n % 9 - 4) * kPitch, n / 9 % 2 ? 0.0175 : -0.0175, n / 9 < 2 ? 0.007 : -0.007}; }

// What balls run on: flat strips, or arcs whose centres lie `bow` behind the balls' centres. Of Hertz' ellipse the radius, by quadrature
// in hertz_vs_quadrature_test.
struct Raceways {
  double bow = 0;
  problem::HertzPair pair{kRadius, 1};
};
Raceways grooves(double conformity) {
  const double arc = 2 * conformity * kRadius;
  return {arc - kRadius, problem::hertz_pair(1 / kRadius, 1 / kRadius - 1 / arc)};
}

// The carriage's shift along y, z and turn about x, y, z for which balls, each two springs F = 4/3 E* sqrt(R d^3) one behind the
// other, bear force and moment: by Newton's method. A ball between two arcs is on the line through their centres.
std::vector<double> loads_by_newton(const Vec3& force, const Vec3& moment, double oversize, const Raceways& raceways) {
  const double stiff = 4.0 / 3 * kModulus * std::sqrt(raceways.pair.radius);
  using Vec5 = Eigen::Matrix<double, 5, 1>;
  Vec5 q = Vec5::Zero(), load;
  load << force.y(), force.z(), moment;
  std::vector<double> normal(36);
  for (int iteration = 0; iteration < 400; ++iteration) {
    Vec5 rest = load;
    Eigen::Matrix<double, 5, 5> slope = 1e-3 * Eigen::Matrix<double, 5, 5>::Identity();
    for (int n = 0; n < 36; ++n) {
      const Vec3 d = direction(n / 9), arm = place(n) + (raceways.bow > 0 ? -raceways.bow : kRadius) * d;
      const Vec3 shift = Vec3(0, q[0], q[1]) + q.tail<3>().cross(arm);
      const Vec3 apart = 2 * raceways.bow * d - Vec3(0, shift.y(), shift.z());  // from the carriage's arc's centre to the rail's
      const Vec3 e = raceways.bow > 0 ? apart.normalized() : d;
      const double squeezed = std::max(0.0, 0.5 * (oversize + apart.dot(e) - 2 * raceways.bow));  // each of the two contacts
      Vec5 away;  // how the carriage leaves the rail there
      away << e.y(), e.z(), arm.cross(e);
      normal[static_cast<std::size_t>(n)] = stiff * std::pow(squeezed, 1.5);
      rest += normal[static_cast<std::size_t>(n)] * away;
      slope += 0.75 * stiff * std::sqrt(std::max(squeezed, 1e-9)) * away * away.transpose();
    }
    if (rest.norm() < 1e-9 * load.norm()) return normal;
    q += 0.7 * slope.ldlt().solve(rest);
  }
  ADD_FAILURE() << "Newton's method has not converged";
  return normal;
}

struct Loading {
  Vec3 force, point = Vec3::Zero(), moment = Vec3::Zero();
  double oversize = 0;
  std::vector<std::string> sets = {};
  bool balls_backwards = false;
};
std::vector<double> loads_of_run(const Loading& on) {
  const auto text = [](const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); };
  auto sets = on.sets;
  sets.insert(sets.end(), {"guideway.force=" + text(on.force), "guideway.point=" + text(on.point), "guideway.moment=" + text(on.moment),
                           fmt::format("guideway.oversize={}", on.oversize)});
  Guideway guideway(sets, comm::Comm::world(), on.balls_backwards);
  guideway.run_to(0.1);
  auto loads = guideway.loads();
  if (on.balls_backwards) std::reverse(loads.begin(), loads.end());
  return loads;
}

void expect_loads(const Loading& on, const Raceways& raceways = {}) {
  const auto found = loads_of_run(on);
  const auto exact = loads_by_newton(on.force - Vec3(0, 0, kMass * kGravity), on.moment + on.point.cross(on.force), on.oversize, raceways);
  const double most = *std::max_element(exact.begin(), exact.end());
  for (std::size_t n = 0; n < 36; ++n) EXPECT_NEAR(found[n], exact[n], 0.01 * std::max(exact[n], 0.05 * most)) << n;
}
const Loading kTilting{{0, 30, -100}, {0.02, 0.03, 0}, {3, 5, 4}, 8e-6};

TEST(LoadOnBalls, OfNewtonsMethodForALoadOnTheMiddle) { expect_loads({{0, 0, -490}}); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadAside) { expect_loads({{0, 150, -490}, Vec3::Zero(), {2, 0, 0}, 1e-6}); }
TEST(LoadOnBalls, OfNewtonsMethodForAMomentWithPreload) { expect_loads({{0, 0, -100}, Vec3::Zero(), {3, 5, 4}, 8e-6}); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadThatLifts) { expect_loads({{0, 0, 490}}); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadOffTheMiddle) { expect_loads(kTilting); }
TEST(LoadOnBalls, OfNewtonsMethodInGrooves) {
  expect_loads({{0, 60, -200}, {0.01, 0.01, 0}, Vec3::Zero(), 4e-6, {"guideway.raceway=groove"}}, grooves(0.52));
}

TEST(LoadOnBalls, TheSameBySolversSchedulesAndOrdersOfBalls) {
  const auto plain = loads_of_run(kTilting);
  const double most = *std::max_element(plain.begin(), plain.end());
  const auto expect_same = [&](Loading on, const std::vector<std::string>& sets, bool backwards) {
    on.sets = sets, on.balls_backwards = backwards;
    const auto loads = loads_of_run(on);
    for (std::size_t n = 0; n < 36; ++n) EXPECT_NEAR(loads[n], plain[n], 1e-4 * most) << n << " " << (sets.empty() ? "backwards" : sets[0]);
  };
  expect_same(kTilting, {}, true);
  expect_same(kTilting, {"solver.schedule=cubes"}, false);
  expect_same(kTilting, {"solver.name=pgs"}, false);
}

// zeta sum(N) + S: forces on both sides of the upper balls, and of the lower ones that lie on the carriage.
double resistance(double zeta, double load, double seals) {
  const double sine = std::sqrt(0.5), weight = 18 * kBallMass * kGravity;
  return zeta * ((load + kMass * kGravity + 0.5 * weight) / sine + 0.5 * weight * sine) + seals;
}

void expect_resistance(double zeta, double speed, double step, double seals) {
  Guideway guideway({fmt::format("contact.rho={}", zeta * kRadius), fmt::format("guideway.speed={}", speed), "guideway.travel=0.0462",
                     fmt::format("guideway.seals={}", seals), fmt::format("time.step={}", step), fmt::format("time.end={}", 0.0266 / std::abs(speed))});
  const double three = 3 * kPitch / std::abs(speed), four = 4 * kPitch / std::abs(speed);
  double sum = 0;
  int steps = 0;
  guideway.run_to(three);
  for (; guideway.simulation().time() < four - 1e-9 && !testing::Test::HasFailure(); ++steps) {
    guideway.step();
    sum += guideway.effort();
  }
  const double exact = resistance(zeta, 490, seals);
  std::printf("zeta %g: %.4f N, statics %.4f N, %d sweeps\n", zeta, sum / steps, exact, guideway.sweeps());
  EXPECT_NEAR(sum / steps, std::copysign(exact, speed), std::max(0.02, 0.01 * exact));
  for (int n = 0; n < 18; ++n) EXPECT_NEAR(guideway.ball(n).velocity.x() / guideway.carriage().velocity.x(), 0.5, 5e-4) << n;
}
TEST(Resistance, OfTheStaticsForth) { expect_resistance(0.01, 0.16, 1e-3, 5.3); }
TEST(Resistance, OfTheStaticsBackWithoutSeals) { expect_resistance(0.005, -0.16, 1e-3, 0); }

// Pushed by 0.95 of what resists, for some seconds, and by 1.05 for 0.1 s.
void expect_at_rest(double end) {
  constexpr double kRamp = 0.03, kZeta = 0.005;
  const double limit = resistance(kZeta, 490, 5.3);
  const auto moved = [&](double part, double until) {
    Guideway guideway({fmt::format("contact.rho={}", kZeta * kRadius), "guideway.seals=5.3", fmt::format("guideway.ramp={}", kRamp),
                       fmt::format("guideway.push={}", part * limit)});
    guideway.run_to(until);
    return guideway.carriage().position.x();
  };
  EXPECT_LT(std::abs(moved(0.95, end)), 1e-6);
  EXPECT_GT(moved(1.05, 2 * kRamp + 0.1), 0.8 * 0.5 * 0.05 * limit / kMass * 0.01);
}
TEST(AtRest, SticksBelowTheLimitAndSlidesAbove) { expect_at_rest(0.2); }
TEST(Long, CarriageStaysAtRestForTenSeconds) { expect_at_rest(10); }
TEST(Long, ResistanceOfTheStatics) {
  for (const double zeta : {0.0, 0.0025, 0.005, 0.0075, 0.01}) {
    for (const double seals : {5.3, 0.0}) {
      for (const double speed : {0.04, -0.04}) expect_resistance(zeta, speed, 2e-4, seals);
    }
  }
}

TEST(Guideways, BadOnesAreRefused) {
  const auto refused = [](const std::vector<std::string>& sets, const std::string& key) {
    try {
      Guideway guideway(sets);
      ADD_FAILURE() << key;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("'" + key + "'"), std::string::npos) << error.what();
    }
  };
  refused({"guideway.recirculating=true", "guideway.turn=0.003"}, "guideway.turn");
  refused({"guideway.recirculating=true", "guideway.loop_balls=32"}, "guideway.loop_balls");
  refused({"guideway.loop_balls=20"}, "guideway.loop_balls");
  refused({"guideway.oversize=-1e-3"}, "guideway.oversize");
  refused({"guideway.row_height=0.006"}, "guideway.row_height");
  refused({"guideway.recirculating=true", "guideway.carriages=2", "guideway.carriage_spacing=0.09"}, "guideway.carriage_spacing");
  refused({"guideway.balls=0"}, "guideway.balls");
  refused({"guideway.pitch=0.0063"}, "guideway.pitch");
  refused({"guideway.pitch=0.0064", "guideway.oversize=1e-5"}, "guideway.pitch");
  refused({"guideway.oversize=1e-4"}, "guideway.oversize");
  refused({"guideway.oversize=1e-6", "contact.young=0"}, "guideway.oversize");
  refused({"guideway.raceway=groove", "guideway.conformity=0.501"}, "guideway.conformity");
  refused({"guideway.speed=0.1", "guideway.travel=0.05"}, "guideway.travel");
  refused({"guideway.carriages=2", "guideway.carriage_spacing=0.05"}, "guideway.carriage_spacing");
  refused({"guideway.mass=0"}, "guideway.mass");
  refused({"guideway.force=[0, 0, -1e6]"}, "guideway.force");
}

TEST(Guideways, CarriageThatLeavesItsRailIsAFault) {
  Guideway guideway({"guideway.push=2000", "guideway.ramp=0"});
  EXPECT_EQ(guideway.fault(), "");
  guideway.run_to(4e-3);
  EXPECT_NE(guideway.fault().find("carriage 0 has left its rail"), std::string::npos);
}

}  // namespace
}  // namespace talus
