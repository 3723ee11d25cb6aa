// Statuses of degenerate problems and of random small ones: `converged` and `unbounded` are judged in quadruple
// precision by Moreau's conditions, problems with bounds and polygons by pivoting, too.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>
#include <random>

#include "harness/gather.hpp"
#include "io/hdf5/fclib.hpp"
#include "solver/distribute.hpp"
#include "solver/family.hpp"
#include "solver/pivoting.hpp"
#include "tests/solver/moreau_judge.hpp"

namespace talus::solver {
namespace {

using problem::AdmissibleSet;
using test::MoreauJudge;
using test::WholeProblem;
using Dense = Eigen::MatrixXd;
using Index = Eigen::Index;

constexpr double kTolerance = 1e-8;  // m/s

struct Outcome {
  Status status = Status::missed;
  Vector impulses, direction;  // all rows
};

Vector all_of(const comm::Comm& comm, const std::vector<double>& rows) {
  const auto all = test::gather_all<double>(comm, rows);
  return Eigen::Map<const Vector>(all.data(), std::ssize(all));
}

Outcome solved(const comm::Comm& comm, const problem::MatrixProblem& whole, const std::string& solver, Law law,
               int max_sweeps) {
  const auto part = distribute(comm, whole);
  Operator op(comm, part);
  Vector x = Vector::Zero(static_cast<Index>(op.num_rows()));
  const RowOptions options{.tolerance = kTolerance, .norm = Norm::max, .max_sweeps = max_sweeps};
  const RowReport report = law == Law::coulomb ? solve_coulomb(op, row_solver(solver), options, x).last
                                               : solve_rows(op, row_solver(solver), options, x);
  EXPECT_LE(report.sweeps, max_sweeps);
  return {report.status, all_of(comm, op.impulses(x)), all_of(comm, report.direction)};
}

// The fault of an outcome; empty if it has none.
std::string fault_of(const WholeProblem& p, Law law, const Outcome& out) {
  MoreauJudge judge(p, kTolerance, law == Law::coulomb);
  if (out.status == Status::converged) {
    const double excess = judge.excess(out.impulses);
    if (!(excess <= 1)) return fmt::format("converged, {:.3g} times the tolerance", excess);
  }
  if (out.status == Status::unbounded && !judge.certifies(out.direction)) return "unbounded, without a certificate";
  return {};
}

bool takes(const std::string& solver, const WholeProblem& p) {
  return solver != "ipm" || std::ranges::none_of(p.sets, [](const AdmissibleSet& set) { return set.corners > 0; });
}

// ---- Degenerate problems of two contacts and, in some, of other rows.

Dense random_gram(Index rows, Index rank, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Dense a = Dense::NullaryExpr(rows, rank, [&] { return normal(random); });
  return a * a.transpose();
}

std::vector<WholeProblem> degenerate_problems(int rows) {
  std::mt19937 random(static_cast<unsigned>(rows));
  const Index all = 2 * rows;
  const Dense good = random_gram(all, 2 * all, random);
  std::normal_distribution<double> normal;
  Vector q = Vector::NullaryExpr(all, [&] { return normal(random); });
  q[0] = -1, q[rows] = -2;
  Vector normals = Vector::Zero(all), opposed = normals;
  normals[0] = normals[rows] = -1;
  opposed[0] = 1, opposed[rows] = -1;
  const std::vector<AdmissibleSet> sets(2, AdmissibleSet::cone(rows, 0.5, 0.1, 0.05));
  const auto with_mu = [&](double mu) {
    return std::vector<AdmissibleSet>(2, AdmissibleSet::cone(rows, mu, 0.1, 0.05));
  };
  Dense no_normals = good, no_slide = good, no_contact = good, twice(all, all), hollow = good;
  for (const Index row : {Index{0}, Index{rows}}) no_normals.row(row).setZero(), no_normals.col(row).setZero();
  for (const Index row : {Index{1}, Index{rows + 1}}) no_slide.row(row).setZero(), no_slide.col(row).setZero();
  no_contact.topRows(rows).setZero(), no_contact.leftCols(rows).setZero();
  const Dense one = good.topLeftCorner(rows, rows);
  twice << one, one, one, one;
  hollow.diagonal().setZero();
  Vector contradicting = q;
  contradicting.tail(rows) = q.head(rows) - Vector::Unit(rows, 0);
  return {{"no_matrix_closing", 0 * good, normals, sets},
          {"no_matrix_opening", 0 * good, -normals, sets},
          {"no_normals", no_normals, q, sets},
          {"no_slide", no_slide, q, sets},
          {"no_contact", no_contact, q, sets},
          {"one_direction_closing", opposed * opposed.transpose(), normals, sets},
          {"one_direction_opening", opposed * opposed.transpose(), -normals, sets},
          {"twice", twice, q, sets},
          {"twice_contradicting", twice, contradicting, sets},
          {"tiny_velocities", good, 1e-300 * q, sets},
          {"huge_velocities", good, 1e160 * q, sets},
          {"largest_velocities", good, 1e300 * q, sets},
          {"large_matrix", 1e300 * good, q, sets},
          {"small_matrix", 1e-300 * good, q, sets},
          {"frictionless", good, q, with_mu(0)},
          {"large_friction", good, q, with_mu(1e8)},
          {"largest_friction", good, q, with_mu(1e150)},
          {"negative", -good, q, sets, false},
          {"indefinite", good - 2 * rows * Dense::Identity(all, all), q, sets, false},
          {"hollow", hollow, q, sets, false}};
}

// Through a file, as another code writes it.
problem::MatrixProblem through_file(const comm::Comm& comm, const WholeProblem& p) {
  problem::MatrixProblem whole;
  if (!comm.is_root()) return whole;
  io::FclibProblem f;
  f.dimension = p.sets[0].rows;
  f.local = true;
  f.delassus.rows = f.delassus.columns = static_cast<std::int32_t>(p.r.size());
  for (std::int32_t i = 0; i < f.delassus.rows; ++i) {
    for (std::int32_t j = 0; j < f.delassus.rows; ++j) {
      f.delassus.row.push_back(i), f.delassus.column.push_back(j);
      f.delassus.value.push_back(p.n(i, j));
    }
  }
  f.offset.assign(p.r.begin(), p.r.end());
  for (const auto& set : p.sets) {
    f.mu.push_back(set.mu);
    if (set.rows >= 5) f.mu_r.push_back(set.rho);
    if (set.rows == 6) f.mu_s.push_back(set.sigma);
  }
  const std::vector<double> zero(f.offset.size(), 0.0);
  const auto path = std::filesystem::path(testing::TempDir()) / fmt::format("statuses-{}.hdf5", comm.size());
  io::write_fclib(path, f, {zero, zero, {}, {}});
  whole = io::matrix_problem(io::read_fclib(path));
  return whole;
}

class Degenerate : public testing::TestWithParam<int> {};

TEST_P(Degenerate, StatusesVsMoreausConditionsAndCertificates) {
  const auto comm = comm::Comm::world();
  int found = 0;
  for (auto& p : degenerate_problems(GetParam())) {
    const auto whole = through_file(comm, p);
    if (comm.is_root()) p.sets = whole.sets;  // with lengths
    for (const auto& solver : row_solver_names()) {
      for (const Law law : {Law::ccp, Law::coulomb}) {
        const Outcome out = solved(comm, whole, solver, law, comm.size() == 1 ? 1000 : 100);
        if (comm.is_root()) {
          EXPECT_EQ(fault_of(p, law, out), "") << p.name << ", " << solver << (law == Law::ccp ? "" : ", Coulomb");
        }
        found += out.status == Status::unbounded;
      }
    }
  }
  EXPECT_GE(found, comm.size() == 1 ? 40 : 20);
}

INSTANTIATE_TEST_SUITE_P(RowsOfAContact, Degenerate, testing::Values(2, 3, 5, 6));

// ---- Random small problems.

class Random {
 public:
  explicit Random(std::uint64_t number) : bits_(number) {}
  WholeProblem next() {
    WholeProblem p;
    law_ = integer(0, 3);
    const int contacts = integer(1, 6), rows = std::array{2, 3, 5, 6}[static_cast<std::size_t>(integer(0, 3))];
    for (int c = 0; c < contacts; ++c) p.sets.push_back(contact(law_ < 2 ? rows : 3));
    for (int k = integer(-2, 2); k > 0; --k) p.sets.push_back(AdmissibleSet::free_rows(integer(1, 3)));
    Index all = 0;
    for (const auto& set : p.sets) all += set.rows;
    p.n = gram(all, integer(1, 2 * static_cast<int>(all)));
    p.r = Vector::NullaryExpr(all, [this] { return normal(); });
    damage(p);
    const double scale = chance(0.2) ? std::pow(10, integer(-6, 6)) : 1;
    p.n *= scale;
    return p;
  }
  bool is_polyhedral() const { return law_ >= 2; }

