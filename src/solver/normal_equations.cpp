#include "solver/normal_equations.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/factors.hpp"

namespace talus::solver {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Block = Eigen::Map<const Matrix>;
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostRows, kMostRows>;

constexpr double kRegular = 1e-12;  // rows are scaled: N^ has ones on its diagonal

class RowEquations : public NormalEquations {
 public:
  RowEquations(const Operator& op, int unknowns_per_rank) {
    std::vector<const RowBlock*> block_of_row;
    for (const auto& block : op.blocks()) block_of_row.insert(block_of_row.end(), block.rows(), &block);
    Factors::Places places;
    op.each_entry([&](std::int64_t row, std::int64_t column, double value) {
      const RowBlock& block = *block_of_row[static_cast<std::size_t>(row - op.first_row())];
      const std::int64_t inside = column - op.first_row() - static_cast<std::int64_t>(block.row);
      if (inside >= 0 && inside < static_cast<std::int64_t>(block.rows())) place_of_s_.push_back(n_.size());
      places.add(row, column);
      n_.push_back(value);
    });
    std::vector<PetscInt> unknowns;
    for (std::size_t i = 0; i < op.num_rows(); ++i)
      unknowns.push_back(static_cast<PetscInt>(op.first_row()) + static_cast<PetscInt>(i));
    factors_ =
        std::make_unique<Factors>(op.comm(), op.num_rows_of_all(), places, unknowns, kRegular, unknowns_per_rank);
  }
  void factor(const std::vector<Root>& roots) override {
    auto values = n_;
    auto place = place_of_s_.begin();
    for (const Root& b : roots) {
      const Matrix s = b.transpose() * b;
      for (const double value : s.reshaped<Eigen::RowMajor>()) values[*place++] += value;
    }
    factors_->factor(values);
  }
  Vector solve(const Vector& b) override { return factors_->solve(b); }

 private:
  std::vector<double> n_;
  std::vector<std::size_t> place_of_s_;
  std::unique_ptr<Factors> factors_;
};

class FreedomEquations : public NormalEquations {
 public:
  FreedomEquations(Operator& op, int unknowns_per_rank) : op_(op), freedoms_(op.freedoms()) {
    const auto& f = freedoms_;
    std::vector<std::int64_t> named = f.freedom;
    named.insert(named.end(), f.mass_row.begin(), f.mass_row.end());
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    num_named_ = named.size();
    Factors::Places places;
    for (std::size_t k = 0; k < f.mass.size(); ++k) places.add(f.mass_row[k], f.mass_column[k]);
    for (const auto& block : op.blocks()) {
      const std::size_t first = list_.size();
      const auto begin = f.freedom.begin() + f.start[block.row],
                 end = f.freedom.begin() + f.start[block.row + block.rows()];
      for (auto id = begin; id != end; ++id) list_.push_back(place_in(named, *id));
      std::sort(list_.begin() + static_cast<std::ptrdiff_t>(first), list_.end());
      list_.erase(std::unique(list_.begin() + static_cast<std::ptrdiff_t>(first), list_.end()), list_.end());
      list_start_.push_back(list_.size());
      add_jacobian(block, named);
      for (std::size_t i = first; i < list_.size(); ++i) {
        for (std::size_t j = first; j < list_.size(); ++j) places.add(named[list_[i]], named[list_[j]]);
      }
    }
    factors_ = std::make_unique<Factors>(op.comm(), f.total, places, std::vector<PetscInt>(named.begin(), named.end()),
                                         0, unknowns_per_rank);
  }

  void factor(const std::vector<Root>& roots) override {
    roots_ = roots;
    r_.clear();
    std::vector<double> values = freedoms_.mass;
    for (std::size_t b = 0; b < roots.size(); ++b) {
      r_.push_back(soft_root(b));
      const Matrix z = r_.back().transpose().triangularView<Eigen::Lower>().solve(jacobian(b));
      const Matrix added = z.transpose() * z;
      values.insert(values.end(), added.data(), added.data() + added.size());
    }
    factors_->factor(values);
  }

  // Conjugate gradients on N^ + S. Not finite where the factors are of no use.
  Vector solve(const Vector& b) override {
    Vector x = Vector::Zero(b.size()), r = b, p = nearly(r), image;
    double along = op_.dot(r, p);
    const double enough = kEnough * kEnough * op_.dot(b, b);
    if (enough > 0 && !(along > 0)) x.setConstant(std::numeric_limits<double>::quiet_NaN());
    for (int k = 0; k < kMostSteps && along > 0; ++k) {
      op_.apply(p, image);
      each_block([&](std::size_t block, Eigen::Index row, Eigen::Index rows, const auto&) {
        image.segment(row, rows) += roots_[block].transpose() * (roots_[block] * p.segment(row, rows));
      });
      const double length = along / op_.dot(p, image);
      x += length * p;
      r -= length * image;
      if (!(op_.dot(r, r) > enough)) break;
      const Vector z = nearly(r);
      const double next = op_.dot(r, z);
      p = z + (next / along) * p;
      along = next;
    }
    return x;
  }

 private:
  static constexpr double kSoft = 1e-10, kEnough = 1e-13;
  static constexpr int kMostSteps = 10;

