// Chains, bridges, a doubled four-bar on any ranks: the interior-point solver against sweeps and statics, one rank
// against many.

#include <gtest/gtest.h>

#include <cmath>

#include "harness/harness.hpp"

namespace talus {
namespace {

using bodies::Joint;

struct Hinged : test::Given {
  Hinged(bodies::World world, std::vector<bodies::Body> bodies, std::vector<Joint> given)
      : Given(std::move(world), std::move(bodies)), all(std::move(given)) {}
  std::vector<Joint> joints(const comm::Comm& comm) const override {
    std::vector<Joint> mine;
    for (std::size_t n = 0; n < all.size(); ++n) {
      if (static_cast<int>(n % static_cast<std::size_t>(comm.size())) == comm.rank()) mine.push_back(all[n]);
    }
    return mine;
  }
  std::vector<Joint> all;
};

Joint joint_at(GlobalId id, const bodies::Body& a, const bodies::Body& b, const Vec3& point, std::int32_t locks,
               double stiffness = 0) {
  Joint j;
  j.id = id, j.a = a.id, j.b = b.id, j.locks = locks;
  j.point_a = a.orientation.conjugate() * (point - a.position),
  j.point_b = b.orientation.conjugate() * (point - b.position);
  j.frame_a = a.orientation.conjugate(), j.frame_b = b.orientation.conjugate();
  j.stiffness = {stiffness, stiffness};
  return j;
}

bodies::World ground() {
  auto world = test::world_of({0.5, 0, 0});
  test::add_plane(world, {0, 0, -1000}, {0, 0, 1});
  return world;
}

// Links between two fixed ends; every tenth has `ratio` times the mass.
Hinged chain(int links, double ratio = 1) {
  const auto world = ground();
  std::vector<bodies::Body> balls;
  std::vector<Joint> joints;
  for (int n = 0; n < links; ++n) {
    balls.push_back(test::sphere(1 + n, 0.02, {0.1 * n, 0.03 * std::sin(0.5 * n), 0}, n % 10 == 9 ? ratio : 1));
    const Vec3 point(0.1 * n - 0.05, 0, 0);
    joints.push_back(joint_at(n, n == 0 ? world.walls[0] : balls[static_cast<std::size_t>(n) - 1], balls.back(), point,
                              bodies::locks::ball));
  }
  joints.push_back(joint_at(links, world.walls[0], balls.back(), {0.1 * links - 0.05, 0, 0}, bodies::locks::ball));
  return {world, balls, joints};
}

// n x n balls, each held by its neighbours along both ways, the two ends of each row by the ground; a layer of balls
// lies on them.
Hinged bridge(int n) {
  const auto world = ground();
  std::vector<bodies::Body> balls;
  std::vector<Joint> joints;
  const auto at = [n](int i, int k) { return static_cast<std::size_t>(i * n + k); };
  const auto tie = [&](const bodies::Body& a, const bodies::Body& b, const Vec3& point) {
    joints.push_back(joint_at(std::ssize(joints), a, b, point, bodies::locks::ball, 1e6));
  };
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const Vec3 x(0.1 * i, 0.1 * k, 0);
      balls.push_back(test::sphere(1 + static_cast<GlobalId>(at(i, k)), 0.045, x));
      if (i == 0) tie(world.walls[0], balls.back(), x - Vec3(0.05, 0, 0));
      if (i > 0) tie(balls[at(i - 1, k)], balls.back(), x - Vec3(0.05, 0, 0));
      if (k > 0) tie(balls[at(i, k - 1)], balls.back(), x - Vec3(0, 0.05, 0));
      if (i == n - 1) tie(world.walls[0], balls.back(), x + Vec3(0.05, 0, 0));
    }
  }
  for (int i = 0; i + 1 < n; i += 2) {
    for (int k = 0; k + 1 < n; k += 2)
      balls.push_back(test::sphere(1 + std::ssize(balls), 0.045, {0.1 * i + 0.05, 0.1 * k + 0.05, 0.0555}));
  }
  return {world, balls, joints};
}

