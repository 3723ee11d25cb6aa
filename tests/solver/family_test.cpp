// The solvers of problems in matrix form, each against what is not itself: closed solutions of one contact, Moreau's
// conditions of the solution (in plain dense algebra), the optima of other people's problems (TALUS_FCLIB), and the
// same problem on one rank, bit by bit.

#include "solver/family.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "comm/agree.hpp"
#include "io/hdf5/fclib.hpp"
#include "solver/distribute.hpp"
#include "solver/normal_equations.hpp"
#include "tests/solver/whole_problem.hpp"

namespace talus::solver {
namespace {

using problem::AdmissibleSet;
using Dense = Eigen::MatrixXd;
using test::whole_problem;

struct Solved {
  RowReport report;
  std::vector<double> impulses;  // of this rank
  double objective = 0, coulomb = 0;
};

Solved solve(const comm::Comm& comm, const problem::MatrixProblem& whole, const std::string& name,
             const RowOptions& options, bool coulomb = false) {
  const auto part = distribute(comm, whole);
  Operator op(comm, part);
  Vector x = Vector::Zero(static_cast<Eigen::Index>(op.num_rows()));
  Solved s;
  if (coulomb) {
    const auto report = solve_coulomb(op, row_solver(name), options, x);
    s.report = report.last;
    s.coulomb = report.siconos;
  } else {
    s.report = row_solver(name)(op, options, x);
  }
  Vector u;
  op.gradient(x, u);
  s.objective = op.objective(x, u);
  s.impulses = op.impulses(x);
  return s;
}

// ---- One contact, N diagonal with one number a pair: closed solutions.

struct OneContact {
  const char* name;
  std::vector<double> q;
  double mu, mu_r;
};

class SolverName : public testing::TestWithParam<std::string> {
 protected:
  static const std::vector<OneContact>& contacts() {
    static const std::vector<OneContact> list{{"separates", {1, 0.5, 0}, 0.6, 0},
                                              {"separates by Coulomb only", {0.2, 1, 0}, 0.6, 0},
                                              {"sticks", {-1, 0.3, 0.2}, 0.6, 0},
                                              {"slides", {-1, 2, 1}, 0.6, 0},
                                              {"slides, small mu", {-1, 2, 1}, 0.05, 0},
                                              {"slides, large mu", {-1, 40, 10}, 5, 0},
                                              {"nearly frictionless", {-1, 2, 1}, 1e-8, 0},
                                              {"frictionless", {-1, 2, 1}, 0, 0},
                                              {"plane", {-1, 2}, 0.6, 0},
                                              {"sticks, no roll", {-1, 0.1, 0.05, 0.01, 0.02}, 0.6, 0.2},
                                              {"slides, no roll", {-1, 2, 1, 0.01, 0.02}, 0.6, 0.2},
                                              {"sticks, rolls", {-1, 0.1, 0.05, 1, 2}, 0.6, 0.2},
                                              {"slides, rolls", {-1, 2, 1, 1, 2}, 0.6, 0.2}};
    return list;
  }
  static Vector diagonal(std::size_t rows) {
    const std::array<double, 5> all{2, 3, 3, 4, 4};
    return Eigen::Map<const Vector>(all.data(), static_cast<Eigen::Index>(rows));
  }
  static problem::MatrixProblem problem_of(const OneContact& c) {
    const auto rows = static_cast<Eigen::Index>(c.q.size());
    return whole_problem(diagonal(c.q.size()).asDiagonal().toDenseMatrix(), Eigen::Map<const Vector>(c.q.data(), rows),
                         {AdmissibleSet::cone(static_cast<int>(rows), c.mu, c.mu_r)});
  }
  // The impulses of given g_n: each part goes against its velocity, as far as its limit.
  static Vector with_normal(const OneContact& c, long double normal) {
    const auto rows = static_cast<Eigen::Index>(c.q.size());
    const Vector q = Eigen::Map<const Vector>(c.q.data(), rows), w = diagonal(c.q.size());
    Vector g = -q.cwiseQuotient(w);
    g[0] = static_cast<double>(normal);
    const auto limit = [&](Eigen::Index begin, Eigen::Index count, double mu) {
      const double length = g.segment(begin, count).norm(), most = mu * g[0];
      if (length > most) g.segment(begin, count) *= most / length;
    };
    limit(1, std::min<Eigen::Index>(rows - 1, 2), c.mu);
    if (rows == 5) limit(3, 2, c.mu_r);
    return g;
  }
  static Vector coulomb_solution(const OneContact& c) { return with_normal(c, std::max(0.0, -c.q[0] / 2)); }
  // Stationary in g_n: 2 g_n + q_n = sum of mu (|q_T| - w mu g_n) over the parts that slide; by bisection.
  static Vector convex_solution(const OneContact& c) {
    const auto slope = [&c](long double g) {
      long double sum = 2 * g + c.q[0];
      const long double slide = c.q.size() == 2 ? std::abs(c.q[1]) : std::hypot(c.q[1], c.q[2]);
      sum -= c.mu * std::max(0.0L, slide - 3 * c.mu * g);
      if (c.q.size() == 5)
        sum -= c.mu_r * std::max(0.0L, static_cast<long double>(std::hypot(c.q[3], c.q[4])) - 4 * c.mu_r * g);
      return sum;
    };
    long double low = 0, high = 1000;
    if (slope(0) >= 0) return with_normal(c, 0);
    for (int k = 0; k < 200; ++k) (slope((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
    return with_normal(c, low);
  }
};

TEST_P(SolverName, OneContactVsClosedSolution) {
  const auto comm = comm::Comm::world();
  for (const auto& c : contacts()) {
    const Vector expected = convex_solution(c);
    const auto solved =
        solve(comm, problem_of(c), GetParam(), {.tolerance = 1e-14, .norm = Norm::relative, .max_sweeps = 20000});
    for (std::size_t i = 0; i < solved.impulses.size(); ++i) {
      EXPECT_NEAR(solved.impulses[i], expected[static_cast<Eigen::Index>(i)], 1e-12 * std::max(1.0, expected.norm()))
          << c.name << " row " << i;
    }
  }
}

TEST_P(SolverName, OneContactOfCoulombVsClosedSolution) {
  if (GetParam() == "jacobi" || GetParam() == "eq46" || GetParam() == "ipm")
    GTEST_SKIP() << "hundreds of convex problems: by the quick solvers";
  const auto comm = comm::Comm::world();
  for (const auto& c : contacts()) {
    const bool exact = GetParam() == "mnest" || GetParam() == "pgs";
    const Vector expected = coulomb_solution(c);
    const auto solved =
        solve(comm, problem_of(c), GetParam(),
              {.tolerance = exact ? 2e-16 : 1e-9, .norm = Norm::siconos, .max_sweeps = exact ? 200000 : 20000}, true);
    const double size =
        std::max(1.0, exact ? expected.norm() : Eigen::Map<const Vector>(c.q.data(), expected.size()).norm());
    for (std::size_t i = 0; i < solved.impulses.size(); ++i) {
      EXPECT_NEAR(solved.impulses[i], expected[static_cast<Eigen::Index>(i)], (exact ? 1e-12 : 1e-6) * size)
          << c.name << " row " << i;
    }
  }
}

// ---- Many contacts.

// Contacts on a chain of bodies and one equality row; N = H'H + a little.
problem::MatrixProblem chain(int rows, int contacts, Dense* matrix = nullptr, Vector* offset = nullptr) {
  std::srand(static_cast<unsigned>(rows));
  const int all = rows * contacts + 1, freedoms = 6 * (contacts + 1);
  Dense h = Dense::Zero(freedoms, all);
  for (int c = 0; c < contacts; ++c) h.block(6 * c, rows * c, 12, rows) = Dense::Random(12, rows);
  h.block(0, all - 1, 12, 1) = Dense::Random(12, 1);
  Dense n = h.transpose() * h;
  n = 0.5 * (n + n.transpose()).eval();
  const Vector r = Vector::Random(all) - 0.5 * Vector::Ones(all);
  std::vector<AdmissibleSet> sets;
  for (int c = 0; c < contacts; ++c)
    sets.push_back(AdmissibleSet::cone(rows, c % 7 == 6 ? 0 : 0.5, rows >= 5 ? 0.2 : 0, rows == 6 ? 0.1 : 0));
  sets.push_back(AdmissibleSet::free_rows(1));
  if (matrix) *matrix = n;
  if (offset) *offset = r;
  return whole_problem(n, r, sets);
}

// The chain with its equality row between bounds that bind, or not.
problem::MatrixProblem boxed_chain(double bound, Dense* n, Vector* r) {
  auto whole = chain(3, 20, n, r);
  whole.sets.back() = AdmissibleSet::bounded_row(-bound, bound);
  return whole;
}

// How far g is from the solution: outside of the cone, u outside of the dual cone, u . g over cones; of rows between
// bounds the natural map. Exact conditions.
double violation(const Dense& n, const Vector& r, const std::vector<AdmissibleSet>& sets, const Vector& g) {
  const Vector u = n * g + r;
  double most = 0, work = 0;
  Eigen::Index row = 0;
  for (const auto& set : sets) {
    if (!set.is_cone()) {
      const double moved = set.kind == problem::SetKind::free ? g[row] - u[row]
                                                              : std::clamp(g[row] - u[row], set.lower[0], set.upper[0]);
      most = std::max(most, std::abs(g[row] - moved));
    } else {
      const std::array<double, 3> c{set.mu, set.rho, set.sigma};
      double dual = u[row];
      for (Eigen::Index first = 1, k = 0; first < set.rows; first += k == 2 ? 1 : 2, ++k) {
        const Eigen::Index count = std::min<Eigen::Index>(set.rows - first, 2);
        const auto limit = c[static_cast<std::size_t>(k)];
        most = std::max(most, g.segment(row + first, count).norm() - limit * g[row]);
        dual -= limit * u.segment(row + first, count).norm();
      }
      most = std::max(most, -dual);
      work += u.segment(row, set.rows).dot(g.segment(row, set.rows));
    }
    row += set.rows;
  }
  return std::max(most, std::abs(work));
}

std::vector<double> all_rows(const comm::Comm& comm, const std::vector<double>& rows) {
  std::vector<comm::Message> messages(static_cast<std::size_t>(comm.size()));
  for (std::size_t k = 0; k < messages.size(); ++k) {
    messages[k].rank = static_cast<Rank>(k);
    for (const double x : rows) comm::append(messages[k].bytes, x);
  }
  std::vector<double> all;
  for (const auto& m : comm::sparse_exchange(comm, std::move(messages))) {
    comm::Reader reader(m.bytes);
    while (!reader.done()) all.push_back(reader.next<double>());
  }
  return all;
}

TEST_P(SolverName, ChainVsMoreausConditions) {
  const auto comm = comm::Comm::world();
  for (const int rows : {2, 3, 5, 6}) {
    Dense n;
    Vector r;
    const auto whole = chain(rows, 20, &n, &r);
    const RowOptions options{
        .tolerance = GetParam() == "ipm" ? 1e-8 : 1e-10, .norm = Norm::relative, .max_sweeps = 20000};
    const auto solved = solve(comm, whole, GetParam(), options);
    EXPECT_EQ(solved.report.status, Status::converged)
        << rows << " rows per contact, residual " << solved.report.residual.relative;
    const auto g = all_rows(comm, solved.impulses);
    EXPECT_LE(violation(n, r, whole.sets, Eigen::Map<const Vector>(g.data(), r.size())), 1e-6)
        << rows << " rows per contact";
  }
}

TEST_P(SolverName, AnyRanksVsOneRankToTheBit) {
  if (GetParam() == "ipm") GTEST_SKIP() << "factors in another order on other ranks: promises 1e-8";
  const auto comm = comm::Comm::world();
  for (const int rows : {2, 3, 5, 6}) {
    const auto whole = chain(rows, 20);
    const RowOptions options{.tolerance = 1e-300, .norm = Norm::relative, .max_sweeps = 60};
    const auto alone = solve(comm::Comm::self(), whole, GetParam(), options);
    const auto together = solve(comm, whole, GetParam(), options);
    EXPECT_EQ(all_rows(comm, together.impulses), alone.impulses) << rows << " rows per contact";
    EXPECT_EQ(together.objective, alone.objective);
    EXPECT_EQ(together.report.residual.rms, alone.report.residual.rms);
  }
}

TEST_P(SolverName, BoundedRowsVsMoreausConditions) {
  const auto comm = comm::Comm::world();
  for (const double bound : {1e-3, 1e3}) {
    Dense n;
    Vector r;
    const auto whole = boxed_chain(bound, &n, &r);
    const RowOptions options{
        .tolerance = GetParam() == "ipm" ? 1e-8 : 1e-10, .norm = Norm::relative, .max_sweeps = 20000};
    const auto solved = solve(comm, whole, GetParam(), options);
    EXPECT_EQ(solved.report.status, Status::converged) << solved.report.residual.relative;
    const auto g = all_rows(comm, solved.impulses);
    EXPECT_LE(violation(n, r, whole.sets, Eigen::Map<const Vector>(g.data(), r.size())), 1e-6);
    EXPECT_EQ(std::abs(g.back()) > 0.99 * bound, bound < 1);
  }
}

// Every contact of the chain twice: impulses may be shared in any way, velocities may not (ROLL, theorems 1 and 2).
TEST_P(SolverName, SameVelocitiesFromRandomStartsThoughImpulsesDiffer) {
  if (GetParam() == "ipm") GTEST_SKIP() << "has no use for a start";
  const auto comm = comm::Comm::world();
  Dense one;
  Vector r_one;
  const auto chained = chain(3, 6, &one, &r_one);
  const auto rows = one.rows() - 1;  // without the equality row
  const Dense n = one.topLeftCorner(rows, rows).replicate(2, 2);
  const Vector r = r_one.head(rows).replicate(2, 1);
  std::vector<AdmissibleSet> sets(chained.sets.begin(), chained.sets.end() - 1);
  sets.insert(sets.end(), chained.sets.begin(), chained.sets.end() - 1);
  const auto part = distribute(comm, whole_problem(n, r, sets));
  Operator op(comm, part);
  std::vector<std::vector<double>> velocities, impulses;
  std::srand(1);
  for (int start = 0; start < 10; ++start) {
    const Vector random = Vector::Random(2 * rows);  // the same on all ranks
    Vector x = random.segment(op.first_row(), static_cast<Eigen::Index>(op.num_rows())), u;
    row_solver(GetParam())(op, {.tolerance = 1e-11, .norm = Norm::relative, .max_sweeps = 20000}, x);
    op.gradient(x, u);
    velocities.push_back(all_rows(comm, op.velocities(u)));
    impulses.push_back(all_rows(comm, op.impulses(x)));
  }
  double apart = 0;
  for (std::size_t start = 1; start < 10; ++start) {
    for (std::size_t i = 0; i < velocities[0].size(); ++i) {
      EXPECT_NEAR(velocities[start][i], velocities[0][i], 1e-8);
      apart = std::max(apart, std::abs(impulses[start][i] - impulses[0][i]));
    }
  }
  EXPECT_GT(apart, 1e-3);
}

// Nearest in the metric: no point y of the set lies on the far side, (x - p)'W (y - p) <= 0. Corners of the polygon,
// with the rims of the circles of roll and spin, span the set.
TEST(Polygon, ProjectionVsVariationalInequality) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int n = 0; n < 3000; ++n) {
    const AdmissibleSet set =
        AdmissibleSet::cone(std::array{3, 5, 6}[static_cast<std::size_t>(n % 3)], 0.5, 0.2, 0.3, 3 + n % 5);
    const double normal = 1 + 0.5 * uniform(random), slide = 1 + 0.5 * uniform(random), roll = 2 + uniform(random),
                 spin = 2 + uniform(random);
    Vector x(6), w(6);
    for (double& value : x) value = uniform(random);
    w << normal, slide, slide, roll, roll, spin;
    Vector p = x;
    project(set, p.data(), w.data());
    const auto rows = static_cast<Eigen::Index>(set.rows);
    EXPECT_LE(distance(set, p.data()), 1e-14);
    for (int k = 0; k < set.corners; ++k) {
      for (double turn = 0; turn < 2 * EIGEN_PI; turn += 0.3) {
        const double angle = 2 * EIGEN_PI * k / set.corners, g = 1 + uniform(random);
        Vector y(6);
        y << g, 0.5 * g * std::cos(angle), 0.5 * g * std::sin(angle), 0.2 * g * std::cos(turn),
            0.2 * g * std::sin(turn), std::copysign(0.3 * g, turn - EIGEN_PI);
        EXPECT_LE((x - p).cwiseProduct(w).head(rows).dot((y - p).head(rows)), 1e-13);
      }
    }
  }
}

TEST(Operator, GradientVsFiniteDifferencesOfTheObjective) {
  const auto comm = comm::Comm::world();
  const auto part = distribute(comm, chain(6, 5));
  Operator op(comm, part);
  const auto rows = static_cast<Eigen::Index>(op.num_rows());
  std::srand(3);
  const Vector x = Vector::Random(31).segment(op.first_row(), rows);
  Vector u, u_moved;
  op.gradient(x, u);
  for (Eigen::Index i = 0; i < 31; ++i) {
    constexpr double kStep = 1e-4;  // f is quadratic: central differences are exact to rounding
    const bool here = i >= op.first_row() && i < op.first_row() + rows;
    double f[2];
    for (const int side : {0, 1}) {
      Vector moved = x;
      if (here) moved[i - op.first_row()] += (side ? kStep : -kStep);
      op.gradient(moved, u_moved);
      f[side] = op.objective(moved, u_moved);
    }
    if (here) {
      EXPECT_NEAR((f[1] - f[0]) / (2 * kStep), u[i - op.first_row()], 1e-9);
    }
  }
}

// ---- N of few bodies with many contacts.

// M of blocks of 6, contacts of all sizes between random bodies, a row between bounds and a free one, and some
// compliance.
problem::MatrixProblem crowd() {
  constexpr int kBodies = 7;
  std::srand(11);
  std::vector<AdmissibleSet> sets;
  for (int c = 0; c < 24; ++c)
    sets.push_back(
        AdmissibleSet::cone(std::array{2, 3, 5, 6}[static_cast<std::size_t>(c % 4)], c % 9 == 8 ? 0 : 0.5, 0.2, 0.1));
  sets.push_back(AdmissibleSet::bounded_row(-0.1, 0.1));
  sets.push_back(AdmissibleSet::free_rows(1));
  Dense mass = Dense::Zero(6 * kBodies, 6 * kBodies), h = Dense::Zero(6 * kBodies, 24 / 4 * 16 + 2);
  for (int b = 0; b < kBodies; ++b) {
    const Dense root = Dense::Random(6, 6);
    mass.block(6 * b, 6 * b, 6, 6) = root * root.transpose() + Dense::Identity(6, 6);
  }
  Eigen::Index row = 0;
  for (std::size_t c = 0; c < sets.size(); ++c) {
    for (const std::size_t body : {c % kBodies, (3 * c + 1) % kBodies}) {
      h.block(static_cast<Eigen::Index>(6 * body), row, 6, sets[c].rows) = Dense::Random(6, sets[c].rows);
    }
    row += sets[c].rows;
  }
  Vector compliance = Vector::Zero(h.cols());
  for (Eigen::Index i = 0; i < compliance.size(); i += 5) compliance[i] = 0.3;
  Dense n = h.transpose() * mass.ldlt().solve(h);
  n = 0.5 * (n + n.transpose()).eval();
  n += Dense(compliance.asDiagonal());
  auto whole = whole_problem(n, Vector::Random(h.cols()) - 0.5 * Vector::Ones(h.cols()), sets);
  auto& f = whole.freedoms;
  f.total = h.rows();
  for (Eigen::Index i = 0; i < mass.size(); ++i) {
    if (mass(i) == 0) continue;
    f.mass_row.push_back(i % f.total);
    f.mass_column.push_back(i / f.total);
    f.mass.push_back(mass(i));
  }
  f.start = {0};
  for (Eigen::Index i = 0; i < h.cols(); ++i) {
    for (Eigen::Index k = 0; k < h.rows(); ++k) {
      if (h(k, i) != 0) f.freedom.push_back(k), f.value.push_back(h(k, i));
    }
    f.start.push_back(std::ssize(f.freedom));
  }
  f.compliance = {compliance.begin(), compliance.end()};
  return whole;
}

TEST(NormalEquations, SolutionByFreedomsAndByRowsVsProductsWithN) {
  const auto comm = comm::Comm::world();
  auto whole = crowd();
  for (const auto& [by_freedoms, unknowns_per_rank] : {std::pair{true, 1000}, {true, 10}, {false, 1000}, {false, 10}}) {
    if (!by_freedoms) whole.freedoms = {};
    const auto part = distribute(comm, whole);
    Operator op(comm, part);
    ASSERT_EQ(op.freedoms().total, by_freedoms ? 42 : 0);
    const auto equations = make_normal_equations(op, unknowns_per_rank);
    for (const double spread : {1.0, 1e3, 1e5}) {  // S from its square down to its inverse, in directions of their own
      std::vector<Root> roots;
      for (const auto& block : op.blocks()) {
        std::srand(static_cast<unsigned>(op.first_row()) + static_cast<unsigned>(block.row));
        const auto rows = static_cast<Eigen::Index>(block.rows());
        const Dense turn = Dense(Dense::Random(rows, rows).householderQr().householderQ());
        Vector sizes = Vector::LinSpaced(rows, -1, 1);
        for (double& size : sizes) size = std::pow(spread, size);
        roots.push_back(!block.is_cone() ? Root(0, 1) : Root(sizes.asDiagonal() * turn));
      }
      equations->factor(roots);
      std::srand(static_cast<unsigned>(op.first_row()) + 7);
      const Vector b = Vector::Random(static_cast<Eigen::Index>(op.num_rows())), x = equations->solve(b);
      Vector left;
      op.apply(x, left);
      for (std::size_t k = 0; k < roots.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(op.blocks()[k].row),
                   rows = static_cast<Eigen::Index>(op.blocks()[k].rows());
        left.segment(row, rows) += roots[k].transpose() * (roots[k] * x.segment(row, rows));
      }
      left -= b;
      const double rounding = 1e-16 * spread * spread;  // of S x alone
      EXPECT_LE(std::sqrt(op.dot(left, left)), (1e-13 + 100 * rounding) * std::sqrt(op.dot(b, b)))
          << by_freedoms << " " << spread;
    }
  }
}

TEST(InteriorPoint, ByFreedomsVsByRowsAndMnest) {
  const auto comm = comm::Comm::world();
  auto whole = crowd();
  const auto energy = [&](const std::string& name, int unknowns_per_rank = kUnknownsPerRank) {
    const auto found =
        solve(comm, whole, name,
              {.tolerance = 1e-9, .norm = Norm::relative, .max_sweeps = 20000, .unknowns_per_rank = unknowns_per_rank});
    EXPECT_EQ(found.report.status, Status::converged) << name;
    return found.objective;
  };
  const double by_freedoms = energy("ipm"), size = std::abs(by_freedoms);
  EXPECT_NEAR(by_freedoms, energy("mnest"), 1e-12 * size);
  EXPECT_NEAR(by_freedoms, energy("ipm", 10), 1e-12 * size);
  whole.freedoms = {};
  EXPECT_NEAR(by_freedoms, energy("ipm"), 1e-12 * size);
  EXPECT_NEAR(by_freedoms, energy("ipm", 10), 1e-12 * size);
}

TEST(Mnest, AcceptedPointsFall) {
  const auto comm = comm::Comm::world();
  for (const int rows : {3, 6}) {
    const auto whole = chain(rows, 20);
    double last = 0;
    int rejected = 0;
    for (int sweeps = 1; sweeps <= 120; ++sweeps) {
      const auto solved =
          solve(comm, whole, "mnest", {.tolerance = 1e-300, .norm = Norm::relative, .max_sweeps = sweeps});
      EXPECT_LE(solved.objective, last + 1e-15 * std::abs(last)) << sweeps;
      last = solved.objective;
      rejected = solved.report.rejected;
    }
    EXPECT_GT(rejected, 0) << "the safeguard was never asked";
  }
}

// Every step is below its quadratic bound: f(x+) <= f(y) + u_y . (x+ - y) + L/2 |x+ - y|^2, by dense algebra.
TEST(Apgd, StepsVsTheirBacktrackingBound) {
  Dense n;
  Vector r;
  const auto whole = chain(6, 20, &n, &r);
  const auto comm = comm::Comm::self();
  const auto part = distribute(comm, whole);
  Operator op(comm, part);
  const auto plain = [&op](const Vector& x) -> Vector {
    const auto g = op.impulses(x);
    return Eigen::Map<const Vector>(g.data(), x.size());
  };
  const auto objective = [&](const Vector& g) -> double { return 0.5 * g.dot(n * g) + r.dot(g); };
  int steps = 0;
  double smallest = 1e300, largest = 0;
  RowOptions options{.tolerance = 1e-9, .norm = Norm::relative, .max_sweeps = 20000};
  options.on_step = [&](const Vector& y, const Vector& next, double bound) {
    const Vector g = plain(y), moved = plain(next);
    const double above =
        objective(moved) - objective(g) - (n * g + r).dot(moved - g) - 0.5 * bound * (next - y).squaredNorm();
    EXPECT_LE(above, 1e-13) << "step " << steps;
    smallest = std::min(smallest, bound);
    largest = std::max(largest, bound);
    ++steps;
  };
  Vector x = Vector::Zero(r.size());
  const auto report = row_solver("apgd")(op, options, x);
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_GT(steps, 20);
  EXPECT_GE(report.sweeps, steps);
  EXPECT_GT(largest, 1.5 * smallest) << "never tracked back";
}

// Equality rows only: the iteration is linear, and diverges just beyond its bound.
TEST(Jacobi, ConvergesBelowItsBoundAndDivergesAbove) {
  const auto comm = comm::Comm::world();
  std::srand(9);
  const Dense root = Dense::Random(30, 24);
  const Dense n = root.transpose() * root + Dense::Identity(24, 24);
  const auto whole = whole_problem(n, Vector::Random(24), std::vector<AdmissibleSet>(24, AdmissibleSet::free_rows(1)));
  const auto run = [&](double omega, int sweeps) {
    return solve(comm, whole, "jacobi",
                 {.tolerance = 1e-300, .norm = Norm::relative, .max_sweeps = sweeps, .omega = omega})
        .report;
  };
  const Vector scale = n.diagonal().cwiseSqrt().cwiseInverse();
  const double bound = run(0, 1).omega_bound;
  EXPECT_NEAR(bound, 2 / largest_eigenvalue(scale.asDiagonal() * n * scale.asDiagonal()), 0.01 * bound);
  EXPECT_LE(run(0.98 * bound, 4000).history.back().value, 1e-9);
  EXPECT_GE(run(1.05 * bound, 1000).history.back().value, 1e3);
}

// A ball between two walls that close: N (1, 1) = 0 on the two normals, r . (1, 1) < 0.
TEST(Certificate, BallBetweenClosingWallsVsOneThatIsOnlySqueezedHard) {
  const auto comm = comm::Comm::world();
  for (const double softness : {0.0, 1e-6}) {
    Dense n = Dense::Zero(9, 9);
    for (int i : {0, 1}) {
      for (int j : {0, 1})
        n.block(3 * i, 3 * j, 3, 3) = Vector(Eigen::Vector3d(i == j ? 1 + softness : -1, 3.5, 3.5)).asDiagonal();
    }
    n.block(6, 6, 3, 3).setIdentity();
    Vector r = Vector::Zero(9);
    r[0] = r[3] = -1, r[6] = -1, r[7] = 0.1;
    const auto part = distribute(comm, whole_problem(n, r, std::vector<AdmissibleSet>(3, AdmissibleSet::cone(3, 0.3))));
    Operator op(comm, part);
    Vector x = Vector::Zero(static_cast<Eigen::Index>(op.num_rows()));
    const auto report = row_solver("pgs")(op, {.tolerance = 1e-10, .norm = Norm::relative, .max_sweeps = 50}, x);
    EXPECT_EQ(report.status, Status::missed);
    RowReport found;
    EXPECT_EQ(find_certificate(op, x, Law::ccp, found), softness == 0);
    std::vector<double> ids;
    for (const auto b : found.certificate)
      ids.push_back(static_cast<double>(op.first_block() + static_cast<GlobalId>(b)));
    EXPECT_EQ(all_rows(comm, ids), softness == 0 ? (std::vector<double>{0, 1}) : std::vector<double>{});
  }
}

INSTANTIATE_TEST_SUITE_P(All, SolverName, testing::ValuesIn(row_solver_names()),
                         [](const auto& name) { return name.param; });

// ---- Problems of other people.

std::map<std::string, double> listed_optima(const std::filesystem::path& folder) {
  std::ostringstream text;
  text << std::ifstream(folder / "references.json").rdbuf();
  const std::string all = text.str();
  std::map<std::string, double> optima;
  for (std::size_t at = all.find("\"file\""); at != std::string::npos; at = all.find("\"file\"", at + 1)) {
    const auto name = all.find('"', all.find(':', at)) + 1, value = all.find(':', all.find("\"optimum\"", at)) + 1;
    optima[all.substr(name, all.find('"', name) - name)] = std::stod(all.substr(value));
  }
  return optima;
}

// The nearest point of a cone that slides, or slides and rolls: by bisection for its normal part.
Vector nearest_in_cone(const AdmissibleSet& set, const Vector& x) {
  const auto parts = [&](auto act) {
    const Eigen::Index slide = std::min<Eigen::Index>(set.rows - 1, 2);
    act(Eigen::Index{1}, slide, set.mu);
    if (set.rows >= 5) act(Eigen::Index{3}, Eigen::Index{2}, set.rho);
  };
  const auto slope = [&](double normal) {  // of half the squared distance
    double sum = normal - x[0];
    parts([&](Eigen::Index begin, Eigen::Index count, double mu) {
      sum -= mu * std::max(0.0, x.segment(begin, count).norm() - mu * normal);
    });
    return sum;
  };
  double low = 0, high = x.norm() + 1;
  if (slope(0) >= 0) high = 0;
  for (int k = 0; k < 200 && high > 0; ++k) (slope(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
  Vector y = x;
  y[0] = 0.5 * (low + high);
  parts([&](Eigen::Index begin, Eigen::Index count, double mu) {
    const double length = x.segment(begin, count).norm();
    if (length > mu * y[0]) y.segment(begin, count) *= mu * y[0] / length;
  });
  return y;
}

// |g - P(g - u - e_n s)| / max(|r|, |g|, |u|), s = mu |u_T| + rho |w_T|, of a problem held whole.
double coulomb_residual(const problem::MatrixProblem& m, const std::vector<double>& impulses) {
  const Vector g = Eigen::Map<const Vector>(impulses.data(), std::ssize(impulses)),
               r = Eigen::Map<const Vector>(m.offset.data(), g.size());
  Vector u = r;
  for (std::size_t c = 0; c < m.num_blocks(); ++c) {
    for (auto k = static_cast<std::size_t>(m.entry_start[c]); k < static_cast<std::size_t>(m.entry_start[c + 1]); ++k) {
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const auto columns = m.column_rows[k];
      u.segment(m.row_start[c], m.sets[c].rows) +=
          Eigen::Map<const RowMajor>(m.value.data() + m.value_start[k], m.sets[c].rows, columns) *
          g.segment(m.row_start[static_cast<std::size_t>(m.column[k])], columns);
    }
  }
  Vector map = u;
  for (std::size_t c = 0; c < m.num_blocks(); ++c) {
    const Eigen::Index row = m.row_start[c], rows = m.sets[c].rows;
    if (!m.sets[c].is_cone()) continue;  // u = 0
    Vector moved = g.segment(row, rows) - u.segment(row, rows);
    moved[0] -= m.sets[c].mu * u.segment(row + 1, std::min<Eigen::Index>(rows - 1, 2)).norm();
    if (rows >= 5) moved[0] -= m.sets[c].rho * u.segment(row + 3, 2).norm();
    map.segment(row, rows) = g.segment(row, rows) - nearest_in_cone(m.sets[c], moved);
  }
  return map.norm() / std::max({r.norm(), g.norm(), u.norm(), 1e-300});
}

TEST(StoredProblems, ObjectiveVsListedOptimum) {
  const char* folder = std::getenv("TALUS_FCLIB");
  if (!folder) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const auto comm = comm::Comm::world();
  const auto optima = listed_optima(folder);
  const auto relative_error = [&](const std::string& file, const std::string& name, const RowOptions& options) {
    problem::MatrixProblem whole;
    comm::agree(comm, [&] {
      if (comm.is_root()) whole = io::matrix_problem(io::read_fclib(std::filesystem::path(folder) / file));
    });
    const double optimum = optima.at(file);
    return std::abs(solve(comm, whole, name, options).objective - optimum) / std::abs(optimum);
  };
  for (const char* file :
       {"FrictionContactProblem00071.hdf5", "NESpheres_10_1.hdf5", "Confeti-ex03-Fc3D-SBM.hdf5", "GFC3D_TwoRods1.hdf5",
        "Rover9770.hdf5", "RFC3D_cube_1.hdf5", "rockfall_14_25792.hdf5", "Box_Stacks-i0035-31-0.hdf5"}) {
    EXPECT_LE(relative_error(file, "ipm", {.tolerance = 1e-11, .norm = Norm::relative, .max_sweeps = 100}), 1e-8)
        << file;
    EXPECT_LE(relative_error(file, "mnest", {.tolerance = 1e-7, .norm = Norm::relative, .max_sweeps = 3000}), 1e-6)
        << file;
    EXPECT_LE(relative_error(file, "apgd", {.tolerance = 1e-7, .norm = Norm::relative, .max_sweeps = 3000}), 1e-6)
        << file;
  }
}

// All of them, and exact Coulomb with its residual in plain sparse algebra of N. Minutes: by the full campaigns.
TEST(AllStoredProblems, ObjectivesVsListedOptimaAndCoulombVsIndependentResidual) {
  const char* folder = std::getenv("TALUS_FCLIB");
  if (!folder) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const auto comm = comm::Comm::world();
  int solved = 0, problems = 0;
  for (const auto& [file, optimum] : listed_optima(folder)) {
    problem::MatrixProblem whole;
    comm::agree(comm, [&] {
      if (comm.is_root()) whole = io::matrix_problem(io::read_fclib(std::filesystem::path(folder) / file));
    });
    const auto error = [&, wanted = optimum](const std::string& name, double tolerance) {
      return std::abs(solve(comm, whole, name, {.tolerance = tolerance, .norm = Norm::relative, .max_sweeps = 20000})
                          .objective -
                      wanted) /
             std::max(std::abs(wanted), 1e-300);
    };
    const bool hard =
        file.starts_with("BoxesStack1") || file.starts_with("OneObject") || file.starts_with("spheres-in-a-box");
    if (std::abs(optimum) > 1e-30) {  // else trivial and at the scale of noise
      EXPECT_LE(error("ipm", 1e-12), 1e-8) << file;
      EXPECT_LE(error("mnest", 1e-8), hard ? 1e300 : 1e-6) << file;
      EXPECT_LE(error("apgd", 1e-8), hard ? 1e300 : 1e-6) << file;
    }
    ++problems;
    const auto exact =
        solve(comm, whole, "mnest", {.tolerance = 1e-8, .norm = Norm::siconos, .max_sweeps = 20000}, true);
    const auto g = all_rows(comm, exact.impulses);
    comm::agree(comm, [&] {
      if (!comm.is_root()) return;
      const double residual = coulomb_residual(whole, g);
      EXPECT_NEAR(residual, exact.coulomb, 1e-3 * exact.coulomb + 1e-14) << file;
      EXPECT_EQ(exact.report.status == Status::converged, residual <= 1e-8 * (1 + 1e-6)) << file << ": " << residual;
      solved += residual <= 1e-8;
    });
  }
  EXPECT_EQ(problems, 41);
  if (comm.is_root()) {
    EXPECT_GE(solved, 31);
  }
}

TEST(AllStoredProblems, RefinedBedOnAnyRanksVsOneRankToTheBitInAThirdOfTheUpdatesOfMnest) {
  const char* folder = std::getenv("TALUS_FCLIB");
  if (!folder) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const auto comm = comm::Comm::world();
  const RowOptions options{.tolerance = 1e-8, .norm = Norm::relative, .max_sweeps = 20000};
  const auto bed = io::matrix_problem(io::read_fclib(std::filesystem::path(folder) / "beds" / "s1000_imp.hdf5"));
  const auto together = solve(comm, bed, "alr", options);
  EXPECT_EQ(together.report.status, Status::converged);
  EXPECT_GT(together.report.refinements, 0);
  const auto alone = solve(comm::Comm::self(), bed, "alr", options);
  EXPECT_EQ(all_rows(comm, together.impulses), alone.impulses);
  EXPECT_EQ(together.report.sweeps, alone.report.sweeps);
  EXPECT_LE(3 * alone.report.sweeps, solve(comm::Comm::self(), bed, "mnest", options).report.sweeps);
  EXPECT_NEAR(alone.objective, -4.521237686675, 1e-9);  // README of the beds
}

}  // namespace
}  // namespace talus::solver
