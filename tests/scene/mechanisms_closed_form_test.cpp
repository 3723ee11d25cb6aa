// Mechanisms from decks against closed solutions and ODE references: joints, motors, springs, dry friction, their
// reactions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "observe/frame_rows.hpp"
#include "problem/joint_rows.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

constexpr double kPi = std::numbers::pi, kGravity = 9.81;

// A deck's simulation, each step solved to `tolerance`.
class Machine {
 public:
  Machine(const std::string& text, double step, double tolerance = 1e-12, const std::string& solver = "")
      : deck_(io::Deck::parse(drivers::key_table(),
                              fmt::format("scenario: scene\ntime: {{step: {}, end: 1000}}\noutput: {{folder: none}}\n"
                                          "solver: {{tolerance: {}, norm: max, max_sweeps: 100000{}}}\n"
                                          "walls: [{{name: ground, shape: plane, position: [0, 0, -1000]}}]\n",
                                          step, tolerance, solver) +
                                  text,
                              "machine.yaml")),
        scenario_(scene::make_scenario(deck_)),
        simulation_(comm::Comm::world(), *scenario_, sim::simulation_options(deck_)) {}

  void step() {
    const auto report = simulation_.step();
    ASSERT_EQ(report.solve.status, solver::Status::converged)
        << "t = " << time() << ", residual " << report.solve.residual.max;
  }
  void run_to(double end) {
    while (time() < end - 1e-9) step();
  }
  double time() const { return simulation_.time(); }
  bodies::Body body(GlobalId n) const { return test::find_body(simulation_, 1 + n); }  // of the deck's list
  double turn_about(GlobalId n, const Vec3& axis) const {
    const Quat q = body(n).orientation;
    return 2 * std::atan2(q.vec().dot(axis), q.w());
  }
  // On the body of the higher id, by joints first .. last. *Collective.*
  problem::Reaction reaction(GlobalId first, GlobalId last) const {
    std::array<double, 6> sum{};
    const auto& p = simulation_.problem();
    for (std::size_t k = 0; k < p.joints.size(); ++k) {
      const GlobalId id = simulation_.bodies().joints.items()[p.joints[k].place].id;
      if (id < first || id > last) continue;
      const auto r = problem::reaction_of(
          p.joints[k], simulation_.solution().block_impulses[static_cast<std::size_t>(p.num_contact_blocks) + k],
          p.step);
      for (std::size_t i = 0; i < 3; ++i)
        sum[i] += r.force[static_cast<int>(i)], sum[3 + i] += r.moment[static_cast<int>(i)];
    }
    simulation_.comm().sum(sum);
    return {{sum[0], sum[1], sum[2]}, {sum[3], sum[4], sum[5]}};
  }
  // On the b of the deck's joint, as frames have it. *Collective.*
  Vec3 framed_force(int joint) const {
    std::array<double, 3> sum{};
    for (const auto& frame : observe::joint_frame(simulation_.view(), scenario_->joint_probes())) {
      for (std::size_t i = 0; i < 3 && frame.joint == joint; ++i) sum[i] += frame.force[static_cast<int>(i)];
    }
    simulation_.comm().sum(sum);
    return {sum[0], sum[1], sum[2]};
  }
  // The largest |Psi| of all joints that hold their position.
  double drift() const {
    double most = 0;
    for (const auto& joint : scenario_->joints(comm::Comm::self())) {
      const auto& walls = simulation_.world().walls;
      const auto at = [&](GlobalId id) {
        return id < std::ssize(walls) ? walls[static_cast<std::size_t>(id)] : test::find_body(simulation_, id);
      };
      if (joint.rate == 0 || joint.drive >= 0) continue;
      most = std::max(most,
                      problem::joint_rows(joint, at(joint.a), at(joint.b), simulation_.world(), {time(), 1}, {}, false)
                          .block.bias.cwiseAbs()
                          .maxCoeff());
    }
    return most;
  }

 private:
  io::Deck deck_;
  std::unique_ptr<scene::Scenario> scenario_;
  sim::Simulation simulation_;
};

