#include "sim/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "bodies/hash.hpp"
#include "collide/joint_contacts.hpp"
#include "comm/busy.hpp"
#include "motion/motion.hpp"
#include "problem/joint_rows.hpp"
#include "problem/recovery.hpp"
#include "scene/attach_joints.hpp"

namespace talus::sim {
namespace {

double automatic_envelope(const scene::Scenario& scenario, double asked) {
  return asked > 0 ? asked : 0.05 * scenario.radii().first;
}

// Cubes of level 0: 1.25 times the reach of the largest body, or of a body twice the smallest where sizes differ more.
CubeGrid grid_for(const scene::Scenario& scenario, const Periods& periods, double envelope) {
  const auto [smallest, largest] = scenario.radii();
  CubeGrid grid{2.5 * (std::min(largest, 2 * smallest) + 0.5 * envelope)};
  const int level = grid.level_for(2 * largest + envelope);
  if (!grid.fit(periods, level)) {
    throw InputError(fmt::format("a period of the domain must be at least {:g} m, for bodies of this size",
                                 2 * grid.edge_at(level)));
  }
  return grid;
}

// How far a wall reaches from its place along an axis, m.
double extent_of(const bodies::World& world, const bodies::Body& wall, int axis) {
  const auto& shape = world.shapes[static_cast<std::size_t>(wall.shape)];
  const Vec3 along = wall.orientation.toRotationMatrix().row(axis);
  if (const auto* box = std::get_if<bodies::Box>(&shape)) return along.cwiseAbs().dot(box->half_size);
  if (const auto* mesh = std::get_if<bodies::Mesh>(&shape)) {
    double most = 0;
    for (const Vec3& v : mesh->surface->vertices) most = std::max(most, std::abs(along.dot(v)));
    return most;
  }
  return bodies::bounding_radius(shape, wall.radius);
}

// Walls repeat with the space that they stand in.
void check_walls(const bodies::World& world) {
  for (const auto& wall : world.walls) {
    const bool is_plane = std::holds_alternative<bodies::Plane>(world.shapes[static_cast<std::size_t>(wall.shape)]);
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
    : comm_(comm), scenario_(scenario), options_(options),
      world_(scenario.world()), range_{automatic_envelope(scenario, options.envelope), options.build.step},
      decomposition_(comm, grid_for(scenario, world_.periods, range_.envelope), options.partition_method),
      solver_(solver::make_solver(options.solver.name, comm, options.solver.law)) {
  check_walls(world_);
  for (int a = 0; a < world_.materials.size(); ++a) {
    for (int b = 0; b <= a; ++b) may_bounce_ = may_bounce_ || world_.materials.of_pair(a, b).restitution > 0;
  }
  scenario.populate(bodies_, comm);
  scene::attach_joints(comm, world_, scenario.joints(comm), bodies_);
  energy_.bring_in(bodies_.owned(), world_);
  if (comm.is_root()) energy_.bring_in(world_.walls, world_);
}

void Simulation::restore(io::Checkpoint state) {
  bodies_ = std::move(state.bodies);
  world_.walls = std::move(state.walls);
  energy_.restore(state.header.energy);
  step_ = state.header.step;
  if (state.share.edge != decomposition_.grid().edge_at(0)) return;
  decomposition_.restore(state.share.pages, state.share.answers);
  work_ = {state.share.work[0], state.share.work[1], state.share.work[2]};
}

io::SpaceShare Simulation::share() const {
  return {decomposition_.grid().edge_at(0),
          decomposition_.directory().pages(),
          decomposition_.directory().answers(),
          {work_.updates, work_.pair_tests, work_.bodies}};
}

Done Simulation::done() const {
  Done done = done_;
  done.busy = comm::busy_seconds();
  return done;
}

void Simulation::remove_those_that_left() {
  if (std::ranges::none_of(bodies_.owned(), [&](const bodies::Body& b) { return scenario_.has_left(b); })) return;
  bodies::Bodies stay;
  for (LocalIndex b = 0; b < bodies_.num_owned; ++b) {
    const auto& body = bodies_.local[static_cast<std::size_t>(b)];
    const auto memory = bodies_.remembered(b);
    const auto joints = bodies_.joints_of(b);
    if (scenario_.has_left(body)) {
      if (joints.empty()) continue;
      throw PhysicsError(
          fmt::format("body {} has left, but holds on to others by joint {}", body.id, joints.front().id));
    }
    stay.add(body);
    stay.joints.insert(stay.joints.end(), joints.begin(), joints.end());
    stay.joint_start.back() = static_cast<LocalIndex>(stay.joints.size());
    stay.memory.insert(stay.memory.end(), memory.begin(), memory.end());
    stay.memory_start.back() = static_cast<LocalIndex>(stay.memory.size());
  }
  removed_ += bodies_.num_owned - stay.num_owned;
  bodies_ = std::move(stay);
}

void Simulation::bring_home() {
  if (!world_.periods.any()) return;
  for (auto& body : bodies_.owned()) body.position += world_.periods.shift(body.position);
}

void Simulation::distribute() {
  if (!decomposition_.shared()) decomposition_.repartition(bodies_, range_, {});
  if (!started_) {
    std::int64_t colours = 0;
    for (const auto& joint : bodies_.joints) colours = std::max<std::int64_t>(colours, joint.colour + 1);
    joint_colours_ = static_cast<int>(comm_.max(colours));
    started_ = true;
  }
  decomposition_.distribute(bodies_, range_);
}

void Simulation::find_contacts() {
  contacts_ = collide::find_contacts(bodies_, world_, collide_options(), &pair_tests_);
  collide::drop_contacts_at_joints(bodies_, contacts_);
}

Overlap Simulation::overlap_of_start() {
  bring_home();
  distribute();
  find_contacts();
  return deepest_overlap(comm_, bodies_, world_, contacts_);
}

void Simulation::share_anew_if_due() {
  const int every = options_.partition_every;
  if (every == 0 || step_ % every != 0) return;
  std::vector<CubeKey> cubes;
  for (const auto& c : contacts_) cubes.push_back(c.cube);
  const balance::Counts counts{pair_tests_, cubes};
  if (options_.partition_forced) {
    decomposition_.repartition(bodies_, range_, counts);
    ++done_.shared_anew;
    work_ = {};
  } else {
    done_.shared_anew += decomposition_.rebalance(bodies_, range_, counts, work_);
  }
}

collide::CollideOptions Simulation::collide_options() const {
  return {decomposition_.grid(), range_, [this](CubeKey key) { return decomposition_.holds(key); }};
}

problem::BuildOptions Simulation::build_options() const {
  problem::BuildOptions build = options_.build;
  if (options_.solver.schedule == solver::ScheduleKind::cubes) build.levels = decomposition_.levels();
  build.joint_colours = joint_colours_;
  build.time = time();
  return build;
}

std::vector<std::uint64_t> Simulation::work_on_bodies() const {
  std::vector<std::uint64_t> work(bodies_.local.size() + world_.walls.size(), 0);
  const std::uint64_t levels = build_options().levels;
  if (constexpr int kClasses = 64; num_classes(levels) + joint_colours_ > kClasses) {
    throw InputError(
        fmt::format("schedule `cubes` has room for {} classes; bodies of {} sizes and joints of {} colours need {}",
                    kClasses, num_classes(levels) / kNumColours, joint_colours_, num_classes(levels) + joint_colours_));
  }
  // `cubes` asks which classes of rows touch a body, `blocks` how many rows.
  const auto note = [&](LocalIndex b, int in_class) {
    auto& word = work[static_cast<std::size_t>(b)];
    word = levels == 0 ? word + 1 : word | std::uint64_t{1} << in_class;
  };
  for (const auto& c : contacts_) {
    for (LocalIndex b : {c.a, c.b}) note(b, levels == 0 ? 0 : class_of(c.cube, levels));
  }
  for (std::size_t j = 0; j < problem_.joints.size(); ++j) {
    const auto& block = problem_.blocks[static_cast<std::size_t>(problem_.num_contact_blocks) + j];
    const auto& joint = bodies_.joints[static_cast<std::size_t>(problem_.joints[j].place)];
    for (LocalIndex b : {problem::first_body(joint, block, problem_, world_), block.b})
      note(b, num_classes(levels) + joint.colour);
  }
  work.resize(bodies_.local.size());
  return work;
}

void Simulation::iterate_bounds(StepReport& report) {
  for (const auto& rows : problem_.friction) {
    if (!(rows.mode & problem::kChatters)) continue;
    ++report.chattering;
    if (rows.slides) report.chatter_speed = std::max(report.chatter_speed, rows.speed);
  }
  if (!problem::has_bounds(options_.build.law)) return;
  for (int k = 0; k < options_.bound_iterations; ++k) {
    problem::renew_bounds(problem_, solution_);
    const int sweeps = report.solve.sweeps;
    report.solve = solver_->solve(problem_, sharing_, options_.solver, solution_);
    report.solve.sweeps += sweeps;
  }
}

void Simulation::recover(StepReport& report) {
  recovery_ = {};
  if (!options_.build.split_recovery) return;
  const auto problem = problem::build_recovery(problem_, contacts_, solution_, options_.build.max_recovery_speed);
  if (!comm_.any(problem::needs_recovery(problem, options_.solver.tolerance))) return;
  const auto solve = solver_->solve(problem, sharing_, options_.solver, recovery_);
  report.solve.sweeps += solve.sweeps;
  if (solve.status == solver::Status::missed) report.solve.status = solve.status;
}

void Simulation::measure(StepReport& report) {
  if (step_ == 0) report.overlap = deepest_overlap(comm_, bodies_, world_, contacts_);
  const std::int64_t worked = work_.all();
  work_.add_step(std::ssize(contacts_), std::ssize(pair_tests_), bodies_.num_local(), report.solve.sweeps);
  done_.pair_tests += std::ssize(pair_tests_);
  done_.work += work_.all() - worked;
  done_.updates += std::ssize(contacts_) * report.solve.sweeps;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    report.penetration = std::max(report.penetration, -contacts_[c].gap);
    if (contacts_[c].a < bodies_.num_local()) continue;
    const auto impulse = problem::impulse_of(problem_, solution_, contacts_[c], c);
    report.wall_impulse -= impulse.force;
    report.wall_moment -= contacts_[c].point.cross(impulse.force) + impulse.torque;
  }
  energy_.add_impulses(comm_, bodies_, world_, contacts_, problem_, solution_);
  energy_.add_recovery(comm_, bodies_, world_, recovery_, options_.build.step);
}

std::string Simulation::name_rows(const std::vector<LocalIndex>& rows) const {
  constexpr std::size_t kNames = 4;  // of a rank
  std::array<double, 2 * kNames> ids;
  ids.fill(-1);
  std::size_t named = 0;
  const auto name = [&](LocalIndex row, GlobalId a, GlobalId b) {
    if (named == kNames || std::ranges::find(rows, row) == rows.end()) return;
    ids[2 * named] = static_cast<double>(a);
    ids[2 * named++ + 1] = static_cast<double>(b);
  };
  const auto first_block = static_cast<LocalIndex>(problem_.contacts.size());
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const LocalIndex place = problem_.place[c];
    name(place >= 0 ? place : first_block - 1 - place, contacts_[c].id_a, contacts_[c].id_b);
  }
  for (std::size_t j = 0; j < problem_.joints.size(); ++j) {
    const auto& joint = bodies_.joints[static_cast<std::size_t>(problem_.joints[j].place)];
    name(first_block + problem_.num_contact_blocks + static_cast<LocalIndex>(j), joint.a, joint.b);
  }
  const auto all = comm_.gather_to_root(ids);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all.size() && names.size() < kNames; k += 2) {
    if (all[k] >= 0) names.push_back(fmt::format("{} and {}", all[k], all[k + 1]));
  }
  const auto rest = comm_.sum(std::ssize(rows)) - std::ssize(names);
  std::string text = fmt::format("bodies {}", fmt::join(names, ", "));
  if (rest > 0) text += fmt::format(" ({} more contacts)", rest);
  comm_.broadcast(text);
  return text;
}

// Nothing that goes wrong goes on: the new state over all ranks, by two reductions. What is no number is infinitely
// fast.
void Simulation::look_after(StepReport& report) {
  double fastest = 0;
  GlobalId who = -1;
  const auto look_at = [&](const bodies::Body& b) {
    const double speed = b.velocity.norm() + b.radius * b.angular_velocity.norm();
    const double counted =
        b.position.allFinite() && std::isfinite(speed) ? speed : std::numeric_limits<double>::infinity();
    if (counted <= fastest) return;
    fastest = counted;
    who = b.id;
  };
  std::ranges::for_each(bodies_.owned(), look_at);
  for (const auto& wall : world_.walls) {
    if (wall.state == bodies::State::dynamic) look_at(wall);
  }
  std::array<double, 2> most{report.penetration, fastest};
  comm_.max(most);
  report.penetration = most[0];
  report.fastest = most[1];
  if (report.fastest > options_.max_speed) report.runaway = comm_.max(fastest == report.fastest ? who : GlobalId{-1});
  std::array<std::int64_t, 2> count{bodies_.num_owned, fed_};
  comm_.sum(count);
  report.bodies = count[0];
  report.missing = count[1] - count[0];
}

std::uint64_t Simulation::state_hash() const {
  const std::uint64_t hash =
      bodies::hash_of_owned(bodies_) + (comm_.is_root() ? bodies::hash_of_dynamic(world_.walls) : 0);
  return static_cast<std::uint64_t>(comm_.sum(static_cast<std::int64_t>(hash)));
}

}  // namespace talus::sim
