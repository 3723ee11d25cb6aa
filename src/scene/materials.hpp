#pragma once
// What a deck says of materials: the unnamed one made of contact.*, named ones, pairs.

#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/material.hpp"

namespace talus::scene {

struct PairEntry : bodies::Friction {
  std::string entry, a, b;  // names of materials

  static const Keys<PairEntry>& keys();
};

struct MaterialEntry : bodies::Friction, bodies::Elasticity {
  std::string entry, name;
  double density = 0;  // kg/m^3; 0: that of all bodies

  static const Keys<MaterialEntry>& keys();
};

struct MaterialOptions : bodies::Friction, bodies::Elasticity {
  double restitution_speed = 0.01;  // m/s
  bodies::PairRule pair_rule = bodies::PairRule::min;
  std::vector<PairEntry> pairs;
  std::vector<MaterialEntry> materials;

  MaterialOptions() { mu = 0.5; }
  static const Keys<MaterialOptions>& keys();
};

}  // namespace talus::scene
