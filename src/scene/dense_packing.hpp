#pragma once
// Spheres that fill a fraction of a region: random places, then pairs that overlap move apart until no overlap is above
// a bound. Every rank computes all places alone, so that they do not depend on the ranks.

#include <span>
#include <vector>

#include "scene/region.hpp"

namespace talus::scene {

struct DensePacking {
  std::vector<Vec3> centres;
  double overlap = 0;  // largest, relative to the smaller radius
};

// Spheres of these radii at these places within the region, moved apart. It gives up where no such places are found.
DensePacking pack_densely(const Region& region, std::span<const double> radii, std::vector<Vec3> centres,
                          double most_overlap);

}  // namespace talus::scene
