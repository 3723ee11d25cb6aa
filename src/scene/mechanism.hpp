#pragma once
// From the deck's joints and drives to joints as the problem knows them: each of the deck's is one or several of those,
// with ids one after the other.

#include <map>

#include "io/deck/deck.hpp"
#include "scene/scenario.hpp"

namespace talus::scene {

struct Mechanism {
  std::vector<bodies::Joint> joints;
  std::vector<bodies::Drive> drives;
  std::vector<observe::JointProbe> probes;  // of all, by joint
};

using NamedBodies = std::map<std::string, const bodies::Body*>;

// InputError on what cannot be, and on joints that contradict each other.
Mechanism mechanism_of(const io::Deck& deck, const bodies::World& world, const NamedBodies& named);

}  // namespace talus::scene
