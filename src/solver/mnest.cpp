#include <utility>

#include "solver/bodies_as_rows.hpp"
#include "solver/certificate.hpp"
#include "solver/coulomb.hpp"
#include "solver/family.hpp"
#include "solver/iterate.hpp"
#include "solver/solver.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {
namespace {

// Projected Gauss-Seidel with exact local steps on bodies and round contacts, with momentum or without.
class ProjectedSweeps : public Solver {
 public:
  ProjectedSweeps(const comm::Comm& comm, bool momentum, Law law)
      : comm_(comm), momentum_(momentum), law_(law), iterate_(comm) {}

  SolveReport solve(const problem::Problem& problem, const comm::Sharing& sharing, const SolverOptions& options,
                    problem::Solution& solution) override {
    SolveReport report;
    report.contacts = comm_.sum(problem.num_rows());
    iterate_.begin(problem, sharing, options.schedule, law_);
    int confirmed_at = -1;
    do {
      if (law_ == Law::coulomb)
        run_coulomb_sweeps(iterate_, momentum_, options, report);
      else
        run_sweeps(iterate_, momentum_, options, report);
    } while (!confirm(options, report) && std::exchange(confirmed_at, report.sweeps) < report.sweeps &&
             report.sweeps < options.max_sweeps);
    iterate_.store(solution);
    if (report.status == Status::converged || options.max_sweeps == 0) return report;
    if (sweeps_find_certificate(iterate_)) {
      report.status = Status::unbounded;
      report.certificate = iterate_.carriers();
    } else if (rows_find_certificate(comm_, problem, sharing, law_, solution, report.certificate)) {
      report.status = Status::unbounded;
    }
    return report;
  }

 private:
  // False if an evaluation from scratch does not confirm that the iterate has converged: it has missed then, and
  // further sweeps start from the velocities of its impulses.
  bool confirm(const SolverOptions& options, SolveReport& report) {
    if (report.status != Status::converged) return true;
    const Residual fresh = iterate_.residual_from_scratch(options, report.sweeps);
    if (confirms(value_of(fresh, options.norm), options.tolerance)) return true;
    iterate_.take_scratch();
    report.status = Status::missed;
    report.residual = fresh;
    return false;
  }

  comm::Comm comm_;
  bool momentum_;
  Law law_;
  Iterate iterate_;
};

}  // namespace

const std::vector<std::string>& solver_names() { return row_solver_names(); }

Law law_for(problem::LawOptions::Law law) { return problem::has_relaxation(law) ? Law::ccp : Law::coulomb; }

std::unique_ptr<Solver> make_solver(const std::string& name, const comm::Comm& comm, Law law) {
  if (sweeps_over_bodies(name)) return std::make_unique<ProjectedSweeps>(comm, name == "mnest", law);
  return make_bodies_as_rows(name, comm, law);
}

}  // namespace talus::solver
