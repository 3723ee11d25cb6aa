#include "problem/contact_options.hpp"

#include "base/key.hpp"

namespace talus::problem {

using namespace keys;

void ActivationOptions::keys(Keys<ActivationOptions>& key) {
  key("contact.envelope", &ActivationOptions::envelope, in("m"), at_least(0),
      "Gap below which a contact is active; 0 = 5 % of the smallest radius.");
  key("contact.max_recovery_speed", &ActivationOptions::max_recovery_speed, in("m/s"), at_least(0),
      "Largest speed at which a penetration is pushed out; 0 = no cap.");
  key("contact.recovery_rate", &ActivationOptions::recovery_rate, within(0, 1),
      "Part of a penetration that a step pushes out, before the cap; 0 only with contact.recovery: split.");
  key("contact.recovery", &ActivationOptions::recovery,
      Names<Recovery>{{"velocity", Recovery::velocity}, {"split", Recovery::split}},
      "How penetrations are removed: velocity = by the step's velocities, which remain; split = by positions only.");
}

void ActivationOptions::check(const Values& deck) {
  const auto options = read<ActivationOptions>(deck);
  if (options.recovery_rate == 0 && options.recovery == Recovery::velocity)
    deck.reject("contact.recovery_rate", "0 wants contact.recovery: split: expected above 0");
}

}  // namespace talus::problem