sim::SimulationOptions options_for(const std::string& solver, double tolerance, int sweeps, double step = 1e-3) {
  sim::SimulationOptions options;
  options.build.step = step;
  options.solver.name = solver;
  options.solver.tolerance = tolerance;
  options.solver.norm = solver::Norm::max;
  options.solver.max_sweeps = sweeps;
  options.partition_every = 0;
  if (solver == "mnest") options.solver.schedule = solver::ScheduleKind::cubes;
  return options;
}

struct Outcome {
  std::vector<double> places;  // of all bodies by id
  std::int64_t sweeps = 0;
  int missed = 0;
  double residual = 0;
  std::uint64_t hash = 0;
};
Outcome after(const comm::Comm& comm, const Hinged& scenario, const sim::SimulationOptions& options, int steps) {
  sim::Simulation simulation(comm, scenario, options);
  Outcome out;
  for (int n = 0; n < steps; ++n) {
    const auto report = simulation.step();
    out.sweeps += report.solve.sweeps, out.missed += report.solve.status != solver::Status::converged;
    out.residual = std::max(out.residual, report.solve.residual.max);
  }
  std::vector<double> places(3 * static_cast<std::size_t>(comm.sum(std::int64_t{simulation.bodies().num_owned})));
  for (const auto& b : simulation.bodies().owned()) {
    for (std::size_t i = 0; i < 3; ++i)
      places.at(3 * static_cast<std::size_t>(b.id - 1) + i) = b.position[static_cast<int>(i)];
  }
  comm.sum(places);
  out.places = places, out.hash = simulation.state_hash();
  return out;
}

double apart(const Outcome& a, const Outcome& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.places.size(); ++i) most = std::max(most, std::abs(a.places[i] - b.places.at(i)));
  return most;
}

// ipm meets its residual, one rank agrees with many; so does mnest, bit by bit, as far as its sweeps bring it.
void compare(const std::string& what, const Hinged& scenario, int steps, int sweeps, double ipm_tolerance = 1e-8,
             int unknowns_per_rank = solver::kUnknownsPerRank) {
  const auto world = comm::Comm::world(), self = comm::Comm::self();
  auto by_ipm = options_for("ipm", ipm_tolerance, 100);
  by_ipm.solver.unknowns_per_rank = unknowns_per_rank;
  const auto ipm = after(world, scenario, by_ipm, steps);
  const auto alone = after(self, scenario, options_for("ipm", ipm_tolerance, 100), steps);
  EXPECT_EQ(ipm.missed, 0) << what << ": " << ipm.residual;
  EXPECT_LT(apart(ipm, alone), 1e-8) << what;
  const auto mnest = after(world, scenario, options_for("mnest", ipm_tolerance, sweeps), steps);
  EXPECT_EQ(mnest.hash, after(self, scenario, options_for("mnest", ipm_tolerance, sweeps), steps).hash) << what;
  if (world.is_root()) {
    std::printf(
        "%s, %d steps: ipm %lld iterations, residual %.1e; mnest %lld sweeps, %d missed, residual %.1e, %.1e m from "
        "ipm\n",
        what.c_str(), steps, static_cast<long long>(ipm.sweeps), ipm.residual, static_cast<long long>(mnest.sweeps),
        mnest.missed, mnest.residual, apart(ipm, mnest));
  }
}

TEST(Small, ChainOf30OneRankVsMany) { compare("chain of 30", chain(30), 3, 1000); }
TEST(Small, ChainOf30Masses1To10000OneRankVsMany) { compare("chain of 30, masses 1:10^4", chain(30, 1e4), 2, 1000); }
TEST(Small, BridgeOf4x4OneRankVsMany) { compare("bridge of 4 x 4", bridge(4), 3, 1000); }
TEST(Small, BridgeOf4x4FactoredByAllOneRankVsMany) { compare("bridge of 4 x 4", bridge(4), 3, 1000, 1e-8, 30); }

TEST(Large, ChainOf1000OneRankVsMany) { compare("chain of 1000", chain(1000), 3, 2000); }
TEST(Large, BridgeOf50x50OneRankVsMany) { compare("bridge of 50 x 50", bridge(50), 2, 300); }
TEST(Large, ChainOf1000Masses1To10000OneRankVsMany) {
  compare("chain of 1000, masses 1:10^4", chain(1000, 1e4), 2, 2000);
}

}  // namespace
}  // namespace talus
