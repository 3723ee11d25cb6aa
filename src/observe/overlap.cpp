#include "observe/overlap.hpp"

#include <algorithm>
#include <cstring>

namespace talus::observe {

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

}  // namespace talus::observe
