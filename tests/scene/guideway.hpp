#pragma once
// A guideway from a deck, stepped by hand.

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus::test {

// A scenario whose bodies bear other ids.
class Renumbered : public scene::Scenario {
 public:
  Renumbered(const scene::Scenario& given, std::function<GlobalId(GlobalId)> id) : given_(given), id_(std::move(id)) {}
  bodies::World world() const override { return given_.world(); }
  std::pair<double, double> radii() const override { return given_.radii(); }
  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override { return given_.joints(comm); }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    bodies::Bodies as_given;
    given_.populate(as_given, comm);
    for (bodies::Body body : as_given.owned()) {
      body.id = id_(body.id);
      bodies.add(body);
    }
  }

 private:
  const scene::Scenario& given_;
  std::function<GlobalId(GlobalId)> id_;
};

class Guideway {
 public:
  explicit Guideway(const std::vector<std::string>& sets, const comm::Comm& comm = comm::Comm::world(),
                    bool balls_backwards = false)
      : deck_(io::Deck::parse(
            drivers::key_table(),
            "scenario: guideway\ntime: {step: 1e-3, end: 1}\noutput: {folder: none}\ncontact: {mu: 0.1, young: "
            "2.06e11, poisson: 0.3}\n"
            "bodies: {radius: 0.0032, density: 7850}\nsolver: {tolerance: 1e-7, norm: max, max_sweeps: 100000}\n",
            "guideway.yaml", sets)),
        scenario_(scene::make_scenario(deck_)),
        backwards_(*scenario_, [this](GlobalId id) { return id_backwards(id); }),
        simulation_(comm, balls_backwards ? backwards_ : *scenario_, sim::simulation_options(deck_)) {}

  observe::StepReport step() {
    const auto report = simulation_.step();
    EXPECT_EQ(report.solve.status, solver::Status::converged)
        << "t = " << simulation_.time() << ", residual " << report.solve.residual.max;
    sweeps_ += report.solve.sweeps;
    return report;
  }
  void run_to(double end) {
    while (simulation_.time() < end - 1e-9 && !testing::Test::HasFailure()) step();
  }
  const sim::Simulation& simulation() const { return simulation_; }
  GlobalId first() const { return simulation_.world().first_body_id(); }
  bodies::Body carriage() const { return find_body(simulation_, first()); }
  bodies::Body ball(GlobalId n) const { return find_body(simulation_, first() + 1 + n); }
  std::string fault() const { return scenario_->fault(simulation_.bodies(), simulation_.comm()); }  // *Collective.*
  int sweeps() const { return sweeps_; }
  GlobalId id_backwards(GlobalId id) const {  // of one carriage's balls
    const GlobalId first = scenario_->world().first_body_id() + 1, last = first + scenario_->num_bodies(0) - 2;
    return id < first ? id : first + last - id;
  }

  // *Collective.* Forces of the carriage on each of its balls, without friction.
  std::vector<Vec3> loads(int balls = 36) const {
    std::vector<double> sums(3 * static_cast<std::size_t>(balls), 0.0);
    const auto& contacts = simulation_.contacts();
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      if (contacts[c].id_a != first()) continue;
      const Vec3& normal = contacts[c].normal;
      const double impulse =
          problem::impulse_of(simulation_.problem(), simulation_.solution(), contacts[c], c).force.dot(normal);
      const auto ball = static_cast<std::size_t>(contacts[c].id_b - first() - 1);
      Eigen::Map<Vec3>(&sums[3 * ball]) += impulse / simulation_.options().build.step * normal;
    }
    simulation_.comm().sum(sums);
    std::vector<Vec3> forces;
    for (std::size_t n = 0; n < sums.size(); n += 3) forces.emplace_back(&sums[n]);
    return forces;
  }
  // *Collective.* Force of the motor on the carriage in the last step.
  double effort() const {
    const auto& p = simulation_.problem();
    double sum = 0;
    for (std::size_t j = 0; j < p.joints.size(); ++j) {
      const auto& joint = simulation_.bodies().joints.items()[p.joints[j].place];
      if (joint.drive >= 0)
        sum += simulation_.solution().block_impulses[static_cast<std::size_t>(p.num_contact_blocks) + j][0] / p.step;
    }
    return simulation_.comm().sum(sum);
  }

 private:
  io::Deck deck_;
  std::unique_ptr<scene::Scenario> scenario_;
  Renumbered backwards_;
  sim::Simulation simulation_;
  int sweeps_ = 0;
};

}  // namespace talus::test
