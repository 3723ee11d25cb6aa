// From a stored problem to N and r. Sparse algebra of the whole problem on one rank.

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "io/hdf5/fclib.hpp"

namespace talus::io {
namespace {

using problem::AdmissibleSet;
using Sparse = Eigen::SparseMatrix<double>;
using Dense = Eigen::VectorXd;

Sparse sparse(const SparseMatrix& a) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(a.value.size());
  for (std::size_t k = 0; k < a.value.size(); ++k) entries.emplace_back(a.row[k], a.column[k], a.value[k]);
  Sparse m(a.rows, a.columns);
  m.setFromTriplets(entries.begin(), entries.end());
  return m;
}

bool is_one_triangle(const SparseMatrix& a) {
  bool below = false, above = false;
  for (std::size_t k = 0; k < a.value.size(); ++k) {
    below = below || (a.row[k] > a.column[k] && a.value[k] != 0);
    above = above || (a.row[k] < a.column[k] && a.value[k] != 0);
  }
  return below != above;
}

// W or M: of one triangle only the whole.
Sparse completed(const SparseMatrix& a) {
  const Sparse m = sparse(a);
  if (!is_one_triangle(a)) return m;
  Sparse whole = m + Sparse(m.transpose());
  whole.diagonal() = m.diagonal();
  return whole;
}

Dense dense(const std::vector<double>& x) {
  return Eigen::Map<const Dense>(x.data(), static_cast<Eigen::Index>(x.size()));
}
std::vector<double> plain(const Dense& x) { return {x.data(), x.data() + x.size()}; }

bool is_diagonal(const SparseMatrix& a) {
  for (std::size_t k = 0; k < a.value.size(); ++k) {
    if (a.row[k] != a.column[k] && a.value[k] != 0) return false;
  }
  return true;
}

// M^-1, by a sparse factorisation unless M is diagonal.
class InverseMass {
 public:
  explicit InverseMass(const FclibProblem& p) : diagonal_(is_diagonal(p.mass)) {
    const Sparse m = completed(p.mass);
    if (diagonal_) {
      inverse_ = m.diagonal().cwiseInverse();
    } else {
      factors_.compute(m);
    }
    if (diagonal_ ? !inverse_.allFinite() : factors_.info() != Eigen::Success) {
      throw InputError(p.source + ": M cannot be inverted");
    }
  }
  Sparse operator*(const Sparse& b) const {
    return diagonal_ ? Sparse(inverse_.asDiagonal() * b) : Sparse(factors_.solve(b));
  }
  Dense operator*(const Dense& b) const {
    return diagonal_ ? Dense(inverse_.cwiseProduct(b)) : Dense(factors_.solve(b));
  }

 private:
  bool diagonal_;
  Dense inverse_;
  Eigen::SparseLU<Sparse> factors_;
};

struct Assembled {
  Sparse n;
  Dense r;
};

Assembled assemble(const FclibProblem& p) {
  Assembled a;
  if (p.local) {
    a = {completed(p.delassus), dense(p.offset)};
  } else {
    const InverseMass inverse(p);
    const Sparse h = sparse(p.jacobian);
    a = {Sparse(h.transpose() * (inverse * h)), Dense(h.transpose() * (inverse * dense(p.force)) + dense(p.offset))};
  }
  a.n = Sparse(0.5 * (a.n + Sparse(a.n.transpose())));
  if (!p.compliance.empty()) {
    Sparse c(a.n.rows(), a.n.cols());
    for (int i = 0; i < a.n.rows(); ++i) c.insert(i, i) = p.compliance[i];
    a.n += c;
  }
  for (int k = 0; k < a.n.outerSize(); ++k) {
    for (Sparse::InnerIterator entry(a.n, k); entry; ++entry) {
      if (!std::isfinite(entry.value())) throw InputError(p.source + ": N is not finite");
    }
  }
  if (!a.r.allFinite()) throw InputError(p.source + ": r is not finite");
  return a;
}

std::vector<AdmissibleSet> row_sets(const FclibProblem& p) {
  std::vector<AdmissibleSet> sets;
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    sets.push_back(
        AdmissibleSet::cone(p.dimension, p.mu[c], p.dimension >= 5 ? p.mu_r[c] : 0, p.dimension == 6 ? p.mu_s[c] : 0));
  }
  for (std::size_t i = 0; i < p.offset.size() - p.num_contact_rows(); ++i) {
    sets.push_back(p.lower.empty() ? AdmissibleSet::free_rows(1) : AdmissibleSet::bounded_row(p.lower[i], p.upper[i]));
  }
  return sets;
}

// The block that a row belongs to.
std::vector<std::int32_t> block_of_row(const problem::MatrixProblem& m) {
  std::vector<std::int32_t> block;
  for (std::size_t c = 0; c < m.num_blocks(); ++c) {
    block.insert(block.end(), static_cast<std::size_t>(m.sets[c].rows), static_cast<std::int32_t>(c));
  }
  return block;
}

