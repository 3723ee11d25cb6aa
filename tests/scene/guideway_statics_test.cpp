// Guideways from decks against statics: load on each ball by Newton's method on Hertz' springs, resistance, sticking,
// rolling balls; bad decks.

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

// The surfaces that balls run on: arcs that touch a ball at `arches` from d, their centres `bow` beyond the ball's;
// strips: no bow. `spread` is the radius of Hertz' ellipse, by quadrature in hertz_vs_quadrature_test.
struct Raceways {
  double bow = 0;
  std::vector<double> arches = {0};
  problem::HertzPair pair{kRadius, 1};
};
Raceways arcs(double conformity, const std::vector<double>& arches, double oversize) {
  const double arc = 2 * conformity * kRadius, ball = kRadius + 0.5 * oversize;
  return {arc - kRadius, arches, problem::hertz_pair(1 / ball, 1 / ball - 1 / arc)};
}

// Without friction: the carriage's shift along y, z and its turn about x, y, z, and the shift of each ball across its
// row, at which the energy of Hertz' springs (F = 4/3 E* sqrt(R d^3) of each contact) less the load's work is least.
class Statics {
 public:
  static constexpr int kCarriage = 5, kUnknowns = kCarriage + 2 * 36;
  using Vector = Eigen::Matrix<double, kUnknowns, 1>;

  Statics(const Vec3& force, const Vec3& moment, double oversize, const Raceways& raceways)
      : oversize_(oversize), raceways_(raceways) {
    load_.setZero();
    load_.head<kCarriage>() << force.y(), force.z(), moment;
    solve();
  }
  const Vector& shift() const { return q_; }
  Vec3 force_on(int ball) const { return forces_[static_cast<std::size_t>(ball)]; }  // of the carriage

 private:
  // Newton's method; steps are halved until the energy falls.
  void solve() {
    double energy = look();
    for (int iteration = 0; iteration < 500; ++iteration) {
      if (gradient_.norm() < 1e-9 * load_.norm()) return;
      const Vector way = -slope_.ldlt().solve(gradient_), from = q_;
      double part = 1, next = 0;
      do {
        q_ = from + part * way;
        next = look();
        part *= 0.5;
      } while (next > energy + 1e-12 * std::abs(energy) && part > 1e-12);
      energy = next;
    }
    ADD_FAILURE() << "Newton's method has not converged: " << gradient_.norm();
  }

  double look() {
    gradient_ = -load_;
    slope_ = 1e-3 * Eigen::Matrix<double, kUnknowns, kUnknowns>::Identity();  // what has no spring
    forces_.assign(36, Vec3::Zero());
    double energy = -load_.dot(q_);
    for (int ball = 0; ball < 36; ++ball) {
      for (const double arch : raceways_.arches) {
        for (const bool on_carriage : {false, true}) energy += add_contact(ball, arch, on_carriage);
      }
    }
    return energy;
  }
  // Its way: from the centre of the arc to that of the ball, along y and z.
  double add_contact(int ball, double arch, bool on_carriage) {
    const Vec3 into = Eigen::AngleAxisd(arch, Vec3::UnitX()) * ((on_carriage ? -1 : 1) * direction(ball / 9)),
               centre = place(ball) + raceways_.bow * into;
    Eigen::Matrix<double, 2, kUnknowns> moves = Eigen::Matrix<double, 2, kUnknowns>::Zero();  // of the way
    moves.block<2, 2>(0, kCarriage + 2 * ball).setIdentity();
    if (on_carriage) {
      moves.leftCols<2>() = -Eigen::Matrix2d::Identity();
      moves.middleCols<3>(2) << centre.z(), 0, -centre.x(), -centre.y(), centre.x(), 0;  // - turn x centre
    }
    const Eigen::Vector2d way = moves * q_ - raceways_.bow * into.tail<2>();
    const Eigen::Vector2d out =
        raceways_.bow > 0 ? Eigen::Vector2d(way.normalized()) : Eigen::Vector2d(-into.tail<2>());
    const double squeezed = std::max(0.0, way.dot(out) - raceways_.bow + 0.5 * oversize_),
                 stiff = 4.0 / 3 * kModulus * std::sqrt(raceways_.pair.radius);
    const double force = stiff * std::pow(squeezed, 1.5);
    const Eigen::Matrix2d along = out * out.transpose(), across = Eigen::Matrix2d::Identity() - along;
    const double turning = raceways_.bow > 0 ? force / way.norm() : 0;
    gradient_ += force * moves.transpose() * out;
    slope_ +=
        moves.transpose() * (1.5 * stiff * std::sqrt(std::max(squeezed, 1e-9)) * along + turning * across) * moves;
    if (on_carriage) forces_[static_cast<std::size_t>(ball)] -= force * Vec3(0, out.x(), out.y());
    return 0.4 * force * squeezed;
  }

