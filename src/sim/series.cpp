#include "sim/series.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "problem/joint_rows.hpp"
#include "sim/rows.hpp"

namespace talus::sim {
namespace {

std::vector<io::Column> columns_for(const observe::Watched& watched) {
  std::vector<io::Column> columns{{"step", "1"},
                                  {"time", "s"},
                                  {"bodies", "1"},
                                  {"contacts", "1"},
                                  {"sweeps", "1"},
                                  {"converged", "1"},
                                  {"residual_rms", "m/s"},
                                  {"residual_max", "m/s"},
                                  {"penetration_max", "m"},
                                  {"relaxation_max", "m"},
                                  {"relaxation_mean", "m"},
                                  {"kinetic_energy", "J"},
                                  {"rotational_energy", "J"},
                                  {"potential_energy", "J"}};
  const auto vector = [&columns](const std::string& name, const char* unit) {
    for (const char* axis : {"x", "y", "z"}) columns.push_back({name + axis, unit});
  };
  vector("momentum_", "kg m/s");
  vector("angular_momentum_", "kg m2/s");
  vector("wall_force_", "N");
  vector("wall_moment_", "N m");
  for (const char* term : observe::kEnergyTermNames) columns.push_back({term, "J"});
  columns.push_back({"energy_defect", "J"});
  columns.push_back({"largest_rank_share", "1"});
  for (const char* phase : kPhaseNames) columns.push_back({std::string("seconds_") + phase, "s"});
  for (const auto& probe : watched.bodies) {
    vector(probe.name + ".", "m");
    vector(probe.name + ".v", "m/s");
    vector(probe.name + ".w", "rad/s");
  }
  for (const auto& joint : watched.joints) {
    vector(joint.name + ".force_", "N");
    vector(joint.name + ".moment_", "N m");
    vector(joint.name + ".local_force_", "N");
    vector(joint.name + ".local_moment_", "N m");
    columns.push_back({joint.name + ".unique", "1"});
    if (joint.unit.empty()) continue;
    columns.push_back({joint.name + ".coordinate", joint.unit});
    columns.push_back({joint.name + ".speed", joint.unit + "/s"});
    columns.push_back({joint.name + ".effort", joint.unit == "m" ? "N" : "N m"});
  }
  return columns;
}

std::string header_line(const std::vector<io::Column>& columns) {
  std::string line;
  for (const auto& [name, unit] : columns) {
    line += fmt::format("{}{}{}", line.empty() ? "" : ",", name, unit == "1" ? "" : " [" + unit + "]");
  }
  return line + "\n";
}

// Numbers of a row, as few digits as bring them back.
std::string line_of(const std::vector<double>& row) {
  std::string line;
  for (double value : row) line += fmt::format("{}{}", line.empty() ? "" : ",", value);
  return line + "\n";
}

std::vector<double> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  for (const char* at = line.c_str(); *at;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at) return {};
    at = *end == ',' ? end + 1 : end;
  }
  return numbers;
}

// Exact sums over all ranks, asked for in the order in which they are wanted.
class Sums {
 public:
  void add(std::size_t at, double term) {
    if (at >= sums_.size()) sums_.resize(at + 1);
    sums_[at].add(term);
  }
  void add(std::size_t at, const Vec3& v) {
    for (std::size_t i = 0; i < 3; ++i) add(at + i, v[static_cast<Eigen::Index>(i)]);
  }
  std::vector<double> over(const comm::Comm& comm, std::size_t count) {
    sums_.resize(count);
    comm::exact_sum(comm, sums_);
    std::vector<double> values;
    for (const auto& sum : sums_) values.push_back(sum.value());
    return values;
  }

 private:
  std::vector<comm::ExactSum> sums_;
};

}  // namespace

std::size_t num_columns(const observe::Watched& watched) { return columns_for(watched).size(); }

Series::Series(const comm::Comm& comm, const std::filesystem::path& stem, observe::Watched watched, std::int64_t last_step)
    : comm_(comm), csv_(stem.string() + ".csv"), h5_(stem.string() + ".h5"), watched_(std::move(watched)),
      columns_(columns_for(watched_)) {
  comm::agree(comm_, [&] {
    if (comm_.is_root()) open(last_step);
  });
}

