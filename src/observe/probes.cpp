#include "observe/probes.hpp"

#include <algorithm>
#include <limits>

#include "observe/sums.hpp"
#include "problem/joint_rows.hpp"

namespace talus::observe {

void add_vector_columns(std::vector<Column>& columns, const std::string& name, const char* unit) {
  for (const char* axis : {"x", "y", "z"}) columns.push_back({name + axis, unit});
}

void add_probe_columns(std::vector<Column>& columns, std::span<const Probe> probes) {
  for (const auto& probe : probes) {
    add_vector_columns(columns, probe.name + ".", "m");
    add_vector_columns(columns, probe.name + ".v", "m/s");
    add_vector_columns(columns, probe.name + ".w", "rad/s");
  }
}

void add_reaction_columns(std::vector<Column>& columns, std::span<const JointProbe> probes) {
  for (const auto& joint : probes) {
    add_vector_columns(columns, joint.name + ".force_", "N");
    add_vector_columns(columns, joint.name + ".moment_", "N m");
    add_vector_columns(columns, joint.name + ".local_force_", "N");
    add_vector_columns(columns, joint.name + ".local_moment_", "N m");
    columns.push_back({joint.name + ".unique", "1"});
    if (joint.unit.empty()) continue;
    columns.push_back({joint.name + ".coordinate", joint.unit});
    columns.push_back({joint.name + ".speed", joint.unit + "/s"});
    columns.push_back({joint.name + ".effort", joint.unit == "m" ? "N" : "N m"});
  }
}

// Mass, then position, velocity and angular velocity times mass; a body alone has mass 1, so that its state comes
// unchanged.
std::vector<double> probe_values(const View& view, std::span<const Probe> probes) {
  constexpr std::size_t kState = 9, kSums = 1 + kState;
  if (probes.empty()) return {};
  Sums sums;
  const auto look_at = [&](const bodies::Body& body) {
    for (std::size_t p = 0; p < probes.size(); ++p) {
      const auto& probe = probes[p];
      if (body.id < probe.first || body.id > probe.last) continue;
      const double weight = probe.first == probe.last ? 1 : body.mass;
      sums.add(kSums * p, weight);
      sums.add(kSums * p + 1, Vec3(weight * body.position));
      sums.add(kSums * p + 4, Vec3(weight * body.velocity));
      sums.add(kSums * p + 7, Vec3(weight * body.angular_velocity));
    }
  };
  for (const auto& body : view.bodies.owned()) look_at(body);
  if (view.comm.is_root()) std::ranges::for_each(view.world.walls, look_at);
  const auto total = sums.over(view.comm, kSums * probes.size());
  std::vector<double> values;
  for (std::size_t p = 0; p < probes.size(); ++p) {
    const double* sum = total.data() + kSums * p;
    for (std::size_t i = 1; i < kSums; ++i)
      values.push_back(sum[0] > 0 ? sum[i] / sum[0] : std::numeric_limits<double>::quiet_NaN());
  }
  return values;
}

// Forces of the last step; coordinates at its end. A joint is held by one rank, so that its terms come unchanged.
std::vector<double> reaction_values(const View& view, std::span<const JointProbe> probes) {
  constexpr std::size_t kTerms = 15;  // force, moment, both in the joint's axes; coordinate, speed, effort
  if (probes.empty()) return {};
  const auto& problem = view.problem;
  Sums sums;
  for (std::size_t k = 0; k < problem.joints.size(); ++k) {
    const auto& block = problem.joints[k];
    const auto& joint = view.bodies.joints.items()[block.place];
    const auto place = problem.num_contact_blocks + k;
    const Vec6& g = view.solution.block_impulses[place];
    const auto reaction = problem::reaction_of(block, g, problem.step);
    for (std::size_t p = 0; p < probes.size(); ++p) {
      const auto& probe = probes[p];
      if (joint.id < probe.first || joint.id > probe.last) continue;
      const auto [world, local] = problem::on_asked_side(reaction, block.axes, probe.on_a);
      sums.add(kTerms * p, world.force);
      sums.add(kTerms * p + 3, world.moment);
      sums.add(kTerms * p + 6, local.force);
      sums.add(kTerms * p + 9, local.moment);
      if (probe.unit.empty()) continue;
      const double speed = problem::rates_of(problem, view.solution, problem.blocks[place])[0];
      sums.add(kTerms * p + 12, joint.reference + block.coordinate + problem.step * speed);
      sums.add(kTerms * p + 13, speed);
      sums.add(kTerms * p + 14, g[0] / problem.step);
    }
  }
  const auto total = sums.over(view.comm, kTerms * probes.size());
  std::vector<double> values;
  for (std::size_t p = 0; p < probes.size(); ++p) {
    const auto first = total.begin() + static_cast<std::ptrdiff_t>(kTerms * p);
    values.insert(values.end(), first, first + 12);
    values.push_back(probes[p].unique);
    if (!probes[p].unit.empty()) values.insert(values.end(), first + 12, first + 15);
  }
  return values;
}

}  // namespace talus::observe
