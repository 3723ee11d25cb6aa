#pragma once
// A contact problem in matrix form, N given instead of bodies:
//
//   find g in Y with  u = N g + r  in the dual cone of Y and  u . g = 0,   the same as  min 1/2 g'N g + r'g  over Y.
//
// Its rows come in blocks: a contact's rows (n, t, n, t1, t2[, roll1, roll2[, spin]]) or one equality row, which is
// free or between bounds. A rank holds blocks [first, first + sets.size()) of all.

#include <limits>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace talus::problem {

// Admissible set of a block:  mu g_n >= |g_T|,  rho g_n >= |t_T|,  sigma g_n >= |t_n|;  of one row: any number in
// bounds.
struct RowSet {
  int rows = 3;  // 2, 3, 5 or 6; 1: free
  double mu = 0;
  double rho = 0, sigma = 0;                                                                       // m
  double lower = -std::numeric_limits<double>::max(), upper = std::numeric_limits<double>::max();  // of one row
  int corners = 0;  // of a regular polygon in place of |g_T|'s circle, the first along t1, at mu g_n

  bool free() const { return rows == 1; }
};

// Where N comes from, if that is known: N = H' M^-1 H + C, of bodies or other freedoms.
struct Freedoms {
  std::int64_t total = 0;                           // of all ranks; 0: N alone is known
  std::vector<std::int64_t> mass_row, mass_column;  // M's entries, each on one rank
  std::vector<double> mass;
  std::vector<std::int64_t> start, freedom;  // H's entries, by the rows here: [start[i], start[i + 1])
  std::vector<double> value;
  std::vector<double> compliance;  // C's diagonal
};

struct MatrixProblem {
  GlobalId first = 0, total = 0;                     // the first block here, all blocks
  std::vector<std::pair<GlobalId, Rank>> elsewhere;  // the columns that are not here, ascending, with their ranks;
                                                     // empty: blocks lie on the first `holders` ranks in equal parts
  int holders = 0;                                   // 0: all ranks
  std::vector<RowSet> sets;                          // one a block
  std::vector<std::int32_t> row_start;               // rows of block c here: [row_start[c], row_start[c + 1])
  std::vector<double> offset;                        // r, m/s, one a row

  // N's blocks of these rows, block row after block row, in each ascending by column; the diagonal block is always
  // there.
  std::vector<std::int64_t> entry_start;  // of block row c: [entry_start[c], entry_start[c + 1])
  std::vector<GlobalId> column;           // a block of all
  std::vector<std::int8_t> column_rows;   // its rows
  std::vector<std::int64_t> value_start;  // of an entry in `value`, one more than entries
  std::vector<double> value;              // row after row
  Freedoms freedoms;

  std::size_t num_blocks() const { return sets.size(); }
  std::size_t num_rows() const { return offset.size(); }
};

}  // namespace talus::problem
