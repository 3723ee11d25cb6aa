#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "comm/exact_sum.hpp"
#include "problem/rows.hpp"
#include "solver/coulomb.hpp"
#include "solver/set.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {
namespace {

using problem::Problem;
using problem::Solution;

// Velocities of all bodies of the problem, those of immovable ones and of shares of large ones too; (v, w) each.
std::vector<Vec6> all_velocities(const Problem& problem, const Solution& solution) {
  std::vector<Vec6> all(problem.bodies.size());
  for (std::size_t b = 0; b < all.size(); ++b)
    all[b] = twist_of(problem, solution, static_cast<LocalIndex>(b)).stacked();
  return all;
}

}  // namespace

std::vector<double> relaxation_gaps(const Problem& problem, const Solution& solution) {
  const auto velocity = all_velocities(problem, solution);
  std::vector<double> s;
  s.reserve(problem.contacts.size() + problem.blocks.size());
  for (const auto& c : problem.contacts) {
    const Vec6 &a = velocity[static_cast<std::size_t>(c.a)], &b = velocity[static_cast<std::size_t>(c.b)];
    const Vec3 spin = b.tail<3>() - a.tail<3>();
    const Vec3 slip = b.head<3>() - a.head<3>() + c.normal.cross(c.arm_a * a.tail<3>() + c.arm_b * b.tail<3>());
    s.push_back(relaxation_gap(problem::set_of(problem, c), problem::by_lengths(slip, spin, c.normal).data()));
  }
  for (std::size_t k = 0; k < problem.blocks.size(); ++k) {
    const auto& block = problem.blocks[k];
    const Vec6 u = block.on_a * velocity[static_cast<std::size_t>(block.a)] +
                   block.on_b * velocity[static_cast<std::size_t>(block.b)] + block.bias +
                   block.compliance.cwiseProduct(solution.block_impulses[k]);
    s.push_back(relaxation_gap(block.set, u.data()));
  }
  return s;
}

void measure_openings(const comm::Comm& comm, const Problem& problem, const std::vector<double>& openings,
                      const Solution& solution, Residual& residual) {
  comm::ExactSum sum;
  double most = 0;
  std::int64_t pressing = 0;
  for (std::size_t k = 0; k < openings.size(); ++k) {
    const auto contacts = problem.contacts.size();
    const bool presses =
        k < contacts ? solution.impulses[k].force.dot(problem.contacts[k].normal) > 0
                     : problem.blocks[k - contacts].set.is_cone() && solution.block_impulses[k - contacts][0] > 0;
    if (!presses) continue;
    sum.add(openings[k]);
    most = std::max(most, openings[k]);
    ++pressing;
  }
  comm::exact_sum(comm, std::span(&sum, 1));
  pressing = comm.sum(pressing);
  residual.relaxation = problem.step * comm.max(most);
  residual.relaxation_mean = pressing > 0 ? problem.step * sum.value() / static_cast<double>(pressing) : 0;
}

namespace {

// Phi / h + v_n of each contact, then of each block, m/s.
std::vector<double> openings(const Problem& problem, const Solution& solution) {
  const auto velocity = all_velocities(problem, solution);
  std::vector<double> open;
  for (const auto& c : problem.contacts) {
    const Vec6 &a = velocity[static_cast<std::size_t>(c.a)], &b = velocity[static_cast<std::size_t>(c.b)];
    open.push_back(std::max(0.0, c.bias + c.normal.dot(b.head<3>() - a.head<3>())));
  }
  for (const auto& block : problem.blocks) {
    const Vec6 &a = velocity[static_cast<std::size_t>(block.a)], &b = velocity[static_cast<std::size_t>(block.b)];
    open.push_back(std::max(0.0, block.bias[0] + block.on_a.row(0).dot(a) + block.on_b.row(0).dot(b)));
  }
  return open;
}

class Coulomb : public Solver {
 public:
  Coulomb(std::unique_ptr<Solver> convex, const comm::Comm& comm) : convex_(std::move(convex)), comm_(comm) {}

