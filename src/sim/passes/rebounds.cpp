#include "sim/passes/rebounds.hpp"

#include <array>
#include <vector>

#include "comm/exact_sum.hpp"

namespace talus::sim {
namespace {

struct Rebound {
  double* bias;
  double of_gap, full;  // m/s: without and with restitution
};

double& normal_bias(problem::Problem& problem, std::size_t c) {
  const auto [index, in_blocks] = problem.place[c];
  return in_blocks ? problem.blocks[index].bias[0] : problem.contacts[index].bias;
}

// 1/2 m |v - v_free|^2, with the spin.
double turnover(const problem::ProblemBody& body, const Twist& solved) {
  if (body.inverse_mass == 0) return 0;
  const Twist change = solved - body.free;
  const double turning = body.inverse_inertia > 0 ? change.w.squaredNorm() / body.inverse_inertia : 0;
  return 0.5 * (change.v.squaredNorm() / body.inverse_mass + turning);
}

// Is W > 0?
bool rebounds_make_energy(problem::Problem& problem, const problem::Solution& solution,
                          std::span<const collide::Contact> contacts, const problem::BuildOptions& build,
                          const Solve& solve) {
  std::array<comm::ExactSum, 2> sums;  // W, and what the tolerance leaves open of it
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double bias = normal_bias(problem, c), of_gap = problem::gap_bias(contacts[c].gap, build);
    const double impulse = problem::impulse_of(problem, solution, contacts[c], c).force.dot(contacts[c].normal);
    if (bias > 0 || bias < of_gap) sums[0].add(-bias * impulse);  // what pushes overlaps out may make energy
    sums[1].add(2 * solve.options.tolerance * impulse);
  }
  for (LocalIndex b = 0; b < problem.num_owned; ++b) sums[0].add(-turnover(problem.bodies[b], solution.local[b]));
  for (std::size_t l = 0; l < problem.large.size() && solve.comm.is_root(); ++l) {
    const auto& large = problem.large[l];
    auto free = problem.bodies[large.body];
    free.inverse_mass = large.inverse_mass, free.inverse_inertia = large.inverse_inertia;
    sums[0].add(-turnover(free, solution.large[l]));
  }
  comm::exact_sum(solve.comm, sums);
  return sums[0].value() > sums[1].value();
}

}  // namespace

void reduce_rebounds(problem::Problem& problem, problem::Solution& solution, std::span<const collide::Contact> contacts,
                     const problem::BuildOptions& build, const Solve& solve, problem::SolveReport& report) {
  std::vector<Rebound> rebounds;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    double& bias = normal_bias(problem, c);
    if (const double of_gap = problem::gap_bias(contacts[c].gap, build); bias < of_gap)
      rebounds.push_back({&bias, of_gap, bias});
  }
  if (!solve.comm.any(!rebounds.empty())) return;
  for (const double part : {0.5, 0.0}) {
    if (!rebounds_make_energy(problem, solution, contacts, build, solve)) return;
    for (const Rebound& r : rebounds) *r.bias = r.of_gap + part * (r.full - r.of_gap);
    solve.again(problem, solution, report);
  }
}

}  // namespace talus::sim
