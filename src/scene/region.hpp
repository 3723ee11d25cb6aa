#pragma once
// Regions of space in which bodies are fed, counted or removed.

#include <string>
#include <utility>

#include "base/key.hpp"
#include "base/periods.hpp"
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

  // A flat one across the third axis of the frame.
  static Region rectangle(const Vec3& centre, const Mat3& frame, double half_length, double half_width);

  // Whether the region holds a point. A plane's is the half-space that its axis points to.
  bool holds(const Vec3& point) const;
  // Whether it holds the point or, where space repeats, an image of it. A half-space has no images.
  bool holds_image(const Vec3& point, const Periods& periods) const;
  // The centre of a ball within the region for three numbers of [0, 1), uniform over all such centres; in the middle
  // along an axis on which the ball does not fit.
  Vec3 place(double ball_radius, const Vec3& uniform) const;
  // The centre of a ball within the region that is nearest to a point.
  Vec3 nearest(const Vec3& point, double ball_radius) const;
  bool is_box() const { return given_.region == "box"; }
  double volume() const;  // m^3; of boxes, cylinders and spheres
  // Corners of a box about the region.
  std::pair<Vec3, Vec3> bounds() const;

 private:
  Region() = default;
  RegionEntry given_;
  Mat3 frame_;  // its columns: across, across, along the axis
};

// Places of a lattice in a box, numbered along x, then y, then z, from below.
struct Lattice {
  Vec3 low = Vec3::Zero(), edges = Vec3::Zero();  // corner of the box, size of a place, m
  Vec3 places = Vec3::Zero();                     // whole numbers along the axes

  // As many places of this edge as fit along each axis.
  static Vec3 fitting(const Vec3& size, double edge) { return (size / edge * (1 + 1e-12)).array().floor(); }
  GlobalId count() const { return static_cast<GlobalId>(places.prod()); }
  Vec3 middle(GlobalId place) const {
    const auto across = static_cast<GlobalId>(places[0]), along = static_cast<GlobalId>(places[1]);
    const Vec3 before(static_cast<double>(place % across), static_cast<double>(place / across % along),
                      static_cast<double>(place / (across * along)));
    return low + (before + Vec3::Constant(0.5)).cwiseProduct(edges);
  }
};

// The keys of a region, of entries of this list; `given` says whether or when the kind of region must be given.
template <class T>
void add_region_keys(Keys<T>& key, const std::string& group, keys::Words kinds, const auto& given) {
  using namespace keys;
  const auto box = where("region", {"box"}), round = where("region", {"cylinder", "disk", "sphere"});
  key(group + ".region", &T::region, one_of(std::move(kinds)), given, "Shape of the region.");
  key(group + ".low", &T::low, in("m"), required, box, "Corner of the box with the smallest coordinates.");
  key(group + ".high", &T::high, in("m"), required, box, "Corner of the box with the largest coordinates.");
  key(group + ".centre", &T::centre, in("m"), required, where("region", {"cylinder", "disk", "sphere", "plane"}),
      "Centre of the region; with region plane, a point of the plane.");
  key(group + ".axis", &T::axis, where("region", {"cylinder", "disk", "plane"}),
      "Axis of the region; with region plane, its normal, which points into the region.");
  key(group + ".region_radius", &T::region_radius, in("m"), required, above(0), round, "Radius of the region.");
  key(group + ".length", &T::length, in("m"), required, above(0), where("region", {"cylinder"}),
      "Length of the cylinder.");
}

}  // namespace talus::scene
