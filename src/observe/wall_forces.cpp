#include "observe/wall_forces.hpp"

#include "observe/contact_seen.hpp"
#include "observe/probes.hpp"
#include "observe/sums.hpp"

namespace talus::observe {

void add_wall_columns(std::vector<Column>& columns, std::span<const WallProbe> walls) {
  for (const auto& wall : walls) {
    add_vector_columns(columns, "wall." + wall.name + ".force_", "N");
    add_vector_columns(columns, "wall." + wall.name + ".moment_", "N m");
    add_vector_columns(columns, "wall." + wall.name + ".normal_force_", "N");
    add_vector_columns(columns, "wall." + wall.name + ".friction_", "N");
  }
}

std::vector<double> wall_values(const View& view, std::span<const WallProbe> walls) {
  constexpr std::size_t kTerms = 12;
  if (walls.empty()) return {};
  std::vector<std::ptrdiff_t> place(view.world.walls.size(), -1);  // by wall
  for (std::size_t n = 0; n < walls.size(); ++n)
    place[static_cast<std::size_t>(walls[n].wall)] = static_cast<std::ptrdiff_t>(n);
  Sums sums;
  each_contact(view, [&](const ContactSeen& seen) {
    const auto& contact = seen.contact;
    if (!seen.at_wall() || place[static_cast<std::size_t>(contact.a.index)] < 0) return;
    const auto impulse = seen.impulse();
    const Vec3 force = -impulse.force / view.problem.step, normal = force.dot(contact.normal) * contact.normal;
    const std::size_t at = kTerms * static_cast<std::size_t>(place[static_cast<std::size_t>(contact.a.index)]);
    sums.add(at, force);
    sums.add(at + 3, Vec3(contact.point.cross(force) - impulse.torque / view.problem.step));
    sums.add(at + 6, normal);
    sums.add(at + 9, Vec3(force - normal));
  });
  return sums.over(view.comm, kTerms * walls.size());
}

}  // namespace talus::observe
