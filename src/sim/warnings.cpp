#include "sim/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace talus::sim {

Overlap deepest_overlap(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                        std::span<const collide::Contact> contacts) {
  Overlap worst;
  const LocalIndex num_local = bodies.num_local();
  const auto body = [&](LocalIndex b) -> const bodies::Body& {
    return b < num_local ? bodies.local[static_cast<std::size_t>(b)]
                         : world.walls[static_cast<std::size_t>(b - num_local)];
  };
  for (const auto& c : contacts) {
    const bodies::Body &a = body(c.a), &b = body(c.b);
    if (world.materials.springs_of_pair(a.material, b.material).any()) continue;
    const double smaller = c.a >= num_local ? b.radius : c.b >= num_local ? a.radius : std::min(a.radius, b.radius);
    if (-c.gap > worst.part * smaller) worst = {-c.gap, -c.gap / smaller, c.id_a, c.id_b};
  }
  const auto [part, rank] = comm.max_with_rank(worst.part);
  std::string record(reinterpret_cast<const char*>(&worst), sizeof(worst));
  comm.broadcast(record, rank);
  std::memcpy(&worst, record.data(), sizeof(worst));
  return worst;
}

std::string warning_of(const Overlap& overlap, const io::Deck& deck) {
  constexpr double kHarmless = 1e-3;  // of the radius
  if (overlap.part <= kHarmless || deck.number("contact.max_recovery_speed") > 0 ||
      deck.text("contact.recovery") == "split")
    return {};
  return fmt::format(
      "talus: warning: bodies {} and {} overlap by {:.3g} m at the start, the worst of all, and will part at up to "
      "{:.3g} m/s; "
      "cap it by contact.max_recovery_speed, or set contact.recovery: split\n",
      overlap.a, overlap.b, overlap.depth, overlap.depth / deck.number("time.step"));
}

std::string repairs_of(const bodies::World& world, const io::Deck& deck) {
  std::string text;
  for (int n = 0; n < deck.size("shapes"); ++n) {  // after the sphere, the deck's in their order
    const auto* mesh = std::get_if<bodies::Mesh>(&world.shapes[static_cast<std::size_t>(n) + 1]);
    if (!mesh || (mesh->repair.dropped == 0 && !mesh->repair.turned)) continue;
    text += fmt::format("talus: warning: shape '{}':", deck.text(fmt::format("shapes[{}].name", n)));
    if (mesh->repair.dropped > 0)
      text += fmt::format(" {} triangles without area or given twice are left out", mesh->repair.dropped);
    if (mesh->repair.turned)
      text += fmt::format("{} the surface faced inwards and is turned", mesh->repair.dropped > 0 ? ";" : "");
    text += "\n";
  }
  return text;
}

}  // namespace talus::sim
