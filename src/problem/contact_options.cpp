#include "problem/contact_options.hpp"

#include "base/key.hpp"

namespace talus::problem {

using namespace keys;

const Keys<LawOptions>& LawOptions::keys() {
  static const auto all = [] {
    Keys<LawOptions> key(Restart::may_change);
    key("contact.law", &LawOptions::law,
        Names<Law>{{"ccp", Law::ccp},
                   {"coulomb", Law::coulomb},
                   {"regularised", Law::regularised},
                   {"pyramid", Law::pyramid},
                   {"box", Law::box}},
        "ccp = convex cones with a relaxation gap; coulomb = exact; pyramid = polygon; regularised, box = bounds.");
    key("contact.directions", &LawOptions::directions, within(3, 100),
        "Corners of the polygon of law pyramid, the first along x.");
    key("contact.bristle_stiffness", &LawOptions::bristle_stiffness, in("N/m"), at_least(0),
        "k_T of law regularised: stiffness of the bristles of sticking contacts; 0 = rigid.");
    key("contact.sliding_threshold", &LawOptions::sliding_threshold, in("m/s"), at_least(0),
        "v_th of law regularised: contacts that slide slower stick.");
    key("contact.bound_iterations", &LawOptions::bound_iterations, within(0, 100),
        "Further solves per step of laws with bounds: friction bounds from the normal impulses of the solve before.");
    return key;
  }();
  return all;
}

FrictionLaw LawOptions::friction_law() const {
  switch (law) {
    case Law::ccp:
    case Law::coulomb: return {};
    case Law::pyramid: return PyramidLaw{directions};
    case Law::box: return BoxLaw{};
    case Law::regularised: break;
  }
  return RegularisedLaw{bristle_stiffness > 0 ? bristle_stiffness : std::numeric_limits<double>::infinity(),
                        sliding_threshold};
}

const Keys<ActivationOptions>& ActivationOptions::keys() {
  static const auto all = [] {
    Keys<ActivationOptions> key(Restart::may_change);
    key("contact.envelope", &ActivationOptions::envelope, in("m"), at_least(0),
        "Gap below which a contact is active; 0 = 5 % of the smallest radius.");
    key("contact.max_recovery_speed", &ActivationOptions::max_recovery_speed, in("m/s"), at_least(0),
        "Largest speed at which a penetration is pushed out; 0 = no cap.");
    key("contact.recovery", &ActivationOptions::recovery,
        Names<Recovery>{{"velocity", Recovery::velocity}, {"split", Recovery::split}},
        "How penetrations are removed: velocity = by the step's velocities, which remain; split = by positions only.");
    return key;
  }();
  return all;
}

}  // namespace talus::problem
