#pragma once
// The named shapes of a deck.

#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/shape.hpp"

namespace talus::scene {

struct ShapeEntry {
  std::string entry, name, kind, file;
  Vec3 half_size = Vec3::Zero();                   // m
  double radius = 0, half_length = 0, scale = 1;   // m
  std::vector<std::vector<double>> points, balls;  // x, y, z; x, y, z, radius; m

  static void keys(Keys<ShapeEntry>& key);
};

// As it was given, for walls, and about its centre of mass, for bodies. own.measure is 0 where it has none: an open
// mesh.
struct NamedShape {
  std::string name;
  bodies::Shape given;
  bodies::Centred own;
};

// In the order of the deck. Reads files.
std::vector<NamedShape> shapes_of(const Values& deck, const std::vector<ShapeEntry>& entries);

std::vector<NamedShape>::const_iterator shape_named(const std::vector<NamedShape>& shapes, const std::string& name);

}  // namespace talus::scene
