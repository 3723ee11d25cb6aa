// Beds of spheres stored by another program (folder beds of TALUS_FCLIB): `mnest` against their optima, computed as
// plain sparse algebra, and against the sweeps that the best first-order method known before needed on the same files.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/cube.hpp"
#include "base/error.hpp"
#include "comm/comm.hpp"
#include "io/hdf5/fclib.hpp"
#include "solver/solver.hpp"
#include "sparse_problem.hpp"

namespace talus {
namespace {

using io::FclibProblem;
using problem::Problem;
using problem::RoundContact;
using solver::Norm;
using test::Rows;
using test::SparseProblem;

std::optional<std::filesystem::path> bed_file(const std::string& name) {
  const char* folder = std::getenv("TALUS_FCLIB");
  if (!folder) return {};
  return std::filesystem::path(folder) / "beds" / (name + ".hdf5");
}

// A bed with its contacts in the order in which a run solves them: by the cube of the contact point, then by bodies,
// walls first.
struct Bed {
  FclibProblem stored;
  Problem problem;
  std::vector<Vec3> points;
  std::vector<std::size_t> order;  // place in the file by place in the order of a run

  explicit Bed(const std::filesystem::path& file) : stored(io::read_fclib(file)), problem(io::round_problem(stored)) {
    const CubeGrid grid{1.25 * 2 * *std::max_element(stored.radius.begin(), stored.radius.end())};
    std::vector<std::tuple<CubeKey, LocalIndex, LocalIndex>> keys;
    for (const RoundContact& c : problem.contacts) {
      const bool at_wall = c.a == problem.num_owned;
      points.emplace_back(at_wall ? Vec3(centre(c.b) - c.arm_b * c.normal) : Vec3(centre(c.a) + c.arm_a * c.normal));
      const LocalIndex a = at_wall ? -1 : c.a;
      keys.emplace_back(grid.cube_at(0, points.back()).key(), std::min(a, c.b), std::max(a, c.b));
    }
    order.resize(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t c, std::size_t d) { return keys[c] < keys[d]; });
  }

  Vec3 centre(LocalIndex body) const { return stored.position[static_cast<std::size_t>(body)]; }

  // Slabs of equally many contacts along x, one per rank.
  std::vector<Rank> slabs(int ranks) const {
    std::vector<std::size_t> along(points.size());
    std::iota(along.begin(), along.end(), std::size_t{0});
    std::sort(along.begin(), along.end(),
              [this](std::size_t c, std::size_t d) { return points[c].x() < points[d].x(); });
    std::vector<Rank> holder(points.size());
    for (std::size_t k = 0; k < along.size(); ++k) {
      holder[along[k]] = static_cast<Rank>(k * static_cast<std::size_t>(ranks) / along.size());
    }
    return holder;
  }
};

// The part of a bed on one rank: its contacts, their bodies (owned by the lowest rank that works on them), who shares
// them.
struct Part {
  Problem problem;
  comm::Sharing sharing;
  std::vector<std::size_t> contacts;  // place in the file

  Part(const Bed& bed, const std::vector<Rank>& holder, Rank self) {
    const auto bodies = static_cast<std::size_t>(bed.problem.num_owned);
    std::vector<std::vector<Rank>> workers(bodies);
    for (std::size_t c = 0; c < holder.size(); ++c) {
      for (const auto body : {bed.problem.contacts[c].a, bed.problem.contacts[c].b}) {
        if (body == bed.problem.num_owned) continue;
        auto& list = workers[static_cast<std::size_t>(body)];
        const auto place = std::lower_bound(list.begin(), list.end(), holder[c]);
        if (place == list.end() || *place != holder[c]) list.insert(place, holder[c]);
      }
    }
    std::vector<std::size_t> local, copies;
    for (std::size_t b = 0; b < bodies; ++b) {
      if (workers[b].empty() ? self == 0 : workers[b][0] == self) {
        local.push_back(b);
      } else if (std::binary_search(workers[b].begin(), workers[b].end(), self)) {
        copies.push_back(b);
      }
    }
    problem.num_owned = static_cast<LocalIndex>(local.size());
    local.insert(local.end(), copies.begin(), copies.end());
    problem.num_local = static_cast<LocalIndex>(local.size());
    local.push_back(bodies);  // the walls
    take(bed, holder, self, local);
    share(workers, self, local);
  }

