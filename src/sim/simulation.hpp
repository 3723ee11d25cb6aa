#pragma once
// The conductor of one step. Only the bodies and the impulses that they remember re-enter the next step.

#include <memory>

#include "base/timer.hpp"
#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "collide/collide.hpp"
#include "comm/comm.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "observe/energy.hpp"
#include "observe/step_report.hpp"
#include "observe/wall_maps.hpp"
#include "partition/distribution.hpp"
#include "partition/repartition.hpp"
#include "problem/build.hpp"
#include "scene/scenario.hpp"
#include "sim/passes/projection.hpp"
#include "solver/solver.hpp"

namespace talus::sim {

struct SimulationOptions {
  double envelope = 0;  // m; 0: automatic, 5 % of the smallest radius
  problem::BuildOptions build;
  int bound_iterations =
      0;  // solves beyond the first, of laws with bounds: these from the normal impulses of the one before
  bool project = false;  // joints and overlaps to rounding by positions after each step
  solver::SolverOptions solver;
  balance::Method partition_method = balance::methods().front();
  int partition_every = 100;      // steps between looks whether a repartition pays; 0: only the first partition
  bool partition_forced = false;  // repartition at every look, pay or not
  double gravity = 0;             // m/s^2, wherever it points to
  // Limits beyond which a run ends (guard.*): m/s; radii of the smaller body, m, 0: none.
  double max_speed = 1e4, max_overlap = 0, max_joint_opening = 0;
  std::int64_t max_contacts = 0;  // of a body with bodies of similar size; 0: any number
};

using observe::StepReport;

// Work of this rank since the simulation was made.
struct Done {
  std::int64_t updates = 0;        // contacts solved, times sweeps
  std::int64_t pair_tests = 0;     // of bodies, for contacts
  std::int64_t work = 0;           // as the partition weighs it (balance/work.hpp)
  double busy = 0;                 // CPU time outside of message passing, s
  std::int64_t repartitions = 0;   // repartitions after the first
  std::int64_t distributions = 0;  // steps in which bodies were distributed and neighbours searched
};

// When bodies are distributed with a margin: not where the last one with a margin has not paid. Results do not depend
// on it.
class Margins {
 public:
  partition::Margin next(double smallest_radius) {  // of a new distribution
    constexpr double kFixed = 0.05;                 // of the radius
    constexpr int kSteps = 8, kPause = 16;
    if (pause_ > 0) {
      --pause_;
    } else if (served_ < kFewest) {
      pause_ = kPause;
    }
    served_ = 1;
    return pause_ > 0 ? partition::Margin{} : partition::Margin{kFixed * smallest_radius, kSteps};
  }
  void serve() { ++served_; }  // it serves one more step

 private:
  static constexpr int kFewest = 3;  // steps that a distribution must serve for a margin to pay
  int served_ = kFewest;             // by the last distribution
  int pause_ = 0;                    // distributions that come without a margin
};

class Simulation {
 public:
  // *Collective.* Starts from the scenario's bodies.
  Simulation(const comm::Comm& comm, const scene::Scenario& scenario, const SimulationOptions& options);

  // *Collective.* Replaces the state, for restarts.
  void restore(io::Checkpoint state);
  io::OwnedSpace owned_space() const;  // *Not collective.*

  StepReport step();  // *Collective.*
  // *Collective.* Before the first step, of the bodies that are there without feeding.
  observe::OverlapsOfStart overlaps_of_start();
  Done done() const;                                                                    // *Not collective.*
  std::int64_t removed() const { return scenario_.flows().num_removed(world_.flows); }  // bodies, since time 0
  std::int64_t waiting() const { return scenario_.flows().num_waiting(world_.flows); }  // bodies that find no room

  std::int64_t steps_done() const { return step_; }
  const StepClock& clock() const { return clock_; }
  double time() const { return clock_.at(step_); }
  double smallest_radius() const { return smallest_radius_; }  // of any body that there will be, m
  const SimulationOptions& options() const { return options_; }
  const comm::Comm& comm() const { return comm_; }
  const bodies::Bodies& bodies() const { return bodies_; }
  const bodies::World& world() const { return world_; }
  const CubeGrid& grid() const { return space_.grid; }
  const partition::GhostLayer& ghosts() const { return distribution_.ghosts; }
  observe::WallMaps& maps() { return maps_; }
  const observe::WallMaps& maps() const { return maps_; }
  PhaseTimes& times() { return times_; }
  const PhaseTimes& times() const { return times_; }
  const observe::EnergyAccount& energy() const { return energy_; }

  // The last step's contacts and solution, this rank's.
  const std::vector<collide::Contact>& contacts() const { return contacts_; }
  const problem::Solution& solution() const { return solution_; }
  const problem::Problem& problem() const { return problem_; }
  const comm::Sharing& sharing() const { return sharing_; }

  // The input of measurements: the state and the last step. Valid until the next step.
  observe::View view() const {
    return {comm_, bodies_, world_, contacts_, problem_, solution_, step_, time(), energy_.losses()};
  }
  // *Collective.* observe/step_report.hpp
  std::uint64_t state_hash() const { return observe::state_hash(view()); }

 private:
  void bring_home();  // bodies that crossed the border of a period
  void feed();        // bodies and walls as they enter the step
  void distribute();
  void find_contacts();
  // *Collective.* Throws AgreedError where a body meets more bodies of similar size than guard.max_contacts; `partners`
  // are those that this rank has counted, of local bodies.
  void check_partners(std::vector<std::int64_t>& partners) const;
  observe::OverlapsOfStart measure_overlaps() const;
  void repartition_if_due();
  collide::CollideOptions collide_options() const;
  problem::BuildOptions build_options() const;
  void check_classes() const;  // throws InputError where schedule cubes has no room for all sizes and joints
  Array<comm::RowsOnItem> rows_on_bodies() const;
  void count_work(int sweeps);
  void remember();  // impulses, at the owners of their anchors
  std::vector<problem::Pose> poses() const;
  void project(View<const problem::Pose> before, const Solve& solve, StepReport& report);

  comm::Comm comm_;
  const scene::Scenario& scenario_;
  SimulationOptions options_;
  bodies::World world_;
  partition::Space space_;
  partition::Directory directory_;
  partition::Distribution distribution_;
  collide::Neighbours neighbours_;
  Margins margins_;
  bool stays_ = false;  // the distribution and the neighbours may serve the next step, too
  std::unique_ptr<solver::Solver> solver_;
  bodies::Bodies bodies_;
  std::vector<collide::Contact> contacts_;
  std::vector<CubeKey> pair_tests_;  // of the last step, where
  problem::Problem problem_;
  problem::Solution solution_;
  comm::Sharing sharing_;
  observe::EnergyAccount energy_;
  observe::WallMaps maps_;
  PhaseTimes times_;
  std::int64_t step_ = 0;
  StepClock clock_;
  double smallest_radius_;
  int joint_colours_ = 0;    // of any joint anywhere
  bool may_bounce_ = false;  // some pair of materials has restitution
  bool started_ = false;     // bodies have been distributed in this process
  balance::Work work_;       // of this rank that the balance is judged by
  std::int64_t fed_ = 0;     // bodies owned here after feeding
  Done done_;
};

}  // namespace talus::sim
