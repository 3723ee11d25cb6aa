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

#include "comm/comm.hpp"
#include "comm/sharing.hpp"
#include "problem/problem.hpp"
#include "solver/schedule.hpp"

namespace talus::solver {

enum class Norm {
  rms,       // root mean square over contacts, m/s
  max,       // largest contact, m/s
  relative,  // sqrt(sum |r_i|^2 / w_i) over its value at zero impulses: for comparisons of solvers
};

// ccp: the convex problem, in which contacts that slide, roll or spin open by the relaxation; coulomb: without it.
enum class Law { ccp, coulomb };

struct SolverOptions {
  std::string name = "mnest";
  Law law = Law::ccp;
  double tolerance = 1e-3;  // m/s, or relative
  Norm norm = Norm::rms;
  int max_sweeps = 1000;
  ScheduleKind schedule = ScheduleKind::blocks;
};

struct Residual {
  double rms = 0;        // m/s
  double max = 0;        // m/s
  double relative = 0;   // only where Norm::relative is asked for
  double slide_max = 0;  // largest violation by part (normal and sliding rows; rolling; spinning;
                         // bilateral rows; rows between bounds), m/s
  double roll_max = 0;
  double spin_max = 0;
  double joint_max = 0;
  double box_max = 0;
  double relaxation = 0;  // largest and mean opening h (mu |v_T| + rho |w_T| + sigma |w_n|) of contacts that press, m;
  double relaxation_mean = 0;  // with the law coulomb what is left of it
  Rank worst_rank = 0;         // where the worst contact is held,
  LocalIndex worst = -1;       // and which it is there (-1 elsewhere): contacts first, then blocks
};

enum class Status {
  converged,
  missed,
  unbounded,  // an impulse g in Y with D g = 0 and r.g < 0 was found: no solution (two driven bodies close on one
              // between)
};

struct HistoryPoint {
  int sweeps;
  double value;    // of the norm that stops
  double seconds;  // wall_seconds() then
};

struct SolveReport {
  Status status = Status::converged;
  int sweeps = 0;
  std::int64_t contacts = 0;  // over all ranks
  int restarts = 0;           // of the momentum
  int rejected = 0;           // sweeps taken back because the objective rose
  Residual residual;
  std::vector<HistoryPoint> history;
  std::vector<LocalIndex> certificate;  // unbounded: this rank's contacts that carry g: contacts first, then blocks
};

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
