#include "sim/passes/recovery.hpp"

#include "problem/recovery.hpp"

namespace talus::sim {

problem::Solution recover(const problem::Problem& problem, const problem::Solution& solution,
                          std::span<const collide::Contact> contacts, const problem::BuildOptions& build,
                          const Solve& solve, problem::SolveReport& report) {
  problem::Solution pseudo;
  if (!build.split_recovery) return pseudo;
  const auto recovery = problem::build_recovery(problem, contacts, solution, build);
  if (!solve.comm.any(problem::needs_recovery(recovery, solve.options.tolerance))) return pseudo;
  const auto solved = solve(recovery, pseudo);
  report.sweeps += solved.sweeps;
  add_status(solved, report);
  return pseudo;
}

}  // namespace talus::sim
