#pragma once
// Problems in matrix form that a test holds whole.

#include <Eigen/Dense>
#include <vector>

#include "problem/matrix_problem.hpp"

namespace talus::test {

// From a dense N.
inline problem::MatrixProblem whole_problem(const Eigen::MatrixXd& n, const Eigen::VectorXd& r,
                                            const std::vector<problem::AdmissibleSet>& sets) {
  problem::MatrixProblem m;
  m.sets = sets;
  m.total = static_cast<GlobalId>(sets.size());
  m.offset = {r.data(), r.data() + r.size()};
  m.row_start = {0};
  for (const auto& set : sets) m.row_start.push_back(m.row_start.back() + set.rows);
  m.entry_start = {0};
  m.value_start = {0};
  for (std::size_t c = 0; c < sets.size(); ++c) {
    for (std::size_t b = 0; b < sets.size(); ++b) {
      const Eigen::MatrixXd block = n.block(m.row_start[c], m.row_start[b], sets[c].rows, sets[b].rows);
      if (b != c && block.isZero(0)) continue;
      m.column.push_back(static_cast<GlobalId>(b));
      m.column_rows.push_back(static_cast<std::int8_t>(sets[b].rows));
      for (int i = 0; i < block.rows(); ++i) {
        for (int j = 0; j < block.cols(); ++j) m.value.push_back(block(i, j));
      }
      m.value_start.push_back(static_cast<std::int64_t>(m.value.size()));
    }
    m.entry_start.push_back(static_cast<std::int64_t>(m.column.size()));
  }
  return m;
}

}  // namespace talus::test
