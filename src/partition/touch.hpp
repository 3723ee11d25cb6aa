#pragma once
// Which cubes a body touches. Part of Decomposition.

#include "partition/decomposition.hpp"

namespace talus::partition {

// Where a body is: the level of its reach, the cube of its centre, its reach.
struct Decomposition::Touch {
  int level;
  CubeKey home;
  double reach;
};

// Calls visit(key) for every cube that the body's reach touches, on its own level and on the coarser ones in use.
void Decomposition::each_touched_cube(const bodies::Body& body, const Touch& touch, auto&& visit) const {
  const Vec3 reach = Vec3::Constant(touch.reach + 1e-9 * grid_.edge_at(touch.level));  // above rounding
  for (int level = touch.level; level <= kMaxLevel && levels_ >> level != 0; ++level) {
    if (!(levels_ >> level & 1)) continue;
    grid_.each_cube(level, body.position - reach, body.position + reach, visit);
  }
}

}  // namespace talus::partition
