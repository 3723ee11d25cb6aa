#include "observe/series.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "observe/contact_seen.hpp"
#include "observe/sums.hpp"

namespace talus::observe {
namespace {

using bodies::Body;
using bodies::World;

// Where the value of a quantity comes from.
using OfStep = double (*)(const View&, const StepReport&);
using OfBody = double (*)(const Body&, const World&);      // summed over all dynamic bodies
using VectorOfBody = Vec3 (*)(const Body&, const World&);  // as above
using VectorOfWallContact = Vec3 (*)(const ContactSeen&);  // summed over all contacts with walls

struct Quantity {
  const char* name;  // of a vector: without the axis
  const char* unit;
  std::variant<OfStep, OfBody, VectorOfBody, VectorOfWallContact> value;

  bool is_vector() const {
    return std::holds_alternative<VectorOfBody>(value) || std::holds_alternative<VectorOfWallContact>(value);
  }
};

// To add a quantity: one row. Those of a step come first, then the sums, of which the first three are the stored
// energy.
const std::array kQuantities = std::to_array<Quantity>({
    {"step", "1", [](const View& view, const StepReport&) { return static_cast<double>(view.step); }},
    {"time", "s", [](const View& view, const StepReport&) { return view.time; }},
    {"bodies", "1", [](const View&, const StepReport& step) { return static_cast<double>(step.bodies); }},
    {"contacts", "1", [](const View&, const StepReport& step) { return static_cast<double>(step.solve.contacts); }},
    {"sweeps", "1", [](const View&, const StepReport& step) { return static_cast<double>(step.solve.sweeps); }},
    {"converged", "1",
     [](const View&, const StepReport& step) {
       return step.solve.status == problem::Status::converged ? 1.0 : 0.0;
     }},
    {"residual_rms", "m/s", [](const View&, const StepReport& step) { return step.solve.residual.rms; }},
    {"residual_max", "m/s", [](const View&, const StepReport& step) { return step.solve.residual.max; }},
    {"penetration_max", "m", [](const View&, const StepReport& step) { return step.penetration; }},
    {"overlap_max", "1", [](const View&, const StepReport& step) { return step.overlap; }},
    {"joint_opening_max", "m", [](const View&, const StepReport& step) { return step.opening; }},
    {"relaxation_max", "m", [](const View&, const StepReport& step) { return step.solve.residual.relaxation; }},
    {"relaxation_mean", "m", [](const View&, const StepReport& step) { return step.solve.residual.relaxation_mean; }},
    {"kinetic_energy", "J", [](const Body& b, const World& world) { return stored_energy(b, world).kinetic; }},
    {"rotational_energy", "J", [](const Body& b, const World& world) { return stored_energy(b, world).rotational; }},
    {"potential_energy", "J", [](const Body& b, const World& world) { return stored_energy(b, world).potential; }},
    {"momentum_", "kg m/s", [](const Body& b, const World&) -> Vec3 { return b.mass * b.velocity; }},
    {"angular_momentum_", "kg m2/s",
     [](const Body& b, const World&) -> Vec3 { return b.mass * b.position.cross(b.velocity) + b.spin(); }},
    {"wall_force_", "N", [](const ContactSeen& c) -> Vec3 { return -c.impulse().force / c.view.problem.step; }},
    {"wall_moment_", "N m",
     [](const ContactSeen& c) -> Vec3 {
       const auto impulse = c.impulse();
       return -(c.contact.point.cross(impulse.force) + impulse.torque) / c.view.problem.step;
     }},
});

// Adds the values of one kind to the sums of their columns.
template <class Kind, class... Args>
void add_values(Sums& sums, const Args&... args) {
  std::size_t at = 0;
  for (const Quantity& quantity : kQuantities) {
    if (const auto* value = std::get_if<Kind>(&quantity.value)) sums.add(at, (*value)(args...));
    if (!std::holds_alternative<OfStep>(quantity.value)) at += quantity.is_vector() ? 3 : 1;
  }
}

// *Collective.* The sums over all bodies and contacts, in the order of their columns.
std::vector<double> summed(const View& view) {
  Sums sums;
  const auto add_body = [&](const Body& body) {
    if (body.state != bodies::State::dynamic) return;
    add_values<OfBody>(sums, body, view.world);
    add_values<VectorOfBody>(sums, body, view.world);
  };
  std::ranges::for_each(view.bodies.owned(), add_body);
  if (view.comm.is_root()) std::ranges::for_each(view.world.walls, add_body);
  each_contact(view, [&](const ContactSeen& contact) {
    if (contact.at_wall()) add_values<VectorOfWallContact>(sums, contact);
  });
  std::size_t count = 0;
  for (const Quantity& quantity : kQuantities) {
    if (!std::holds_alternative<OfStep>(quantity.value)) count += quantity.is_vector() ? 3 : 1;
  }
  return sums.over(view.comm, count);
}

void append(std::vector<double>& row, std::span<const double> values) {
  row.insert(row.end(), values.begin(), values.end());
}

}  // namespace

std::vector<Column> series_columns(const Watched& watched) {
  std::vector<Column> columns;
  for (const Quantity& quantity : kQuantities) {
    if (quantity.is_vector()) {
      add_vector_columns(columns, quantity.name, quantity.unit);
    } else {
      columns.push_back({quantity.name, quantity.unit});
    }
  }
  for (const char* term : kEnergyTermNames) columns.push_back({term, "J"});
  columns.push_back({"energy_defect", "J"});
  columns.push_back({"largest_rank_share", "1"});
  for (const char* phase : kPhaseNames) columns.push_back({std::string("seconds_") + phase, "s"});
  add_probe_columns(columns, watched.bodies);
  add_reaction_columns(columns, watched.joints);
  add_wall_columns(columns, watched.walls);
  add_flow_columns(columns, watched.flows);
  return columns;
}

std::vector<double> series_row(const View& view, const StepReport& report, const EnergyAccount& energy,
                               PhaseTimes spent, const Watched& watched) {
  std::vector<double> row;
  for (const Quantity& quantity : kQuantities) {
    if (const auto* value = std::get_if<OfStep>(&quantity.value)) row.push_back((*value)(view, report));
  }
  const auto sums = summed(view);
  append(row, sums);
  append(row, energy.totals());
  row.push_back(sums[0] + sums[1] + sums[2] - energy.expected());
  const auto largest = static_cast<double>(view.comm.max(std::int64_t{view.bodies.num_owned}));
  row.push_back(report.bodies > 0 ? largest / static_cast<double>(report.bodies) : 0);
  view.comm.max(spent.seconds);
  append(row, spent.seconds);
  append(row, probe_values(view, watched.bodies));
  append(row, reaction_values(view, watched.joints));
  append(row, wall_values(view, watched.walls));
  append(row, flow_values(view.world.flows, watched.flows));
  return row;
}

}  // namespace talus::observe