using State = std::vector<double>;
// Runge and Kutta's fourth order in so many steps: a reference to better than 1e-10 here.
State ode(State y, double end, int steps, const std::function<State(double, const State&)>& f) {
  const double h = end / steps;
  const auto at = [&](const State& k, double s) {
    State z = y;
    for (std::size_t i = 0; i < y.size(); ++i) z[i] += s * k[i];
    return z;
  };
  for (int n = 0; n < steps; ++n) {
    const double t = n * h;
    const State a = f(t, y), b = f(t + h / 2, at(a, h / 2)), c = f(t + h / 2, at(b, h / 2)), d = f(t + h, at(c, h));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return y;
}

// The error falls with h as h does.
void expect_first_order(const std::function<double(double)>& error, double h) {
  const double coarse = error(h), fine = error(h / 2);
  EXPECT_GT(coarse, 0);
  EXPECT_NEAR(coarse / fine, 2, 0.25) << coarse << " " << fine;
}

std::string ball(const std::string& name, const Vec3& at, double mass, double inertia, const std::string& more = "") {
  return fmt::format("- {{name: {}, radius: 0.01, mass: {}, inertia: {}, position: [{}, {}, {}]{}}}\n", name, mass,
                     inertia, at.x(), at.y(), at.z(), more);
}

TEST(Pendulum, AngleAndReactionOfTheOde) {
  constexpr double m = 2, l = 0.8, inertia = 0.1, start = 1.0, end = 0.7;
  const State exact = ode({start, 0}, end, 20000, [](double, const State& y) {
    return State{y[1], -m * kGravity * l * std::sin(y[0]) / (inertia + m * l * l)};
  });
  const auto run = [&](double h) {
    Machine machine("bodies:\n  list:\n  " + ball("bob", {l * std::sin(start), 0, -l * std::cos(start)}, m, inertia) +
                        "joints: [{kind: revolute, a: ground, b: bob, point: [0, 0, 0], axis: [0, -1, 0]}]\n",
                    h);
    machine.run_to(end);
    const Vec3 x = machine.body(0).position;
    // m a = m g + F:  a = -l theta'^2 outward, l theta'' across
    const double slope = -m * kGravity * l * std::sin(exact[0]) / (inertia + m * l * l);
    const Vec3 out(std::sin(exact[0]), 0, -std::cos(exact[0])), across(std::cos(exact[0]), 0, std::sin(exact[0]));
    const Vec3 force = m * (-l * exact[1] * exact[1] * out + l * slope * across) + Vec3(0, 0, m * kGravity);
    return std::pair{std::abs(std::atan2(x.x(), -x.z()) - exact[0]), (machine.reaction(0, 0).force - force).norm()};
  };
  expect_first_order([&](double h) { return run(h).first; }, 1e-3);
  expect_first_order([&](double h) { return run(h).second; }, 1e-3);
}

TEST(DoublePendulum, AnglesOfTheOde) {
  constexpr double m1 = 1, m2 = 2, j1 = 0.02, j2 = 0.05, l1 = 0.5, l2 = 0.4,
                   end = 0.5;  // the second hangs at the first's centre
  const State exact = ode({1.2, 0.3, 0, 0}, end, 20000, [](double, const State& y) {
    const double d = y[0] - y[1], a = j1 + (m1 + m2) * l1 * l1, b = m2 * l1 * l2 * std::cos(d), c = j2 + m2 * l2 * l2,
                 s = m2 * l1 * l2 * std::sin(d);
    const double f = -s * y[3] * y[3] - (m1 + m2) * kGravity * l1 * std::sin(y[0]),
                 g = s * y[2] * y[2] - m2 * kGravity * l2 * std::sin(y[1]);
    const double det = a * c - b * b;
    return State{y[2], y[3], (c * f - b * g) / det, (a * g - b * f) / det};
  });
  expect_first_order(
      [&](double h) {
        const Vec3 first(l1 * std::sin(1.2), 0, -l1 * std::cos(1.2)),
            second = first + Vec3(l2 * std::sin(0.3), 0, -l2 * std::cos(0.3));
        Machine machine("bodies:\n  list:\n  " + ball("one", first, m1, j1) + "  " + ball("two", second, m2, j2) +
                            "joints:\n- {kind: revolute, a: ground, b: one, point: [0, 0, 0], axis: [0, 1, 0]}\n" +
                            fmt::format("- {{kind: revolute, a: two, b: one, point: [{}, 0, {}], axis: [0, 1, 0]}}\n",
                                        first.x(), first.z()),
                        h, 1e-11);
        machine.run_to(end);
        const Vec3 x = machine.body(0).position, d = machine.body(1).position - x;
        return std::hypot(std::atan2(x.x(), -x.z()) - exact[0], std::atan2(d.x(), -d.z()) - exact[1]);
      },
      5e-4);
}

// Crank r at constant speed, rod l, slider along x: places and the torque of the motor.
TEST(SliderCrank, PlacesAndTorqueOfTheClosedForm) {
  constexpr double r = 0.2, l = 0.5, speed = 7, m_rod = 1.5, j_rod = 0.04, m_slider = 3;
  const auto slider = [](double t) {
    return r * std::cos(speed * t) + std::sqrt(l * l - r * r * std::pow(std::sin(speed * t), 2));
  };
  const auto kinetic = [&](double t) {  // of rod (centre in its middle) and slider, by differences of exact places
    const double d = 1e-5;
    const auto rod = [&](double s) {
      const double x = r * std::cos(speed * s), z = r * std::sin(speed * s);
      return std::array{0.5 * (x + slider(s)), 0.5 * z, std::atan2(-z, slider(s) - x)};
    };
    const auto a = rod(t - d), b = rod(t + d);
    const auto rate = [&](std::size_t i) { return (b[i] - a[i]) / (2 * d); };
    return 0.5 * m_rod * (rate(0) * rate(0) + rate(1) * rate(1)) + 0.5 * j_rod * rate(2) * rate(2) +
           0.5 * m_slider * std::pow((slider(t + d) - slider(t - d)) / (2 * d), 2);
  };
  const auto run = [&](double h) {
    Machine machine(
        "gravity: [0, 0, 0]\nbodies:\n  list:\n  " +
            ball("crank", {r / 2, 0, 0}, 1, 0.01, ", velocity: [0, 0, 0.7], angular_velocity: [0, -7, 0]") + "  " +
            ball("rod", {r + l / 2, 0, 0}, m_rod, j_rod, ", velocity: [0, 0, 0.7], angular_velocity: [0, 2.8, 0]") +
            "  " + ball("slider", {r + l, 0, 0}, m_slider, 0.01) +
            "joints:\n- {kind: revolute, name: main, a: ground, b: crank, point: [0, 0, 0], axis: [0, -1, 0]}\n"
            "- {kind: revolute, a: crank, b: rod, point: [0.2, 0, 0], axis: [0, 1, 0]}\n"
            "- {kind: ball, a: rod, b: slider, point: [0.7, 0, 0]}\n"
            "- {kind: prismatic, a: ground, b: slider, point: [0.7, 0, 0], axis: [1, 0, 0]}\n"
            "drives: [{kind: speed, joint: main, amount: 7}]\n",
        h, 1e-11);
    machine.run_to(0.55);
    const double t = machine.time(), torque = (kinetic(t + 1e-3) - kinetic(t - 1e-3)) / 2e-3 / speed;
    return std::pair{std::abs(machine.body(2).position.x() - slider(t)),
                     std::abs(-machine.reaction(4, 4).moment.y() - torque)};
  };
  expect_first_order([&](double h) { return run(h).second; }, 1e-3);
  EXPECT_LT(run(1e-3).first, 50 * 1e-6);  // drift of the order of h^2 a
}

// Crank, coupler, rocker, ground; one turn of the crank a second.
struct FourBar {
  static constexpr double a = 0.1, b = 0.35, c = 0.3, d = 0.3, h = 1e-3;

  static Eigen::Vector2d knee(double angle) {  // between coupler and rocker, above
    const Eigen::Vector2d p(a * std::cos(angle), a * std::sin(angle)), q(d, 0), pq = q - p;
    const double s = pq.norm(), along = (b * b - c * c + s * s) / (2 * s);
    return p + along / s * pq + std::sqrt(b * b - along * along) / s * Eigen::Vector2d(-pq.y(), pq.x());
  }
  // Largest acceleration of the rocker's end in a revolution, m/s^2.
  static double largest_acceleration() {
    double largest = 0;
    for (double t = 0; t < 1; t += h) {
      const auto at = [](double time) { return knee(2 * kPi * time); };
      largest = std::max(largest, (at(t + h) - 2 * at(t) + at(t - h)).norm() / (h * h));
    }
    return largest;
  }
  static std::string deck() {
    const Vec3 top(knee(0).x(), 0, knee(0).y());
    return "gravity: [0, 0, 0]\nbodies:\n  list:\n  " + ball("crank", {a / 2, 0, 0}, 1, 0.01) + "  " +
           ball("coupler", 0.5 * (Vec3(a, 0, 0) + top), 1, 0.02) + "  " + ball("rocker", top, 1, 0.02) +
           "joints:\n- {kind: revolute, name: main, a: ground, b: crank, point: [0, 0, 0], axis: [0, -1, 0]}\n"
           "- {kind: revolute, a: crank, b: coupler, point: [0.1, 0, 0], axis: [0, 1, 0]}\n" +
           fmt::format("- {{kind: ball, a: coupler, b: rocker, point: [{}, 0, {}]}}\n", top.x(), top.z()) +
           "- {kind: revolute, a: ground, b: rocker, point: [0.3, 0, 0], axis: [0, 1, 0]}\n"
           "drives: [{kind: position, joint: main, amount: 6283.185307179586, course: ramp, end: 1000}]\n";
  }
};

TEST(FourBar, PlacesOverATurn) {
  Machine machine(FourBar::deck(), FourBar::h, 1e-10);
  double worst = 0;
  while (machine.time() < 1 - FourBar::h / 2) {
    machine.step();
    const Vec3 x = machine.body(2).position;
    worst = std::max(worst, (Eigen::Vector2d(x.x(), x.z()) - FourBar::knee(2 * kPi * machine.time())).norm());
  }
  EXPECT_LT(worst, FourBar::largest_acceleration() * FourBar::h * FourBar::h);
}

void drift_of_four_bar(int steps) {
  double drift = 0;
  Machine machine(FourBar::deck(), FourBar::h, 1e-9);
  for (int n = 0; n < steps; ++n) {
    machine.step();
    drift = std::max(drift, machine.drift());
  }
  std::printf("four-bar, %d steps: drift %.2e m, bound %.2e m\n", steps, drift,
              FourBar::largest_acceleration() * FourBar::h * FourBar::h);
  EXPECT_LT(drift, FourBar::largest_acceleration() * FourBar::h * FourBar::h);
}
TEST(FourBar, DriftsByLessThanTheBound) { drift_of_four_bar(1000); }

void drift_with_projection(int steps) {
  double drift = 0, off = 0;
  Machine machine(FourBar::deck(), FourBar::h, 1e-9, ", projection: true");
  for (int n = 0; n < steps; ++n) {
    machine.step();
    const Vec3 x = machine.body(2).position;
    drift = std::max(drift, machine.drift());
    off = std::max(off, (Eigen::Vector2d(x.x(), x.z()) - FourBar::knee(2 * kPi * machine.time())).norm());
  }
  std::printf("four-bar, %d steps with projection: drift %.2e m, %.2e m off the closed form\n", steps, drift, off);
  EXPECT_LT(drift, 1e-12);
  EXPECT_LT(off, 1e-11);  // the crank's angle is projected, too
}
TEST(FourBar, ProjectedIsTheClosedFormToRounding) { drift_with_projection(500); }
TEST(Long, FourBarOf100000StepsProjectedIsTheClosedFormToRounding) { drift_with_projection(100000); }
TEST(Long, FourBarOf100000StepsDriftsByLessThanTheBound) { drift_of_four_bar(100000); }

// Balls of 1 and 3 kg that overlap are parted, without speed, about their common centre; a rod between two others keeps
// its length.
TEST(Projection, PartsBodiesByTheirMasses) {
  Machine machine(
      "gravity: [0, 0, 0]\ncontact: {max_recovery_speed: 1e-9}\nbodies:\n  list:\n"
      "  - {name: a, radius: 0.1, mass: 1, position: [0, 0, 0]}\n  - {name: b, radius: 0.1, mass: 3, position: [0.192, "
      "0, 0]}\n  " +
          ball("c", {0, 1, 0}, 1, 0.1) + "  " + ball("d", {0.5, 1, 0}, 4, 0.1) +
          "joints: [{kind: distance, a: c, b: d, point: [0, 1, 0], point_b: [0.5, 1, 0], length: 0.51, rate: 1e-9}]\n",
      1e-3, 1e-12, ", projection: true");
  machine.step();
  EXPECT_NEAR(machine.body(0).position.x(), -0.75 * 0.008, 1e-9);
  EXPECT_NEAR(machine.body(1).position.x() - machine.body(0).position.x(), 0.2, 1e-12);
  EXPECT_NEAR(machine.body(2).position.x(), -0.8 * 0.01, 1e-9);
  EXPECT_NEAR(machine.body(3).position.x() - machine.body(2).position.x(), 0.51, 1e-12);
  for (GlobalId n = 0; n < 4; ++n) EXPECT_LT(machine.body(n).velocity.norm(), 1e-6);
}

// Three parallel cranks under a beam: one more than it needs. Springs in the bearings make the forces unique: those of
// the linear statics of twelve springs.
struct TripleCrank {
  static constexpr double k = 1e9, mass = 2, lean = 0.5;
  static Vec3 foot(int n) { return {0.7 * n, 0, 0}; }
  static Vec3 head(int n) { return foot(n) + Vec3(std::sin(lean), 0, std::cos(lean)); }
  static Vec3 centre(int body) {
    return body < 3 ? Vec3(0.5 * (foot(body) + head(body))) : Vec3(head(1) + Vec3(0.2, 0, 0));
  }

  static std::string deck() {
    std::string bodies, joints;
    const auto point = [](const Vec3& p) { return fmt::format("[{:.17g}, 0, {:.17g}]", p.x(), p.z()); };
    for (int n = 0; n < 3; ++n) {
      bodies += "  " + ball(fmt::format("crank{}", n), centre(n), mass, 0.3);
      const auto springs = fmt::format("axis: [0, 1, 0], stiffness: {}, turning_stiffness: {}}}\n", k, k);
      joints += fmt::format("- {{kind: revolute, name: foot{}, a: ground, b: crank{}, point: {}, {}", n, n,
                            point(foot(n)), springs);
      joints += fmt::format("- {{kind: revolute, a: crank{}, b: beam, point: {}, {}", n, point(head(n)), springs);
    }
    return "bodies:\n  list:\n" + bodies + "  " + ball("beam", centre(3), mass, 0.5) + "joints:\n" + joints +
           "drives: [{kind: position, joint: foot0, amount: 0}]\n";
  }

  // Small shifts x, z and turns of four bodies, but the turn of the first crank. Forces on crank 0..2 by the ground, on
  // the beam by them.
  static std::array<Vec3, 6> statics() {
    Eigen::Matrix<double, 12, 12> stiff = Eigen::Matrix<double, 12, 12>::Zero();  // x, z, turn about y of each
    Eigen::Matrix<double, 12, 1> load = Eigen::Matrix<double, 12, 1>::Zero();
    using Spread = Eigen::Matrix<double, 2, 12>;
    const auto at = [](int body, const Vec3& p) {
      Spread s = Spread::Zero();
      const Vec3 arm = p - centre(body);
      s.block<2, 3>(0, 3 * body) << 1, 0, arm.z(), 0, 1, -arm.x();
      return s;
    };
    std::array<Spread, 6> stretch;
    for (int n = 0; n < 3; ++n) {
      stretch[static_cast<std::size_t>(n)] = at(n, foot(n));
      stretch[static_cast<std::size_t>(3 + n)] = at(3, head(n)) - at(n, head(n));
    }
    for (const auto& s : stretch) stiff += k * s.transpose() * s;
    for (int b = 0; b < 4; ++b) load[3 * b + 1] = -mass * kGravity;
    stiff.row(2).setZero(), stiff(2, 2) = 1;
    const Eigen::Matrix<double, 12, 1> moved = stiff.fullPivLu().solve(load);
    std::array<Vec3, 6> forces;
    for (std::size_t i = 0; i < 6; ++i) {
      const Eigen::Vector2d f = -k * stretch[i] * moved;
      forces[i] = Vec3(f.x(), 0, f.y());
    }
    return forces;
  }
};

TEST(TripleCrank, ForcesOfTheStaticsBySweepsAndInteriorPoint) {
  const auto exact = TripleCrank::statics();
  for (const std::string solver : {"mnest", "ipm"}) {
    Machine machine(TripleCrank::deck(), 1e-4, solver == "ipm" ? 1e-9 : 1e-11, ", name: " + solver);
    for (int n = 0; n < 200; ++n) machine.step();
    for (int n = 0; n < 3; ++n) {
      EXPECT_LT((machine.reaction(2 * n, 2 * n).force - exact[static_cast<std::size_t>(n)]).norm(),
                1e-6 * 4 * TripleCrank::mass * kGravity)
          << solver << n;
      EXPECT_LT((machine.framed_force(2 * n) - exact[static_cast<std::size_t>(n)]).norm(),
                1e-6 * 4 * TripleCrank::mass * kGravity)
          << solver << n;
      EXPECT_LT((machine.reaction(2 * n + 1, 2 * n + 1).force - exact[static_cast<std::size_t>(3 + n)]).norm(),
                1e-6 * 4 * TripleCrank::mass * kGravity)
          << solver << n;
    }
  }
}

// Lagrange's top: J3 w3 = L stays; precession p = (P - L cos) / (J sin^2), nutation by the ODE of theta.
TEST(HeavyTop, PrecessionAndNutationOfTheOde) {
  constexpr double m = 1, l = 0.3, j1 = 0.02, j3 = 0.03, spin = 60, start = 0.6, end = 0.3;
  constexpr double j = j1 + m * l * l, along = j3 * spin;
  const double up = along * std::cos(start);  // about the vertical: no precession at the start
  const State exact = ode({start, 0, 0}, end, 20000, [&](double, const State& y) {
    const double s = std::sin(y[0]), c = std::cos(y[0]), p = (up - along * c) / (j * s * s);
    return State{y[1], (j * p * p * s * c - along * p * s + m * kGravity * l * s) / j, p};
  });
  const auto error = [&](double h) {
    const Vec3 axis(std::sin(start), 0, std::cos(start));
    Machine machine(
        fmt::format("bodies:\n  list:\n  - {{name: top, radius: 0.01, mass: {}, moments: [{}, {}, {}], position: [{}, "
                    "0, {}], rotation: [0, {}, 0], "
                    "angular_velocity: [{}, 0, {}]}}\njoints: [{{kind: ball, a: ground, b: top, point: [0, 0, 0]}}]\n",
                    m, j1, j1, j3, l * axis.x(), l * axis.z(), start, spin * axis.x(), spin * axis.z()),
        h, 1e-11);
    machine.run_to(end);
    const Vec3 x = machine.body(0).position;
    return std::hypot(std::acos(x.z() / x.norm()) - exact[0],
                      std::remainder(std::atan2(x.y(), x.x()) - exact[2], 2 * kPi));
  };
  expect_first_order(error, 2.5e-4);
}

// A skate on a slope that spins goes along a cycloid, not downhill.
TEST(KnifeEdge, CycloidOfTheClosedForm) {
  constexpr double pull = 2, w = 3, end = 1.5;
  const auto error = [&](double h) {
    Machine machine("gravity: [2, 0, 0]\nbodies:\n  list:\n  " +
                        ball("skate", {0, 0, 0}, 1, 0.1, ", angular_velocity: [0, 0, 3]") +
                        "joints:\n- {kind: planar, a: ground, b: skate, point: [0, 0, 0]}\n"
                        "- {kind: knife-edge, a: ground, b: skate, point: [0, 0, 0], axis: [0, 1, 0]}\n",
                    h);
    machine.run_to(end);
    const double t = machine.time(), s = pull / (2 * w * w);
    const Vec3 exact(s * std::pow(std::sin(w * t), 2), s * (w * t - 0.5 * std::sin(2 * w * t)), 0);
    return (machine.body(0).position - exact).norm();
  };
  expect_first_order(error, 1e-3);
}

TEST(GearsRacksScrews, RatiosOverManyTurns) {
  Machine machine("gravity: [0, 0, 0]\nbodies:\n  list:\n  " + ball("wheel", {0, 0, 0}, 1, 0.1) + "  " +
                      ball("pinion", {1, 0, 0}, 1, 0.03) + "  " + ball("rack", {2, 0, 0}, 2, 0.1) + "  " +
                      ball("nut", {0, 0, 1}, 0.5, 0.02) +
                      "joints:\n- {kind: revolute, name: main, a: ground, b: wheel, point: [0, 0, 0]}\n- {kind: "
                      "revolute, a: ground, b: pinion, point: [1, 0, 0]}\n"
                      "- {kind: prismatic, a: ground, b: rack, point: [2, 0, 0], axis: [0, 1, 0]}\n"
                      "- {kind: gear, a: wheel, b: pinion, ratio: -2.5}\n- {kind: rack, a: pinion, b: rack, radius: "
                      "0.04, axis_b: [0, 1, 0]}\n"
                      "- {kind: screw, a: nut, b: wheel, point: [0, 0, 1], lead: 0.01}\n- {kind: prismatic, a: ground, "
                      "b: nut, point: [0, 0, 1]}\n"
                      "drives: [{kind: speed, joint: main, amount: 20, course: ramp, end: 0.5}]\n",
                  1e-3, 1e-12);
  machine.run_to(1);
  const double turned = 20 * 0.25 + 20 * 0.5;  // 2.4 turns: angles of bodies come back within a turn
  const auto off = [](double angle, double exact) { return std::abs(std::remainder(angle - exact, 2 * kPi)); };
  EXPECT_LT(off(machine.turn_about(0, Vec3::UnitZ()), turned), 1e-10);
  EXPECT_LT(off(machine.turn_about(1, Vec3::UnitZ()), -2.5 * turned), 1e-10);
  EXPECT_NEAR(machine.body(2).position.y(), 0.04 * -2.5 * turned, 1e-10);
  EXPECT_NEAR(machine.body(3).position.z() - 1, -0.01 * turned / (2 * kPi),
              1e-10);  // the wheel goes forward on the nut: the nut back
}

TEST(UniversalJoint, AngleOfHooke) {
  const double bend = 0.5;
  Machine machine(fmt::format("gravity: [0, 0, 0]\nbodies:\n  list:\n  {}  {}joints:\n- {{kind: revolute, name: main, "
                              "a: ground, b: in, point: [0, 0, 0]}}\n"
                              "- {{kind: revolute, a: ground, b: out, point: [0, 0, 0], axis: [{}, 0, {}]}}\n"
                              "- {{kind: universal, a: in, b: out, point: [0, 0, 0], axis: [0, 1, 0], axis_b: [{}, 0, "
                              "{}], stiffness: 1e6, turning_stiffness: 1e9}}\n"
                              "drives: [{{kind: position, joint: main, amount: 8, course: ramp, end: 1}}]\n",
                              ball("in", {0, 0, -0.5}, 1, 0.1),
                              ball("out", {0.5 * std::sin(bend), 0, 0.5 * std::cos(bend)}, 1, 0.01), std::sin(bend),
                              std::cos(bend), std::cos(bend), -std::sin(bend)),
                  1e-3, 1e-10);
  double worst = 0;
  while (machine.time() < 0.999) {
    machine.step();
    const double in = 8 * machine.time();
    // pin on `in` along y, turned; square to the pin on `out` along its x: tan out = tan in / cos or times cos by the
    // phase
    const double out = std::atan2(std::sin(in), std::cos(in) / std::cos(bend));
    worst = std::max(
        worst, std::abs(std::remainder(machine.turn_about(1, {std::sin(bend), 0, std::cos(bend)}) - out, 2 * kPi)));
  }
  EXPECT_LT(worst, 1e-4);
}

TEST(Motors, KeepToTheirCourse) {
  Machine machine("gravity: [0, 0, 0]\nbodies:\n  list:\n  " + ball("a", {0, 0, 0}, 1, 0.1) + "  " +
                      ball("b", {1, 0, 0}, 1, 0.1) + "  " + ball("c", {2, 0, 0}, 1, 0.1) +
                      "joints:\n- {kind: prismatic, name: a, a: a, b: ground, point: [0, 0, 0], axis: [0, 2, 0]}\n- "
                      "{kind: revolute, name: b, a: ground, b: b, point: [1, 0, 0]}\n"
                      "- {kind: free, name: c, a: ground, b: c, point: [2, 0, 0], axis: [0, 0, 1]}\n"
                      "drives:\n- {kind: position, joint: a, along: way, amount: 0.5, course: sine, frequency: 2}\n"
                      "- {kind: position, joint: b, amount: 2, course: table, table: [[0, 0], [0.2, 3], [0.4, 1]]}\n"
                      "- {kind: speed, joint: c, along: way, amount: 3, course: sine, frequency: 1}\n",
                  1e-3, 1e-12);
  machine.run_to(0.37);
  EXPECT_NEAR(machine.body(0).position.y(), -0.5 * std::sin(4 * kPi * 0.37),
              1e-11);  // the ground goes so relative to a
  EXPECT_NEAR(std::remainder(machine.turn_about(1, Vec3::UnitZ()) - 2 * (3 - 2 * 0.17 / 0.2), 2 * kPi), 0, 1e-10);
  EXPECT_NEAR(machine.body(2).position.z(), 3 * (1 - std::cos(2 * kPi * 0.37)) / (2 * kPi), 1e-10);
}

// J = 0.5, at most 2 N m: 4 rad/s^2 up to the speed; it stalls against 3 N m and is turned back with 1 N m.
TEST(Motor, OfFiniteTorqueStalls) {
  const std::string head = "gravity: [0, 0, 0]\nbodies:\n  list:\n  " + ball("wheel", {0, 0, 0}, 1, 0.5) +
                           "joints: [{kind: revolute, name: main, a: ground, b: wheel, point: [0, 0, 0]}]\n"
                           "drives: [{kind: speed, joint: main, amount: 6, limit: 2}]\n";
  Machine free(head, 1e-3);
  free.run_to(1);
  EXPECT_NEAR(free.body(0).angular_velocity.z(), 4, 1e-10);
  free.run_to(2);
  EXPECT_NEAR(free.body(0).angular_velocity.z(), 6, 1e-10);
  Machine stalled(head + "loads: [{kind: torque, body: wheel, amount: [0, 0, -3]}]\n", 1e-3);
  stalled.run_to(1);
  EXPECT_NEAR(stalled.body(0).angular_velocity.z(), -2, 1e-10);
  EXPECT_NEAR(stalled.reaction(1, 1).moment.z(), 2, 1e-10);
}

// On a slope of 1/2: the slider of 2 kg is pulled by 9.81 N.
TEST(DryFriction, HoldsAndSlips) {
  const auto run = [](double friction) {
    Machine machine("bodies:\n  list:\n  " + ball("slider", {0, 0, 0}, 2, 0.1) +
                        fmt::format("joints: [{{kind: prismatic, a: ground, b: slider, point: [0, 0, 0], axis: [{}, 0, "
                                    "-0.5], friction: {}}}]\n",
                                    std::sqrt(0.75), friction),
                    1e-3);
    machine.run_to(0.5);
    return machine.body(0);
  };
  EXPECT_LT(run(9.82).position.norm(), 1e-12);
  const auto slips = run(5);
  EXPECT_NEAR(slips.velocity.norm(), 0.5 * (9.81 - 5) / 2, 1e-10);
}

// Each half swing loses 2 S/k; it stays where the spring is weaker than friction.
TEST(DryFriction, TurningPointsOfTheOscillator) {
  constexpr double m = 1, k = 100, s = 3, start = 0.25;
  const auto turning = [&](double h) {
    Machine machine("gravity: [0, 0, 0]\nbodies:\n  list:\n  " + ball("slider", {start, 0, 0}, m, 0.1) +
                        "joints: [{kind: prismatic, name: guide, a: ground, b: slider, point: [0, 0, 0], axis: [1, 0, "
                        "0], friction: 3}]\n"
                        "drives: [{kind: spring, joint: guide, stiffness: 100, rest: -0.25}]\n",
                    h);
    std::vector<double> points;
    for (double last = -1; machine.time() < 2;) {
      machine.step();
      const auto slider = machine.body(0);
      if (slider.velocity.x() * last < 0 || (std::abs(slider.velocity.x()) < 1e-9 && std::abs(last) > 1e-9))
        points.push_back(slider.position.x());
      last = slider.velocity.x();
    }
    return points;
  };
  const auto off = [&](double h) {
    const auto points = turning(h);
    EXPECT_GE(points.size(), 4u);
    double worst = 0, exact = start;
    for (std::size_t n = 0; n < 3; ++n) {
      exact = -exact + (exact > 0 ? 1 : -1) * 2 * s / k;
      worst = std::max(worst, std::abs(points.at(n) - exact));
    }
    EXPECT_LT(std::abs(points.back()), s / k);
    return worst;
  };
  expect_first_order(off, 2e-4);
}

// Implicit Euler to the letter: (m + h c + h^2 k) v' = m v - h k x.
TEST(SpringAndDamper, RecursionOfImplicitEuler) {
  constexpr double h = 1e-2, m = 2;
  for (const auto& [k, c] : {std::pair{500.0, 3.0}, std::pair{5.0, 30.0}}) {
    Machine machine(
        fmt::format(
            "gravity: [0, 0, 0]\nbodies:\n  list:\n  {}joints: [{{kind: free, name: tie, a: ground, b: bob, "
            "point: [1.3, 0, 0], axis: [1, 0, 0]}}]\ndrives: [{{kind: spring, joint: tie, along: way, stiffness: "
            "{}, damping: {}, rest: -0.3}}]\n",
            ball("bob", {1.3, 0, 0}, m, 0.1), k, c),
        h);
    double x = 0.3, v = 0;
    for (int n = 0; n < 100; ++n) {
      machine.step();
      v = (m * v - h * k * x) / (m + h * c + h * h * k);
      x += h * v;
      ASSERT_NEAR(machine.body(0).position.x() - 1, x, 1e-10);
    }
  }
}

// Without a spring nothing pulls back: (m + h c) v' = m v, a decay by m / (m + h c) in each step.
TEST(Damper, DecayOfTheSpeed) {
  constexpr double h = 1e-2, m = 2, c = 30;
  Machine machine("gravity: [0, 0, 0]\nbodies:\n  list:\n  " +
                      ball("bob", {1.3, 0, 0}, m, 0.1, ", velocity: [0.7, 0, 0]") +
                      "joints: [{kind: free, name: tie, a: ground, b: bob, point: [1.3, 0, 0], axis: [1, 0, 0]}]\n"
                      "drives: [{kind: spring, joint: tie, along: way, damping: 30}]\n",
                  h);
  double x = 1.3, v = 0.7;
  for (int n = 0; n < 100; ++n) {
    machine.step();
    v *= m / (m + h * c);
    x += h * v;
    ASSERT_NEAR(machine.body(0).velocity.x(), v, 1e-11);
    ASSERT_NEAR(machine.body(0).position.x(), x, 1e-10);
  }
}

// A plate on three legs of stiffness 1:2:3 in a row bears its weight and a moment: two conditions, three forces.
TEST(Compliance, ForcesOfTheStatics) {
  Machine machine("bodies:\n  list:\n  " + ball("plate", {0.1, 0, 0}, 10, 0.4) +
                      "joints:\n- {kind: planar, a: ground, b: plate, point: [0.1, 0, 0], axis: [0, 1, 0]}\n"
                      "- {kind: prismatic, a: ground, b: plate, point: [0.1, 0, 0], axis: [0, 0, 1], "
                      "turning_stiffness: 1e-3, stiffness: 1e-3}\n"
                      "- {kind: distance, a: ground, b: plate, point: [-1, 0, -5], point_b: [-1, 0, 0], stiffness: "
                      "1e5, damping: 1e3}\n"
                      "- {kind: distance, a: ground, b: plate, point: [0, 0, -5], point_b: [0, 0, 0], stiffness: 2e5, "
                      "damping: 1e3}\n"
                      "- {kind: distance, a: ground, b: plate, point: [1, 0, -5], point_b: [1, 0, 0], stiffness: 3e5, "
                      "damping: 1e3}\n",
                  1e-2, 1e-13);
  machine.run_to(8);
  // k_i (d + x_i a) = F_i, sum F = W, sum x_i F = 0.1 W
  const double w = 10 * kGravity, k0 = 6e5, k1 = 2e5, k2 = 4e5;  // moments of stiffness
  const double a = (0.1 * w * k0 - w * k1) / (k0 * k2 - k1 * k1), d = (w - k1 * a) / k0;
  const double exact[] = {1e5 * (d - a), 2e5 * d, 3e5 * (d + a)};
  for (int n = 0; n < 3; ++n) EXPECT_NEAR(machine.reaction(2 + n, 2 + n).force.z(), exact[n], 1e-4 * w) << n;
}

// A ball on a slope of 10 degrees that may not turn: springs of the contact, no creep; Hertz and Mindlin.
void deflect(int steps) {
  const auto run = [steps](const std::string& springs, double h) {
    Machine machine(
        fmt::format("gravity: [{}, 0, {}]\ncontact: {{mu: 0.5, {}}}\nbodies:\n  list:\n  - {{name: ball, radius: 0.1, "
                    "mass: 1, position: [0, 0, -999.9]}}\n"
                    "joints: [{{kind: free, name: j, a: ground, b: ball, point: [0, 0, 0], axis: [0, 1, 0]}}]\n"
                    "drives: [{{kind: speed, joint: j, along: turn, amount: 0}}]\n",
                    kGravity * std::sin(kPi / 18), -kGravity * std::cos(kPi / 18), springs),
        h, 1e-13);
    for (int n = 0; n < steps; ++n) machine.step();
    const Vec3 half = machine.body(0).position;
    for (int n = 0; n < steps; ++n) machine.step();
    EXPECT_LT((machine.body(0).position - half).norm(), 1e-9);
    return Vec3(machine.body(0).position - Vec3(0, 0, -999.9));
  };
  const double down = kGravity * std::cos(kPi / 18), along = kGravity * std::sin(kPi / 18);
  const Vec3 given = run("stiffness: 1e6, tangential_stiffness: 4e5", 1e-3);
  EXPECT_NEAR(-given.z() / (down / 1e6), 1, 1e-3);
  EXPECT_NEAR(given.x() / (along / 4e5), 1, 1e-3);
  const double modulus = 1e8 / (1 - 0.09) / 2;  // both of one material
  const Vec3 hertz = run("young: 1e8, poisson: 0.3", 1e-3);
  EXPECT_NEAR(-hertz.z() / std::pow(down / (4.0 / 3.0 * modulus * std::sqrt(0.1)), 2.0 / 3.0), 1, 1e-3);
}
TEST(CompliantContact, DeflectionsOfTheClosedForm) { deflect(2000); }
TEST(Long, CompliantContactOf100000StepsDeflectsByTheClosedForm) { deflect(50000); }  // twice, to see whether it creeps

TEST(Machines, BadOnesAreRefused) {
  const std::string two =
      "bodies:\n  list:\n  " + ball("one", {0, 0, 0}, 1, 0.1) + "  " + ball("two", {1, 0, 0}, 1, 0.1);
  const auto refused = [&](const std::string& joints) {
    EXPECT_THROW(Machine(two + joints, 1e-3), InputError) << joints;
  };
  const std::string hinge = "joints: [{kind: revolute, name: main, a: one, b: two, point: [0, 0, 0]}]\n";
  EXPECT_NO_THROW(Machine(two + hinge, 1e-3));
  refused("joints: [{kind: ball, a: one, b: one, point: [0, 0, 0]}]\n");
  refused("joints: [{kind: ball, a: one, b: three, point: [0, 0, 0]}]\n");
  refused("joints: [{kind: revolute, a: one, b: two, point: [0, 0, 0], axis: [0, 0, 0]}]\n");
  refused("joints: [{kind: gear, a: one, b: two, ratio: 0}]\n");
  refused("joints: [{kind: universal, a: one, b: two, point: [0, 0, 0], axis: [0, 0, 1], axis_b: [0, 0, 1]}]\n");
  refused("joints: [{kind: weld, a: one, b: two, point: [0, 0, 0], friction: 1}]\n");
  refused("joints: [{kind: prismatic, a: one, b: two, point: [0, 0, 0], friction: -1}]\n");
  refused("joints: [{kind: distance, a: one, b: two, point: [0, 0, 0], point_b: [0, 0, 0]}]\n");
  refused(hinge + "drives: [{kind: speed, joint: main, limit: -2}]\n");
  refused(hinge + "drives: [{kind: speed, joint: other}]\n");
  refused(hinge + "drives: [{kind: spring, joint: main}]\n");
  refused(hinge + "drives: [{kind: speed, joint: main, along: way}]\n");
  refused(hinge + "drives: [{kind: speed, joint: main, amount: 1}, {kind: speed, joint: main, amount: 2}]\n");
  refused(hinge +
          "drives: [{kind: position, joint: main, course: sine, frequency: 1}, {kind: speed, joint: main, course: "
          "sine, frequency: 1}]\n");
  EXPECT_NO_THROW(
      Machine(two + hinge +
                  "drives: [{kind: speed, joint: main, amount: 1}, {kind: speed, joint: main, amount: 2, limit: 1}]\n",
              1e-3));
  refused(
      "joints: [{kind: distance, a: one, b: two, point: [0, 0, 0], point_b: [1, 0, 0]}, {kind: distance, a: one, b: "
      "two, point: [0, 0, 0], point_b: [1, 0, 0], length: 2}]\n");
  // rods of 1 m from points 3 m apart reach nothing, whichever way they point at first; rods of 2 m do
  const auto rods = [](double length, double aside) {
    return fmt::format(
        "joints: [{{kind: distance, a: ground, b: one, point: [-1.5, {0}, 0], point_b: [0, 0, 0], length: {1}}}, "
        "{{kind: distance, a: ground, b: one, point: [1.5, {0}, 0], point_b: [0, 0, 0], length: {1}}}]\n",
        aside, length);
  };
  refused(rods(1, 0));
  refused(rods(1, 0.7));
  EXPECT_NO_THROW(Machine(two + rods(2, 0.7), 1e-3));
}

}  // namespace
}  // namespace talus
