// One step, one call a room. Read this page first.

#include "motion/motion.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

StepReport Simulation::step() {
  const double h = options_.build.step;
  StepReport report;
  {
    PhaseScope phase(times_, Phase::feed);
    bodies_.drop_ghosts();
    energy_.take_out(bodies_.owned(), world_);
    remove_those_that_left();
    scenario_.feed(bodies_, comm_, time(), h);
    bring_home();
    motion::drive(bodies_, world_, time(), h);
    energy_.bring_in(bodies_.owned(), world_);
    fed_ = bodies_.num_owned;
  }
  {
    PhaseScope phase(times_, Phase::partition);
    distribute();
  }
  {
    PhaseScope phase(times_, Phase::collide);
    find_contacts();
  }
  {
    PhaseScope phase(times_, Phase::problem);
    problem_ = problem::build_problem(bodies_, world_, contacts_, build_options());
    sharing_ = decomposition_.share(bodies_, work_on_bodies());
  }
  {
    PhaseScope phase(times_, Phase::solve);
    report.solve = solver_->solve(problem_, sharing_, options_.solver, solution_);
    iterate_bounds(report);
    tame_rebounds(report);
    recover(report);
  }
  {
    PhaseScope phase(times_, Phase::motion);
    measure(report);
    decomposition_.remember(bodies_, problem::impulses_to_remember(bodies_, world_, contacts_, problem_, solution_));
    advance(report);
    energy_.end_step(comm_, bodies_, world_);
    look_after(report);
  }
  ++step_;
  {
    PhaseScope phase(times_, Phase::partition);
    if (report.runaway < 0) share_anew_if_due();
  }
  return report;
}

}  // namespace talus::sim