 private:
  void take(const Bed& bed, const std::vector<Rank>& holder, Rank self, const std::vector<std::size_t>& local) {
    std::map<LocalIndex, LocalIndex> index;
    for (std::size_t i = 0; i < local.size(); ++i) {
      index[static_cast<LocalIndex>(local[i])] = static_cast<LocalIndex>(i);
      problem.bodies.push_back(bed.problem.bodies[local[i]]);
    }
    problem.others = bed.problem.others;
    problem.step = bed.problem.step;
    for (const std::size_t c : bed.order) {
      if (holder[c] != self) continue;
      RoundContact contact = bed.problem.contacts[c];
      contact.a = index.at(contact.a);
      contact.b = index.at(contact.b);
      problem.contacts.push_back(contact);
      contacts.push_back(c);
    }
    problem.class_end = {static_cast<LocalIndex>(contacts.size())};
    problem.start.resize(contacts.size());
  }

  void share(const std::vector<std::vector<Rank>>& workers, Rank self, const std::vector<std::size_t>& local) {
    std::map<Rank, std::vector<std::pair<std::size_t, LocalIndex>>> by_neighbour;
    for (std::size_t i = 0; i + 1 < local.size(); ++i) {
      const auto& ranks = workers[local[i]];
      if (ranks.size() < 2) continue;
      sharing.items.push_back(static_cast<LocalIndex>(i));
      for (const Rank r : ranks) {
        comm::Sharer holder{r, {}};
        holder.rows.add(0);
        sharing.sharers.add(holder);
        if (r != self) by_neighbour[r].emplace_back(local[i], static_cast<LocalIndex>(i));
      }
      sharing.sharers.end_row();
    }
    for (auto& [rank, bodies] : by_neighbour) {
      std::sort(bodies.begin(), bodies.end());
      sharing.neighbours.push_back(rank);
      sharing.shared.emplace_back();
      for (const auto& body : bodies) sharing.shared.back().push_back(body.second);
    }
  }
};

struct Solved {
  solver::SolveReport report;
  Rows multipliers;  // of the whole bed, in the file's order
};

// *Collective.* From zero impulses.
Solved solve(const comm::Comm& comm, const Bed& bed, double relative, int max_sweeps) {
  const Part part(bed, bed.slabs(comm.size()), comm.rank());
  problem::Solution solution;
  Solved solved;
  const solver::SolverOptions options{.tolerance = relative, .norm = Norm::relative, .max_sweeps = max_sweeps};
  solved.report = solver::make_solver("mnest", comm)->solve(part.problem, part.sharing, options, solution);
  const auto directions = io::row_directions(bed.stored);
  const auto rows = static_cast<std::size_t>(bed.stored.dimension);
  solved.multipliers.assign(directions.size(), 0.0);
  for (std::size_t i = 0; i < part.contacts.size(); ++i) {
    for (std::size_t row = 0; row < rows; ++row) {
      const auto& impulse = solution.impulses[i];
      const std::size_t place = rows * part.contacts[i] + row;
      solved.multipliers[place] = directions[place].dot(row < 3 ? impulse.force : impulse.torque);
    }
  }
  comm.sum(solved.multipliers);
  return solved;
}

// Sweeps that ranks beyond the first may add: the mass of bodies at interfaces is split.
constexpr double kMoreAt1e2 = 1.5, kMoreAt1e4 = 1.9;

struct Known {
  const char* bed;
  double optimum;  // J, of 1/2 r'Wr + q'r
  int sweeps_1e2;  // to a relative residual of 1e-2 and 1e-4, measured with another program; 0: not known
  int sweeps_1e4;
  int sweeps_optimum;  // after which the objective is to be within kGap of the optimum, on any number of ranks
};
constexpr double kGap = 1e-6;
void PrintTo(const Known& known, std::ostream* out) { *out << known.bed; }

class SlidingBed : public testing::TestWithParam<Known> {};

TEST_P(SlidingBed, SweepsVsOtherProgram) {
  const Known& known = GetParam();
  const auto file = bed_file(known.bed);
  if (!file) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const Bed bed(*file);
  const SparseProblem oracle(bed.stored);
  const auto comm = comm::Comm::world();
  const struct {
    double relative, margin, more;
    int sweeps;
  } cases[] = {{1e-2, 1.15, kMoreAt1e2, known.sweeps_1e2}, {1e-4, 1.3, kMoreAt1e4, known.sweeps_1e4}};
  for (const auto& c : cases) {
    const auto solve_on = [&](const comm::Comm& ranks) {
      const Solved solved = solve(ranks, bed, c.relative, 10000);
      EXPECT_EQ(solved.report.status, solver::Status::converged);
      EXPECT_NEAR(oracle.natural_map(solved.multipliers), solved.report.residual.relative, 1e-6 * c.relative);
      return solved.report.sweeps;
    };
    // The root alone, for all.
    const auto alone = static_cast<int>(comm.max(std::int64_t{comm.is_root() ? solve_on(comm::Comm::self()) : 0}));
    if (c.sweeps > 0) {
      EXPECT_LE(alone, c.margin * c.sweeps) << c.relative;
    }
    if (comm.is_root()) fmt::print("{}: {} sweeps to {:g}\n", known.bed, alone, c.relative);
    if (comm.size() == 1) continue;
    const int together = solve_on(comm);
    EXPECT_LE(together, c.more * alone) << c.relative;
    if (comm.is_root()) fmt::print("{}: {} sweeps to {:g} on {} ranks\n", known.bed, together, c.relative, comm.size());
  }
}

TEST_P(SlidingBed, ObjectiveVsListedOptimum) {
  const Known& known = GetParam();
  const auto file = bed_file(known.bed);
  if (!file) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const Bed bed(*file);
  const SparseProblem oracle(bed.stored);
  const auto comm = comm::Comm::world();
  const Solved solved = solve(comm, bed, 0.1 * kGap, known.sweeps_optimum);
  const double gap = (oracle.objective(solved.multipliers) - known.optimum) / std::abs(known.optimum);
  EXPECT_LE(gap, kGap);
  EXPECT_GE(gap, -1e-10);  // as well as the optimum is known
  const double largest = *std::max_element(solved.multipliers.begin(), solved.multipliers.end());
  EXPECT_LE(oracle.outside(solved.multipliers), 1e-14 * largest);
  if (comm.is_root()) fmt::print("{}: gap {:.1e} after {} sweeps\n", known.bed, gap, solved.report.sweeps);
}

INSTANTIATE_TEST_SUITE_P(Beds, SlidingBed,
                         testing::Values(Known{"s1000_imp", -4.521237686675e+00, 0, 0, 300},
                                         Known{"s1000_set", -1.166655130391e-01, 0, 0, 9000},
                                         Known{"s10000_imp", -2.041436359707e+02, 50, 402, 1000},
                                         Known{"s10000_set", -1.203226947163e+00, 309, 1746, 12000}),
                         [](const auto& known) { return known.param.bed; });

// With rolling and spinning rows: no optimum is listed, so a slow method that shares nothing with the solver looks for
// it.
TEST(RollingBed, ObjectiveVsProjectedGradient) {
  const auto file = bed_file("r1000_set");
  if (!file) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const Bed bed(*file);
  const SparseProblem oracle(bed.stored);
  const auto comm = comm::Comm::world();
  const Solved solved = solve(comm, bed, 1e-6, 4000);
  EXPECT_EQ(solved.report.status, solver::Status::converged);
  EXPECT_NEAR(oracle.natural_map(solved.multipliers), solved.report.residual.relative, 1e-8);
  const double largest = *std::max_element(solved.multipliers.begin(), solved.multipliers.end());
  EXPECT_LE(oracle.outside(solved.multipliers), 1e-14 * largest);
  const double found = oracle.objective(solved.multipliers);
  if (comm.is_root()) {
    const Rows slowly = oracle.projected_gradient(4000);
    EXPECT_NEAR(found, oracle.objective(slowly), 1e-5 * std::abs(found));
    fmt::print("r1000_set: {} sweeps to 1e-6, objective {:.9e}; projected gradient {:.9e}, residual {:.1e}\n",
               solved.report.sweeps, found, oracle.objective(slowly), oracle.natural_map(slowly));
  }
}

// The reader refuses what does not fit together.
TEST(RollingBed, ForeignFilesAreRefused) {
  const auto file = bed_file("r1000_set");
  if (!file) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const FclibProblem whole = io::read_fclib(*file);
  const auto refused = [&](auto&& spoil) {
    FclibProblem spoiled = whole;
    spoil(spoiled);
    EXPECT_THROW(io::round_problem(spoiled), InputError);
  };
  refused([](FclibProblem& p) { p.jacobian.value[7] += 1e-9; });
  refused([](FclibProblem& p) { p.jacobian.row[7] += 1; });
  refused([](FclibProblem& p) { std::swap(p.body_a[0], p.body_a[1]), p.body_b[0] = p.body_b[1]; });
  refused([](FclibProblem& p) { p.mass.value[1] *= 1 + 1e-9; });
  refused([](FclibProblem& p) { p.mass.column[3] = 4; });
  refused([](FclibProblem& p) { p.mass.value[3] = -1; });
  refused([](FclibProblem& p) { p.offset[1] = 1e-9; });
  EXPECT_THROW(io::read_fclib(file->parent_path() / "README.md"), IoError);
  EXPECT_THROW(io::read_fclib(file->parent_path() / "no such file"), IoError);
}

}  // namespace
}  // namespace talus
