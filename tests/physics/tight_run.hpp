#pragma once
// Shared by the tests of physics: a simulation solved so tightly that only the scheme's own error is left.

#include <gtest/gtest.h>

#include "harness/harness.hpp"
#include "harness/wall_impulse.hpp"

namespace talus::test {

inline constexpr double kGravity = 9.81;  // m/s^2

// Every contact's residual, in m/s.
inline sim::SimulationOptions tight(double step, double tolerance = 1e-12) {
  sim::SimulationOptions options;
  options.build.step = step;
  options.solver.tolerance = tolerance;
  options.solver.norm = solver::Norm::max;
  options.solver.max_sweeps = 20000;
  return options;
}

// Steps on all ranks; each must meet its tolerance.
class TightRun {
 public:
  TightRun(bodies::World world, std::vector<bodies::Body> bodies, const sim::SimulationOptions& options)
      : scenario_(std::move(world), std::move(bodies)), simulation_(comm::Comm::world(), scenario_, options) {}

  // *Collective.*
  void steps(int count) {
    for (int n = 0; n < count; ++n) {
      last_ = simulation_.step();
      missed_ += last_.solve.status == solver::Status::missed;
      ASSERT_EQ(missed_, 0) << "step " << simulation_.steps_done() << ", residual " << last_.solve.residual.max;
    }
  }
  void step() { steps(1); }

  bodies::Body body(GlobalId id) const { return find_body(simulation_, id); }  // *Collective.*
  Vec3 wall_force() const {  // *Collective.* On all walls, last step, N
    Vec3 sum = wall_impulse(simulation_).force;
    simulation_.comm().sum(std::span(sum.data(), 3));
    return sum / simulation_.options().build.step;
  }
  double time() const { return simulation_.time(); }
  const observe::StepReport& last() const { return last_; }
  const sim::Simulation& simulation() const { return simulation_; }

 private:
  Given scenario_;
  sim::Simulation simulation_;
  observe::StepReport last_;
  int missed_ = 0;
};

// The length of a run in steps: in full on one rank; the first 500 on several, which take turns on the cores of a test
// machine and need some 100 times as long for a single contact.
inline int long_run(int steps) { return comm::Comm::world().size() == 1 ? steps : std::min(steps, 500); }

// A sphere on a plane tilted by `angle` about the y axis, `gap` above it; downhill() points down the slope.
struct Incline {
  double angle = 0;
  Vec3 normal() const { return {std::sin(angle), 0, std::cos(angle)}; }
  Vec3 downhill() const { return {std::cos(angle), 0, -std::sin(angle)}; }

  bodies::World world(const bodies::Friction& friction) const {
    auto made = world_of(friction, {0, 0, -kGravity});
    add_plane(made, Vec3::Zero(), normal());
    return made;
  }
  bodies::Body sphere(double radius, double mass, double gap = 0) const {
    return test::sphere(1, radius, (radius + gap) * normal(), mass);
  }
};

}  // namespace talus::test
