// Reads a stored problem on the root, spreads its rows over the ranks, solves it, reports.

#include "drivers/commands/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/timer.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/fclib.hpp"
#include "io/hdf5/stored_step.hpp"
#include "io/json.hpp"
#include "solver/distribute.hpp"

namespace talus::drivers {
namespace {

struct Outcome {
  solver::RowReport report;
  solver::Vector x, u;
  double objective = 0;
  double gap = 0;                 // g . u, J: primal minus dual objective where u is in the dual cone
  double siconos = -1;            // residual of exact Coulomb in Siconos' normalisation; < 0: not asked for
  int solves = 1;                 // convex problems
  double begin = 0, seconds = 0;  // wall_seconds() at the start, and how many it took
  std::vector<double> carriers;   // unbounded: the contacts that show it, counted from 0 as in the file; on the root
  io::Symmetry symmetry;          // on the root
  double mismatch = 0;            // of velocities to those of the impulses by the file's matrices, m/s
  double velocity_error =
      -1;  // largest difference to the velocities of the run's step, of their largest; < 0: not of a run
};

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

// *Collective.* The blocks that carry a certificate, as the file counts them, on the root.
std::vector<double> carriers_of(const solver::Operator& op, const solver::RowReport& report) {
  std::vector<double> names;
  for (const auto b : report.certificate)
    names.push_back(static_cast<double>(op.first_block() + static_cast<GlobalId>(b)));
  return gathered(op.comm(), names);
}

// *Collective.* This rank's rows of what the root has.
std::vector<double> spread(const solver::Operator& op, const std::vector<double>& all) {
  std::string bytes(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(double));
  op.comm().broadcast(bytes);
  std::vector<double> rows(op.num_rows());
  if (!rows.empty())
    std::memcpy(rows.data(), bytes.data() + static_cast<std::size_t>(op.first_row()) * sizeof(double),
                rows.size() * sizeof(double));
  return rows;
}

Outcome solve_on(solver::Operator& op, const SolveOptions& options, const std::vector<double>& guess) {
  const auto solver = solver::row_solver(options.name);
  auto choice = options.solver;
  choice.norm = solver::norm_named(options.norm);
  Outcome out;
  out.x = solver::Vector::Zero(static_cast<Eigen::Index>(op.num_rows()));
  if (options.start) out.x = op.scaled(spread(op, guess));
  out.begin = wall_seconds();
  if (options.law == "coulomb") {
    const auto coulomb = solver::solve_coulomb(op, solver, choice, out.x);
    out.report = coulomb.last;
    out.siconos = coulomb.siconos;
    out.solves = coulomb.solves;
  } else {
    out.report = solver::solve_rows(op, solver, choice, out.x);
  }
  out.carriers = carriers_of(op, out.report);
  out.seconds = op.comm().max(wall_seconds() - out.begin);
  op.gradient(out.x, out.u);
  out.objective = op.objective(out.x, out.u);
  out.gap = op.dot(out.x, out.u);
  return out;
}

const char* status_of(solver::Status status) {
  return status == solver::Status::converged ? "converged" : status == solver::Status::missed ? "missed" : "unbounded";
}
const char* status_of(const Outcome& out) { return status_of(out.report.status); }

double error_of(const std::vector<double>& found, const std::vector<double>& expected) {
  double most = 0, largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    most = std::max(most, std::abs(found[i] - expected[i]));
    largest = std::max(largest, std::abs(expected[i]));
  }
  return largest > 0 ? most / largest : most;
}

void print(const SolveOptions& options, const Outcome& out, int ranks) {
  const auto& r = out.report;
  fmt::print("{}: {} contacts, {} ranks\n", options.file, r.contacts, ranks);
  fmt::print("  {} ({}): {} after {} sweeps, {:.3g} s\n", options.name, options.law, status_of(out), r.sweeps,
             out.seconds);
  if (r.omega_bound > 0)
    fmt::print("  omega {:.6g}, lambda {:g}; lambda omega must be below {:.6g}\n", r.omega, options.solver.lambda,
               r.omega_bound);
  fmt::print("  objective {:.15g}, duality gap {:.3g}\n", out.objective, out.gap);
  fmt::print("  residual {:.3g} m/s rms, {:.3g} m/s max, {:.3g} of that at zero impulses\n", r.residual.rms,
             r.residual.max, r.residual.relative);
  if (out.velocity_error >= 0)
    fmt::print("  velocities differ from those of the run's step by {:.3g} of the largest\n", out.velocity_error);
  if (out.siconos >= 0)
    fmt::print("  Siconos' measure {:.3g}, {} convex problems (at most {})\n", out.siconos, out.solves,
               solver::CoulombReport::kMostSolves);
}

// Says how the file's matrices differ from those that were solved.
void print_symmetry(const SolveOptions& options, const Outcome& out) {
  constexpr double kRounding = 1e-12;
  const auto& s = out.symmetry;
  if (s.one_triangle)
    fmt::print("  {} holds one triangle only: the other was taken to be its mirror image\n", s.matrix);
  if (s.asymmetry > kRounding)
    fmt::print("  {} is not symmetric, by {:.3g} of its norm: its symmetric part was solved\n", s.matrix, s.asymmetry);
  if (s.asymmetry > kRounding || options.compliance > 0)
    fmt::print("  velocities differ from those of the impulses by the file's matrices by up to {:.3g} m/s\n",
               out.mismatch);
}

io::Json json_of(const SolveOptions& options, const Outcome& out, int ranks) {
  const auto& r = out.report;
  io::Json json;
  json.add("status", status_of(out))
      .add("solver", options.name)
      .add("law", options.law)
      .add("objective", out.objective)
      .add("duality_gap", out.gap)
      .add("residual_rms", r.residual.rms)
      .add("residual_max", r.residual.max)
      .add("residual_relative", r.residual.relative)
      .add("asymmetry", out.symmetry.asymmetry)
      .add("mismatch", out.mismatch)
      .add("sweeps", r.sweeps)
      .add("seconds", out.seconds)
      .add("contacts", r.contacts)
      .add("ranks", ranks);
  if (out.siconos >= 0) json.add("coulomb_residual", out.siconos).add("convex_problems", out.solves);
  if (out.velocity_error >= 0) json.add("velocity_error", out.velocity_error);
  if (r.omega_bound > 0) json.add("omega", r.omega).add("omega_bound", r.omega_bound);
  return json;
}

std::string history_of(const Outcome& out, const std::string& norm) {
  std::string text = fmt::format("sweeps,{},seconds\n", norm);
  for (const auto& point : out.report.history)
    text += fmt::format("{},{},{:.4g}\n", point.sweeps, point.value, point.seconds - out.begin);
  return text;
}

// Rows less rank of N; -1 where N is too large to know.
std::int64_t deficiency_of(const problem::MatrixProblem& whole) {
  constexpr std::size_t kMostRows = 1000;
  constexpr double kZero = 1e-10;  // of the largest eigenvalue, rows scaled
  const auto rows = static_cast<Eigen::Index>(whole.num_rows());
  if (rows == 0) return 0;
  if (whole.num_rows() > kMostRows) return -1;
  Eigen::MatrixXd n = Eigen::MatrixXd::Zero(rows, rows);
  for (std::size_t c = 0; c < whole.num_blocks(); ++c) {
    for (auto k = static_cast<std::size_t>(whole.entry_start[c]);
         k < static_cast<std::size_t>(whole.entry_start[c + 1]); ++k) {
      const double* v = whole.value.data() + whole.value_start[k];
      const auto column = whole.row_start[static_cast<std::size_t>(whole.column[k])];
      for (int i = 0; i < whole.sets[c].rows; ++i) {
        for (int j = 0; j < whole.column_rows[k]; ++j) n(whole.row_start[c] + i, column + j) = *v++;
      }
    }
  }
  const Eigen::VectorXd scale = n.diagonal().unaryExpr([](double w) { return w > 0 ? 1 / std::sqrt(w) : 1; });
  const Eigen::MatrixXd scaled = scale.asDiagonal() * n * scale.asDiagonal();
  const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  return (values.array() <= kZero * values.maxCoeff()).count();
}

solver::SolverOptions options_of(const io::StepSettings& s) {
  solver::SolverOptions how;
  how.name = s.solver;
  how.law = solver::law_for(problem::law_named(s.law));
  how.tolerance = s.tolerance;
  how.norm = solver::norm_named(s.norm);
  how.max_sweeps = static_cast<int>(s.max_sweeps);
  how.schedule = solver::schedule_named(s.schedule);
  how.schedule = solver::schedule_for(how);
  return how;
}

// As the run did. The same bits come out on as many ranks, under `cubes` on any.
Exit replay(const comm::Comm& comm, const SolveOptions& options) {
  constexpr double kSame = 1e-12;
  io::StoredStep step;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    if (!io::holds_step(options.file))
      throw InputError(options.file + ": is not a problem that a run has stored, or is damaged: nothing to replay");
    step = io::read_step(options.file);
  });
  io::broadcast(comm, step);
  const auto& s = step.settings;
  const auto how = options_of(s);
  const auto part = io::part_of(step, comm.rank(), comm.size());
  problem::Solution solution;
  const double start = wall_seconds();
  const auto report = solver::make_solver(how.name, comm, how.law)->solve(part.problem, part.sharing, how, solution);
  const double seconds = comm.max(wall_seconds() - start);
  std::vector<double> found(step.velocity);
  const auto put = [&found](std::size_t body, const Twist& twist) {
    Eigen::Map<Vec6>(found.data() + 6 * body) = twist.stacked();
  };
  for (std::size_t b = 0; b < part.velocity_at.size(); ++b) put(part.velocity_at[b], solution.local[b]);
  for (std::size_t l = 0; l < solution.large.size(); ++l)
    put(step.velocity.size() / 6 - solution.large.size() + l, solution.large[l]);
  const double error = comm.max(error_of(found, step.velocity));
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    fmt::print("{}: {} contacts, {} ranks\n", options.file, report.contacts, comm.size());
    fmt::print("  {} ({}, {}): {} after {} sweeps ({} in the run), {:.3g} s\n", s.solver, s.law, s.schedule,
               status_of(report.status), report.sweeps, s.sweeps, seconds);
    fmt::print("  residual {:.3g} m/s rms, {:.3g} m/s max\n", report.residual.rms, report.residual.max);
    fmt::print("  velocities differ from those of the run's step by {:.3g} of the largest\n", error);
    if (error > kSame && comm.size() != step.ranks && s.schedule == "blocks")
      fmt::print("  schedule blocks repeats itself on as many ranks only: {}\n", step.ranks);
    if (options.json.empty()) return;
    io::Json json;
    json.add("status", status_of(report.status))
        .add("solver", s.solver)
        .add("law", s.law)
        .add("schedule", s.schedule)
        .add("residual_rms", report.residual.rms)
        .add("residual_max", report.residual.max)
        .add("velocity_error", error)
        .add("sweeps", report.sweeps)
        .add("sweeps_of_run", s.sweeps)
        .add("seconds", seconds)
        .add("contacts", report.contacts)
        .add("ranks", comm.size());
    io::write_text(options.json, json.text() + "\n");
  });
  if (error > kSame && comm.is_root())
    fmt::print(stderr, "talus: {}: the velocities of the run's step did not come out\n", options.file);
  return error <= kSame ? Exit::done : Exit::physics;
}

