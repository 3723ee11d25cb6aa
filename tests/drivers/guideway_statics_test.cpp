// Guideways from decks against statics: load on each ball by Newton's method on Hertz' springs, resistance, sticking, rolling balls;
// banks of carriages on any ranks; bad decks.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

#include "base/error.hpp"
#include "drivers/setup.hpp"
#include "harness/harness.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.0032, kPitch = 0.0066, kMass = 1.5, kDensity = 7850;
constexpr double kBallMass = kDensity * 4 / 3 * std::numbers::pi * kRadius * kRadius * kRadius;
constexpr double kModulus = 2.06e11 / (1 - 0.09) / 2;  // E*, steel on steel

class Guideway {
 public:
  explicit Guideway(const std::vector<std::string>& sets, const comm::Comm& comm = comm::Comm::world())
      : deck_(io::Deck::parse("scenario: guideway\ntime: {step: 1e-3, end: 1}\noutput: {folder: none}\ncontact: {mu: 0.1, young: 2.06e11, poisson: 0.3}\n"
                              "bodies: {radius: 0.0032, density: 7850}\nsolver: {tolerance: 1e-7, norm: max, max_sweeps: 100000}\n",
                              "guideway.yaml", sets)),
        scenario_(drivers::make_scenario(deck_)),
        simulation_(comm, *scenario_, sim::simulation_options(deck_)) {}

  void step() {
    const auto report = simulation_.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged) << "t = " << simulation_.time() << ", residual " << report.solve.residual.max;
    sweeps_ += report.solve.sweeps;
  }
  void run_to(double end) {
    while (simulation_.time() < end - 1e-9 && !testing::Test::HasFatalFailure()) step();
  }
  const sim::Simulation& simulation() const { return simulation_; }
  GlobalId first() const { return simulation_.world().first_body_id(); }
  bodies::Body carriage() const { return test::find_body(simulation_, first()); }
  bodies::Body ball(GlobalId n) const { return test::find_body(simulation_, first() + 1 + n); }
  int sweeps() const { return sweeps_; }

  // Of the carriage on each of its balls. *Collective.*
  std::vector<double> loads(int balls = 36) const {
    std::vector<double> forces(static_cast<std::size_t>(balls), 0.0);
    const auto& contacts = simulation_.contacts();
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      if (contacts[c].id_a != first()) continue;
      const auto impulse = problem::impulse_of(simulation_.problem(), simulation_.solution(), contacts[c], c);
      forces[static_cast<std::size_t>(contacts[c].id_b - first() - 1)] += impulse.force.dot(contacts[c].normal) / simulation_.options().build.step;
    }
    simulation_.comm().sum(forces);
    return forces;
  }
  // Of the motor on the carriage, in the last step. *Collective.*
  double effort() const {
    const auto& p = simulation_.problem();
    double sum = 0;
    for (std::size_t j = 0; j < p.joints.size(); ++j) {
      const auto& joint = simulation_.bodies().joints[static_cast<std::size_t>(p.joints[j].place)];
      if (joint.drive >= 0) sum += simulation_.solution().block_impulses[static_cast<std::size_t>(p.num_contact_blocks) + j][0] / p.step;
    }
    return simulation_.comm().sum(sum);
  }

 private:
  io::Deck deck_;
  std::unique_ptr<sim::Scenario> scenario_;
  sim::Simulation simulation_;
  int sweeps_ = 0;
};

Vec3 direction(int row) { return Vec3(0, row % 2 ? 1 : -1, row < 2 ? 1 : -1) * std::sqrt(0.5); }
Vec3 place(int n) { return {(n % 9 - 4) * kPitch, n / 9 % 2 ? 0.0175 : -0.0175, n / 9 < 2 ? 0.007 : -0.007}; }

