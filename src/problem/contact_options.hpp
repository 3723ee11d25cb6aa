#pragma once
// Options of contacts that no material has: when a contact is active, how penetrations are removed.

#include "base/keys_fwd.hpp"

namespace talus::problem {

struct ActivationOptions {
  double envelope = 0;            // m; 0: automatic, 5 % of the smallest radius
  double max_recovery_speed = 0;  // m/s; 0: no cap
  enum class Recovery { velocity, split };
  Recovery recovery = Recovery::velocity;

  static void keys(Keys<ActivationOptions>& key);
};

}  // namespace talus::problem
