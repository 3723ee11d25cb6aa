// Reads a stored problem on the root, spreads its rows over the ranks, solves it, reports.

#include "drivers/solve.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "base/timer.hpp"
#include "comm/agree.hpp"
#include "io/fclib.hpp"
#include "io/json.hpp"

namespace talus::drivers {
namespace {

solver::Norm norm_of(const std::string& name) {
  return name == "relative" ? solver::Norm::relative : name == "max" ? solver::Norm::max : solver::Norm::rms;
}

struct Outcome {
  solver::RowReport report;
  solver::Vector x, u;
  double objective = 0;
  double gap = 0;       // g . u, J: primal minus dual objective where u is in the dual cone
  double coulomb = -1;  // residual of exact Coulomb; < 0: not asked for
  int solves = 1;
  double seconds = 0;
};

Outcome solve_on(solver::Operator& op, const SolveOptions& options) {
  const auto solver = solver::row_solver(options.name);
  auto choice = options.solver;
  choice.norm = norm_of(options.norm);
  Outcome out;
  out.x = solver::Vector::Zero(static_cast<Eigen::Index>(op.num_rows()));
  const double start = wall_seconds();
  if (options.law == "coulomb") {
    const auto coulomb = solver::solve_coulomb(op, solver, choice, out.x);
    out.report = coulomb.last;
    out.coulomb = coulomb.residual;
    out.solves = coulomb.solves;
    op.shift(solver::Vector::Zero(out.x.size()));
  } else {
    out.report = solver(op, choice, out.x);
  }
  out.seconds = op.comm().max(wall_seconds() - start);
  op.gradient(out.x, out.u);
  out.objective = op.objective(out.x, out.u);
  out.gap = op.dot(out.x, out.u);
  return out;
}

const char* status_of(const Outcome& out) { return out.report.status == solver::Status::converged ? "converged" : "missed"; }

void print(const SolveOptions& options, const Outcome& out, int ranks) {
  const auto& r = out.report;
  fmt::print("{}: {} contacts, {} ranks\n", options.file, r.contacts, ranks);
  fmt::print("  {} ({}): {} after {} sweeps, {:.3g} s\n", options.name, options.law, status_of(out), r.sweeps, out.seconds);
  if (r.omega_bound > 0) fmt::print("  omega {:.6g}, lambda {:g}; lambda omega must be below {:.6g}\n", r.omega, options.solver.lambda, r.omega_bound);
  fmt::print("  objective {:.15g}, duality gap {:.3g}\n", out.objective, out.gap);
  fmt::print("  residual {:.3g} m/s rms, {:.3g} m/s max, {:.3g} of that at zero impulses\n", r.residual.rms, r.residual.max, r.residual.relative);
  if (out.coulomb >= 0) fmt::print("  Coulomb's residual {:.3g} after {} convex problems\n", out.coulomb, out.solves);
}

io::Json json_of(const SolveOptions& options, const Outcome& out, int ranks) {
  const auto& r = out.report;
  io::Json json;
  json.add("status", status_of(out)).add("solver", options.name).add("law", options.law)
      .add("objective", out.objective).add("duality_gap", out.gap)
      .add("residual_rms", r.residual.rms).add("residual_max", r.residual.max).add("residual_relative", r.residual.relative)
      .add("sweeps", r.sweeps).add("seconds", out.seconds).add("contacts", r.contacts).add("ranks", ranks);
  if (out.coulomb >= 0) json.add("coulomb_residual", out.coulomb).add("convex_problems", out.solves);
  if (r.omega_bound > 0) json.add("omega", r.omega).add("omega_bound", r.omega_bound);
  return json;
}

void write(const std::string& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) throw IoError(file + ": cannot be written");
}

std::string history_of(const solver::RowReport& report, const std::string& norm) {
  std::string text = fmt::format("sweeps,{}\n", norm);
  for (const auto& point : report.history) text += fmt::format("{},{}\n", point.sweeps, point.value);
  return text;
}

// *Collective.* All rows, on the root.
std::vector<double> gathered(const comm::Comm& comm, const std::vector<double>& rows) {
  std::vector<comm::Message> outgoing(1);
  outgoing[0].rank = 0;
  for (const double x : rows) comm::append(outgoing[0].bytes, x);
  std::vector<double> all;
  for (const auto& m : comm::sparse_exchange(comm, std::move(outgoing))) {  // ordered by rank, as rows are
    comm::Reader reader(m.bytes);
    while (!reader.done()) all.push_back(reader.next<double>());
  }
  return all;
}

}  // namespace

Exit solve(const comm::Comm& comm, const SolveOptions& options) {
  io::FclibProblem stored;
  problem::MatrixProblem whole;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    stored = io::read_fclib(options.file);
    whole = io::matrix_problem(stored);
  });
  const auto problem = solver::distribute(comm, whole);
  solver::Operator op(comm, problem);
  const Outcome out = solve_on(op, options);
  const auto impulses = gathered(comm, op.impulses(out.x)), velocities = gathered(comm, op.velocities(out.u));
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    print(options, out, comm.size());
    if (!options.json.empty()) write(options.json, json_of(options, out, comm.size()).text() + "\n");
    if (!options.history.empty()) write(options.history, history_of(out.report, options.norm));
    if (!options.solution.empty()) io::write_fclib(options.solution, stored, io::stored_solution(stored, impulses, velocities));
  });
  return out.report.status == solver::Status::converged ? Exit::done : Exit::physics;
}

}  // namespace talus::drivers