  double oversize_;
  Raceways raceways_;
  Vector load_, q_ = Vector::Zero(), gradient_;
  Eigen::Matrix<double, kUnknowns, kUnknowns> slope_;
  std::vector<Vec3> forces_;
};

struct Loading {
  Vec3 force, point = Vec3::Zero(), moment = Vec3::Zero();
  double oversize = 0;
  std::vector<std::string> sets = {};
  bool balls_backwards = false;
  double end = 0.1;
};
// At rest: the carriage, its force on each ball.
struct Rest {
  Vec3 shift, turn;
  std::vector<Vec3> forces;
};
Rest rest_of_run(const Loading& on) {
  const auto text = [](const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); };
  auto sets = on.sets;
  sets.insert(sets.end(), {"guideway.force=" + text(on.force), "guideway.point=" + text(on.point),
                           "guideway.moment=" + text(on.moment), fmt::format("guideway.oversize={}", on.oversize)});
  Guideway guideway(sets, comm::Comm::world(), on.balls_backwards);
  guideway.run_to(on.end);
  auto loads = guideway.loads();
  if (on.balls_backwards) std::reverse(loads.begin(), loads.end());
  const auto carriage = guideway.carriage();
  return {carriage.position, 2 * carriage.orientation.vec(), loads};
}

// Within 1 %: force on each ball (or 0.05 % of the largest), shift and turn of the carriage.
void expect_statics(const Loading& on, const Raceways& raceways = {}) {
  const Rest found = rest_of_run(on);
  const Statics exact(on.force - Vec3(0, 0, kMass * kGravity), on.moment + on.point.cross(on.force), on.oversize,
                      raceways);
  double most = 0, off = 0;
  for (int n = 0; n < 36; ++n) most = std::max(most, exact.force_on(n).norm());
  for (int n = 0; n < 36; ++n) {
    const double force = exact.force_on(n).norm(),
                 apart = (found.forces[static_cast<std::size_t>(n)] - exact.force_on(n)).norm();
    EXPECT_LT(apart, 0.01 * std::max(force, 0.05 * most))
        << n << ": " << found.forces[static_cast<std::size_t>(n)].transpose() << ", statics "
        << exact.force_on(n).transpose();
    off = std::max(off, apart / std::max(force, 0.05 * most));
  }
  const Eigen::Vector2d shift = exact.shift().head<2>();
  const Vec3 turn = exact.shift().segment<3>(2);
  EXPECT_LT((found.shift.tail<2>() - shift).norm(), 0.01 * shift.norm());
  EXPECT_LT((found.turn - turn).norm(), 0.01 * (turn.norm() + shift.norm() / 0.0175))
      << found.turn.transpose() << ", statics " << turn.transpose();
  std::printf("forces within %.2g %%, shift %.2g %%, turn %.2g urad of %.4g\n", 100 * off,
              100 * (found.shift.tail<2>() - shift).norm() / shift.norm(), 1e6 * (found.turn - turn).norm(),
              1e6 * turn.norm());
}
const Loading kTilting{{0, 30, -100}, {0.02, 0.03, 0}, {3, 5, 4}, 8e-6};

