#include "problem/matrix_problem.hpp"

namespace talus::problem {

void soften(MatrixProblem& problem, double compliance) {
  for (std::size_t c = 0; c < problem.num_blocks(); ++c) {
    for (auto k = static_cast<std::size_t>(problem.entry_start[c]);
         k < static_cast<std::size_t>(problem.entry_start[c + 1]); ++k) {
      const auto rows = static_cast<std::size_t>(problem.sets[c].rows);
      if (problem.column[k] != problem.first + static_cast<GlobalId>(c)) continue;
      for (std::size_t i = 0; i < rows; ++i) {
        double& diagonal = problem.value[static_cast<std::size_t>(problem.value_start[k]) + i * (rows + 1)];
        if (problem.freedoms.total > 0)
          problem.freedoms.compliance[static_cast<std::size_t>(problem.row_start[c]) + i] += compliance * diagonal;
        diagonal *= 1 + compliance;
      }
    }
  }
}

}  // namespace talus::problem