void Series::open(std::int64_t last_step) {
  const std::string header = header_line(columns_);
  std::vector<std::vector<double>> rows;
  const auto take = [&](const std::string& line) {
    auto row = numbers_of(line);
    if (row.size() != columns_.size()) return false;
    rows.push_back(std::move(row));
    return true;
  };
  const auto kept = last_step > 0 && std::filesystem::exists(csv_) ? kept_rows(csv_, header, last_step, take) : 0;
  if (kept > 0) std::filesystem::resize_file(csv_, kept);
  file_ = std::fopen(csv_.c_str(), kept > 0 ? "a" : "w");
  if (!file_ || (kept == 0 && std::fputs(header.c_str(), file_) < 0)) fail(errno);
  table_.emplace(h5_, columns_);
  for (const auto& row : rows) table_->append(row);
  table_->flush();
}

Series::~Series() {
  if (file_) std::fclose(file_);
}

void Series::fail(int error) const {
  throw IoError(fmt::format("{}: cannot be written: {}", csv_.string(), std::strerror(error)));
}

void Series::flush() {
  comm::agree(comm_, [this] {
    if (!failure_.empty()) throw IoError(failure_);
    if (!file_) return;
    if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) fail(errno);
    table_->flush();
  });
}

void Series::put(const std::vector<double>& row) {
  if (!failure_.empty()) return;
  try {
    if (std::fputs(line_of(row).c_str(), file_) < 0) fail(errno);
    table_->append(row);
  } catch (const IoError& error) {
    failure_ = error.what();
  }
}

void Series::write(const Simulation& simulation, const StepReport& report) {
  enum { kKinetic, kRotational, kPotential, kMomentum, kAngular = 6, kWallForce = 9, kWallMoment = 12, kCount = 15 };
  Sums sums;
  const auto& bodies = simulation.bodies();
  const auto count_in = [&](const bodies::Body& b) {
    if (b.state != bodies::State::dynamic) return;
    const observe::StoredEnergy energy = observe::stored_energy(b, simulation.world());
    sums.add(kKinetic, energy.kinetic);
    sums.add(kRotational, energy.rotational);
    sums.add(kPotential, energy.potential);
    sums.add(kMomentum, Vec3(b.mass * b.velocity));
    sums.add(kAngular, Vec3(b.mass * b.position.cross(b.velocity) + b.spin()));
  };
  std::ranges::for_each(bodies.owned(), count_in);
  if (comm_.is_root()) std::ranges::for_each(simulation.world().walls, count_in);
  const double h = simulation.options().build.step;
  for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
    const auto& contact = simulation.contacts()[c];
    if (contact.a < bodies.num_local()) continue;  // walls come first in a contact
    const auto impulse = problem::impulse_of(simulation.problem(), simulation.solution(), contact, c);
    sums.add(kWallForce, Vec3(-impulse.force / h));
    sums.add(kWallMoment, Vec3(-(contact.point.cross(impulse.force) + impulse.torque) / h));
  }
  const auto total = sums.over(comm_, kCount);
  const auto probed_values = probed(simulation), joint_values = reactions(simulation);
  const auto most = static_cast<double>(comm_.max(std::int64_t{bodies.num_owned}));
  PhaseTimes spent = simulation.times();
  for (std::size_t p = 0; p < spent.seconds.size(); ++p) spent.seconds[p] -= before_.seconds[p];
  before_ = simulation.times();
  comm_.max(spent.seconds);
  if (!file_) return;

  const auto& solve = report.solve;
  const auto count = static_cast<double>(report.bodies);
  std::vector<double> row{static_cast<double>(simulation.steps_done()),
                          simulation.time(),
                          count,
                          static_cast<double>(solve.contacts),
                          static_cast<double>(solve.sweeps),
                          solve.status == solver::Status::converged ? 1.0 : 0.0,
                          solve.residual.rms,
                          solve.residual.max,
                          report.penetration,
                          solve.residual.relaxation,
                          solve.residual.relaxation_mean};
  row.insert(row.end(), total.begin(), total.end());
  const auto account = simulation.energy().totals();
  row.insert(row.end(), account.begin(), account.end());
  row.push_back(total[kKinetic] + total[kRotational] + total[kPotential] - simulation.energy().expected());
  row.push_back(count > 0 ? most / count : 0);
  row.insert(row.end(), spent.seconds.begin(), spent.seconds.end());
  row.insert(row.end(), probed_values.begin(), probed_values.end());
  row.insert(row.end(), joint_values.begin(), joint_values.end());
  put(row);
}

