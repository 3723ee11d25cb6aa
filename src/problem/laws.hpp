#pragma once
// Contact laws with a tangential basis: rows n, t1, t2. Of those with bounds that do not depend on this solve's normal
// impulse
//
//   u_n = n . u + b_n >= 0,  g_n >= 0,  u_n g_n = 0
//   u_t + b_t + C (g_t - rest) = 0 between -bound and bound, row by row   (REG 25-31)
//
// so that a step is a mixed linear complementarity problem. `bound` is mu g_n of the step before, or of the last solve
// where bounds are iterated.

#include <limits>
#include <variant>

#include "problem/friction_rows.hpp"

namespace talus::problem {

// n, then t1 along the part of `along` across n (any direction where there is none), then t2 = n x t1.
Mat3 frame_along(const Vec3& normal, const Vec3& along);

// Bristles while it sticks (|v_T| <= threshold), in a basis along the last friction; while it slides dry friction along
// the sliding velocity and the drift viscosity b_mu = mu g_n / (h |v_T|) across it (REG 9-29).
struct RegularisedLaw {
  double stiffness = std::numeric_limits<double>::infinity();  // k_T, N/m
  double threshold = 0.01;                                     // v_th, m/s

  // v_T: relative velocity at the contact, B minus A, as known at the start of the step; last_friction on B, N s.
  FrictionRows rows(const Vec3& normal, const Vec3& v_t, const Vec3& last_friction, double bound, double step) const;
};

// A box in a basis that does not turn (Lacoursiere).
struct BoxLaw {
  Vec3 along = Vec3::UnitX();
  FrictionRows rows(const Vec3& normal, double bound) const;
};

// Friction within a regular polygon, corners at mu g_n in `directions` directions, the first in `along`, in a basis
// that does not turn (Anitescu and Potra). Without the relaxation of the convex law.
struct PyramidLaw {
  int directions = 4;
  Vec3 along = Vec3::UnitX();
  FrictionRows rows(const Vec3& normal) const;
};

// Of a run; none: circular cones.
using FrictionLaw = std::variant<std::monostate, RegularisedLaw, BoxLaw, PyramidLaw>;

inline bool has_bounds(const FrictionLaw& law) {
  return std::holds_alternative<RegularisedLaw>(law) || std::holds_alternative<BoxLaw>(law);
}

}  // namespace talus::problem
