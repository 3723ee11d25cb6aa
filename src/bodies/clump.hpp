#pragma once
// A rigid clump of spheres, which may overlap.

#include <vector>

#include "bodies/mass.hpp"

namespace talus::bodies {

struct Clump {
  static constexpr const char* kName = "clump";
  struct Ball {
    Vec3 centre;    // in the clump's frame, m
    double radius;  // m
  };
  std::vector<Ball> balls;

  bool is_valid() const { return !balls.empty(); }
  double bounding_radius() const;
  // Of the union: exact where no balls overlap, else by lines through it (relative error about 1e-5).
  MassProperties mass() const;
  void move(const Vec3& origin, const Quat& orientation);  // into the frame given in the present one
};

// Throws InputError for none, bad radii, or places that are no numbers.
Clump make_clump(std::vector<Clump::Ball> balls);

}  // namespace talus::bodies