 private:
  AdmissibleSet contact(int rows) {
    const double mu = chance(0.1) ? 0 : std::abs(normal());
    if (law_ == 2) return AdmissibleSet::cone(rows, mu, 0, 0, integer(3, 8));
    if (law_ < 2) return AdmissibleSet::cone(rows, mu, 0.1 * std::abs(normal()), 0.1 * std::abs(normal()));
    AdmissibleSet box = AdmissibleSet::free_rows(3);  // friction between bounds
    box.kind = problem::SetKind::box;
    box.upper[0] = AdmissibleSet::kUnbounded;
    for (std::size_t i : {1, 2}) box.lower[i] = -mu, box.upper[i] = mu;
    return box;
  }
  Dense gram(Index rows, Index rank) {
    const Dense a = Dense::NullaryExpr(rows, rank, [this] { return chance(0.3) ? 0 : normal(); });
    return a * a.transpose();
  }
  void damage(WholeProblem& p) {
    const Index all = p.r.size(), row = integer(0, static_cast<int>(all) - 1);
    switch (integer(0, 9)) {
      case 0: p.n.row(row).setZero(), p.n.col(row).setZero(); break;
      case 1: p.n.setZero(); break;
      case 2: {  // the first set twice
        const Index rows = p.sets[0].rows;
        if (p.sets.size() < 2 || p.sets[1].rows != rows) break;
        p.n.middleRows(rows, rows) = p.n.topRows(rows).eval();
        p.n.middleCols(rows, rows) = p.n.leftCols(rows).eval();
        p.r.segment(rows, rows) = p.r.head(rows);
        p.sets[1] = p.sets[0];
        break;
      }
      case 3: {  // nothing moves along a direction of normals: unbounded, or opening
        Vector along = Vector::Zero(all);
        Index first = 0;
        for (const auto& set : p.sets) {
          if (set.kind != problem::SetKind::free) along[first] = std::abs(normal());
          first += set.rows;
        }
        const Dense out = Dense::Identity(all, all) - along * along.transpose() / along.squaredNorm();
        p.n = out * p.n * out;
        break;
      }
      case 4: p.n -= std::abs(normal()) * Dense::Identity(all, all), p.semidefinite = false; break;
      case 5: p.n.diagonal()[row] = 0, p.semidefinite = false; break;
      default: break;
    }
    p.n = (0.5 * (p.n + p.n.transpose())).eval();
  }
  bool chance(double part) { return std::uniform_real_distribution<double>()(bits_) < part; }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(bits_); }
  double normal() { return std::normal_distribution<double>()(bits_); }