  static std::size_t place_in(const std::vector<std::int64_t>& named, std::int64_t id) {
    return static_cast<std::size_t>(std::ranges::lower_bound(named, id) - named.begin());
  }
  // H^' of a block: a row a row, a column a freedom of its list.
  void add_jacobian(const RowBlock& block, const std::vector<std::int64_t>& named) {
    const auto& f = freedoms_;
    const auto list = list_.begin() + static_cast<std::ptrdiff_t>(list_start_[list_start_.size() - 2]);
    const auto columns = static_cast<std::size_t>(list_.end() - list);
    h_start_.push_back(h_.size());
    h_.resize(h_.size() + block.rows() * columns, 0.0);
    for (std::size_t i = 0; i < block.rows(); ++i) {
      const std::size_t row = block.row + i;
      for (auto k = static_cast<std::size_t>(f.start[row]); k < static_cast<std::size_t>(f.start[row + 1]); ++k) {
        const auto column =
            static_cast<std::size_t>(std::lower_bound(list, list_.end(), place_in(named, f.freedom[k])) - list);
        h_[h_start_.back() + i * columns + column] += f.value[k] / std::sqrt(op_.weight(row));
      }
    }
  }
  Block jacobian(std::size_t b) const {
    return {h_.data() + h_start_[b], static_cast<Eigen::Index>(op_.blocks()[b].rows()),
            static_cast<Eigen::Index>(list_start_[b + 1] - list_start_[b])};
  }
  // R of R'R = B'B + C + e, by reflections of B and the roots of C + e below it.
  Square soft_root(std::size_t b) const {
    const RowBlock& block = op_.blocks()[b];
    const auto rows = static_cast<Eigen::Index>(block.rows()), above = roots_[b].rows();
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3 * kMostRows, kMostRows> all =
        Eigen::MatrixXd::Zero(above + rows, rows);
    all.topRows(above) = roots_[b];
    for (Eigen::Index i = 0; i < rows; ++i) {
      const std::size_t row = block.row + static_cast<std::size_t>(i);
      all(above + i, i) = std::sqrt(freedoms_.compliance[row] / op_.weight(row) + kSoft);
    }
    return all.householderQr().matrixQR().topRows(rows).triangularView<Eigen::Upper>();
  }
  // R^-1 R^-T (b - H' v) with (M + Z'Z) v = Z'R^-T b.
  Vector nearly(const Vector& b) {
    Vector pushes = Vector::Zero(static_cast<Eigen::Index>(num_named_)), x = b;
    const auto press = [this](std::size_t block, auto&& rows) {
      r_[block].transpose().triangularView<Eigen::Lower>().solveInPlace(rows);
      r_[block].triangularView<Eigen::Upper>().solveInPlace(rows);
    };
    each_block([&](std::size_t block, Eigen::Index row, Eigen::Index rows, const auto& list) {
      auto pressed = x.segment(row, rows);
      press(block, pressed);
      pushes(list) += jacobian(block).transpose() * pressed;
    });
    const Vector v = factors_->solve(pushes);
    each_block([&](std::size_t block, Eigen::Index row, Eigen::Index rows, const auto& list) {
      auto rest = x.segment(row, rows);
      rest = b.segment(row, rows) - jacobian(block) * v(list);
      press(block, rest);
    });
    return x;
  }
  // act(block, its first row, how many, its freedoms' places here).
  template <class Act>
  void each_block(Act&& act) const {
    for (std::size_t b = 0; b < op_.blocks().size(); ++b) {
      const RowBlock& block = op_.blocks()[b];
      act(b, static_cast<Eigen::Index>(block.row), static_cast<Eigen::Index>(block.rows()),
          std::span(list_.data() + list_start_[b], list_start_[b + 1] - list_start_[b]));
    }
  }

  Operator& op_;
  const problem::Freedoms& freedoms_;
  std::size_t num_named_ = 0;      // freedoms that are named here
  std::vector<std::size_t> list_;  // of each block, ascending: places among them
  std::vector<std::size_t> list_start_{0}, h_start_;
  std::vector<double> h_;
  std::vector<Root> roots_;  // B
  std::vector<Square> r_;
  std::unique_ptr<Factors> factors_;
};

}  // namespace

// Rows with entries everywhere in H would fill M + Z'Z, block after block.
std::unique_ptr<NormalEquations> make_normal_equations(Operator& op, int unknowns_per_rank) {
  constexpr std::int64_t kMostFill = 4;  // times N's entries
  const auto& f = op.freedoms();
  if (f.total == 0 || f.total >= op.num_rows_of_all()) return std::make_unique<RowEquations>(op, unknowns_per_rank);
  std::int64_t fill = 0, entries = 0;
  for (std::size_t b = 0; b < op.blocks().size(); ++b) {
    std::int64_t widest = 0;
    for (std::size_t row = op.blocks()[b].row; row < op.blocks()[b].row + op.blocks()[b].rows(); ++row)
      widest = std::max(widest, f.start[row + 1] - f.start[row]);
    fill += widest * widest;
    for (std::size_t k = 0; k < op.coupled(b).size(); ++k) entries += std::ssize(op.coupling(b, k));
  }
  if (op.comm().sum(fill) > kMostFill * op.comm().sum(entries))
    return std::make_unique<RowEquations>(op, unknowns_per_rank);
  return std::make_unique<FreedomEquations>(op, unknowns_per_rank);
}

}  // namespace talus::solver