  SolveReport solve(const Problem& problem, const comm::Sharing& sharing, const SolverOptions& options,
                    Solution& solution) override {
    constexpr int kMostSolves = 200;
    constexpr double kSharper = 0.1,
                     kNearly = 0.5;  // of what the shift is wrong by, of the tolerance: how sharply to solve
    constexpr double kLongest = 1.5;
    Problem shifted = problem;
    SolveReport all;
    const auto solve_shifted = [&](const std::vector<double>& shifts, double tolerance, int sweeps) {
      shift(problem, shifts, shifted);
      SolverOptions inner = options;
      inner.tolerance = tolerance;
      inner.max_sweeps = sweeps;
      append(convex_->solve(shifted, sharing, inner, solution), all);
      shifted.start = solution.impulses;
      shifted.block_start = solution.block_impulses;
    };
    Shifts shifts(static_cast<std::size_t>(problem.num_rows()));
    solve_shifted(shifts.values(), options.tolerance, 0);  // the velocities of the start
    for (int n = 0; all.status != Status::unbounded; ++n) {
      const auto target = relaxation_gaps(problem, solution);
      double wrong = distance(target, shifts.values(), options.norm);
      const bool last = n == kMostSolves || all.sweeps >= options.max_sweeps;
      if (n == 0 || last || wrong <= options.tolerance) {  // a look at exact Coulomb's residual
        solve_shifted(target, options.tolerance, 0);
        if (last || all.status == Status::converged) break;
        wrong = value_of(all.residual, options.norm);
      }
      shifts.step_toward(target, [n](std::size_t) { return n == 0 ? 1 : kLongest; });
      const int rest = options.max_sweeps - all.sweeps;
      solve_shifted(shifts.values(), std::max(kNearly * options.tolerance, kSharper * wrong),
                    std::min(rest, options.max_sweeps / 4 + 1));
    }
    measure_openings(comm_, problem, openings(problem, solution), solution, all.residual);  // what is left
    return all;
  }

 private:
  // *Collective.* Between two lists of shifts, m/s.
  double distance(const std::vector<double>& a, const std::vector<double>& b, Norm norm) const {
    comm::ExactSum squares;
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      squares.add((a[k] - b[k]) * (a[k] - b[k]));
      most = std::max(most, std::abs(a[k] - b[k]));
    }
    if (norm == Norm::max) return comm_.max(most);
    comm::exact_sum(comm_, std::span(&squares, 1));
    return std::sqrt(squares.value() / static_cast<double>(std::max<std::int64_t>(1, comm_.sum(std::ssize(a)))));
  }
  static void shift(const Problem& problem, const std::vector<double>& s, Problem& shifted) {
    const auto contacts = problem.contacts.size();
    for (std::size_t c = 0; c < contacts; ++c) shifted.contacts[c].bias = problem.contacts[c].bias + s[c];
    for (std::size_t k = 0; k < problem.blocks.size(); ++k)
      shifted.blocks[k].bias[0] = problem.blocks[k].bias[0] + s[contacts + k];
  }
  static void append(const SolveReport& last, SolveReport& all) {
    if (last.sweeps > 0) {
      for (const auto& point : last.history)
        all.history.push_back({all.sweeps + point.sweeps, point.value, point.seconds});
    }
    all.contacts = last.contacts;
    all.sweeps += last.sweeps;
    all.restarts += last.restarts;
    all.rejected += last.rejected;
    all.residual = last.residual;
    all.status = last.status;
    all.certificate = last.certificate;
  }

  std::unique_ptr<Solver> convex_;
  comm::Comm comm_;
};

}  // namespace

std::unique_ptr<Solver> make_coulomb(std::unique_ptr<Solver> convex, const comm::Comm& comm) {
  return std::make_unique<Coulomb>(std::move(convex), comm);
}

}  // namespace talus::solver
