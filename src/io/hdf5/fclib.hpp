#pragma once
// Stored contact problems in the format of FCLib (HDF5), of bodies or of contact rows only:
//
//   /fclib_global, /fclib_global_rolling:   M v = H r + G l + f,   u = H' v + w,   G' v + b = 0,   r in K
//   /fclib_local:                           u = W r + V l + q,     V' r + R l + s = 0,             r in K
//
// Rows of a contact: n, t (2), n, t1, t2 (3), and with rolling roll1, roll2 (5) and spin (6). Equality rows (G or V, R)
// are kept behind the contacts' rows. Files are not trusted: every size, index and number is checked before it is used.

#include <filesystem>
#include <string>
#include <vector>

#include "problem/matrix_problem.hpp"
#include "problem/problem.hpp"

namespace talus::io {

// Triplets; entries that name the same place add up. Every index lies within rows and columns, every value is finite.
struct SparseMatrix {
  std::int32_t rows = 0, columns = 0;
  std::vector<std::int32_t> row, column;
  std::vector<double> value;
};

struct FclibProblem {
  std::string source;                  // the file, for messages
  int dimension = 3;                   // rows per contact: 2, 3, 5 or 6
  bool local = false;                  // W is given, else M and H
  SparseMatrix delassus;               // [W V; V' R]
  SparseMatrix mass;                   // M
  SparseMatrix jacobian;               // [H G]: one row per degree of freedom, one column per contact or equality row
  std::vector<double> force;           // f, N s
  std::vector<double> offset;          // (w, b) or (q, s), m/s
  std::vector<double> mu, mu_r, mu_s;  // one per contact; mu_r (m) from 5 rows on, mu_s (m) with 6
  std::vector<double> compliance;      // of runs, C of all rows: u = N g + r + C g; empty: none
  std::vector<double> lower, upper;    // of runs, bounds of the equality rows; empty: none
  std::vector<double> guess;           // the file's first, multipliers of all rows; empty: none

  // The bodies, six degrees of freedom each: linear, then angular, in world axes. Only in files that say which they are
  // (group /talus), else empty.
  std::vector<std::int32_t> body_a, body_b;  // of each contact; num_bodies(): the immovable one
  std::vector<Vec3> position;                // of the centres, m
  std::vector<double> radius;                // m
  double step = 0;                           // s

  std::size_t num_contacts() const { return mu.size(); }
  std::size_t num_contact_rows() const { return static_cast<std::size_t>(dimension) * mu.size(); }
  std::size_t num_bodies() const { return radius.size(); }
};

// The solution that a solver found: velocities and impulses of the contacts' rows; v and l where the problem has them.
struct FclibSolution {
  std::vector<double> u, r;
  std::vector<double> v, l;
};

// *Not collective*, all. Throw IoError on a file that cannot be read or written, InputError on content that does not
// fit together.
FclibProblem read_fclib(const std::filesystem::path& file);
void write_fclib(const std::filesystem::path& file, const FclibProblem& problem, const FclibSolution& solution);

// How far a file's W, or M, is from symmetric. A matrix with entries on one side of its diagonal only stands for the
// whole: it is completed by its mirror image wherever it is used.
struct Symmetry {
  std::string matrix;         // W or M
  bool one_triangle = false;  // stored
  double asymmetry = 0;       // |A - A'| / |A| by all entries, of the completed matrix
};
Symmetry symmetry_of(const FclibProblem& stored);

// *Not collective.* N = H' M^-1 H or W, made symmetric, and r = H' M^-1 f + w or q. Throws InputError if M cannot be
// inverted.
problem::MatrixProblem matrix_problem(const FclibProblem& stored);

// *Not collective.* v and l of a solution whose rows (contacts', then equality rows) are `impulses`, with u =
// `velocities`.
FclibSolution stored_solution(const FclibProblem& stored, const std::vector<double>& impulses,
                              const std::vector<double>& velocities);
// *Not collective.* The largest difference between `velocities` and those that the impulses make by the matrices of the
// file, which are neither made symmetric nor softened, m/s.
double mismatch(const FclibProblem& stored, const std::vector<double>& impulses, const std::vector<double>& velocities);

// *Not collective.* The same problem as contacts of round bodies, in the file's order; the last body is the immovable
// one. Throws InputError unless it has bodies, and M and H are those of round bodies to 1e-12.
problem::Problem round_problem(const FclibProblem& stored);

// The unit vector of a contact's row in world axes: direction . force (or . torque for angular rows) is the multiplier.
// For problems that round_problem() accepts.
std::vector<Vec3> row_directions(const FclibProblem& stored);

}  // namespace talus::io
