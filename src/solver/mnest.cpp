#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solver/iterate.hpp"
#include "solver/solver.hpp"

namespace talus::solver {
namespace {

double value_of(const Residual& r, Norm norm) {
  switch (norm) {
    case Norm::rms: return r.rms;
    case Norm::max: return r.max;
    case Norm::relative: return r.relative;
  }
  return r.rms;
}

// Sweeps between two looks at the residual: a few per cent of the sweeps done, so that looking stays cheap.
int next_check(int sweeps) { return sweeps + std::max(4, sweeps / 20); }

// Projected Gauss-Seidel with exact local steps; with momentum: Nesterov's extrapolation of whole sweeps (impulses and
// velocities together), made monotone: a sweep after which the objective rose is taken back, and the momentum starts anew
// there as well as where it leads uphill (O'Donoghue and Candes' gradient test).
class ProjectedSweeps : public Solver {
 public:
  ProjectedSweeps(const comm::Comm& comm, bool momentum) : comm_(comm), momentum_(momentum), iterate_(comm) {}

  SolveReport solve(const problem::Problem& problem, const comm::Sharing& sharing, const SolverOptions& options,
                    problem::Solution& solution) override {
    const bool relative = options.norm == Norm::relative;
    SolveReport report;
    report.contacts = comm_.sum(static_cast<std::int64_t>(problem.contacts.size()));
    iterate_.begin(problem, sharing);
    auto converged = [&] {
      report.residual = iterate_.residual(relative);
      report.history.push_back({report.sweeps, value_of(report.residual, options.norm)});
      return report.history.back().value <= options.tolerance;
    };
    bool done = report.contacts == 0 || converged();
    double t = 1, beta = 0;
    int check = next_check(0);
    while (!done && report.sweeps < options.max_sweeps) {
      const SweepSums sums = iterate_.sweep(beta);
      ++report.sweeps;
      if (beta > 0 && sums.objective > 0) {
        iterate_.take_back();
        ++report.rejected;
        t = 1, beta = 0;
      } else if (momentum_) {
        if (sums.restart > 0) ++report.restarts, t = 1;
        const double next = 0.5 * (1 + std::sqrt(1 + 4 * t * t));
        beta = (t - 1) / next;
        t = next;
      }
      if (report.sweeps >= check || report.sweeps == options.max_sweeps) {
        done = converged();
        check = next_check(report.sweeps);
      }
    }
    report.status = done ? Status::converged : Status::missed;
    iterate_.store(solution);
    return report;
  }

 private:
  comm::Comm comm_;
  bool momentum_;
  Iterate iterate_;
};

}  // namespace

const std::vector<std::string>& solver_names() {
  static const std::vector<std::string> names{"mnest", "pgs"};
  return names;
}

std::unique_ptr<Solver> make_solver(const std::string& name, const comm::Comm& comm) {
  if (name == "mnest") return std::make_unique<ProjectedSweeps>(comm, true);
  if (name == "pgs") return std::make_unique<ProjectedSweeps>(comm, false);
  throw InputError("unknown solver '" + name + "'");
}

}  // namespace talus::solver
