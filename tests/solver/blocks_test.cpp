// General rows against what is not themselves: round contacts solved by the packed kernel, a dense solution of
// bilateral rows, enumeration of rows between bounds.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/random.hpp"
#include "problem/lcp_of_laws.hpp"
#include "problem/rows.hpp"
#include "solver/iterate.hpp"
#include "solver/pivoting.hpp"
#include "solver/solver.hpp"

namespace talus {
namespace {

using problem::AdmissibleSet;
using problem::Block;
using problem::Problem;
using problem::SetKind;

double uniform(int n, std::uint64_t which) { return 2 * random_uniform(11, static_cast<std::uint64_t>(n), which) - 1; }
Vec3 random_vector(int n, std::uint64_t which) {
  return {uniform(n, which), uniform(n, which + 1), uniform(n, which + 2)};
}

Problem random_bodies(int count) {
  Problem p;
  p.step = 0.005;
  for (int n = 0; n < count; ++n) {
    p.bodies.push_back(
        {{random_vector(n, 0), random_vector(n, 3)}, 1 / (1.5 + uniform(n, 6)), 1 / (0.4 * (1.5 + uniform(n, 7)))});
  }
  p.add({problem::RowBody::Kind::wall, 0}, {{Vec3(0.1, 0, 0), Vec3(0, 0.2, 0)}, 0, 0});  // one that is driven
  p.num_owned = p.num_local = count;
  return p;
}

// Contacts between random bodies of radius 1.
void add_contacts(Problem& p, int count, bool rolls) {
  for (int c = 0; c < count; ++c) {
    problem::RoundContact contact;
    contact.a = static_cast<LocalIndex>(random_uniform(12, static_cast<std::uint64_t>(c), 0) *
                                        (static_cast<double>(p.bodies.size())));
    contact.b = static_cast<LocalIndex>(random_uniform(12, static_cast<std::uint64_t>(c), 1) * p.num_owned);
    if (contact.a == contact.b) continue;
    contact.normal = random_vector(c, 20).normalized();
    contact.arm_a = contact.a < p.num_owned ? 1 : 0;
    contact.arm_b = 1;
    contact.bias = 0.3 + 0.2 * uniform(c, 23);  // at rest all gaps open: there is a solution
    contact.mu = 0.5;
    if (rolls && c % 3 != 0) contact.rho = 0.05, contact.sigma = 0.02;
    p.contacts.push_back(contact);
  }
  p.start.resize(p.contacts.size());
  p.class_end = {static_cast<LocalIndex>(p.contacts.size())};
}

Mat3 cross_matrix(const Vec3& r) { return (Mat3() << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0).finished(); }

Block as_block(const problem::RoundContact& c) {
  Block b;
  b.a = c.a, b.b = c.b;
  b.set = AdmissibleSet::cone(c.rolls() ? 6 : 3, c.mu, c.rho, c.sigma);
  Mat3 frame;
  frame.row(0) = c.normal;
  frame.row(1) = c.normal.unitOrthogonal();
  frame.row(2) = c.normal.cross(c.normal.unitOrthogonal());
  b.on_b.topLeftCorner<3, 3>() = frame;
  b.on_a.topLeftCorner<3, 3>() = -frame;
  b.on_b.topRightCorner<3, 3>() = -frame * cross_matrix(-c.arm_b * c.normal);
  b.on_a.topRightCorner<3, 3>() = frame * cross_matrix(c.arm_a * c.normal);
  if (c.rolls()) {
    Mat3 turned;  // r1, r2, s
    turned << frame.row(1), frame.row(2), frame.row(0);
    b.on_b.bottomRightCorner<3, 3>() = turned;
    b.on_a.bottomRightCorner<3, 3>() = -turned;
  }
  b.bias[0] = c.bias;
  return b;
}

problem::Solution solved(const Problem& p, const char* name, double tolerance = 1e-11,
                         solver::Law law = solver::Law::ccp) {
  problem::Solution solution;
  const auto comm = comm::Comm::self();
  const comm::Sharing alone;
  const auto report = solver::make_solver(name, comm, law)
                          ->solve(p, alone,
                                  {.law = law,
                                   .tolerance = tolerance,
                                   .norm = law == solver::Law::ccp ? solver::Norm::relative : solver::Norm::max,
                                   .max_sweeps = 100000},
                                  solution);
  EXPECT_EQ(report.status, solver::Status::converged)
      << name << " " << report.residual.relative << " " << report.residual.max;
  return solution;
}

void expect_same_velocities(const problem::Solution& x, const problem::Solution& y, double tolerance) {
  ASSERT_EQ(x.local.size(), y.local.size());
  for (std::size_t b = 0; b < x.local.size(); ++b) {
    EXPECT_LT((x.local[b].v - y.local[b].v).norm(), tolerance) << b;
    EXPECT_LT((x.local[b].w - y.local[b].w).norm(), tolerance) << b;
  }
}

class ConesAsBlocks : public testing::TestWithParam<bool> {};

TEST_P(ConesAsBlocks, VsRoundContacts) {
  Problem round = random_bodies(30);
  add_contacts(round, 70, GetParam());
  Problem blocks = round, mixed = round;
  for (const auto& c : round.contacts) blocks.blocks.push_back(as_block(c));
  blocks.contacts.clear();
  blocks.start.clear();
  blocks.class_end = {0};
  for (std::size_t half = round.contacts.size() / 2; mixed.contacts.size() > half; mixed.contacts.pop_back()) {
    mixed.blocks.push_back(as_block(mixed.contacts.back()));
  }
  mixed.start.resize(mixed.contacts.size());
  mixed.class_end = {static_cast<LocalIndex>(mixed.contacts.size())};
  for (auto* p : {&blocks, &mixed}) {
    p->block_class_end = {static_cast<LocalIndex>(p->blocks.size())};
    p->block_start.assign(p->blocks.size(), Vec6::Zero());
  }
  for (const char* name : {"mnest", "pgs"}) {
    const auto oracle = solved(round, name);
    expect_same_velocities(solved(blocks, name), oracle, 1e-8);
    expect_same_velocities(solved(mixed, name), oracle, 1e-8);
  }
}

// The natural map and the relaxation gap of packs against those of the sets, at random impulses inside the cones.
TEST_P(ConesAsBlocks, HaveTheResidualOfRoundContacts) {
  Problem round = random_bodies(30);
  add_contacts(round, 71, GetParam());
  for (std::size_t c = 0; c < round.contacts.size(); ++c) {
    const int n = static_cast<int>(c);
    round.start[c].force = (1 + 0.5 * uniform(n, 60)) * round.contacts[c].normal + 0.1 * random_vector(n, 61);
    if (round.contacts[c].rolls()) round.start[c].torque = 0.005 * random_vector(n, 64);
  }
  Problem blocks = round;
  for (std::size_t c = 0; c < round.contacts.size(); ++c) {
    const auto& contact = round.contacts[c];
    blocks.blocks.push_back(as_block(contact));
    blocks.blocks.back().set.length = problem::set_of(round, contact).length;
    blocks.block_start.push_back(problem::to_rows(round.start[c], problem::frame_of(contact.normal)));
  }
  blocks.contacts.clear(), blocks.start.clear();
  blocks.class_end = {0};
  blocks.block_class_end = {static_cast<LocalIndex>(blocks.blocks.size())};
  const auto residual_of = [](const Problem& p) {
    problem::Solution solution;
    const auto comm = comm::Comm::self();
    return solver::make_solver("mnest", comm)
        ->solve(p, {}, {.norm = solver::Norm::relative, .max_sweeps = 0}, solution)
        .residual;
  };
  const auto packs = residual_of(round), sets = residual_of(blocks);
  using Residual = solver::Residual;
  for (const auto part : {&Residual::rms, &Residual::max, &Residual::relative, &Residual::slide_max,
                          &Residual::relaxation, &Residual::relaxation_mean}) {
    EXPECT_GT(packs.*part, 1e-4);
    EXPECT_NEAR(packs.*part, sets.*part, 1e-12 * packs.*part);
  }
  for (const auto part : {&Residual::roll_max, &Residual::spin_max}) {
    EXPECT_EQ(packs.*part > 1e-4, GetParam());
    EXPECT_NEAR(packs.*part, sets.*part, 1e-12 * packs.*part);
  }
  EXPECT_EQ(packs.worst, sets.worst);
}

INSTANTIATE_TEST_SUITE_P(SlidingAndRolling, ConesAsBlocks, testing::Bool());

// D (rows of all blocks by 6 velocities of all movable bodies), M^-1, and r = D v_free + bias.
struct Dense {
  Eigen::MatrixXd n;
  Eigen::VectorXd r;

