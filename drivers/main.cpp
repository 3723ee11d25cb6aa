// The executable: one command a subcommand, one exit code for each kind of end.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "comm/comm.hpp"
#include "drivers/commands/bench.hpp"
#include "drivers/commands/estimate.hpp"
#include "drivers/commands/info.hpp"
#include "drivers/commands/solve.hpp"
#include "drivers/commands/watch.hpp"
#include "drivers/keys.hpp"
#include "drivers/process.hpp"
#include "drivers/report.hpp"
#include "drivers/studies/wheel.hpp"
#include "drivers/version.hpp"
#include "io/convert.hpp"
#include "io/deck/keys.hpp"
#include "scene/expected_speed.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"
#include "sim/signals.hpp"
#include "sim/warnings.hpp"

namespace talus {
namespace {

struct Arguments {
  std::string file, json, format;
  std::vector<std::string> sets;
  bool resume = false, keys = false;
  int ranks = 1;
  sim::RunOptions run;
  drivers::BenchOptions bench;
  drivers::InfoOptions info;
  drivers::SolveOptions solve;
  drivers::WatchOptions watch;
};

// A finite number, or one that is whole too: CLI11's own ranges take NaN, and print their limits with 309 digits.
CLI::Validator number(const std::string& expected, bool (*good)(double)) {
  return {[expected, good](std::string& text) {
            double x = 0;
            const bool fits = CLI::detail::lexical_cast(text, x) && std::isfinite(x) && good(x);
            return fits ? std::string() : fmt::format("expected {}, found '{}'", expected, text);
          },
          expected};
}
const CLI::Validator kAboveZero = number("a number > 0", [](double x) { return x > 0; }),
                     kNotNegative = number("a number >= 0", [](double x) { return x >= 0; }),
                     kPart = number("a number > 0 and <= 1", [](double x) { return x > 0 && x <= 1; }),
                     kSweeps = number("a whole number from 1 to 1000000000",
                                      [](double x) { return x >= 1 && x <= 1e9 && x == std::floor(x); }),
                     kHours = number("a number of hours, > 0", [](double x) { return x > 0; });

// Bodies of a start up to which `check` looks for overlaps: a second or so.
constexpr std::int64_t kMostLookedAt = 200000;

std::unique_ptr<scene::Scenario> make_scenario(const io::Deck& deck) {
  return deck.scenario() == "wheel" ? drivers::make_wheel(deck) : scene::make_scenario(deck);
}

// The action of each subcommand, called once the command line has been read.
using Command = std::function<Exit(const comm::Comm&)>;
using Commands = std::vector<std::pair<std::string, Command>>;

CLI::Option* add_sets(CLI::App& command, std::vector<std::string>& sets, const char* help) {
  return command.add_option("--set", sets, help)->take_all()->expected(1);
}

void add_run_options(CLI::App& command, sim::RunOptions& run) {
  command.add_option("--max-hours", run.max_hours, "Stop with a checkpoint after this wall time, h")->check(kHours);
  command.add_flag("--quiet", run.quiet, "Print nothing but errors");
  command.add_flag("--json", run.json, "Print nothing but the summary, as JSON");
}

Command add_run(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("run", "Simulate a deck; output goes to the deck's output.folder.");
  command->add_option("deck", args.file, "Deck, YAML")->required();
  add_sets(*command, args.sets, "Override a key: --set contact.mu=0.3 (may be repeated)");
  command->add_flag("--resume", args.resume,
                    "Continue from the newest checkpoint of the output folder, or start if there is none");
  add_run_options(*command, args.run);
  command->footer(
      "Examples:\n  mpirun -n 4 talus run input/pile-small.yaml\n  talus run input/box.yaml --set bodies.count=500 "
      "--set output.folder=out/b500");
  return [&args](const comm::Comm& comm) {
    const auto deck = io::Deck::read(comm, drivers::key_table(), args.file, args.sets);
    if (deck.scenario() == "wheel") {
      sim::leave_signals();  // a study of seconds has no checkpoint
      return drivers::run_wheel(comm, deck, args.run);
    }
    return sim::run_deck(comm, deck, make_scenario, args.resume, args.run);
  };
}

Command add_restart(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("restart", "Continue from a checkpoint, on any number of ranks.");
  command->add_option("checkpoint", args.file, "Checkpoint, HDF5")->required();
  add_sets(*command, args.sets, "Override a key of the stored deck: --set time.end=20 (may be repeated)");
  add_run_options(*command, args.run);
  command->footer("Example:\n  mpirun -n 8 talus restart out/pile-small/checkpoint.h5 --set time.end=10");
  return [&args](const comm::Comm& comm) {
    return sim::restart_from(comm, drivers::key_table(), args.file, args.sets, make_scenario, args.run);
  };
}

// Warnings about the bodies of a start, and what its first steps tell.
void look_at_start(const io::Deck& deck, const scene::Scenario& scenario, double end, drivers::Estimate& needs,
                   std::string& warnings) {
  sim::Simulation simulation(comm::Comm::self(), scenario, sim::simulation_options(deck));
  const double speed = scene::expected_speed(simulation.bodies().owned(), simulation.world(), scenario.flows(), end);
  warnings += sim::warning_of(simulation.overlaps_of_start(), simulation.options().build);
  warnings += sim::warning_of_speed(simulation, speed);
  warnings += sim::warning_of_friction(simulation.world(), simulation.bodies().owned(), scenario.flows());
  needs.tolerance = simulation.options().solver.tolerance;
  drivers::try_steps(simulation, needs);
}

Command add_check(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("check",
                                     "Check a deck and print it with all defaults and an estimate of memory, disk and "
                                     "time; or print all keys. Writes no file.");
  command->add_option("deck", args.file, "Deck, YAML");
  add_sets(*command, args.sets, "Override a key (may be repeated)");
  command->add_flag("--keys", args.keys, "Print every key with unit, range, default, restart rule and meaning");
  command->add_option("--ranks", args.ranks, "Number of ranks for which memory and time are estimated")
      ->check(CLI::Range(1, 100000000));
  command->add_flag("--json", args.run.json, "Print only the estimate, as JSON; with --keys, the keys as JSON");
  command->footer(
      "It needs no mpirun. Its output is again a deck, with the estimate in comments.\nExamples:\n  talus check "
      "input/pile-small.yaml\n  talus check input/box.yaml --set bodies.count=1000000 --ranks 64\n  talus check "
      "--keys --json");
  return [&args](const comm::Comm& comm) {
    if (args.file.empty() && !args.keys) throw InputError("check: name a deck, or ask for --keys");
    if (!comm.is_root()) return Exit::done;
    if (args.keys) {
      const auto& table = drivers::key_table();
      fmt::print("{}", args.run.json ? io::key_reference_json(table) : io::key_reference(table));
    }
    if (!args.file.empty()) {
      const auto deck = io::Deck::read(comm::Comm::self(), drivers::key_table(), args.file, args.sets);
      const auto scenario = make_scenario(deck);
      const auto plan = sim::run_plan(deck);
      if (plan.scenario == "wheel") {  // seconds, and tables of a few kB
        fmt::print("{}", args.run.json ? fmt::format("{{\"steps\": {}}}\n", plan.end_step)
                                       : fmt::format("{}# steps {} of each model\n", plan.deck, plan.end_step));
        return Exit::done;
      }
      auto needs = drivers::estimate(deck, plan, *scenario, args.ranks);
      std::string warnings = sim::repairs_of(scenario->world()) + sim::warning_of_loads(scenario->world(), plan.end);
      if (scenario->num_bodies(0) <= kMostLookedAt) look_at_start(deck, *scenario, plan.end, needs, warnings);
      fmt::print("{}", args.run.json ? drivers::json_of(needs) + "\n" : plan.deck + drivers::text_of(needs));
      std::fflush(stdout);
      fmt::print(stderr, "{}{}", sim::warning_of({sim::simulation_options(deck).build.step}, plan.end), warnings);
    }
    return Exit::done;
  };
}

Command add_convert(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("convert", "Write the frames of a run for other tools.");
  command->add_option("from", args.file, "Output folder of a run, or one of its trajectory*.h5 or contacts*.h5")
      ->required();
  command->add_option("--to", args.format, "xdmf: ParaView; csv: tables; lammps: OVITO")
      ->required()
      ->check(CLI::IsMember({"xdmf", "csv", "lammps"}));
  command->footer("Results are written next to the input.\nExample:\n  talus convert out/box --to lammps");
  return [&args](const comm::Comm& comm) {
    comm::agree(comm, [&] {
      if (!comm.is_root()) return;
      for (const auto& file : io::convert(args.file, args.format)) fmt::print("{}\n", file.string());
    });
    return Exit::done;
  };
}

Command add_bench(CLI::App& app, Arguments& args) {
  auto* command =
      app.add_subcommand("bench", "Measure the speed of each part on this machine, and the memory bandwidth.");
  auto* bodies = command->add_option("--bodies", args.bench.bodies, "Spheres in the box that is settled and measured")
                     ->check(CLI::Range(100, 100000000));
  auto* checkpoint = command->add_option(
      "--checkpoint", args.bench.checkpoint,
      "Measure the step after this checkpoint instead, which is the same problem on any number of ranks");
  checkpoint->excludes(bodies);
  add_sets(*command, args.bench.sets,
           "Override a key of the checkpoint's deck: --set solver.schedule=cubes (may be repeated)")
      ->needs(checkpoint);
  command->add_flag("--sweeps-only", args.bench.sweeps_only, "Measure single sweeps only, not solves to a tolerance");
  command->add_option("--json", args.bench.json, "Also write the results to this file, JSON");
  command->footer(
      "Examples:\n  mpirun -n 2 talus bench --bodies 100000 --json bench.json\n  mpirun -n 8 talus bench --checkpoint "
      "out/box/checkpoint.h5");
  return [&args](const comm::Comm& comm) { return drivers::bench(comm, args.bench); };
}

Command add_info(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand(
      "info", "Check checkpoints and files of frames and print what they hold, or find where two of them differ.");
  command
      ->add_option("file", args.info.files,
                   "Checkpoint, trajectory or contacts, HDF5; with --compare also an output folder")
      ->required();
  command->add_flag("--compare", args.info.compare,
                    "Name the first body or contact that differs between two checkpoints, two files of frames, or the "
                    "trajectories of two folders; exit 0 if none does, 1 if one does");
  command
      ->add_flag("--verify", args.info.verify,
                 "Read all bytes of checkpoints and compare their checksums; print place, size and CRC-32 of each "
                 "part. A damaged part is named, exit 5")
      ->excludes("--compare");
  command->add_flag("--json", args.info.json, "Print the same as JSON, one object per file");
  command->footer(
      "Examples:\n  talus info out/box/checkpoint.h5 out/box/trajectory.h5\n  talus info --verify "
      "out/box/checkpoint.h5\n  talus info --compare out/a/checkpoint.h5 out/b/checkpoint.h5\n  talus info --compare "
      "out/a out/b");
  return [&args](const comm::Comm& comm) { return drivers::info(comm, args.info); };
}

Command add_solve(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("solve", "Solve one stored contact problem (FCLib).");
  auto& o = args.solve;
  command->add_option("file", o.file, "Problem, HDF5 in the format of FCLib")->required();
  command->add_option("--solver", o.name, "The solver")
      ->check(CLI::IsMember(solver::row_solver_names()))
      ->capture_default_str();
  command->add_option("--law", o.law, "ccp (the convex problem) or coulomb (exact)")
      ->check(CLI::IsMember({"ccp", "coulomb"}))
      ->capture_default_str();
  command
      ->add_option("--tolerance", o.solver.tolerance,
                   "Stop when the residual is below this; in m/s, except with --norm relative and siconos")
      ->check(kAboveZero)
      ->capture_default_str();
  command
      ->add_option("--norm", o.norm,
                   "Measure of the residual: rms or max over the contacts, m/s; relative to the residual at zero "
                   "impulses; or siconos, the measure of Siconos for exact Coulomb friction, which is relative to the "
                   "impulses and therefore lenient where they are large")
      ->check(CLI::IsMember({"rms", "max", "relative", "siconos"}))
      ->capture_default_str();
  command->add_option("--max-sweeps", o.solver.max_sweeps, "Largest number of sweeps or iterations")
      ->check(kSweeps)
      ->capture_default_str();
  command
      ->add_option("--max-seconds", o.solver.max_seconds,
                   "Wall-clock limit of the solver, s; it is checked whenever the residual is")
      ->check(kAboveZero);
  command
      ->add_option("--omega", o.solver.omega,
                   "jacobi, eq46: length omega of the step; if not given, half of its upper bound")
      ->check(kAboveZero);
  command->add_option("--lambda", o.solver.lambda, "jacobi, eq46: relaxation factor lambda")
      ->check(kPart)
      ->capture_default_str();
  command->add_option("--json", o.json, "Also write the results to this file, JSON");
  command->add_option("--history", o.history, "Write the residual against the number of sweeps to this file, CSV");
  command->add_flag(
      "--start", o.start,
      "Start from the initial guess in the file (for a problem that a run has stored, its warm start) instead of zero");
  command
      ->add_option("--compliance", o.compliance,
                   "Add this fraction of the diagonal of the Delassus matrix N to N: impulses then are unique, and the "
                   "smaller it is the closer to those of least norm")
      ->check(kNotNegative);
  command->add_flag("--symmetrise", o.symmetrise,
                    "Solve the symmetric part of a matrix W or M whose asymmetry is above 1e-6 of its norm");
  command->add_option("--solution", o.solution,
                      "Write the problem together with its solution to this file, in the format of FCLib");
  command
      ->add_flag("--replay", o.replay,
                 "Repeat the solve of a run that stored this problem, with its start, solver, law, schedule and "
                 "tolerance; exit 4 if the velocities differ")
      ->excludes("--solver", "--law", "--tolerance", "--norm", "--max-sweeps", "--max-seconds", "--compliance",
                 "--solution", "--history", "--symmetrise");
  command->footer("Example:\n  mpirun -n 4 talus solve problem.hdf5 --solver mnest --tolerance 1e-8");
  return [&args](const comm::Comm& comm) { return drivers::solve(comm, args.solve); };
}

Command add_watch(CLI::App& app, Arguments& args) {
  auto* command =
      app.add_subcommand("watch", "Follow a run from another terminal until it ends; only reads its files.");
  auto& o = args.watch;
  command->add_option("folder", o.folder, "Output folder of a run that goes on, waits in a queue, or has ended")
      ->required();
  command->add_flag("--once", o.once, "Print the state once and end");
  command->add_option("--every", o.every, "Seconds between two looks at the files")
      ->check(kAboveZero)
      ->capture_default_str();
  command->add_option("--html", o.html, "Also write this page at every look, for a browser");
  command->footer(
      "Exit codes: 0 the run is complete (with --once also while it runs), 2 this is not the folder of a run, 3 the "
      "run "
      "was "
      "stopped, 4 it failed or was killed.\nExamples:\n  talus watch out/pile-small\n  talus watch --once "
      "out/pile-small\n  talus watch out/pile-small --html watch.html");
  return [&args](const comm::Comm& comm) { return drivers::watch(comm, args.watch); };
}

// All ranks failed alike: the root speaks for all.
int fail_together(const comm::Comm& comm, const Error& error) {
  if (comm.is_root()) fmt::print(stderr, "talus: {}\n", error.what());
  return static_cast<int>(error.code());
}

// This rank failed, perhaps alone, and the others may wait for it. The later ranks give the first the time to end them
// all.
[[noreturn]] void fail_alone(const comm::Comm& comm, Exit code, const std::string& what) {
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::milliseconds(300) * std::min(comm.rank(), 10));
  fmt::print(stderr, "talus: {}{}\n", comm.size() > 1 ? fmt::format("rank {}: ", comm.rank()) : "", what);
  if (comm.size() > 1) comm::Environment::abort(static_cast<int>(code));
  std::_Exit(static_cast<int>(code));  // libraries that failed may not end well
}

int act(const comm::Comm& comm, const Command& command) {
  try {
    return static_cast<int>(command(comm));
  } catch (const InputError& e) {
    return fail_together(comm, e);
  } catch (const comm::AgreedError& e) {
    return fail_together(comm, e);
  } catch (const Error& e) {
    fail_alone(comm, e.code(), e.what());
  } catch (const std::system_error& e) {
    fail_alone(comm, Exit::io, e.what());
  } catch (const std::bad_alloc&) {
    fail_alone(comm, Exit::physics, "out of memory");
  } catch (const std::exception& e) {
    fail_alone(comm, Exit::physics, e.what());
  }
}

// One line for a command line that cannot be read.
InputError usage_error(const CLI::App& app, const Commands& commands, const CLI::ParseError& error,
                       const std::string& first) {
  for (const auto* command : app.get_subcommands()) {
    return InputError(
        fmt::format("{}: {}; see talus {} --help", command->get_name(), error.what(), command->get_name()));
  }
  std::string names;
  for (const auto& [name, command] : commands) names += (names.empty() ? "" : ", ") + name;
  return InputError(fmt::format("{}; expected one of {}; see talus --help",
                                first.empty() ? "no command" : fmt::format("'{}' is no command", first), names));
}

// The text that `app.exit` prints.
std::string asked_for(const CLI::App& app, const CLI::ParseError& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  return text.str();
}

// Commands of one process start without MPI, unless a launcher has started several of them.
bool starts_mpi(int argc, char** argv) {
  for (const char* launched : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(launched)) return true;
  }
  const std::string command = argc > 1 ? argv[1] : "-";
  return command != "check" && command != "watch" && command[0] != '-';
}

