#pragma once
// A contact as geometry: which two bodies, where, which way, how far apart.

#include "base/cube.hpp"
#include "base/types.hpp"
#include "bodies/body_ref.hpp"

namespace talus::collide {

struct Contact {
  CubeKey cube = 0;             // decides who holds the contact and where it stands in the order of rows
  GlobalId id_a = 0, id_b = 0;  // id_a < id_b
  bodies::BodyRef a, b;         // only A may be a wall
  std::int32_t feature = 0;     // which contact of this pair; (id_a, id_b, feature) is the contact's identity
  double gap = 0;               // m, < 0: overlap
  Vec3 normal = Vec3::UnitZ();  // from A to B
  Vec3 point = Vec3::Zero();    // middle of the two witness points, world, m
};

}  // namespace talus::collide
