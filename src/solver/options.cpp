#include "base/key.hpp"
#include "solver/family.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

using namespace keys;

namespace {

const Names<ScheduleKind> kSchedules{{"blocks", ScheduleKind::blocks}, {"cubes", ScheduleKind::cubes}};
const Names<Norm> kNorms{{"rms", Norm::rms},
                         {"max", Norm::max},
                         {"relative", Norm::relative},
                         {"siconos", Norm::siconos}};  // decks: the first two
const Names<Reproducible> kReproducible{
    {"ranks", Reproducible::ranks}, {"run", Reproducible::run}, {"none", Reproducible::none}};

}  // namespace

std::string_view name_of(Norm norm) { return keys::name_of(kNorms, norm); }
std::string_view name_of(ScheduleKind schedule) { return keys::name_of(kSchedules, schedule); }
Norm norm_named(std::string_view name) { return keys::value_of(kNorms, name, "norm"); }
ScheduleKind schedule_named(std::string_view name) { return keys::value_of(kSchedules, name, "schedule"); }

std::string_view name_of(Reproducible level) { return keys::name_of(kReproducible, level); }

Reproducible reproducible(const SolverOptions& options) {
  if (options.name == "ipm") return Reproducible::none;
  return schedule_for(options) == ScheduleKind::cubes ? Reproducible::ranks : Reproducible::run;
}

void SolverOptions::check(const Values& deck) {
  if (read<problem::LawOptions>(deck).law == problem::LawOptions::Law::pyramid &&
      read<SolverOptions>(deck).name == "ipm")
    deck.reject("contact.law", "expected another law, pyramid is not for the solver ipm");
}

void SolverOptions::keys(Keys<SolverOptions>& key) {
  const auto& names = row_solver_names();
  key("solver.name", &SolverOptions::name, one_of({names.begin(), names.end()}),
      "Solver of the contact problem. mnest = Gauss-Seidel sweeps with momentum, for almost everything; ipm = interior "
      "point, for long chains and large mass ratios; the others are there for comparison.");
  key("solver.schedule", &SolverOptions::schedule, kSchedules, needs("solver.name", {"mnest", "pgs"}),
      preset("cubes"),  // problems without cubes know blocks only
      "Order in which ranks sweep. cubes = colour by colour, with the same bits on any number of ranks; blocks = every "
      "rank sweeps its own contacts and then exchanges, with results that depend on the number of ranks.");
  key("solver.tolerance", &SolverOptions::tolerance, in("m/s"), above(0), or_word("auto"), preset("auto"),
      "A step is solved when its residual is below this; auto = 1 % of gravity times time.step.");
  key("solver.norm", &SolverOptions::norm, Names<Norm>(kNorms.begin(), kNorms.begin() + 2),
      "What is compared with the tolerance: the root mean square (rms) or the maximum of the residuals of all "
      "contacts.");
  key("solver.max_sweeps", &SolverOptions::max_sweeps, within(1, kMaxSteps),
      "Largest number of sweeps per step; a step that needs more is counted as missed.");
  key("solver.unknowns_per_rank", &SolverOptions::unknowns_per_rank, within(1, kMaxSteps),
      needs("solver.name", {"ipm"}),
      "Smallest number of unknowns per rank when ipm factors its matrix; a smaller matrix is factored on fewer ranks.");
}

}  // namespace talus::solver
