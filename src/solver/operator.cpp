#include "solver/operator.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "comm/exact_sum.hpp"
#include "solver/ghosts.hpp"
#include "solver/measure.hpp"

namespace talus::solver {
namespace {

// out += A x, out += A' x; A of rows x columns, row after row. Both add up in the order of x. Nearly all blocks are of
// these sizes.
template <bool kTransposed, std::size_t kRows, std::size_t kColumns>
void add_product_of(const double* a, const double* x, double* out, std::size_t rows = kRows,
                    std::size_t columns = kColumns) {
  for (std::size_t i = 0; i < (kTransposed ? columns : rows); ++i) {
    double sum = out[i];
    for (std::size_t j = 0; j < (kTransposed ? rows : columns); ++j)
      sum += (kTransposed ? a[j * columns + i] : a[i * columns + j]) * x[j];
    out[i] = sum;
  }
}
template <bool kTransposed = false>
void add_product(const double* a, std::size_t rows, std::size_t columns, const double* x, double* out) {
  if (rows == 3 && columns == 3) return add_product_of<kTransposed, 3, 3>(a, x, out);
  if (rows == 5 && columns == 5) return add_product_of<kTransposed, 5, 5>(a, x, out);
  if (rows == 6 && columns == 6) return add_product_of<kTransposed, 6, 6>(a, x, out);
  add_product_of<kTransposed, 0, 0>(a, x, out, rows, columns);
}

// NaN where the whole is not finite: a part of infinity would be 0.
double part_of(double part, double whole) {
  return std::isfinite(whole) ? part / whole : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double largest_eigenvalue(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

Operator::Operator(const comm::Comm& comm, const problem::MatrixProblem& problem)
    : comm_(comm), problem_(problem), ghosts_(std::make_unique<Ghosts>()) {
  std::int64_t contacts = 0;
  for (const auto& set : problem.sets) contacts += set.is_cone();
  contacts_ = comm.sum(contacts);
  first_row_ = comm.sum_before(static_cast<std::int64_t>(problem.num_rows()));
  num_rows_of_all_ = comm.sum(static_cast<std::int64_t>(problem.num_rows()));
  find_ghosts();
  scale_rows();
  color_blocks();
  list_columns();
}

Operator::~Operator() = default;

// The root weights of this rank's rows, then of its ghosts', and everything that they scale.
void Operator::scale_rows() {
  const auto& p = problem_;
  root_weight_.resize(at(p.num_rows()));
  double largest = 0;
  for (std::size_t c = 0; c < p.num_blocks(); ++c) {
    auto k = from(p.entry_start[c]);
    while (p.column[k] != p.first + static_cast<GlobalId>(c)) ++k;
    double* rows = root_weight_.data() + blocks_[c].row;
    for (std::size_t i = 0; i < blocks_[c].rows(); ++i)
      rows[i] = p.value[from(p.value_start[k]) + i * (blocks_[c].rows() + 1)];
    equalise_parts(p.sets[c], rows);
  }
  if (p.num_rows() > 0) largest = root_weight_.maxCoeff();
  largest = comm_.max(largest);
  const double least = largest > 0 ? 1e-14 * largest : 1;
  root_weight_ = root_weight_.cwiseMax(least).cwiseSqrt();
  for (auto& block : blocks_) block.set = solver::scaled(block.set, root_weight_.data() + block.row);
  unshifted_ = Eigen::Map<const Vector>(p.offset.data(), at(p.num_rows())).cwiseQuotient(root_weight_);
  offset_ = unshifted_;
  fetch_ghosts(root_weight_);
  value_ = p.value;
  for (std::size_t c = 0; c < p.num_blocks(); ++c) {
    for (auto k = from(p.entry_start[c]); k < from(p.entry_start[c + 1]); ++k) {
      const double* columns = block_of(root_weight_, entry_block_[k]);
      double* v = value_.data() + p.value_start[k];
      for (std::size_t i = 0; i < blocks_[c].rows(); ++i) {
        for (int j = 0; j < p.column_rows[k]; ++j) *v++ /= root_weight_[at(blocks_[c].row + i)] * columns[j];
      }
    }
  }
}

const double* Operator::block_of(const Vector& x, std::int32_t block) const {
  const auto b = static_cast<std::size_t>(block);
  return b < blocks_.size() ? x.data() + blocks_[b].row : ghosts_->value.data() + ghosts_->row[b - blocks_.size()];
}

void Operator::apply(const Vector& x, Vector& u) {
  fetch_ghosts(x);
  const auto& p = problem_;
  u.setZero(x.size());
  for (std::size_t c = 0; c < p.num_blocks(); ++c) {
    double* out = u.data() + blocks_[c].row;
    for (auto k = from(p.entry_start[c]); k < from(p.entry_start[c + 1]); ++k) {
      add_product(value_.data() + p.value_start[k], blocks_[c].rows(), from(p.column_rows[k]),
                  block_of(x, entry_block_[k]), out);
    }
  }
}

int Operator::num_colours() const { return static_cast<int>(ghosts_->classes.size()); }

void Operator::sweep_colour(int colour, const LocalStep& step, Vector& x, Vector& u) {
  auto& c = ghosts_->classes[from(colour)];
  change_.resize(x.size());
  for (const auto b : c.own) {
    const RowBlock& block = blocks_[from(b)];
    std::array<double, kMostRows> old;
    double *here = x.data() + block.row, *moved = change_.data() + block.row;
    std::copy_n(here, block.rows(), old.begin());
    step(from(b), u.data() + block.row, here);
    for (std::size_t i = 0; i < block.rows(); ++i) moved[i] = here[i] - old[i];
  }
  ghosts_->fetch(c.transfer, blocks_, change_);
  for (const auto b : c.members) add_column(b, block_of(change_, b), u);
}

// u += N^'s column of a block times its rows' change. Contacts that stay apart change nothing.
void Operator::add_column(std::int32_t b, const double* change, Vector& u) const {
  const auto& p = problem_;
  const auto still = [change](std::size_t rows) {
    return std::all_of(change, change + rows, [](double x) { return x == 0; });
  };
  if (from(b) >= blocks_.size()) {
    const std::size_t ghost = from(b) - blocks_.size(), columns = ghosts_->row[ghost + 1] - ghosts_->row[ghost];
    if (still(columns)) return;
    for (auto k = ghosts_->column_start[ghost]; k < ghosts_->column_start[ghost + 1]; ++k) {
      const auto& [row_block, entry] = ghosts_->columns[k];
      const RowBlock& block = blocks_[from(row_block)];
      add_product(value_.data() + p.value_start[entry], block.rows(), columns, change, u.data() + block.row);
    }
    return;
  }
  if (still(blocks_[from(b)].rows())) return;
  for (auto k = from(p.entry_start[from(b)]); k < from(p.entry_start[from(b) + 1]); ++k) {
    const auto other = from(entry_block_[k]);
    if (other >= blocks_.size()) continue;
    add_product<true>(value_.data() + p.value_start[k], blocks_[from(b)].rows(), blocks_[other].rows(), change,
                      u.data() + blocks_[other].row);
  }
}

std::span<const std::int32_t> Operator::coupled(std::size_t block) const {
  const auto begin = from(problem_.entry_start[block]), end = from(problem_.entry_start[block + 1]);
  return {entry_block_.data() + begin, end - begin};
}

std::span<const double> Operator::coupling(std::size_t block, std::size_t k) const {
  const auto entry = from(problem_.entry_start[block]) + k;
  return {value_.data() + problem_.value_start[entry],
          from(problem_.value_start[entry + 1] - problem_.value_start[entry])};
}

GlobalId Operator::id_of(std::int32_t block) const {
  const auto b = static_cast<std::size_t>(block);
  return b < blocks_.size() ? problem_.first + block : ghosts_->id[b - blocks_.size()];
}

std::vector<double> Operator::with_ghosts(const std::vector<double>& of_blocks) {
  Vector rows = Vector::Zero(at(num_rows()));
  for (std::size_t b = 0; b < blocks_.size(); ++b) rows[at(blocks_[b].row)] = of_blocks[b];
  fetch_ghosts(rows);
  auto all = of_blocks;
  for (std::size_t g = 0; g < ghosts_->id.size(); ++g) all.push_back(ghosts_->value[at(ghosts_->row[g])]);
  return all;
}

std::span<const double> Operator::diagonal(std::size_t block) const {
  auto k = from(problem_.entry_start[block]);
  while (static_cast<std::size_t>(entry_block_[k]) != block) ++k;
  return {value_.data() + problem_.value_start[k], blocks_[block].rows() * blocks_[block].rows()};
}

Eigen::MatrixXd Operator::diagonal_matrix(std::size_t block) const {
  const auto rows = at(blocks_[block].rows());
  return Eigen::Map<const Eigen::MatrixXd>(diagonal(block).data(), rows, rows);  // symmetric
}

void Operator::each_entry(const std::function<void(std::int64_t, std::int64_t, double)>& act) const {
  const auto& p = problem_;
  for (std::size_t c = 0; c < p.num_blocks(); ++c) {
    for (auto k = from(p.entry_start[c]); k < from(p.entry_start[c + 1]); ++k) {
      const double* v = value_.data() + p.value_start[k];
      for (std::size_t i = 0; i < blocks_[c].rows(); ++i) {
        for (int j = 0; j < p.column_rows[k]; ++j)
          act(first_row_ + static_cast<std::int64_t>(blocks_[c].row + i), column_row_[k] + j, *v++);
      }
    }
  }
}

Vector Operator::scaled(const std::vector<double>& impulses) const {
  return Eigen::Map<const Vector>(impulses.data(), at(impulses.size())).cwiseProduct(root_weight_);
}
std::vector<double> Operator::impulses(const Vector& x) const {
  const Vector g = x.cwiseQuotient(root_weight_);
  return {g.data(), g.data() + g.size()};
}
std::vector<double> Operator::velocities(const Vector& u) const {
  const Vector v = u.cwiseProduct(root_weight_);
  return {v.data(), v.data() + v.size()};
}

void Operator::project(Vector& x) const {
  for (const auto& block : blocks_) solver::project(block.set, x.data() + block.row);
}

SetRows Operator::plain_metric(std::size_t b) const {
  SetRows metric = kUnitMetric;
  for (std::size_t i = 0; i < blocks_[b].rows(); ++i) metric[i] = 1 / weight(blocks_[b].row + i);
  return metric;
}

std::vector<double> Operator::dots(std::span<const std::pair<const Vector*, const Vector*>> pairs) const {
  std::vector<comm::ExactSum> sums(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& [a, b] = pairs[k];
    for (Eigen::Index i = 0; i < a->size(); ++i) sums[k].add((*a)[i] * (*b)[i]);
  }
  comm::exact_sum(comm_, sums);
  std::vector<double> values;
  for (const auto& sum : sums) values.push_back(sum.value());
  return values;
}

double Operator::dot(const Vector& a, const Vector& b) const { return dots(std::array{std::pair{&a, &b}})[0]; }

void Operator::shift(const std::vector<double>& s) {
  offset_ = unshifted_;
  for (std::size_t b = 0; b < s.size(); ++b) offset_[at(blocks_[b].row)] += s[b];
}

std::vector<double> Operator::relaxation_gaps(const Vector& u) const {
  std::vector<double> gaps;
  for (const auto& block : blocks_) gaps.push_back(relaxation_gap(block.set, u.data() + block.row));
  return gaps;
}

SetResidual Operator::natural_map(std::size_t b, const Vector& x, const Vector& u, NaturalMap& map) const {
  const RowBlock& block = blocks_[b];
  SetRows weights{};
  for (std::size_t i = 0; i < block.rows(); ++i) weights[i] = weight(block.row + i);
  return map(block.set, x.data() + block.row, u.data() + block.row, kUnitMetric.data(), weights.data());
}

Residual Operator::residual(const Vector& x, const Vector& u, NaturalMap& map) {
  const Vector zero = Vector::Zero(norm_at_zero_ < 0 ? x.size() : 0);
  SquaredResidual squares;
  std::vector<comm::ExactSum> sums(3);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const SetResidual r = natural_map(b, x, u, map);
    squares.add(r, static_cast<LocalIndex>(b));
    sums[0].add(r.row());
    sums[1].add(r.energy);
    if (norm_at_zero_ < 0) sums[2].add(natural_map(b, zero, unshifted_).energy);
  }
  comm::exact_sum(comm_, sums);
  if (norm_at_zero_ < 0) {
    constexpr double kSquares = 1e-150;  // smaller numbers have none
    const double largest = comm_.max(unshifted_.size() > 0 ? unshifted_.cwiseAbs().maxCoeff() : 0.0);
    const bool lost = largest > 0 && largest < kSquares;
    norm_at_zero_ = lost ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(sums[2].value());
  }
  Residual r = squares.over_ranks(comm_);
  squares.set_rms(sums[0].value(), problem_.total, r);
  const double norm = std::sqrt(sums[1].value());
  r.relative = norm_at_zero_ == 0 ? norm : part_of(norm, norm_at_zero_);
  return r;
}

Operator::CoulombResidual Operator::coulomb_residual(const Vector& x) {
  Vector u;
  apply(x, u);
  u += unshifted_;
  const Vector g = x.cwiseQuotient(root_weight_), v = u.cwiseProduct(root_weight_),
               r = unshifted_.cwiseProduct(root_weight_);
  comm::ExactSum square;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const double* u_b = v.data() + blocks_[b].row;
    SetRows shifted{};
    std::copy_n(u_b, blocks_[b].rows(), shifted.begin());
    shifted[0] += relaxation_gap(plain_set(b), u_b);
    square.add(solver::natural_map(plain_set(b), g.data() + blocks_[b].row, shifted.data(), kUnitMetric.data(),
                                   kUnitMetric.data())
                   .energy);
  }
  comm::exact_sum(comm_, std::span(&square, 1));
  const auto sums = dots(std::array<std::pair<const Vector*, const Vector*>, 3>{{{&g, &g}, {&v, &v}, {&r, &r}}});
  const double norm = std::max({sums[0], sums[1], sums[2]});
  CoulombResidual found;
  found.siconos = norm == 0 ? 0 : part_of(std::sqrt(square.value()), std::sqrt(norm));
  const auto gaps = relaxation_gaps(u);
  for (std::size_t b = 0; b < blocks_.size(); ++b) u[at(blocks_[b].row)] += gaps[b];
  found.natural = residual(x, u, unhidden_natural_map);
  return found;
}

}  // namespace talus::solver
