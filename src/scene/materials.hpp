#pragma once
// The materials of a deck: the unnamed one made of contact.*, named ones, pairs.

#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/material.hpp"

namespace talus::scene {

struct PairEntry : bodies::Friction, bodies::FrictionRatios {
  std::string entry, a, b;  // names of materials

  static void keys(Keys<PairEntry>& key);
};

struct MaterialEntry : bodies::Friction, bodies::FrictionRatios, bodies::Elasticity {
  std::string entry, name;
  double density = 0;  // kg/m^3; 0: that of all bodies

  static void keys(Keys<MaterialEntry>& key);
};

struct MaterialOptions : bodies::Friction, bodies::FrictionRatios, bodies::Elasticity {
  double restitution_speed = 0.01;  // m/s
  bodies::PairRule pair_rule = bodies::PairRule::min;
  std::vector<PairEntry> pairs;
  std::vector<MaterialEntry> materials;

  MaterialOptions() { mu = 0.5; }
  static void keys(Keys<MaterialOptions>& key);
  // Refuses stiffnesses and lengths of friction that exclude each other, or that the contact law cannot use.
  static void check(const Values& deck);
};

}  // namespace talus::scene