// Mass, then position, velocity and angular velocity times mass; a body alone has mass 1, so that its state comes
// unchanged.
std::vector<double> Series::probed(const Simulation& simulation) const {
  constexpr std::size_t kState = 9, kSums = 1 + kState;
  if (watched_.bodies.empty()) return {};
  Sums sums;
  const auto look_at = [&](const bodies::Body& body) {
    for (std::size_t p = 0; p < watched_.bodies.size(); ++p) {
      const auto& probe = watched_.bodies[p];
      if (body.id < probe.first || body.id > probe.last) continue;
      const double weight = probe.first == probe.last ? 1 : body.mass;
      sums.add(kSums * p, weight);
      sums.add(kSums * p + 1, Vec3(weight * body.position));
      sums.add(kSums * p + 4, Vec3(weight * body.velocity));
      sums.add(kSums * p + 7, Vec3(weight * body.angular_velocity));
    }
  };
  for (const auto& body : simulation.bodies().owned()) look_at(body);
  if (comm_.is_root()) std::ranges::for_each(simulation.world().walls, look_at);
  const auto total = sums.over(comm_, kSums * watched_.bodies.size());
  std::vector<double> values;
  for (std::size_t p = 0; p < watched_.bodies.size(); ++p) {
    const double* sum = total.data() + kSums * p;
    for (std::size_t i = 1; i < kSums; ++i)
      values.push_back(sum[0] > 0 ? sum[i] / sum[0] : std::numeric_limits<double>::quiet_NaN());
  }
  return values;
}

// Forces of the last step; coordinates at its end. A joint is held by one rank, so that its terms come unchanged.
std::vector<double> Series::reactions(const Simulation& simulation) const {
  constexpr std::size_t kTerms = 15;  // force, moment, both in the joint's axes; coordinate, speed, effort
  if (watched_.joints.empty()) return {};
  const auto& problem = simulation.problem();
  const auto& solution = simulation.solution();
  Sums sums;
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    const auto& block = problem.joints[k];
    const auto& joint = simulation.bodies().joints[static_cast<std::size_t>(block.place)];
    const auto place = static_cast<std::size_t>(problem.num_contact_blocks) + k;
    const Vec6& g = solution.block_impulses[place];
    const auto reaction = problem::reaction_of(block, g, problem.step);
    for (std::size_t p = 0; p < watched_.joints.size(); ++p) {
      const auto& probe = watched_.joints[p];
      if (joint.id < probe.first || joint.id > probe.last) continue;
      const auto [world, local] = problem::on_asked_side(reaction, block.axes, probe.on_a);
      sums.add(kTerms * p, world.force);
      sums.add(kTerms * p + 3, world.moment);
      sums.add(kTerms * p + 6, local.force);
      sums.add(kTerms * p + 9, local.moment);
      if (probe.unit.empty()) continue;
      const double speed = problem::rates_of(problem, solution, problem.blocks[place])[0];
      sums.add(kTerms * p + 12, joint.reference + block.coordinate + problem.step * speed);
      sums.add(kTerms * p + 13, speed);
      sums.add(kTerms * p + 14, g[0] / problem.step);
    }
  }
  const auto total = sums.over(comm_, kTerms * watched_.joints.size());
  std::vector<double> values;
  for (std::size_t p = 0; p < watched_.joints.size(); ++p) {
    const auto first = total.begin() + static_cast<std::ptrdiff_t>(kTerms * p);
    values.insert(values.end(), first, first + 12);
    values.push_back(watched_.joints[p].unique);
    if (!watched_.joints[p].unit.empty()) values.insert(values.end(), first + 12, first + 15);
  }
  return values;
}

}  // namespace talus::sim