int main_of(int argc, char** argv) {
  drivers::begin_process(argc, argv);
  CLI::App app{
      "Talus: rigid bodies in frictional contact on distributed memory.\nExit codes: 0 done, 1 compared files differ, "
      "2 bad usage or input, 3 stopped "
      "with a checkpoint, 4 solver or physics failed, 5 reading or writing failed.",
      "talus"};
  app.require_subcommand(1);
  app.footer("Examples:\n  talus check input/box.yaml\n  mpirun -n 2 talus run input/box.yaml\n  talus run --help");
  app.set_version_flag("--version", drivers::version_line());
  Arguments args;
  args.run.program = drivers::version_line();
  args.run.make_report = drivers::make_report;
  const Commands commands{{"run", add_run(app, args)},     {"restart", add_restart(app, args)},
                          {"check", add_check(app, args)}, {"convert", add_convert(app, args)},
                          {"solve", add_solve(app, args)}, {"bench", add_bench(app, args)},
                          {"info", add_info(app, args)},   {"watch", add_watch(app, args)}};
  std::optional<comm::Environment> environment;
  if (starts_mpi(argc, argv)) environment.emplace(argc, argv);
  const auto comm = environment ? comm::Comm::world() : comm::Comm::self();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) {  // help or the version was asked for
      if (comm.is_root()) fmt::print("{}", asked_for(app, e));
      return drivers::end_process(0);
    }
    return fail_together(comm, usage_error(app, commands, e, argc > 1 ? argv[1] : ""));
  }
  for (const auto& [name, command] : commands) {
    // The launcher may end this process as soon as another has ended: what is printed is written out before.
    if (app.got_subcommand(name)) return drivers::end_process(act(comm, command));
  }
  return static_cast<int>(Exit::usage);
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) { return talus::main_of(argc, argv); }
