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
  // Mass of the union of the balls: exact where none overlap, else by lines through it (relative error about 1e-5).
  MassProperties mass() const;
  void move(const Vec3& origin, const Quat& orientation);  // into the frame given in the present one
};

// Throws InputError if there is no ball, a radius is not positive, or a place is not finite.
Clump make_clump(std::vector<Clump::Ball> balls);

}  // namespace talus::bodies