// Block row c of N: where it has entries, and these. N is symmetric, so its columns serve as rows.
void add_block_row(problem::MatrixProblem& m, const Sparse& n, std::size_t c, const std::vector<std::int32_t>& block) {
  const auto row_of = [&m](std::size_t b) { return static_cast<std::size_t>(m.row_start[b]); };
  const auto rows = static_cast<std::size_t>(m.sets[c].rows);
  std::vector<std::int32_t> columns{static_cast<std::int32_t>(c)};
  const auto each_entry = [&](auto&& act) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (Sparse::InnerIterator entry(n, static_cast<int>(row_of(c) + i)); entry; ++entry) {
        if (entry.value() != 0) act(i, static_cast<std::size_t>(entry.row()), entry.value());
      }
    }
  };
  each_entry([&](std::size_t, std::size_t column, double) { columns.push_back(block[column]); });
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  const auto first = m.column.size();
  for (const auto b : columns) {
    m.column.push_back(b);
    m.column_rows.push_back(static_cast<std::int8_t>(m.sets[b].rows));
    m.value.resize(m.value.size() + rows * static_cast<std::size_t>(m.column_rows.back()), 0.0);
    m.value_start.push_back(static_cast<std::int64_t>(m.value.size()));
  }
  each_entry([&](std::size_t i, std::size_t column, double value) {
    const auto b = block[column];
    const auto k =
        first + static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), b) - columns.begin());
    const auto width = static_cast<std::size_t>(m.column_rows[k]);
    m.value[static_cast<std::size_t>(m.value_start[k]) + i * width + column - row_of(static_cast<std::size_t>(b))] =
        value;
  });
  m.entry_start.push_back(static_cast<std::int64_t>(m.column.size()));
}

// M, H and C as they are stored, H by its columns; none where M is not symmetric.
problem::Freedoms freedoms_of(const FclibProblem& p, std::size_t rows) {
  constexpr double kRounding = 1e-12;
  problem::Freedoms f;
  const Sparse m = completed(p.mass);
  if (!(Sparse(m - Sparse(m.transpose())).norm() <= kRounding * m.norm())) return f;
  f.total = p.mass.rows;
  for (int column = 0; column < m.outerSize(); ++column) {
    for (Sparse::InnerIterator entry(m, column); entry; ++entry) {
      f.mass_row.push_back(entry.row()), f.mass_column.push_back(column);
      f.mass.push_back(entry.value());
    }
  }
  f.compliance = p.compliance.empty() ? std::vector<double>(rows, 0.0) : p.compliance;
  f.start = {0};
  const Sparse h = sparse(p.jacobian);
  for (int column = 0; column < h.outerSize(); ++column) {
    for (Sparse::InnerIterator entry(h, column); entry; ++entry) {
      f.freedom.push_back(entry.row());
      f.value.push_back(entry.value());
    }
    f.start.push_back(std::ssize(f.freedom));
  }
  return f;
}

}  // namespace

Symmetry symmetry_of(const FclibProblem& p) {
  const SparseMatrix& stored = p.local ? p.delassus : p.mass;
  const Sparse a = completed(stored);
  const double size = a.norm();
  return {p.local ? "W" : "M", is_one_triangle(stored), size > 0 ? Sparse(a - Sparse(a.transpose())).norm() / size : 0};
}

problem::MatrixProblem matrix_problem(const FclibProblem& p) {
  const Assembled a = assemble(p);
  problem::MatrixProblem m;
  m.sets = row_sets(p);
  m.total = static_cast<GlobalId>(m.num_blocks());
  m.offset = plain(a.r);
  m.row_start = {0};
  for (const auto& set : m.sets) m.row_start.push_back(m.row_start.back() + set.rows);
  for (std::size_t c = 0; c < m.num_blocks(); ++c) {  // a file gives no lengths: contacts have that of their rows of N
    const auto rows = a.n.diagonal().segment(m.row_start[c], m.sets[c].rows);
    const double roll = m.sets[c].angular ? rows.tail(rows.size() - 3).maxCoeff() : 0;
    if (roll > 0) m.sets[c].length = std::sqrt(rows[0] / roll);
  }
  m.entry_start = {0};
  m.value_start = {0};
  const auto block = block_of_row(m);
  for (std::size_t c = 0; c < m.num_blocks(); ++c) add_block_row(m, a.n, c, block);
  if (!p.local) m.freedoms = freedoms_of(p, m.num_rows());
  return m;
}

FclibSolution stored_solution(const FclibProblem& p, const std::vector<double>& impulses,
                              const std::vector<double>& velocities) {
  const auto rows = static_cast<std::ptrdiff_t>(p.num_contact_rows());
  FclibSolution s;
  s.u = {velocities.begin(), velocities.begin() + rows};
  s.r = {impulses.begin(), impulses.begin() + rows};
  s.l = {impulses.begin() + rows, impulses.end()};
  if (!p.local) s.v = plain(InverseMass(p) * Dense(sparse(p.jacobian) * dense(impulses) + dense(p.force)));
  return s;
}

double mismatch(const FclibProblem& p, const std::vector<double>& impulses, const std::vector<double>& velocities) {
  if (impulses.empty()) return 0;
  const Dense g = dense(impulses);
  Dense u = dense(p.offset);
  if (p.local) {
    u += completed(p.delassus) * g;
  } else {
    const Sparse h = sparse(p.jacobian);
    u += h.transpose() * (InverseMass(p) * Dense(h * g + dense(p.force)));
  }
  if (!p.compliance.empty()) u += dense(p.compliance).cwiseProduct(g);
  return (u - dense(velocities)).cwiseAbs().maxCoeff();
}

}  // namespace talus::io
