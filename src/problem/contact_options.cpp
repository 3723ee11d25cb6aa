#include "problem/contact_options.hpp"

#include "base/key.hpp"

namespace talus::problem {

using namespace keys;

void ActivationOptions::keys(Keys<ActivationOptions>& key) {
  key("contact.envelope", &ActivationOptions::envelope, in("m"), at_least(0),
      "Pairs of bodies whose gap is smaller than this take part in the contact problem; 0 = 5 % of the smallest "
      "radius.");
  key("contact.max_recovery_speed", &ActivationOptions::max_recovery_speed, in("m/s"), at_least(0),
      "Largest speed at which bodies that overlap are pushed apart; 0 = no limit.");
  key("contact.recovery_rate", &ActivationOptions::recovery_rate, within(0, 1),
      "Fraction of an overlap that one step removes; max_recovery_speed limits it further. 0 only with "
      "contact.recovery: split.");
  key("contact.recovery", &ActivationOptions::recovery,
      Names<Recovery>{{"velocity", Recovery::velocity}, {"split", Recovery::split}},
      "How overlaps are removed: velocity = by velocities, which the bodies keep; split = by moving bodies without "
      "changing their velocities.");
}

void ActivationOptions::check(const Values& deck) {
  const auto options = read<ActivationOptions>(deck);
  if (options.recovery_rate == 0 && options.recovery == Recovery::velocity)
    deck.reject("contact.recovery_rate", "0 wants contact.recovery: split: expected above 0");
}

}  // namespace talus::problem
