#pragma once
// A contact as geometry: which two bodies, where, which way, how far apart.

#include "base/cube.hpp"
#include "base/types.hpp"

namespace talus::collide {

// Body index on this rank: locals of Bodies first, then walls (num_local() + wall).
struct Contact {
  CubeKey cube = 0;             // decides who holds the contact and where it stands in the order of rows
  GlobalId id_a = 0, id_b = 0;  // id_a < id_b
  LocalIndex a = 0, b = 0;
  std::int32_t feature = 0;     // which contact of this pair; (id_a, id_b, feature) is the contact's identity
  double gap = 0;               // m, < 0: overlap
  Vec3 normal = Vec3::UnitZ();  // from A to B
  Vec3 point = Vec3::Zero();    // middle of the two witness points, world, m
};

}  // namespace talus::collide
