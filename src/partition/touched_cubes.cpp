#include "partition/touched_cubes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace talus::partition {

CubeReach reach_of(const Space& space, const bodies::Body& body) {
  const CubeGrid& grid = space.grid;
  const double reach = space.range.reach(body);
  const int level = grid.level_for(2 * reach);
  const double limit = level > kMaxLevel ? 0 : grid.edge_at(level) * (kCubeRange - 2);
  const bool whole = body.position.allFinite() && body.velocity.allFinite() && body.angular_velocity.allFinite();
  if (!whole || !(body.position.cwiseAbs().maxCoeff() < limit)) {
    throw PhysicsError(fmt::format("body {} is lost: position ({:g}, {:g}, {:g}) m, velocity ({:g}, {:g}, {:g}) m/s",
                                   body.id, body.position.x(), body.position.y(), body.position.z(), body.velocity.x(),
                                   body.velocity.y(), body.velocity.z()));
  }
  if (level > grid.coarsest()) {
    throw PhysicsError(fmt::format("body {} reaches {:g} m far, too far for the period of the domain", body.id, reach));
  }
  const double margin = space.margin.fixed + space.margin.steps * space.range.step * body.velocity.norm();
  const double most = std::max(reach, 0.5 * grid.edge_at(level));
  return {level, grid.cube_at(level, body.position).key(), std::min(reach + margin, most)};
}

}  // namespace talus::partition