// The carriage's shift along y, z and turn about x, y, z for which balls, each two springs F = 4/3 E* sqrt(R d^3) one behind the
// other, bear force and moment: by Newton's method.
std::vector<double> loads_by_newton(const Vec3& force, const Vec3& moment, double oversize) {
  const double stiff = 4.0 / 3 * kModulus * std::sqrt(kRadius);
  using Vec5 = Eigen::Matrix<double, 5, 1>;
  Vec5 q = Vec5::Zero(), load;
  load << force.y(), force.z(), moment;
  std::vector<double> normal(36);
  for (int iteration = 0; iteration < 200; ++iteration) {
    Vec5 rest = load;
    Eigen::Matrix<double, 5, 5> slope = 1e-3 * Eigen::Matrix<double, 5, 5>::Identity();
    for (int n = 0; n < 36; ++n) {
      const Vec3 d = direction(n / 9), arm = (place(n) + kRadius * d).cross(d);
      Vec5 away;  // how the carriage leaves the rail there
      away << d.y(), d.z(), arm;
      const double squeezed = std::max(0.0, 0.5 * (oversize - away.dot(q)));  // each of the two contacts
      normal[static_cast<std::size_t>(n)] = stiff * std::pow(squeezed, 1.5);
      rest += normal[static_cast<std::size_t>(n)] * away;
      slope += 0.75 * stiff * std::sqrt(std::max(squeezed, 1e-9)) * away * away.transpose();
    }
    if (rest.norm() < 1e-9 * load.norm()) break;
    q += 0.7 * slope.ldlt().solve(rest);
  }
  return normal;
}

void expect_loads(const Vec3& force, const Vec3& moment, double oversize) {
  Guideway guideway({fmt::format("guideway.force=[{}, {}, {}]", force.x(), force.y(), force.z()),
                     fmt::format("guideway.moment=[{}, {}, {}]", moment.x(), moment.y(), moment.z()), fmt::format("guideway.oversize={}", oversize)});
  guideway.run_to(0.1);
  const auto found = guideway.loads();
  const auto exact = loads_by_newton(force - Vec3(0, 0, kMass * kGravity), moment, oversize);
  const double most = *std::max_element(exact.begin(), exact.end());
  for (std::size_t n = 0; n < 36; ++n) EXPECT_NEAR(found[n], exact[n], 0.01 * std::max(exact[n], 0.05 * most)) << n;
  std::printf("%d sweeps, most %.3f N\n", guideway.sweeps(), most);
}
TEST(LoadOnBalls, OfNewtonsMethodForALoadOnTheMiddle) { expect_loads({0, 0, -490}, Vec3::Zero(), 0); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadAside) { expect_loads({0, 150, -490}, {2, 0, 0}, 1e-6); }
TEST(LoadOnBalls, OfNewtonsMethodForAMomentWithPreload) { expect_loads({0, 0, -100}, {3, 5, 4}, 8e-6); }
TEST(LoadOnBalls, OfNewtonsMethodForALoadThatLifts) { expect_loads({0, 0, 490}, Vec3::Zero(), 0); }

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
  for (; guideway.simulation().time() < four - 1e-9 && !testing::Test::HasFatalFailure(); ++steps) {
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

// On these ranks and on one alone, the same bits; forces on all carriages are in balance.
TEST(Bank, SameBitsOnAnyRanks) {
  const std::vector<std::string> sets{"guideway.rails=2", "guideway.carriages=3", "guideway.balls=4", "guideway.speed=0.04", "guideway.travel=0.01",
                                      "time.end=0.1", "guideway.carriage_spacing=0.06", "guideway.rail_spacing=0.1", "guideway.force=[0, 20, -100]",
                                      "contact.rho=1.6e-5", "guideway.seals=1", "solver.schedule=cubes", "solver.tolerance=1e-5", "time.step=2e-4",
                                      "partition.every=10"};
  Guideway here(sets), alone(sets, comm::Comm::self());
  here.run_to(0.01);
  alone.run_to(0.01);
  EXPECT_EQ(here.simulation().state_hash(), alone.simulation().state_hash());
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
  refused({"guideway.balls=0"}, "guideway.balls");
  refused({"guideway.pitch=0.0063"}, "guideway.pitch");
  refused({"guideway.pitch=0.0064", "guideway.oversize=1e-5"}, "guideway.pitch");
  refused({"guideway.oversize=1e-4"}, "guideway.oversize");
  refused({"guideway.oversize=1e-6", "contact.young=0"}, "guideway.oversize");
  refused({"guideway.raceway=groove", "guideway.conformity=0.501"}, "guideway.conformity");
  refused({"guideway.speed=0.1", "guideway.travel=0.05"}, "guideway.travel");
  refused({"guideway.carriages=2", "guideway.carriage_spacing=0.05"}, "guideway.carriage_spacing");
  refused({"guideway.mass=0"}, "guideway.mass");
}

}  // namespace
}  // namespace talus