  std::mt19937_64 bits_;
  int law_ = 0;  // 0, 1: round cones, 2: polygons, 3: bounds
};

// The convex problem in variables z between bounds, g = G z: corners of polygons as generators.
problem::DenseLcp lcp_of(const WholeProblem& p, Dense& generators) {
  std::vector<Vector> columns;
  std::vector<double> lower, upper;
  const double inf = std::numeric_limits<double>::infinity();
  Index row = 0;
  for (const auto& set : p.sets) {
    for (int k = 0; k < std::max<int>(set.corners, 0); ++k) {
      Vector g = Vector::Zero(p.r.size());
      const double angle = 2 * k * std::numbers::pi / set.corners;
      g[row] = 1, g[row + 1] = set.mu * std::cos(angle), g[row + 2] = set.mu * std::sin(angle);
      columns.push_back(g), lower.push_back(0), upper.push_back(inf);
    }
    for (Index i = 0; i < set.rows && set.corners == 0; ++i) {
      columns.push_back(Vector::Unit(p.r.size(), row + i));
      const auto k = static_cast<std::size_t>(i);
      const bool bounded = set.kind == problem::SetKind::box;
      lower.push_back(bounded ? set.lower[k] : -inf);
      upper.push_back(bounded && set.upper[k] < AdmissibleSet::kUnbounded ? set.upper[k] : inf);
    }
    row += set.rows;
  }
  generators.resize(p.r.size(), std::ssize(columns));
  for (std::size_t k = 0; k < columns.size(); ++k) generators.col(static_cast<Index>(k)) = columns[k];
  const auto vector = [](const std::vector<double>& x) {
    return Vector(Eigen::Map<const Vector>(x.data(), std::ssize(x)));
  };
  return {generators.transpose() * p.n * generators, generators.transpose() * p.r, vector(lower), vector(upper)};
}

// Velocities of the convex problem are unique.
std::string pivoting_contradicts(const WholeProblem& p, const Outcome& out) {
  Dense generators;
  Vector z;
  const auto lcp = lcp_of(p, generators);
  const LcpReport report = solve_pivoting(lcp, z);
  if (report.status == LcpStatus::no_solution && out.status == Status::converged)
    return "converged, pivoting proves that there is no solution";
  if (report.status != LcpStatus::solved || report.error > 1e-9) return {};
  if (out.status == Status::unbounded) return "unbounded, pivoting has a solution";
  if (out.status != Status::converged) return {};
  const Vector g = generators * z;
  // f(g) - f(g*) and 1/2 (g - g*)'N (g - g*) are at most what the residual leaves.
  const Vector apart = out.impulses - g;
  const double energy = apart.dot(p.n * apart),
               scale = apart.cwiseAbs().sum() + g.cwiseAbs().sum() + p.r.cwiseAbs().sum();
  const double w = std::max(1e-300, p.n.diagonal().minCoeff());
  if (energy > 1e-6 * scale * (1 + 1 / w))
    return fmt::format("velocities differ from pivoting's by an energy of {:.3g}", energy);
  return {};
}

using Counts = std::map<std::string, std::array<std::int64_t, 3>>;  // by solver and law: how often each status

Counts no_counts() {
  Counts counts;
  for (const auto& solver : row_solver_names()) counts[solver + " ccp"] = counts[solver + " coulomb"] = {};
  return counts;
}

// `all`: also the solvers that take long for Coulomb's law, otherwise in one of ten problems.
void judge_random_problem(std::uint64_t number, bool all, Counts& counts) {
  Random random(number);
  const WholeProblem p = random.next();
  const auto whole = test::whole_problem(p.n, p.r, p.sets);
  for (const auto& solver : row_solver_names()) {
    if (!takes(solver, p)) continue;
    const bool slow = solver == "jacobi" || solver == "ipm";
    for (const Law law : {Law::ccp, Law::coulomb}) {
      if (law == Law::coulomb && slow && !all && number % 10 > 0) continue;
      const Outcome out = solved(comm::Comm::self(), whole, solver, law, 300);
      std::string fault = fault_of(p, law, out);
      if (fault.empty() && law == Law::ccp && random.is_polyhedral() && p.semidefinite)
        fault = pivoting_contradicts(p, out);
      EXPECT_EQ(fault, "") << "problem " << number << ", " << solver << (law == Law::ccp ? "" : ", Coulomb");
      ++counts[solver + (law == Law::ccp ? " ccp" : " coulomb")][static_cast<std::size_t>(out.status)];
    }
  }
}

// Each rank takes other problems.
void judge_random_problems(std::uint64_t begin, std::uint64_t end, bool all, Counts& counts) {
  const auto comm = comm::Comm::world();
  for (std::uint64_t number = begin; number < end; ++number) {
    if (number / 10 % static_cast<std::uint64_t>(comm.size()) == static_cast<std::uint64_t>(comm.rank()))
      judge_random_problem(number, all, counts);
  }
}

TEST(RandomProblems, StatusesVsMoreausConditionsCertificatesAndPivoting) {
  Counts counts = no_counts();
  judge_random_problems(0, 1000, false, counts);
  for (auto& [name, count] : counts) {
    comm::Comm::world().sum(count);
    EXPECT_GT(count[0], 30) << name << " converged";
    EXPECT_GT(count[2], 5) << name << " unbounded";
  }
}

// 10^5 of them. What has been judged without a fault is not judged again by a later run of the same executable's
// folder, so that the campaign may be interrupted.
TEST(ManyRandomProblems, StatusesVsMoreausConditionsCertificatesAndPivoting) {
  constexpr std::uint64_t kProblems = 100000, kPart = 1000;
  const auto comm = comm::Comm::world();
  const std::filesystem::path record = "statuses-judged.txt";
  std::int64_t begin = 0;
  if (comm.is_root()) std::ifstream(record) >> begin;
  begin = comm.sum(begin);
  Counts counts = no_counts();
  for (auto part = static_cast<std::uint64_t>(begin); part < kProblems && !comm.any(HasFailure()); part += kPart) {
    judge_random_problems(part, part + kPart, true, counts);
    if (!comm.any(HasFailure()) && comm.is_root()) std::ofstream(record) << part + kPart << '\n';
  }
  for (auto& [name, count] : counts) {
    comm.sum(count);
    if (comm.is_root())
      fmt::print("{:14} converged {:6}, missed {:6}, unbounded {:6}\n", name, count[0], count[1], count[2]);
  }
  if (comm.is_root() && !HasFailure()) std::filesystem::remove(record);
}

}  // namespace
}  // namespace talus::solver
