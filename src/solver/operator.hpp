#pragma once
// The view that solvers have of a problem in matrix form: rows, sets, the product with N, sums over all ranks.
// Everything is in scaled rows
//
//   x = W^1/2 g,   N^ = W^-1/2 N W^-1/2,   r^ = W^-1/2 r,   u^ = N^ x + r^ = W^-1/2 u,
//
// W = diagonal of N, the largest within a pair: the metric of the local steps and of the residual. So projections are
// plain ones, with coefficients mu sqrt(w_t / w_n), and no solver handles weights. Sums are exact and every product is
// formed in one order: the same bits on any number of ranks.

#include <Eigen/Core>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "comm/comm.hpp"
#include "problem/matrix_problem.hpp"
#include "solver/set.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

using Vector = Eigen::VectorXd;  // one number a row of this rank

// One block of rows with its set, both scaled.
struct RowBlock {
  std::size_t row = 0;  // its first
  problem::AdmissibleSet set;

  std::size_t rows() const { return static_cast<std::size_t>(set.rows); }
  bool is_cone() const { return set.is_cone(); }
};

double largest_eigenvalue(const Eigen::MatrixXd& symmetric);

class Operator {
 public:
  // *Collective.* The problem outlives it. Its blocks lie on the ranks as block_begin() says.
  Operator(const comm::Comm& comm, const problem::MatrixProblem& problem);
  ~Operator();

  const comm::Comm& comm() const { return comm_; }
  const std::vector<RowBlock>& blocks() const { return blocks_; }
  std::size_t num_rows() const { return problem_.num_rows(); }
  std::int64_t num_contacts() const { return contacts_; }  // over all ranks

  // *Not collective.* Scaled impulses and velocities from plain ones and back.
  Vector scaled(const std::vector<double>& impulses) const;
  std::vector<double> impulses(const Vector& x) const;
  std::vector<double> velocities(const Vector& u) const;

  // r^. The shift of each block, scaled, is added to its first row; an empty list takes all shifts away. Exact Coulomb
  // shifts normal rows.
  const Vector& offset() const { return offset_; }
  void shift(const std::vector<double>& s);

  // *Collective among neighbours.* u = N^ x, without and with r^.
  void apply(const Vector& x, Vector& u);
  void gradient(const Vector& x, Vector& u) {
    apply(x, u);
    u += offset_;
  }

  // *Collective among neighbours.* Blocks of one colour do not couple. For each of them `step` changes its rows of x,
  // with u = N^ x + r^; then all rows of u follow. A sweep takes the colours in their order, which ranks do not change.
  using LocalStep = std::function<void(std::size_t block, const double* u, double* x)>;
  int num_colours() const;
  void sweep_colour(int colour, const LocalStep& step, Vector& x, Vector& u);
  void sweep(const LocalStep& step, Vector& x, Vector& u) {
    for (int c = 0; c < num_colours(); ++c) sweep_colour(c, step, x, u);
  }

  // *Not collective.* The diagonal block, row after row; N^'s entries of this rank's rows, by rows and columns of all.
  std::span<const double> diagonal(std::size_t block) const;
  Eigen::MatrixXd diagonal_matrix(std::size_t block) const;
  void each_entry(const std::function<void(std::int64_t row, std::int64_t column, double value)>& act) const;
  std::int64_t first_row() const { return first_row_; }
  std::int64_t num_rows_of_all() const { return num_rows_of_all_; }
  const problem::MatrixProblem& problem() const { return problem_; }       // in plain rows
  const problem::Freedoms& freedoms() const { return problem_.freedoms; }  // in plain rows
  GlobalId first_block() const { return problem_.first; }
  GlobalId num_blocks_of_all() const { return problem_.total; }
  int num_owners() const {
    return problem_.owners > 0 ? problem_.owners : comm_.size();
  }  // blocks lie on so many ranks
  // *Not collective.* The blocks that a block is coupled to, itself among them: local ones, or ghosts behind them; N^'s
  // values there, row after row; the number of any such block among all.
  std::span<const std::int32_t> coupled(std::size_t block) const;
  std::span<const double> coupling(std::size_t block, std::size_t k) const;
  GlobalId id_of(std::int32_t block) const;
  // *Collective among neighbours.* A number a block, continued to ghosts.
  std::vector<double> with_ghosts(const std::vector<double>& of_blocks);
  // w of a row; the metric of plain rows, W = 1.
  double weight(std::size_t row) const {
    return root_weight_[static_cast<Eigen::Index>(row)] * root_weight_[static_cast<Eigen::Index>(row)];
  }

  SetRows plain_metric(std::size_t block) const;
  const AdmissibleSet& plain_set(std::size_t block) const { return problem_.sets[block]; }

  // *Not collective.* In place.
  void project(Vector& x) const;
  // *Collective.* Exact sums, one reduction: of a_k . b_k.
  std::vector<double> dots(std::span<const std::pair<const Vector*, const Vector*>> pairs) const;
  double dot(const Vector& a, const Vector& b) const;
  // 1/2 x'N^ x + r^' x with u = N^ x + r^, J.
  double objective(const Vector& x, const Vector& u) const { return 0.5 * (dot(x, u) + dot(x, offset_)); }

  // *Not collective.* The contribution of one block to the natural map; u = N^ x + r^.
  using NaturalMap = decltype(solver::natural_map);  // or unhidden_natural_map
  SetResidual natural_map(std::size_t block, const Vector& x, const Vector& u,
                          NaturalMap& map = solver::natural_map) const;
  // *Collective.* The residual of all blocks. `relative` is always filled.
  Residual residual(const Vector& x, const Vector& u, NaturalMap& map = solver::natural_map);
  // *Collective.* Of exact Coulomb, whatever the shift: the natural map at u + e_n s, s the relaxation gap of u, where
  // rounding does not hide it; and in Siconos' normalisation, all in plain rows and norms,
  // |g - P(g - u - e_n s)| / max(|r|, |g|, |u|).
  struct CoulombResidual {
    Residual natural;
    double siconos = 0;
  };
  CoulombResidual coulomb_residual(const Vector& x);
  // *Collective.* In plain rows.
  bool has_finite_impulses(const Vector& x) const {
    return !comm_.any(!x.cwiseQuotient(root_weight_.head(x.size())).allFinite());
  }
  // *Not collective.* The relaxation gap of each block (set.hpp), scaled.
  std::vector<double> relaxation_gaps(const Vector& u) const;

 private:
  struct Entry;
  struct Ghosts;
  void scale_rows();
  void find_ghosts();
  void color_blocks();
  void list_columns();
  void fetch_ghosts(const Vector& x);
  const double* block_of(const Vector& x, std::int32_t block) const;
  void add_column(std::int32_t block, const double* change, Vector& u) const;

  comm::Comm comm_;
  const problem::MatrixProblem& problem_;
  std::int64_t contacts_ = 0, first_row_ = 0, num_rows_of_all_ = 0;
  std::vector<RowBlock> blocks_;
  Vector root_weight_, unshifted_, offset_;
  std::vector<double> value_;              // N^, as problem_.value
  std::vector<std::int32_t> entry_block_;  // of each entry: a local block, or num_blocks + a ghost
  std::vector<std::int64_t> column_row_;   // of each entry: its first row of all
  double norm_at_zero_ = -1;
  Vector change_;  // of the blocks of a colour
  std::unique_ptr<Ghosts> ghosts_;
};

}  // namespace talus::solver