  explicit Dense(const Problem& p) {
    const auto movable = static_cast<Eigen::Index>(6 * p.num_owned);
    Eigen::Index rows = 0;
    for (const auto& b : p.blocks) rows += b.set.rows;
    Eigen::MatrixXd d = Eigen::MatrixXd::Zero(rows, movable);
    Eigen::VectorXd inverse(movable), compliance(rows);
    r.resize(rows);
    for (int b = 0; b < p.num_owned; ++b) {
      const auto& body = p.bodies[static_cast<std::size_t>(b)];
      inverse.segment<3>(6 * b).setConstant(body.inverse_mass);
      inverse.segment<3>(6 * b + 3).setConstant(body.inverse_inertia);
    }
    Eigen::Index row = 0;
    for (const auto& b : p.blocks) {
      r.segment(row, b.set.rows) = b.bias.head(b.set.rows);
      compliance.segment(row, b.set.rows) = b.compliance.head(b.set.rows);
      for (const auto& [body, on] : {std::pair{b.a, &b.on_a}, std::pair{b.b, &b.on_b}}) {
        r.segment(row, b.set.rows) += (*on * p.bodies[static_cast<std::size_t>(body)].free.stacked()).head(b.set.rows);
        if (body < p.num_owned) d.block(row, 6 * body, b.set.rows, 6) += on->topRows(b.set.rows);
      }
      row += b.set.rows;
    }
    n = d * inverse.asDiagonal() * d.transpose();
    n.diagonal() += compliance;
  }
};

// A chain of blocks with random rows: body k to body k + 1, the last to the driven one.
Problem random_chain(int bodies, SetKind kind, int rows, double compliance) {
  Problem p = random_bodies(bodies);
  for (int k = 0; k < bodies; ++k) {
    Block b;
    b.a = k, b.b = k + 1;
    b.set = AdmissibleSet::free_rows(rows);
    b.set.kind = kind;
    for (int i = 0; i < rows; ++i) {
      b.on_a.row(i) << random_vector(7 * k + i, 40).transpose(), random_vector(7 * k + i, 43).transpose();
      b.on_b.row(i) << random_vector(7 * k + i, 46).transpose(), random_vector(7 * k + i, 49).transpose();
      b.bias[i] = uniform(7 * k + i, 52);
      b.compliance[i] = compliance;
      b.set.lower[static_cast<std::size_t>(i)] = -0.3 - 0.2 * uniform(7 * k + i, 53);
      b.set.upper[static_cast<std::size_t>(i)] = 0.3 + 0.2 * uniform(7 * k + i, 54);
    }
    p.blocks.push_back(b);
  }
  p.class_end = {0};
  p.block_class_end = {static_cast<LocalIndex>(p.blocks.size())};
  p.block_start.assign(p.blocks.size(), Vec6::Zero());
  return p;
}

Eigen::VectorXd impulses_of(const Problem& p, const problem::Solution& solution) {
  Eigen::VectorXd all(Dense(p).r.size());
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < p.blocks.size(); ++k) {
    all.segment(row, p.blocks[k].set.rows) = solution.block_impulses[k].head(p.blocks[k].set.rows);
    row += p.blocks[k].set.rows;
  }
  return all;
}

TEST(BilateralRows, VsDenseSolution) {
  for (const double compliance : {0.0, 0.1}) {
    const Problem p = random_chain(12, SetKind::free, 3, compliance);
    const Dense dense(p);
    const Eigen::VectorXd oracle = dense.n.ldlt().solve(-dense.r);
    for (const char* name : {"mnest", "pgs"})
      EXPECT_LT((impulses_of(p, solved(p, name)) - oracle).norm(), 1e-7 * oracle.norm()) << name;
  }
}

Problem in_polygons(Problem p, int corners) {
  for (const auto& c : p.contacts) {
    p.blocks.push_back(as_block(c));
    p.blocks.back().set = AdmissibleSet::cone(c.rolls() ? 6 : 3, c.mu, c.rho, c.sigma, corners);
  }
  p.contacts.clear();
  p.start.clear();
  p.class_end = {0};
  p.block_class_end = {static_cast<LocalIndex>(p.blocks.size())};
  p.block_start.assign(p.blocks.size(), Vec6::Zero());
  return p;
}

// One block with N = 1: the solution is the projection of -r. It is the only g of the set with u = g + r in the dual
// cone and across g: the sets by all sides and corners of the polygon.
TEST(FrictionInPolygon, ProjectionVsSidesAndCorners) {
  const auto corner = [](int k, int corners) {
    return Eigen::Vector2d(std::cos(2 * EIGEN_PI * k / corners), std::sin(2 * EIGEN_PI * k / corners));
  };
  for (int n = 0; n < 400; ++n) {
    Problem p = random_bodies(1);
    p.bodies[0] = {{}, 1, 1};
    p.bodies[1] = {};
    Block b;
    b.a = 1, b.b = 0;
    b.set = AdmissibleSet::cone(n % 2 ? 6 : 3, 0.8 + 0.7 * uniform(n, 60), 0.5 + 0.4 * uniform(n, 61),
                                0.5 + 0.5 * uniform(n, 62), std::array{3, 4, 5, 8}[static_cast<std::size_t>(n) % 4]);
    b.on_b.setIdentity();
    b.bias << random_vector(n, 63), random_vector(n, 66);
    if (n % 7 == 0) b.bias.segment<2>(1) = corner(n, b.set.corners);  // towards a corner, and the middle of a side
    p.blocks = {b}, p.block_class_end = {1}, p.class_end = {0}, p.block_start = {Vec6::Zero()};
    const auto g = solved(p, "pgs").block_impulses[0];
    const Vec6 u = g + b.bias;
    double most = 0;
    for (int k = 0; k < b.set.corners; ++k) {
      const Eigen::Vector2d middle = corner(k, b.set.corners) + corner(k + 1, b.set.corners);
      EXPECT_LE(middle.dot(g.segment<2>(1)), b.set.mu * g[0] * middle.dot(corner(k, b.set.corners)) + 1e-10) << n;
      most = std::max(most, -corner(k, b.set.corners).dot(u.segment<2>(1)));
    }
    double relaxation = b.set.mu * most;
    if (b.set.rows == 6) {
      EXPECT_LE(g.segment<2>(3).norm(), b.set.rho * g[0] + 1e-10) << n;
      EXPECT_LE(std::abs(g[5]), b.set.sigma * g[0] + 1e-10) << n;
      relaxation += b.set.rho * u.segment<2>(3).norm() + b.set.sigma * std::abs(u[5]);
    }
    EXPECT_GE(u[0], relaxation - 1e-10) << n;
    EXPECT_NEAR(u.dot(g), 0, 1e-10) << n;
  }
}

// Without the relaxation: the shifted iteration against Lemke's method on the problem with coupling rows.
TEST(FrictionInPolygon, VsLemkeOnCouplingRows) {
  for (const int corners : {3, 4, 5, 8}) {
    Problem round = random_bodies(6);
    add_contacts(round, 12, false);
    for (auto& c : round.contacts) c.mu = 0.3;
    const Problem p = in_polygons(round, corners);
    const Dense dense(p);
    const problem::PyramidLaw law{corners};
    Eigen::VectorXd z;
    const std::vector<double> mu(p.blocks.size(), 0.3);
    ASSERT_EQ(solver::solve_lemke(problem::lcp_of_pyramids(law, dense.n, dense.r, mu), z).status,
              solver::LcpStatus::solved);
    const Eigen::VectorXd oracle = problem::pyramid_impulses(law, z);
    ASSERT_GT(oracle.norm(), 0.1);
    for (const char* name : {"mnest", "pgs"}) {
      const auto g = impulses_of(p, solved(p, name, 1e-10, solver::Law::coulomb));
      EXPECT_LT((dense.n * (g - oracle)).norm(), 1e-7 * oracle.norm()) << name << ", " << corners << " corners";
    }
  }
}

TEST(RowsBetweenBounds, VsEnumeration) {
  const Problem p = random_chain(3, SetKind::box, 2, 0);
  const Dense dense(p);
  const auto size = dense.r.size();
  ASSERT_EQ(size, 6);
  Eigen::VectorXd lower(size), upper(size), oracle(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    lower[i] = p.blocks[static_cast<std::size_t>(i / 2)].set.lower[static_cast<std::size_t>(i % 2)];
    upper[i] = p.blocks[static_cast<std::size_t>(i / 2)].set.upper[static_cast<std::size_t>(i % 2)];
  }
  int found = 0;
  for (int code = 0; code < 729; ++code) {  // each row at its lower bound, free, at its upper bound
    Eigen::MatrixXd a = dense.n;
    Eigen::VectorXd right = -dense.r;
    int digits = code;
    std::array<int, 6> state{};
    for (Eigen::Index i = 0; i < size; ++i, digits /= 3) {
      state[static_cast<std::size_t>(i)] = digits % 3;
      if (digits % 3 == 1) continue;
      a.row(i).setZero();
      a(i, i) = 1;
      right[i] = digits % 3 == 0 ? lower[i] : upper[i];
    }
    const Eigen::VectorXd g = a.fullPivLu().solve(right), u = dense.n * g + dense.r;
    bool good = true;
    for (Eigen::Index i = 0; i < size; ++i) {
      const int s = state[static_cast<std::size_t>(i)];
      good &= s == 1 ? g[i] > lower[i] && g[i] < upper[i] : s == 0 ? u[i] >= 0 : u[i] <= 0;
    }
    if (good) oracle = g, ++found;
  }
  ASSERT_EQ(found, 1);
  for (const char* name : {"mnest", "pgs"}) EXPECT_LT((impulses_of(p, solved(p, name)) - oracle).norm(), 1e-8) << name;
}

// Rolling contacts, joints with angular rows, rows between two bounds and with one: bodies and rows have one residual,
// set by set.
TEST(StoppingRule, OfIpmIsThatOfMnest) {
  Problem p = random_bodies(12);
  add_contacts(p, 30, true);
  for (const SetKind kind : {SetKind::free, SetKind::box}) {
    for (Block b : random_chain(12, kind, 4, 0.01).blocks) {
      const auto k = p.blocks.size();
      b.set.angular = 0b0110;
      b.set.length = 0.2;
      if (k % 3 == 1) b.set.lower[0] = -AdmissibleSet::kUnbounded, b.set.upper[0] = 0;
      if (k % 3 == 2) b.set.lower[0] = 0, b.set.upper[0] = AdmissibleSet::kUnbounded;
      p.blocks.push_back(b);
    }
  }
  p.block_class_end = {static_cast<LocalIndex>(p.blocks.size())};
  p.block_start.assign(p.blocks.size(), Vec6::Constant(0.01));
  for (auto& start : p.block_start) start.tail<2>().setZero();
  for (std::size_t c = 0; c < p.contacts.size(); ++c) p.start[c].force = 0.1 * p.contacts[c].normal;
  const auto comm = comm::Comm::self();
  const comm::Sharing alone;
  problem::Solution solution;
  int sweeps_taken = 0;
  const auto residual = [&](const char* name, int sweeps) {
    const solver::SolverOptions options{.tolerance = 1e-6, .norm = solver::Norm::rms, .max_sweeps = sweeps};
    const auto report = solver::make_solver(name, comm)->solve(p, alone, options, solution);
    EXPECT_EQ(report.status == solver::Status::converged, report.residual.rms <= options.tolerance) << name;
    sweeps_taken = report.sweeps;
    return report.residual;
  };
  const auto expect_same = [&] {
    const auto bodies = residual("mnest", 0), rows = residual("ipm", 0);
    const auto near = [](double a, double b) { EXPECT_NEAR(a, b, 1e-9 * a + 1e-13); };
    near(bodies.rms, rows.rms), near(bodies.max, rows.max);
    near(bodies.slide_max, rows.slide_max), near(bodies.roll_max, rows.roll_max), near(bodies.spin_max, rows.spin_max);
    near(bodies.joint_max, rows.joint_max), near(bodies.box_max, rows.box_max);
    EXPECT_EQ(bodies.worst, rows.worst);
    return bodies;
  };
  const auto before = expect_same();
  for (const double violation : {before.slide_max, before.spin_max, before.joint_max, before.box_max})
    EXPECT_GT(violation, 0.01);
  for (const char* name : {"ipm", "mnest"}) {
    EXPECT_LE(residual(name, 5000).rms, 1e-6) << name;
    if (name == std::string("ipm")) EXPECT_LT(sweeps_taken, 50);  // steps alone, without sweeps behind them
    p.start = solution.impulses, p.block_start = solution.block_impulses;
    EXPECT_LE(expect_same().rms, 1.001e-6) << name;
  }
}

// W bounds a contact's block of N: every local step lowers the objective by at least half of its length in W, squared.
// The diagonal of coupled sliding and rolling rows does not bound them (their scaled eigenvalues are 1 + r and 1 - r).
TEST(LocalStep, LowersTheObjectiveByAtLeastHalfOfItsSquaredLength) {
  const auto comm = comm::Comm::self();
  const comm::Sharing alone;
  for (int n = 0; n < 20; ++n) {
    Problem p;
    p.step = 0.005;
    p.bodies.push_back({{random_vector(n, 40), 20 * random_vector(n, 43)}, 1, 2.5 / 0.01});  // radius 0.1 m, 1 kg
    p.num_owned = p.num_local = 1;
    p.add({problem::RowBody::Kind::wall, 0}, {});
    p.contacts.push_back({.a = 1, .b = 0, .normal = Vec3::UnitZ(), .arm_b = 0.1, .bias = -3, .mu = 1, .rho = 0.1});
    p.start.resize(1);
    p.class_end = {1};
    solver::Iterate iterate(comm);
    iterate.begin(p, alone, solver::ScheduleKind::blocks);
    iterate.residual(false);
    const auto sums = iterate.sweep(0, true);
    EXPECT_GT(sums.change, 0.1);
    EXPECT_LE(sums.objective, -0.5 * sums.change * sums.change * (1 - 1e-9)) << n;
  }
}

}  // namespace
}  // namespace talus
