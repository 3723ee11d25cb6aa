#pragma once
// Regions of space in which bodies are fed, counted or removed.

#include <string>
#include <utility>

#include "base/key.hpp"
#include "base/types.hpp"

namespace talus::scene {

struct RegionEntry {
  std::string region = "box";
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();      // m
  Vec3 centre = Vec3::Zero(), axis = Vec3::UnitZ();  // m, -
  double region_radius = 0, length = 0;              // m
};

class Region {
 public:
  // InputError, at the list entry, on a region that is empty.
  Region(const Values& deck, const std::string& entry, const RegionEntry& given);

  // Whether the region holds a point. A plane's is the half-space that its axis points to.
  bool holds(const Vec3& point) const;
  // The centre of a ball within the region for three numbers of [0, 1), uniform over all such centres; in the middle
  // along an axis on which the ball does not fit.
  Vec3 place(double ball_radius, const Vec3& uniform) const;
  // Corners of a box about the region.
  std::pair<Vec3, Vec3> bounds() const;

 private:
  RegionEntry given_;
  Mat3 frame_;  // its columns: across, across, along the axis
};

// The keys of a region, of entries of this list.
template <class T>
void add_region_keys(Keys<T>& key, const std::string& group, keys::Words kinds) {
  using namespace keys;
  const auto box = where("region", {"box"}), round = where("region", {"cylinder", "disk"});
  key(group + ".region", &T::region, one_of(std::move(kinds)), required, "Shape of the region.");
  key(group + ".low", &T::low, in("m"), required, box, "Lower corner of the box.");
  key(group + ".high", &T::high, in("m"), required, box, "Upper corner.");
  key(group + ".centre", &T::centre, in("m"), required, where("region", {"cylinder", "disk", "plane"}),
      "Centre of the cylinder or disk; a point of the plane.");
  key(group + ".axis", &T::axis, where("region", {"cylinder", "disk", "plane"}),
      "Axis of the cylinder or disk; normal of the plane, to the side that is the region.");
  key(group + ".region_radius", &T::region_radius, in("m"), required, above(0), round,
      "Radius of the cylinder or disk.");
  key(group + ".length", &T::length, in("m"), required, above(0), where("region", {"cylinder"}),
      "Length of the cylinder.");
}

}  // namespace talus::scene
