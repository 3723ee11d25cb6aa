#pragma once
// Which cubes a body touches.

#include "base/cube.hpp"
#include "bodies/world.hpp"

namespace talus::partition {

// The grid of cubes, and how far contacts reach from a body.
struct Space {
  CubeGrid grid;
  bodies::ContactRange range;
};

// Where a body is: the level of its reach, the cube of its centre, its reach in m.
struct Touch {
  int level;
  CubeKey home;
  double reach;
};

// A body that is lost (not finite, outside of the grid) is a PhysicsError that names it.
Touch touch_of(const Space& space, const bodies::Body& body);

// Calls visit(key) for every cube that the body's reach touches, on its own level and on the coarser ones in use (bit l
// of `levels`: level l).
void each_touched_cube(const CubeGrid& grid, std::uint64_t levels, const bodies::Body& body, const Touch& touch,
                       auto&& visit) {
  const Vec3 reach = Vec3::Constant(touch.reach + 1e-9 * grid.edge_at(touch.level));  // above rounding
  for (int level = touch.level; level <= kMaxLevel && levels >> level != 0; ++level) {
    if (!(levels >> level & 1)) continue;
    grid.each_cube(level, body.position - reach, body.position + reach, visit);
  }
}

}  // namespace talus::partition
