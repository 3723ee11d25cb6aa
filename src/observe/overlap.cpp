#include "observe/overlap.hpp"

#include <algorithm>
#include <cstring>

#include "bodies/body_at.hpp"

namespace talus::observe {

Overlap deepest_overlap(const comm::Comm& comm, const bodies::Bodies& bodies, const bodies::World& world,
                        std::span<const collide::Contact> contacts) {
  Overlap worst;
  for (const auto& c : contacts) {
    const bodies::Body &a = body_at(bodies, world, c.a), &b = body_at(bodies, world, c.b);
    if (world.materials.springs_of_pair(a.material, b.material).any()) continue;
    const double smaller = c.a.is_wall ? b.radius : c.b.is_wall ? a.radius : std::min(a.radius, b.radius);
    if (-c.gap > worst.part * smaller) worst = {-c.gap, -c.gap / smaller, c.id_a, c.id_b};
  }
  const auto [part, rank] = comm.max_with_rank(worst.part);
  std::string record(reinterpret_cast<const char*>(&worst), sizeof(worst));
  comm.broadcast(record, rank);
  std::memcpy(&worst, record.data(), sizeof(worst));
  return worst;
}

}  // namespace talus::observe
