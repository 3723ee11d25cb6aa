#pragma once
// The named shapes of a deck.

#include <string>
#include <vector>

#include "bodies/shape.hpp"
#include "io/deck/deck.hpp"

namespace talus::scene {

// As it was given, for walls, and about its centre of mass, for bodies. own.measure is 0 where it has none: an open
// mesh.
struct NamedShape {
  std::string name;
  bodies::Shape given;
  bodies::Centred own;
};

// In the order of the deck. Reads files.
std::vector<NamedShape> shapes_of(const io::Deck& deck);

}  // namespace talus::scene
