#pragma once
// A contact problem in matrix form, N given instead of bodies:
//
//   find g in Y with  u = N g + r  in the dual cone of Y and  u . g = 0,   the same as  min 1/2 g'N g + r'g  over Y.
//
// Its rows come in blocks, each with its admissible set: the rows of a contact, or rows that are free or between
// bounds. A rank holds blocks [first, first + sets.size()) of all.

#include <utility>
#include <vector>

#include "base/types.hpp"
#include "problem/admissible_set.hpp"

namespace talus::problem {

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
                                                     // empty: blocks lie on the first `owners` ranks in equal parts
  int owners = 0;                                    // 0: all ranks
  std::vector<AdmissibleSet> sets;                   // one a block
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

// N + compliance times its diagonal, of a part of the problem or the whole.
void soften(MatrixProblem& problem, double compliance);

}  // namespace talus::problem
