#include "sim/warnings.hpp"

#include <fmt/format.h>

#include <set>

namespace talus::sim {

std::string warning_of(const observe::OverlapsOfStart& overlaps, const problem::BuildOptions& build) {
  constexpr double kHarmless = 1e-3;  // of the radius
  std::string text;
  if (const auto& o = overlaps.of_contacts;
      o.part > kHarmless && build.max_recovery_speed == 0 && !build.split_recovery) {
    text = fmt::format(
        "talus: warning: bodies {} and {} overlap by {:.3g} m at the start, the worst of all, and will part at up to "
        "{:.3g} m/s; "
        "cap it by contact.max_recovery_speed, or set contact.recovery: split\n",
        o.a, o.b, o.depth, o.depth / build.step);
  }
  if (const auto& o = overlaps.of_driven; o.part > kHarmless) {
    text += fmt::format(
        "talus: warning: bodies {} and {} overlap by {:.3g} m at the start, and neither can be pushed: driven bodies "
        "pass through fixed ones\n",
        o.a, o.b, o.depth);
  }
  return text;
}

std::string repairs_of(const bodies::World& world) {
  std::string text;
  std::set<std::string> told;  // walls have a copy of the shape under the same name
  for (const auto& [index, name] : world.shape_names) {
    const auto* mesh = std::get_if<bodies::Mesh>(&world.shapes[index]);
    if (!mesh || (mesh->repair.dropped == 0 && !mesh->repair.turned) || !told.insert(name).second) continue;
    text += fmt::format("talus: warning: shape '{}':", name);
    if (mesh->repair.dropped > 0)
      text += fmt::format(" {} triangles without area or given twice are left out", mesh->repair.dropped);
    if (mesh->repair.turned)
      text += fmt::format("{} the surface faced inwards and is turned", mesh->repair.dropped > 0 ? ";" : "");
    text += "\n";
  }
  return text;
}

}  // namespace talus::sim