TEST(LoadOnBalls, OfNewtonsMethodForALoadOnTheMiddle) { expect_statics({{0, 0, -490}}); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadAside) { expect_statics({{0, 150, -490}, Vec3::Zero(), {2, 0, 0}, 1e-6}); }
TEST(LoadOnBalls, OfNewtonsMethodForAMomentWithPreload) {
  expect_statics({{0, 0, -100}, Vec3::Zero(), {3, 5, 4}, 8e-6});
}
TEST(LoadOnBalls, OfNewtonsMethodForALoadThatLifts) { expect_statics({{0, 0, 490}}); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadOffTheMiddle) { expect_statics(kTilting); }
TEST(LoadOnBalls, OfNewtonsMethodInGrooves) {
  const Loading on{{0, 60, -200}, {0.01, 0.01, 0}, Vec3::Zero(), 4e-6, {"guideway.raceway=groove"}};
  expect_statics(on, arcs(0.52, {0}, on.oversize));
}
// Without friction, which would bear a part; nothing then keeps balls from running out of a row that is tilted along.
TEST(LoadOnBalls, OfNewtonsMethodInGothicArches) {
  const Loading on{{0, 60, -200}, {0, 0.01, 0}, Vec3::Zero(), 4e-6, {"guideway.raceway=gothic", "contact.mu=0"},
                   false,         0.03};
  expect_statics(on, arcs(0.52, {-0.35, 0.35}, on.oversize));
}

TEST(LoadOnBalls, TheSameBySolversSchedulesAndOrdersOfBalls) {
  Loading tilting = kTilting;
  tilting.end = 0.03;
  const auto plain = rest_of_run(tilting).forces;
  const double most = std::ranges::max(plain, {}, [](const Vec3& f) { return f.norm(); }).norm();
  const auto expect_same = [&](Loading on, const std::vector<std::string>& sets, bool backwards) {
    on.sets = sets, on.balls_backwards = backwards;
    const auto loads = rest_of_run(on).forces;
    for (std::size_t n = 0; n < 36; ++n)
      EXPECT_LT((loads[n] - plain[n]).norm(), 1e-4 * most) << n << " " << (sets.empty() ? "backwards" : sets[0]);
  };
  expect_same(tilting, {}, true);
  expect_same(tilting, {"solver.schedule=cubes"}, false);
  expect_same(tilting, {"solver.name=apgd"}, false);
  expect_same(tilting, {"solver.name=ipm"}, false);
}

// zeta sum(N) + S: forces on both sides of the upper balls, and of the lower ones that lie on the carriage.
double resistance(double zeta, double load, double seals) {
  const double sine = std::sqrt(0.5), weight = 18 * kBallMass * kGravity;
  return zeta * ((load + kMass * kGravity + 0.5 * weight) / sine + 0.5 * weight * sine) + seals;
}

void expect_resistance(double zeta, double speed, double step, double seals) {
  Guideway guideway({fmt::format("contact.rho={}", zeta * kRadius), fmt::format("guideway.speed={}", speed),
                     "guideway.travel=0.0462", fmt::format("guideway.seals={}", seals),
                     fmt::format("time.step={}", step), fmt::format("time.end={}", 0.0266 / std::abs(speed))});
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
  for (int n = 0; n < 18; ++n)
    EXPECT_NEAR(guideway.ball(n).velocity.x() / guideway.carriage().velocity.x(), 0.5, 5e-4) << n;
}
TEST(Resistance, OfTheStaticsForth) { expect_resistance(0.01, 0.16, 1e-3, 5.3); }
TEST(Resistance, OfTheStaticsBackWithoutSeals) { expect_resistance(0.005, -0.16, 1e-3, 0); }

// Pushed by 0.95 of what resists, for some seconds, and by 1.05 for 0.1 s.
void expect_at_rest(double end) {
  constexpr double kRamp = 0.03, kZeta = 0.005;
  const double limit = resistance(kZeta, 490, 5.3);
  const auto moved = [&](double part, double until) {
    Guideway guideway({fmt::format("contact.rho={}", kZeta * kRadius), "guideway.seals=5.3",
                       fmt::format("guideway.ramp={}", kRamp), fmt::format("guideway.push={}", part * limit)});
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
  refused({"guideway.recirculating=true", "guideway.carriages=2", "guideway.carriage_spacing=0.09"},
          "guideway.carriage_spacing");
  refused({"guideway.balls=0"}, "guideway.balls");
  refused({"guideway.pitch=0.0063"}, "guideway.pitch");
  refused({"guideway.pitch=0.0064", "guideway.oversize=1e-5"}, "guideway.pitch");
  refused({"guideway.oversize=1e-4"}, "guideway.oversize");
  refused({"guideway.oversize=1e-6", "contact.young=0", "contact.poisson=0"}, "guideway.oversize");
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
