#pragma once
// Stored contact problems in the format of FCLib (HDF5). Read so far: global problems in triplets, of sliding contacts (3
// rows) or of sliding, rolling and spinning ones (6 rows), with the group /talus that says which bodies they are about:
//
//   M v = H r + f,   u = H' v + w,   r in K;   rows of a contact: n, t1, t2[, roll1, roll2, spin].
//
// Files are not trusted: every size, index and number is checked before it is used.

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "problem/problem.hpp"

namespace talus::io {

// Triplets; entries that name the same place add up. Every index lies within rows and columns, every value is finite.
struct SparseMatrix {
  std::int32_t rows = 0, columns = 0;
  std::vector<std::int32_t> row, column;
  std::vector<double> value;
};

struct FclibProblem {
  std::string source;         // the file, for messages
  int dimension = 3;          // rows a contact
  SparseMatrix mass;          // M
  SparseMatrix jacobian;      // H, a row a degree of freedom, a column a contact row
  std::vector<double> force;  // f, N s
  std::vector<double> offset; // w, m/s
  std::vector<double> mu, mu_r, mu_s;  // one a contact; mu_r and mu_s (m) only with 6 rows

  // The bodies, six degrees of freedom each: linear, then angular, in world axes.
  std::vector<std::int32_t> body_a, body_b;  // of each contact; num_bodies(): the immovable one
  std::vector<Vec3> position;                // of the centres, m
  std::vector<double> radius;                // m
  double step = 0;                           // s

  std::size_t num_contacts() const { return mu.size(); }
  std::size_t num_bodies() const { return radius.size(); }
};

// *Not collective.* Throws IoError on a file that cannot be read or whose content does not fit together.
FclibProblem read_fclib(const std::filesystem::path& file);

// *Not collective.* The same problem as contacts of round bodies, in the file's order; the last body is the immovable one.
// Throws IoError unless M and H are those of round bodies to 1e-12.
problem::Problem round_problem(const FclibProblem& stored);

// The unit vector of a contact's row in world axes: direction . force (or . torque for angular rows) is the multiplier.
// For problems that round_problem() accepts.
std::vector<Vec3> row_directions(const FclibProblem& stored);

}  // namespace talus::io
