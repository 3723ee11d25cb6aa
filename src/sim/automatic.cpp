#include "sim/automatic.hpp"

#include <algorithm>
#include <cmath>

namespace talus::sim {
namespace {

using bodies::Body;
using bodies::Load;

// The largest acceleration that a load gives to a body that moves freely, m/s^2. The bodies are by their ids.
double largest_acceleration(std::span<const Body> by_id, const bodies::World& world) {
  double most = 0;
  const auto pulled = [&](const Load& load, const Body& b) {
    if (b.state == bodies::State::dynamic && load.targets.hold(b.id))
      most = std::max(most, load.amount.norm() * load.course.largest() / b.mass);
  };
  for (const Load& load : world.loads) {
    if (load.kind == Load::Kind::acceleration) most = std::max(most, load.amount.norm() * load.course.largest());
    if (load.kind != Load::Kind::force) continue;
    for (const Body& wall : world.walls) pulled(load, wall);
    const auto first = std::ranges::lower_bound(by_id, load.targets.first, {}, &Body::id);
    for (auto b = first; b != by_id.end() && b->id <= load.targets.last; ++b) pulled(load, *b);
  }
  for (std::size_t w = 0; w < world.servos.size(); ++w)
    most = std::max(most, world.servos[w].force / world.walls[w].mass);
  return most;
}

}  // namespace

double automatic_tolerance(const comm::Comm& comm, std::span<const Body> owned, const bodies::World& world,
                           const SimulationOptions& options) {
  constexpr double kPart = 0.01, kLeast = 1e-9, kWithoutLoads = 1e-3;  // 1, m/s, m/s
  double acceleration = options.gravity;
  if (acceleration == 0) {
    std::vector<Body> by_id(owned.begin(), owned.end());
    std::ranges::sort(by_id, {}, &Body::id);
    acceleration = comm.max(largest_acceleration(by_id, world));
  }
  return acceleration > 0 ? std::max(kPart * acceleration * options.build.step, kLeast) : kWithoutLoads;
}

}  // namespace talus::sim
