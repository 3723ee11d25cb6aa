#include "sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/key.hpp"
#include "collide/joint_contacts.hpp"
#include "comm/agree.hpp"
#include "comm/busy.hpp"
#include "motion/motion.hpp"
#include "problem/joint_rows.hpp"
#include "scene/attach_joints.hpp"
#include "scene/check_pairs.hpp"
#include "sim/automatic.hpp"

namespace talus::sim {
namespace {

// Cubes of level 0: 1.25 times the reach of the largest body, or of a body twice the smallest where sizes differ more.
partition::Space space_for(const scene::Scenario& scenario, const Periods& periods, const SimulationOptions& options) {
  const auto [smallest, largest] = scenario.radii();
  const double envelope = options.envelope > 0 ? options.envelope : 0.05 * smallest;
  CubeGrid grid{2.5 * (std::min(largest, 2 * smallest) + 0.5 * envelope)};
  const int level = grid.level_for(2 * largest + envelope);
  if (level > kMaxLevel) {
    throw InputError(fmt::format("bodies from {:g} to {:g} m of radius: the largest may be {:g} times the smallest",
                                 smallest, largest, std::exp2(kMaxLevel)));
  }
  if (!grid.fit(periods, level)) {
    throw InputError(fmt::format("domain.period: a period must be at least {:g} m, for bodies of this size",
                                 2 * grid.edge_at(level)));
  }
  return {grid, {envelope, options.build.step}};
}

// The clock behind a checkpoint. Where steps get another length, remembered impulses change with it: forces stay. Older
// files do not tell the length; their steps have the same from the start.
StepClock continued(const io::CheckpointHeader& header, double step, bodies::Bodies& bodies) {
  const bool tells = header.clock.length > 0;
  const double before = tells ? header.clock.length : header.time / static_cast<double>(header.step);
  if (header.step == 0 || (!tells && std::abs(before - step) <= 1e-9 * step)) return {step};
  if (before == step) return header.clock;
  problem::scale_remembered(bodies, step / before);
  return {step, header.step, header.time};
}

// How far a wall reaches from its place along an axis, m.
double extent_of(const bodies::World& world, const bodies::Body& wall, int axis) {
  const auto& shape = world.shapes[wall.shape];
  const Vec3 along = wall.orientation.toRotationMatrix().row(axis);
  if (const auto* box = std::get_if<bodies::Box>(&shape)) return along.cwiseAbs().dot(box->half_size);
  if (const auto* clump = std::get_if<bodies::Clump>(&shape)) {
    double most = 0;
    for (const auto& ball : clump->balls) most = std::max(most, std::abs(along.dot(ball.centre)) + ball.radius);
    return most;
  }
  if (const auto* mesh = std::get_if<bodies::Mesh>(&shape)) {
    double most = 0;
    for (const Vec3& v : mesh->surface->vertices) most = std::max(most, std::abs(along.dot(v)));
    return most;
  }
  return bodies::bounding_radius(shape, wall.radius);
}

// Walls repeat with the space that they stand in. The solver must know those of finite mass.
void check_walls(const bodies::World& world, const std::string& solver) {
  for (const auto& wall : world.walls) {
    if (wall.state == bodies::State::dynamic && !solver::sweeps_over_bodies(solver))
      throw InputError(fmt::format("wall {}: walls of finite mass are for the solvers mnest and pgs only", wall.id));
    const bool is_plane = std::holds_alternative<bodies::Plane>(world.shapes[wall.shape]);
    for (int axis = 0; axis < 3; ++axis) {
      const double length = world.periods.length[axis];
      if (!(length > 0)) continue;
      if (is_plane && std::abs((wall.orientation * Vec3::UnitZ())[axis]) > 1e-9) {
        throw InputError(fmt::format("wall {}: a plane must run along the axes that repeat", wall.id));
      }
      if (!is_plane && extent_of(world, wall, axis) > 0.5 * length * (1 + 1e-9)) {
        throw InputError(fmt::format("wall {} does not fit into the period of {:g} m", wall.id, length));
      }
    }
  }
}

}  // namespace

Simulation::Simulation(const comm::Comm& comm, const scene::Scenario& scenario, const SimulationOptions& options)
    : comm_(comm), scenario_(scenario), options_(options), world_(scenario.world()),
      space_(space_for(scenario, world_.periods, options)), directory_(comm), distribution_(comm),
      solver_(solver::make_solver(options.solver.name, comm, options.solver.law)),
      maps_(world_, scenario.maps()), clock_{options.build.step}, smallest_radius_(scenario.radii().first) {
  check_walls(world_, options.solver.name);
  may_bounce_ = world_.materials.any_restitution();
  world_.index_targets();
  scenario.populate(bodies_, comm);
  scene::attach_joints(comm, world_, scenario.joints(comm), bodies_);
  scene::check_pairs(comm, world_, bodies_);
  energy_.bring_in(bodies_.owned(), world_);
  if (comm.is_root()) energy_.bring_in(world_.walls, world_);
  if (options.solver.tolerance == keys::kAuto)
    options_.solver.tolerance = automatic_tolerance(comm, bodies_.owned(), world_, options);
  if (options.max_joint_opening == keys::kAuto) options_.max_joint_opening = smallest_radius_;
}

void Simulation::restore(io::Checkpoint state) {
  clock_ = continued(state.header, options_.build.step, state.bodies);
  stays_ = false;
  bodies_ = std::move(state.bodies);
  for (std::size_t w = 0; w < world_.walls.size(); ++w) {  // what the deck moves now may have been at rest
    if (world_.walls[w].state == bodies::State::driven) state.walls[w].state = bodies::State::driven;
  }
  world_.walls = std::move(state.walls);
  if (!state.flows.empty()) world_.flows = std::move(state.flows);
  energy_.restore(state.header.energy);
  maps_.restore(state.maps);
  step_ = state.header.step;
  if (state.space.edge != space_.grid.edge_at(0)) return;
  directory_.restore(state.space.pages, state.space.answers);
  work_ = {state.space.work[0], state.space.work[1], state.space.work[2]};
}

io::OwnedSpace Simulation::owned_space() const {
  return {space_.grid.edge_at(0),
          directory_.entries(),
          directory_.answers(),
          {work_.updates, work_.pair_tests, work_.bodies}};
}

Done Simulation::done() const {
  Done done = done_;
  done.busy = comm::busy_seconds();
  return done;
}

void Simulation::feed() {
  energy_.take_out(bodies_.owned(), world_);
  scenario_.feed(bodies_, world_, comm_, time(), options_.build.step);
  bring_home();
  motion::drive(bodies_, world_, time(), options_.build.step);
  energy_.bring_in(bodies_.owned(), world_);
  fed_ = bodies_.num_owned;
}

void Simulation::bring_home() {
  if (!world_.periods.any()) return;
  for (auto& body : bodies_.owned()) body.position += world_.periods.shift(body.position);
}

void Simulation::distribute() {
  if (!directory_.partitioned()) partition::repartition(directory_, space_, options_.partition_method, {bodies_});
  if (!started_) {
    std::int64_t colours = 0;
    for (const auto& joint : bodies_.joints.items()) colours = std::max<std::int64_t>(colours, joint.colour + 1);
    joint_colours_ = static_cast<int>(comm_.max(colours));
    started_ = true;
  }
  if (stays_ && partition::is_valid(space_, distribution_, bodies_, world_.periods)) {
    partition::renew_ghosts(distribution_.ghosts, bodies_);
    margins_.serve();
    return;
  }
  if (solver::reproducible(options_.solver) == solver::Reproducible::ranks)
    space_.margin = margins_.next(smallest_radius_);
  distribution_ = partition::distribute(directory_, space_, bodies_);
  stays_ = true;
  ++done_.distributions;
  Array<double> reaches;
  reaches.reserve(bodies_.local.size());
  for (const auto& room : distribution_.rooms) reaches.push_back(room.reach);
  neighbours_.find(bodies_, world_, collide_options(), reaches);
}

void Simulation::find_contacts() {
  std::vector<std::int64_t> partners;
  comm::agree(comm_, [&] {
    contacts_ = collide::find_contacts(bodies_, world_, collide_options(), neighbours_, &pair_tests_, &partners);
  });
  check_partners(partners);
  collide::drop_contacts_at_joints(bodies_, contacts_);
}

// A body's partners are counted by all ranks that have a cube between them; none has refused those of its own.
void Simulation::check_partners(std::vector<std::int64_t>& partners) const {
  if (options_.max_contacts == 0) return;
  distribution_.ghosts.send_to_owners(
      [&](comm::Bytes& out, LocalIndex ghost, Rank) { comm::append(out, partners[ghost]); },
      [&](comm::Reader& in, LocalIndex body, Rank) { partners[body] += in.next<std::int64_t>(); });
  comm::agree(comm_, [&] {
    for (LocalIndex b = 0; b < bodies_.num_owned; ++b)
      if (partners[b] > options_.max_contacts) collide_options().refuse_partners_of(bodies_.local[b]);
  });
}

observe::OverlapsOfStart Simulation::overlaps_of_start() {
  bring_home();
  distribute();
  check_classes();
  find_contacts();
  return measure_overlaps();
}

observe::OverlapsOfStart Simulation::measure_overlaps() const {
  auto unmovable = collide_options();
  unmovable.unmovable = true, unmovable.most_partners = 0;
  return {observe::deepest_overlap(comm_, bodies_, world_, contacts_),
          observe::deepest_overlap(comm_, bodies_, world_, collide::find_contacts(bodies_, world_, unmovable))};
}

void Simulation::repartition_if_due() {
  const int every = options_.partition_every;
  if (every == 0 || step_ % every != 0) return;
  stays_ = false;  // the directory forgets
  std::vector<CubeKey> cubes;
  for (const auto& c : contacts_) cubes.push_back(c.cube);
  const partition::Counts counts{bodies_, pair_tests_, cubes};
  if (options_.partition_forced) {
    partition::repartition(directory_, space_, options_.partition_method, counts);
    ++done_.repartitions;
    work_ = {};
  } else {
    done_.repartitions += partition::rebalance(directory_, space_, options_.partition_method, counts, work_);
  }
}

collide::CollideOptions Simulation::collide_options() const {
  return {space_.grid, space_.range, [this](CubeKey key) { return directory_.owns(key); }, time(),
          options_.max_contacts};
}

problem::BuildOptions Simulation::build_options() const {
  problem::BuildOptions build = options_.build;
  if (options_.solver.schedule == solver::ScheduleKind::cubes) build.levels = distribution_.levels;
  build.joint_colours = joint_colours_;
  build.time = time();
  build.has_servos = comm_.is_root();
  return build;
}

void Simulation::check_classes() const {
  const auto levels = build_options().levels;
  const int cubes = levels ? num_classes(*levels) : 0;
  if (!levels || cubes + joint_colours_ <= ClassSet::kMostClasses) return;
  throw InputError(
      fmt::format("key 'solver.schedule': cubes has room for {} classes; bodies of {} sizes and joints of {} colours "
                  "need {}: expected blocks",
                  ClassSet::kMostClasses, cubes / kNumColours, joint_colours_, cubes + joint_colours_));
}

Array<comm::RowsOnItem> Simulation::rows_on_bodies() const {
  const auto levels = build_options().levels;
  const int cubes = levels ? num_classes(*levels) : 0;
  check_classes();
  Array<comm::RowsOnItem> rows(bodies_.local.size());
  const auto note = [&](bodies::BodyRef b, int in_class) {
    if (!b.is_wall) rows[b.index].add(levels ? in_class : 0);
  };
  for (const auto& c : contacts_) {
    for (bodies::BodyRef b : {c.a, c.b}) note(b, levels ? class_of(c.cube, *levels) : 0);
  }
  for (const auto& ends : problem_.joints) {
    const int in_class = cubes + bodies_.joints.items()[ends.place].colour;
    for (bodies::BodyRef b : {ends.a, bodies::BodyRef{ends.b}}) note(b, in_class);
  }
  return rows;
}

void Simulation::count_work(int sweeps) {
  const std::int64_t worked = work_.all();
  work_.add_step(std::ssize(contacts_), std::ssize(pair_tests_), bodies_.num_local(), sweeps);
  done_.pair_tests += std::ssize(pair_tests_);
  done_.work += work_.all() - worked;
  done_.updates += std::ssize(contacts_) * sweeps;
}

void Simulation::remember() {
  partition::remember(distribution_.ghosts, bodies_,
                      problem::impulses_to_remember(bodies_, world_, contacts_, problem_, solution_));
}

// Poses before the bodies move; only projection needs them.
std::vector<problem::Pose> Simulation::poses() const {
  std::vector<problem::Pose> all;
  if (!options_.project) return all;
  for (const auto& body : bodies_.local) all.push_back({body.position, body.orientation});
  for (const auto& wall : world_.walls) all.push_back({wall.position, wall.orientation});
  return all;
}

void Simulation::project(View<const problem::Pose> before, const Solve& solve, StepReport& report) {
  if (!options_.project) return;
  const Moved moved{bodies_, world_, before, [this] { partition::copy_poses_to_ghosts(distribution_.ghosts, bodies_); },
                    [this](const problem::Solution& pseudo) {
                      energy_.add_recovery(comm_, bodies_, world_, pseudo, options_.build.step);
                    }};
  report.projection_left = talus::sim::project(problem_, contacts_, moved, solve, report.solve);
}

}  // namespace talus::sim
