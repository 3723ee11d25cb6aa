#pragma once
// Which cubes a body touches.

#include "base/cube.hpp"
#include "bodies/world.hpp"

namespace talus::partition {

// How far reaches may move before bodies are distributed again: fixed + steps h |v| of each body.
struct Margin {
  double fixed = 0;  // m
  int steps = 0;

  bool any() const { return fixed > 0 || steps > 0; }
};

// The grid of cubes, and how far contacts reach from a body.
struct Space {
  CubeGrid grid;
  bodies::ContactRange range;
  Margin margin = {};
};

// Where a body is: the level of its reach, the cube of its centre, its reach with the margin in m, which stays within
// half an edge of the level's cubes.
struct CubeReach {
  int level;
  CubeKey home;
  double reach;
};

// A body that is lost (not finite, outside of the grid) is a PhysicsError that names it.
CubeReach reach_of(const Space& space, const bodies::Body& body);

// Calls visit(key) for every cube that the body's reach touches, on its own level and on the coarser ones in use (bit l
// of `levels`: level l).
void each_touched_cube(const CubeGrid& grid, std::uint64_t levels, const bodies::Body& body, const CubeReach& reach,
                       auto&& visit) {
  const Vec3 half = Vec3::Constant(reach.reach + 1e-9 * grid.edge_at(reach.level));  // above rounding
  for (int level = reach.level; level <= kMaxLevel && levels >> level != 0; ++level) {
    if (!(levels >> level & 1)) continue;
    grid.each_cube(level, body.position - half, body.position + half, visit);
  }
}

}  // namespace talus::partition
