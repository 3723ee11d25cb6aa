#pragma once
// One contact solved by each model that the wheel compares: impulses g with  u = N g + r,  in world axes.

#include <string>
#include <vector>

#include "problem/laws.hpp"

namespace talus::drivers {

struct OneContact {
  Vec3 normal = Vec3::UnitZ();
  Mat3 n = Mat3::Zero();         // N, 1/kg
  Vec3 r = Vec3::Zero();         // free velocity, with what the scheme adds to its normal part, m/s
  double gap_bias = 0;           // Phi/h, if it is not in r: the convex model cannot do without, m/s
  Vec3 velocity = Vec3::Zero();  // at the point, as known at the start of the step, m/s
};

// Impulses of the step before, and the mode of this one.
struct ModelState {
  double normal = 0;             // N s
  Vec3 friction = Vec3::Zero();  // N s
  bool slides = false;           // regularised
};

struct WheelModel {
  std::string name;
  using Law = problem::LawOptions::Law;
  Law law;
  int directions = 4;        // pyramid
  int bound_iterations = 0;  // regularised, box
  problem::RegularisedLaw bristles;

  // Throws PhysicsError if pivoting fails.
  Vec3 solve(const OneContact& contact, double mu, double step, ModelState& state) const;
};

}  // namespace talus::drivers
