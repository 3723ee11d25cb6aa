#pragma once
// Options of contacts that no material has: the contact law, when a contact is active, how penetrations are removed.

#include "base/keys_fwd.hpp"
#include "problem/laws.hpp"

namespace talus::problem {

struct LawOptions {
  enum class Law { ccp, coulomb, regularised, pyramid, box };
  Law law = Law::ccp;
  int directions = 4;               // corners of the pyramid's polygon
  double bristle_stiffness = 0;     // N/m; 0: rigid
  double sliding_threshold = 0.01;  // m/s
  int bound_iterations = 0;

  static const Keys<LawOptions>& keys();
  FrictionLaw friction_law() const;  // none: circular cones
};

struct ActivationOptions {
  double envelope = 0;            // m; 0: automatic, 5 % of the smallest radius
  double max_recovery_speed = 0;  // m/s; 0: no cap
  enum class Recovery { velocity, split };
  Recovery recovery = Recovery::velocity;

  static const Keys<ActivationOptions>& keys();
};

}  // namespace talus::problem
