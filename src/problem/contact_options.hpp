#pragma once
// Options of contacts that no material has: when a contact is active, how penetrations are removed.

#include "base/keys_fwd.hpp"

namespace talus::problem {

struct ActivationOptions {
  double envelope = 0;            // m; 0: automatic, 5 % of the smallest radius
  double max_recovery_speed = 0;  // m/s; 0: no cap
  double recovery_rate = 1;       // part of a penetration that a step pushes out
  enum class Recovery { velocity, split };
  Recovery recovery = Recovery::velocity;

  static void keys(Keys<ActivationOptions>& key);
  static void check(const Values& deck);
};

}  // namespace talus::problem
