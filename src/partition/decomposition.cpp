#include <fmt/format.h>

#include "base/error.hpp"
#include "partition/touch.hpp"

namespace talus::partition {

Decomposition::Touch Decomposition::touch_of(const bodies::Body& body, const bodies::ContactRange& range) const {
  const double reach = range.reach(body);
  const int level = grid_.level_for(2 * reach);
  const double limit = level > kMaxLevel ? 0 : grid_.edge_at(level) * (kCubeRange - 2);
  const bool whole = body.position.allFinite() && body.velocity.allFinite() && body.angular_velocity.allFinite();
  if (!whole || !(body.position.cwiseAbs().maxCoeff() < limit)) {
    throw PhysicsError(fmt::format("body {} is lost: position ({:g}, {:g}, {:g}) m, velocity ({:g}, {:g}, {:g}) m/s",
                                   body.id, body.position.x(), body.position.y(), body.position.z(), body.velocity.x(),
                                   body.velocity.y(), body.velocity.z()));
  }
  if (level > grid_.coarsest()) {
    throw PhysicsError(fmt::format("body {} reaches {:g} m far, too far for the period of the domain", body.id, reach));
  }
  return {level, grid_.cube_at(level, body.position).key(), reach};
}

}  // namespace talus::partition
