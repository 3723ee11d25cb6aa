#pragma once
// Operations of solvers on an admissible set (problem/admissible_set.hpp): projection, distance, relaxation gap and
// natural map. This is the only scalar implementation; cone.hpp has the projection for packs of round contacts.
//
// Multipliers x of a set may be in plain rows (N s, N m s) or in rows scaled by W^1/2, with the set scaled along. A
// metric is diagonal, one number per row, equal within each part of a cone.

#include <array>

#include "problem/admissible_set.hpp"

namespace talus::solver {

using problem::AdmissibleSet;
using problem::SetKind;

inline constexpr std::size_t kMostRows = AdmissibleSet::kMostRows;
using SetRows = std::array<double, kMostRows>;
inline constexpr SetRows kUnitMetric{1, 1, 1, 1, 1, 1};

// In place: the largest number of a cone's sliding rows takes the place of all of them, that of its angular rows too;
// rows of other sets stay as they are.
void equalise_parts(const AdmissibleSet& set, double* rows);

// The set of the multipliers root[i] g_i, for g in this set.
AdmissibleSet scaled(const AdmissibleSet& set, const double* root);

// In place: the point of the set nearest to x in the metric.
void project(const AdmissibleSet& set, double* x, const double* metric = kUnitMetric.data());

// In place: a cone's rows of friction nearest to x between the bounds that its normal multiplier, which stays, leaves
// them.
void project_friction(const AdmissibleSet& set, double* x);

// Minimises 1/2 d'A d + slope.d over x + d in a box, exactly in one row after the other; x and slope follow. A:
// symmetric, `stride` numbers per row.
void descend_by_rows(const AdmissibleSet& box, const double* a, int stride, double* slope, double* x);

// The largest multiplier, N s, where angular ones count by the set's length; in a cone the normal multiplier.
double size_of(const AdmissibleSet& set, const double* x);

// The distance of x from the set, N s; angular multipliers count by the set's length.
double distance(const AdmissibleSet& set, const double* x);

// The directions along which the set reaches to infinity.
AdmissibleSet directions(const AdmissibleSet& set);

// mu |u_T| + rho |w_T| + sigma |w_n| of the velocities u, m/s; in a polygon the largest -g_T . u_T of all g_T with g_n
// = 1 takes the place of mu |u_T|. 0 for sets that are no cones.
double relaxation_gap(const AdmissibleSet& set, const double* u);

// The contribution of one set to the residual.
struct SetResidual {
  double slide = 0, roll = 0, spin = 0, joint = 0, box = 0;  // squares of the natural map by kind of row, m^2/s^2
  double energy = 0;                                         // its square in the metric, J
  bool presses = false;                                      // a contact with a positive normal multiplier
  double row() const { return slide + roll + spin + joint + box; }
};

// The natural map is  r = w (x - P(x - u / metric)). `weight` is w of plain rows; the metric is the same, or 1 where
// rows are scaled.
SetResidual natural_map(const AdmissibleSet& set, const double* x, const double* u, const double* metric,
                        const double* weight);

// The natural map where rounding does not hide it: with x so large that x - u / metric is x again, the plain formula is
// 0 for any u. There u itself decides, by Moreau's decomposition: the map is at least as long as the distance of u from
// the dual cone, and as u.x / (|x| + |u|). Rows that are free or between bounds have a form without cancellation.
SetResidual unhidden_natural_map(const AdmissibleSet& set, const double* x, const double* u, const double* metric,
                                 const double* weight);

}  // namespace talus::solver
