#pragma once
// Contact laws. A law is a type in FrictionLaw: it gives a contact's admissible set, its tangential basis, and what the
// contact remembers. A further law also needs its name and its keys in laws.cpp; the compiler says what is missing.
//
// Under laws with bounds, which do not depend on this solve's normal impulse,
//
//   u_n = n . u + b_n >= 0,  g_n >= 0,  u_n g_n = 0
//   u_t + b_t + C (g_t - rest) = 0 between -bound and bound, row by row   (REG 25-31)
//
// a step is a mixed linear complementarity problem. `bound` is mu g_n of the step before, or of the last solve where
// bounds are iterated.

#include <limits>
#include <string_view>
#include <variant>

#include "base/keys_fwd.hpp"
#include "bodies/material.hpp"
#include "problem/admissible_set.hpp"
#include "problem/friction_rows.hpp"

namespace talus::problem {

// n, then t1 along the part of `along` across n (any direction where there is none), then t2 = n x t1.
Mat3 frame_along(const Vec3& normal, const Vec3& along);

// A contact at the start of a step.
struct ContactStart {
  Vec3 normal;
  Vec3 v_t;                           // relative velocity at the contact, B minus A; its normal part does not count
  Vec3 last_friction = Vec3::Zero();  // on B, N s
  double last_normal = 0;             // N s
  std::int32_t last_mode = 0;         // bits of Mode
  double mu = 0;
  double step = 0;             // h, s
  Vec3 beside = Vec3::Zero();  // way_beside_velocity of bristles.hpp
};

// Circular cones, in a basis that follows from the normal alone. The only law of round contacts.
struct CircularLaw {
  static constexpr bool kBounds = false;
  AdmissibleSet set(int rows, const bodies::Friction& f) const;
};

// Bristles while it sticks (|v_T| <= threshold), in a basis along the last friction; while it slides dry friction along
// the sliding velocity and the drift viscosity b_mu = mu g_n / (h |v_T|) across it (REG 9-29).
struct RegularisedLaw {
  static constexpr bool kBounds = true;
  double stiffness = std::numeric_limits<double>::infinity();  // k_T, N/m
  double threshold = 0.01;                                     // v_th, m/s

  AdmissibleSet set(int rows, const bodies::Friction& f) const;
  FrictionRows rows(const ContactStart& c) const;
};

// A box in a basis that does not turn (Lacoursiere).
struct BoxLaw {
  static constexpr bool kBounds = true;
  Vec3 along = Vec3::UnitX();

  AdmissibleSet set(int rows, const bodies::Friction& f) const;
  FrictionRows rows(const ContactStart& c) const;
};

// Friction within a regular polygon, corners at mu g_n in `directions` directions, the first in `along`, in a basis
// that does not turn (Anitescu and Potra). Without the relaxation of the convex law.
struct PyramidLaw {
  static constexpr bool kBounds = false;
  int directions = 4;
  Vec3 along = Vec3::UnitX();

  AdmissibleSet set(int rows, const bodies::Friction& f) const;
  FrictionRows rows(const ContactStart& c) const;
};

// The law of a run.
using FrictionLaw = std::variant<CircularLaw, RegularisedLaw, BoxLaw, PyramidLaw>;

inline bool has_bounds(const FrictionLaw& law) {
  return std::visit([](const auto& l) { return l.kBounds; }, law);
}
// Contacts have a basis and rows of the law's own, so that each is a block.
inline bool has_basis(const FrictionLaw& law) { return !std::holds_alternative<CircularLaw>(law); }

// The laws by their names in decks. ccp is the convex problem, in which contacts that slide, roll or spin open by the
// relaxation; coulomb has the same cones without it.
struct LawOptions {
  enum class Law { ccp, coulomb, regularised, pyramid, box };
  Law law = Law::ccp;
  int directions = 4;               // corners of the pyramid's polygon
  double bristle_stiffness = 0;     // N/m; 0: rigid
  double sliding_threshold = 0.01;  // m/s
  int bound_iterations = 0;

  static void keys(Keys<LawOptions>& key);
  FrictionLaw friction_law() const;
};
LawOptions::Law law_named(std::string_view name);  // throws InputError on an unknown one
std::string_view name_of(LawOptions::Law law);
bool has_relaxation(LawOptions::Law law);  // cones are solved as the convex problem

}  // namespace talus::problem