void require_symmetry(const SolveOptions& options, const io::Symmetry& symmetry) {
  constexpr double kMost = 1e-6;
  if (symmetry.asymmetry <= kMost || options.symmetrise) return;
  throw InputError(fmt::format(
      "{}: {} is not symmetric, by {:.3g} of its norm, expected at most {:g}; --symmetrise solves its symmetric part",
      options.file, symmetry.matrix, symmetry.asymmetry, kMost));
}

}  // namespace

Exit solve(const comm::Comm& comm, const SolveOptions& options) {
  if (options.replay) return replay(comm, options);
  if (options.norm == "siconos" && options.law != "coulomb")
    throw InputError("--norm siconos measures exact Coulomb's law: expected --law coulomb");
  io::FclibProblem stored;
  io::Symmetry symmetry;
  problem::MatrixProblem whole;
  std::int64_t deficiency = -1;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    for (const auto& file : {options.json, options.history, options.solution}) {
      if (!file.empty()) io::check_writable(file);
    }
    io::require_no_link(options.solution);
    stored = io::read_fclib(options.file);
    symmetry = io::symmetry_of(stored);
    require_symmetry(options, symmetry);
    whole = io::matrix_problem(stored);
    if (options.start && stored.guess.empty()) throw InputError(options.file + ": holds no guess to start from");
    if (options.name != "ipm") whole.freedoms = {};
    problem::soften(whole, options.compliance);
    deficiency = deficiency_of(whole);
  });
  constexpr GlobalId kLeastBlocks = 250;  // of a rank: on fewer it would wait for others longer than it works
  const auto problem = solver::distribute(comm, whole, kLeastBlocks);
  solver::Operator op(comm, problem);
  Outcome out = solve_on(op, options, stored.guess);
  const auto impulses = gathered(comm, op.impulses(out.x)), velocities = gathered(comm, op.velocities(out.u));
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    const auto found = io::stored_solution(stored, impulses, velocities);
    out.symmetry = symmetry;
    out.mismatch = io::mismatch(stored, impulses, velocities);
    if (io::holds_step(options.file)) out.velocity_error = error_of(found.v, io::read_step(options.file).velocity);
    print(options, out, comm.size());
    print_symmetry(options, out);
    if (deficiency > 0)
      fmt::print("  N lacks {} of full rank: impulses are not unique (--compliance makes them), velocities are\n",
                 deficiency);
    if (!options.json.empty())
      io::write_text(options.json, json_of(options, out, comm.size()).add("rank_deficiency", deficiency).text() + "\n");
    if (!options.history.empty()) io::write_text(options.history, history_of(out, options.norm));
    if (!options.solution.empty()) io::write_fclib(options.solution, stored, found);
  });
  if (comm.is_root() && out.report.status == solver::Status::missed) {
    fmt::print(stderr, "talus: {}: the tolerance of {:g} was missed\n", options.file, options.solver.tolerance);
  }
  if (comm.is_root() && out.report.status == solver::Status::unbounded) {
    fmt::print(stderr, "talus: {}: the problem is unbounded, by impulses of contacts {}\n", options.file,
               fmt::join(out.carriers, ", "));
  }
  return out.report.status == solver::Status::converged ? Exit::done : Exit::physics;
}

}  // namespace talus::drivers
