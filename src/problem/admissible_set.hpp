#pragma once
// The admissible set Y of the multipliers g of one contact or joint, up to six rows. Blocks between bodies and problems
// in matrix form hold this one type; what solvers ask of a set stands in solver/set.hpp.
//
//   round_cone       mu g_n >= |g_T|,  rho g_n >= |t_T|,  sigma g_n >= |t_n|;   rows n, t1, t2 (one t in 2D), and
//                    where the contact rolls or spins r1, r2, s
//   polygonal_cone   the same with g_T in a regular polygon: `corners` corners at mu g_n, the first along t1
//   free             bilateral rows: any g, u = 0
//   box              lower <= g <= upper, row by row
//
// A cone may be shifted along its normal row: g_n + shift takes the place of g_n, so that the contact bears a pull.

#include <array>
#include <cstdint>
#include <limits>

namespace talus::problem {

enum class SetKind : std::int8_t { round_cone, polygonal_cone, free, box };

// A part of a cone's rows apart from the normal one:  coefficient g_n >= |g[first .. first + rows)|.
struct ConePart {
  int first, rows;
  double coefficient;
};

struct AdmissibleSet {
  static constexpr int kMostRows = 6;
  static constexpr double kUnbounded = std::numeric_limits<double>::max();

  SetKind kind = SetKind::free;
  std::int8_t rows = 0;                   // of a cone 2, 3, 5 or 6
  std::int8_t corners = 0;                // of a polygonal cone
  std::uint8_t angular = 0;               // bit i: row i is an angular velocity
  double length = 1;                      // m, by which angular velocities count as m/s
  double mu = 0, rho = 0, sigma = 0;      // of a cone; rho, sigma: m
  double shift = 0;                       // of a cone, N s
  std::array<double, kMostRows> lower{};  // of a box, N s, N m s; -kUnbounded, kUnbounded: no bound
  std::array<double, kMostRows> upper{};

  // Contacts of 5 rows roll, of 6 rows spin too.
  static AdmissibleSet cone(int rows, double mu, double rho = 0, double sigma = 0, int corners = 0) {
    AdmissibleSet set = free_rows(rows);
    set.kind = corners > 0 ? SetKind::polygonal_cone : SetKind::round_cone;
    set.corners = static_cast<std::int8_t>(corners);
    set.angular = static_cast<std::uint8_t>(0b111000 & ((1 << rows) - 1));
    set.mu = mu, set.rho = rho, set.sigma = sigma;
    return set;
  }
  static AdmissibleSet free_rows(int rows) {
    AdmissibleSet set;
    set.rows = static_cast<std::int8_t>(rows);
    return set;
  }
  static AdmissibleSet bounded_row(double lower, double upper) {
    AdmissibleSet set = free_rows(1);
    if (lower > -kUnbounded || upper < kUnbounded) set.kind = SetKind::box;
    set.lower[0] = lower, set.upper[0] = upper;
    return set;
  }

  bool is_cone() const {
    switch (kind) {
      case SetKind::round_cone:
      case SetKind::polygonal_cone: return true;
      case SetKind::free:
      case SetKind::box: return false;
    }
    return false;
  }
  bool is_angular(int row) const { return angular >> row & 1; }

  // Slide, roll, spin.
  int num_parts() const { return rows <= 3 ? 1 : rows - 3; }
  ConePart part(int k) const {
    if (k == 0) return {1, rows > 2 ? 2 : rows - 1, mu};
    return k == 1 ? ConePart{3, 2, rho} : ConePart{5, 1, sigma};
  }
};

}  // namespace talus::problem
