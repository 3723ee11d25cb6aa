// One step, one call a room. Read this page first.

#include "motion/motion.hpp"
#include "partition/sharers.hpp"
#include "sim/passes/bounds.hpp"
#include "sim/passes/rebounds.hpp"
#include "sim/passes/recovery.hpp"
#include "sim/simulation.hpp"

namespace talus::sim {

StepReport Simulation::step() {
  StepReport report;
  {
    PhaseScope phase(times_, Phase::feed);
    feed();
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
    sharing_ = partition::find_sharers(distribution_.ghosts, bodies_, rows_on_bodies());
  }
  const Solve solve{comm_, *solver_, sharing_, options_.solver};
  problem::Solution recovery;  // pseudo-velocities
  {
    PhaseScope phase(times_, Phase::solve);
    report.solve = solve(problem_, solution_);
    observe::measure_chatter(problem_, report);
    iterate_bounds(problem_, solution_, options_.build.law, options_.bound_iterations, solve, report.solve);
    if (may_bounce_) reduce_rebounds(problem_, solution_, contacts_, options_.build, solve, report.solve);
    recovery = recover(problem_, solution_, contacts_, options_.build, solve, report.solve);
  }
  const auto before = poses();
  const auto inside = scenario_.flows().inside(bodies_.owned(), world_.periods);  // of counters' regions
  {
    PhaseScope phase(times_, Phase::motion);
    count_work(report.solve.sweeps);
    if (step_ == 0) report.overlaps = measure_overlaps();
    observe::measure_rows(view(), smallest_radius_, report);
    energy_.add_impulses(comm_, bodies_, world_, contacts_, problem_, solution_);
    energy_.add_recovery(comm_, bodies_, world_, recovery, options_.build.step);
    maps_.add_step(view());
    remember();
    motion::advance(bodies_, world_, solution_, recovery, options_.build.step);
  }
  {
    PhaseScope phase(times_, Phase::solve);
    project(before, solve, report);
  }
  {
    PhaseScope phase(times_, Phase::motion);
    scenario_.flows().count(bodies_.owned(), inside, world_, comm_);
    energy_.end_step(comm_, bodies_, world_);
    observe::measure_bodies(view(), fed_, options_.max_speed, report);
  }
  ++step_;
  {
    PhaseScope phase(times_, Phase::partition);
    if (report.runaway < 0) repartition_if_due();
  }
  return report;
}

}  // namespace talus::sim
