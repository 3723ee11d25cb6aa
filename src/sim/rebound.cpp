// Restitution makes no energy. A contact that bounces alone cannot (problem/restitution.hpp), but contacts that meet at
// once with friction may move each other's points so that friction gives more than impacts take. With g.(u + b) = 0 the
// work of a step's contacts on what moves relative to them is
//
//   W = g.(u_free + u)/2 = -g.b - 1/2 sum m |v - v_free|^2
//
// Where W > 0 in the sum over all bodies, the step is solved again with half the rebound, then with none, which makes W
// <= 0.

#include <vector>

#include "comm/exact_sum.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {
namespace {

struct Rebound {
  double* bias;
  double of_gap, full;  // m/s: without and with restitution
};

double& normal_bias(problem::Problem& problem, std::size_t c) {
  const LocalIndex place = problem.place[c];
  return place >= 0 ? problem.contacts[static_cast<std::size_t>(place)].bias
                    : problem.blocks[static_cast<std::size_t>(-1 - place)].bias[0];
}

// 1/2 m |v - v_free|^2, with the spin.
double turnover(const problem::ProblemBody& free, const Vec3& velocity, const Vec3& spin) {
  if (free.inverse_mass == 0) return 0;
  const double turning =
      free.inverse_inertia > 0 ? (spin - free.angular_velocity).squaredNorm() / free.inverse_inertia : 0;
  return 0.5 * ((velocity - free.velocity).squaredNorm() / free.inverse_mass + turning);
}

}  // namespace

bool Simulation::rebounds_make_energy() {
  std::array<comm::ExactSum, 2> sums;  // W, and what the tolerance leaves open of it
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const double bias = normal_bias(problem_, c), of_gap = problem::gap_bias(contacts_[c].gap, options_.build);
    const double impulse = problem::impulse_of(problem_, solution_, contacts_[c], c).force.dot(contacts_[c].normal);
    if (bias > 0 || bias < of_gap) sums[0].add(-bias * impulse);  // what pushes overlaps out may make energy
    sums[1].add(2 * options_.solver.tolerance * impulse);
  }
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies_.num_owned); ++b) {
    sums[0].add(-turnover(problem_.bodies[b], solution_.velocity[b], solution_.angular_velocity[b]));
  }
  for (std::size_t l = 0; l < problem_.large.size() && comm_.is_root(); ++l) {
    const auto& large = problem_.large[l];
    auto free = problem_.bodies[static_cast<std::size_t>(large.body)];
    free.inverse_mass = large.inverse_mass, free.inverse_inertia = large.inverse_inertia;
    sums[0].add(-turnover(free, solution_.large[l].velocity, solution_.large[l].angular_velocity));
  }
  comm::exact_sum(comm_, sums);
  return sums[0].value() > sums[1].value();
}

void Simulation::tame_rebounds(StepReport& report) {
  if (!may_bounce_) return;
  std::vector<Rebound> rebounds;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    double& bias = normal_bias(problem_, c);
    if (const double of_gap = problem::gap_bias(contacts_[c].gap, options_.build); bias < of_gap)
      rebounds.push_back({&bias, of_gap, bias});
  }
  if (!comm_.any(!rebounds.empty())) return;
  for (const double part : {0.5, 0.0}) {
    if (!rebounds_make_energy()) return;
    for (const Rebound& r : rebounds) *r.bias = r.of_gap + part * (r.full - r.of_gap);
    const int sweeps = report.solve.sweeps;
    report.solve = solver_->solve(problem_, sharing_, options_.solver, solution_);
    report.solve.sweeps += sweeps;
  }
}

}  // namespace talus::sim
