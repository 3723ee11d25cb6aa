#include "observe/wall_forces.hpp"

#include <algorithm>

#include "observe/contact_seen.hpp"
#include "observe/probes.hpp"
#include "observe/sums.hpp"

namespace talus::observe {

bool BodyGroup::holds(GlobalId id) const {
  return std::ranges::any_of(ids, [id](const IdRun& run) { return run.holds(id); });
}

void add_wall_columns(std::vector<Column>& columns, std::span<const WallProbe> walls) {
  for (const auto& wall : walls) {
    const std::string name = "wall." + wall.name + (wall.from ? "." + wall.from->name : "");
    add_vector_columns(columns, name + ".force_", "N");
    add_vector_columns(columns, name + ".moment_", "N m");
    add_vector_columns(columns, name + ".normal_force_", "N");
    add_vector_columns(columns, name + ".friction_", "N");
  }
}

std::vector<double> wall_values(const View& view, std::span<const WallProbe> walls) {
  constexpr std::size_t kTerms = 12;
  if (walls.empty()) return {};
  Sums sums;
  each_contact(view, [&](const ContactSeen& seen) {
    const auto& contact = seen.contact;
    if (!seen.at_wall()) return;
    const auto [first, last] = std::ranges::equal_range(walls, contact.id_a, {}, &WallProbe::wall);
    if (first == last) return;
    const auto impulse = seen.impulse();
    const Vec3 force = -impulse.force / view.problem.step, normal = force.dot(contact.normal) * contact.normal;
    const Vec3 moment = contact.point.cross(force) - impulse.torque / view.problem.step;
    for (auto probe = first; probe != last; ++probe) {
      if (probe->from && !probe->from->holds(contact.id_b)) continue;
      const std::size_t at = kTerms * static_cast<std::size_t>(probe - walls.begin());
      sums.add(at, force);
      sums.add(at + 3, moment);
      sums.add(at + 6, normal);
      sums.add(at + 9, Vec3(force - normal));
    }
  });
  return sums.over(view.comm, kTerms * walls.size());
}

}  // namespace talus::observe
