#pragma once
// From problem to impulses. All solvers stop by the same rule: the natural map (design: one stopping rule with a
// meaning)
//
//   r_i = w_i (g_i - P_W(g_i - u_i / w_i)),  u = N g + r,  w = diagonal of N (the largest within a pair), in m/s;
//
// angular rows are multiplied by sqrt(w_n / w_r), a length. rms is taken over the contacts' row norms.

#include <memory>
#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/laws.hpp"
#include "problem/problem.hpp"
#include "problem/solve_report.hpp"
#include "solver/schedule.hpp"

namespace talus::solver {

enum class Norm {
  rms,       // root mean square over contacts, m/s
  max,       // largest contact, m/s
  relative,  // sqrt(sum |r_i|^2 / w_i) over its value at zero impulses: for comparisons of solvers
  siconos,   // of exact Coulomb on rows only: that of Siconos (Operator::coulomb_residual)
};

// ccp: the convex problem, in which contacts that slide, roll or spin open by the relaxation; coulomb: without it.
enum class Law { ccp, coulomb };
Law law_for(problem::LawOptions::Law law);  // that solvers apply under this law of contacts

// Unknowns that make a further rank worth its messages where `ipm` factors a matrix.
inline constexpr int kUnknownsPerRank = 100000;

struct SolverOptions {
  std::string name = "mnest";
  Law law = Law::ccp;
  double tolerance = 1e-3;  // m/s, or relative; of a deck maybe keys::kAuto
  Norm norm = Norm::rms;
  int max_sweeps = 1000;
  ScheduleKind schedule = ScheduleKind::blocks;
  int unknowns_per_rank = kUnknownsPerRank;  // of ipm

  static void keys(
      Keys<SolverOptions>& key);  // of decks: solver.name, schedule, tolerance, norm, max_sweeps, unknowns_per_rank
  static void check(const Values& deck);  // refuses laws that the solver cannot treat
};

// Names in decks and files; InputError on an unknown one.
std::string_view name_of(Norm norm);
std::string_view name_of(ScheduleKind schedule);
Norm norm_named(std::string_view name);
ScheduleKind schedule_named(std::string_view name);

// mnest and pgs sweep over bodies: they alone have schedules and know walls of finite mass. The others see rows.
inline bool sweeps_over_bodies(std::string_view name) { return name == "mnest" || name == "pgs"; }
inline ScheduleKind schedule_for(const SolverOptions& options) {
  return sweeps_over_bodies(options.name) ? options.schedule : ScheduleKind::blocks;
}

// Runs that give the same bits again, in ascending order: none (factors of matrices agree to 1e-8), a run on the same
// number of ranks, a run on any.
enum class Reproducible { none, run, ranks };
Reproducible reproducible(const SolverOptions& options);
std::string_view name_of(Reproducible level);

using problem::HistoryPoint;
using problem::Residual;
using problem::SolveReport;
using problem::Status;

// The norm that stops.
inline double value_of(const Residual& r, Norm norm) {
  switch (norm) {
    case Norm::rms: return r.rms;
    case Norm::max: return r.max;
    case Norm::relative:
    case Norm::siconos: return r.relative;
  }
  return r.rms;
}

class Solver {
 public:
  virtual ~Solver() = default;
  // *Collective.* Solves from problem.start; never prints or throws over slow convergence: the status says it.
  virtual SolveReport solve(const problem::Problem& problem, const comm::Sharing& sharing, const SolverOptions& options,
                            problem::Solution& solution) = 0;
};

// Solver by name, for options.law; throws InputError on an unknown one.
std::unique_ptr<Solver> make_solver(const std::string& name, const comm::Comm& comm, Law law = Law::ccp);
const std::vector<std::string>& solver_names();

}  // namespace talus::solver
