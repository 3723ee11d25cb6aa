// The executable: one command a subcommand, one exit code for each kind of end.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "comm/comm.hpp"
#include "drivers/bench.hpp"
#include "drivers/setup.hpp"
#include "io/convert.hpp"
#include "io/keys.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

struct Arguments {
  std::string file, json, format;
  std::vector<std::string> sets;
  bool resume = false, keys = false;
  sim::RunOptions run;
  drivers::BenchOptions bench;
};

const CLI::Validator kHours(
    [](std::string& text) {
      double hours = 0;
      const bool good = CLI::detail::lexical_cast(text, hours) && hours > 0 && std::isfinite(hours);
      return good ? std::string() : fmt::format("expected a number of hours, > 0, found '{}'", text);
    },
    "> 0");

// What each subcommand does, once the command line has been read.
using Command = std::function<Exit(const comm::Comm&)>;
using Commands = std::vector<std::pair<std::string, Command>>;

Command add_run(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("run", "Simulate a deck; output goes to the deck's output.folder.");
  command->add_option("deck", args.file, "Deck, YAML")->required();
  command->add_option("--set", args.sets, "Override a key: --set contact.mu=0.3 (may be repeated)")->take_all()->expected(1);
  command->add_flag("--resume", args.resume, "Go on from the newest checkpoint of the output folder, if there is one");
  command->add_option("--max-hours", args.run.max_hours, "Stop with a checkpoint after this wall time, h")->check(kHours);
  command->add_flag("--quiet", args.run.quiet, "Print nothing but errors");
  command->footer("Examples:\n  mpirun -n 4 talus run input/pile-small.yaml\n  talus run input/box.yaml --set bodies.count=500 --set output.folder=out/b500");
  return [&args](const comm::Comm& comm) {
    std::optional<io::Deck> deck;
    comm::agree(comm, [&] { deck.emplace(io::Deck::read(args.file, args.sets)); });
    return sim::run_deck(comm, *deck, drivers::make_scenario, args.resume, args.run);
  };
}

Command add_restart(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("restart", "Go on from a checkpoint, on any number of ranks.");
  command->add_option("checkpoint", args.file, "Checkpoint, HDF5")->required();
  command->add_option("--set", args.sets, "Override a key of the stored deck: --set time.end=20 (may be repeated)")->take_all()->expected(1);
  command->add_option("--max-hours", args.run.max_hours, "Stop with a checkpoint after this wall time, h")->check(kHours);
  command->add_flag("--quiet", args.run.quiet, "Print nothing but errors");
  command->footer("Example:\n  mpirun -n 8 talus restart out/pile-small/checkpoint.h5 --set time.end=10");
  return [&args](const comm::Comm& comm) {
    return sim::restart_from(comm, args.file, args.sets, drivers::make_scenario, args.run);
  };
}

Command add_check(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("check", "Read a deck and print it resolved, or print all keys; runs nothing.");
  command->add_option("deck", args.file, "Deck, YAML");
  command->add_option("--set", args.sets, "Override a key (may be repeated)")->take_all()->expected(1);
  command->add_flag("--keys", args.keys, "Print every key with unit, range, default and meaning");
  command->footer("Examples:\n  talus check input/pile-small.yaml\n  talus check --keys");
  return [&args](const comm::Comm& comm) {
    if (args.file.empty() && !args.keys) throw InputError("check: name a deck, or ask for --keys");
    if (!comm.is_root()) return Exit::done;
    if (args.keys) fmt::print("{}", io::key_reference());
    if (!args.file.empty()) {
      const auto deck = io::Deck::read(args.file, args.sets);
      drivers::make_scenario(deck);
      fmt::print("{}", deck.resolved());
    }
    return Exit::done;
  };
}

Command add_convert(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("convert", "Write the frames of a run for other tools.");
  command->add_option("from", args.file, "Output folder of a run, or one of its trajectory*.h5 or contacts*.h5")->required();
  command->add_option("--to", args.format, "xdmf: ParaView; csv: tables; lammps: OVITO")->required()->check(CLI::IsMember({"xdmf", "csv", "lammps"}));
  command->footer("Results lie beside the input.\nExample:\n  talus convert out/box --to lammps");
  return [&args](const comm::Comm& comm) {
    comm::agree(comm, [&] {
      if (!comm.is_root()) return;
      for (const auto& file : io::convert(args.file, args.format)) fmt::print("{}\n", file.string());
    });
    return Exit::done;
  };
}

Command add_bench(CLI::App& app, Arguments& args) {
  auto* command = app.add_subcommand("bench", "Measure the speed of each part on this machine, beside the memory bandwidth.");
  auto* bodies = command->add_option("--bodies", args.bench.bodies, "Spheres in the box that is settled and measured")->check(CLI::Range(100, 100000000));
  auto* checkpoint = command->add_option("--checkpoint", args.bench.checkpoint, "Measure the step after this checkpoint instead: the same problem on any number of ranks");
  checkpoint->excludes(bodies);
  command->add_option("--set", args.bench.sets, "Override a key of the checkpoint's deck: --set solver.schedule=cubes (may be repeated)")->take_all()->expected(1)->needs(checkpoint);
  command->add_flag("--sweeps-only", args.bench.sweeps_only, "Measure sweeps, not whole solves");
  command->add_option("--json", args.bench.json, "Write the figures to this file too");
  command->footer("Examples:\n  mpirun -n 2 talus bench --bodies 100000 --json bench.json\n  mpirun -n 8 talus bench --checkpoint out/box/checkpoint.h5");
  return [&args](const comm::Comm& comm) { return drivers::bench(comm, args.bench); };
}

// All ranks failed alike: the root speaks for all.
int fail_together(const comm::Comm& comm, const Error& error) {
  if (comm.is_root()) fmt::print(stderr, "talus: {}\n", error.what());
  return static_cast<int>(error.code());
}

// This rank failed, perhaps alone, and the others may wait for it. The later ranks give the first the time to end them all.
[[noreturn]] void fail_alone(const comm::Comm& comm, Exit code, const std::string& what) {
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::milliseconds(300) * std::min(comm.rank(), 10));
  fmt::print(stderr, "talus: {}{}\n", comm.size() > 1 ? fmt::format("rank {}: ", comm.rank()) : "", what);
  if (comm.size() > 1) comm::Environment::abort(static_cast<int>(code));
  std::_Exit(static_cast<int>(code));  // libraries that failed may not end well
}

int act(const comm::Comm& comm, const Command& command) {
  try {
    const Exit code = command(comm);
    std::fflush(stdout);  // the launcher may end this process as soon as another has ended
    return static_cast<int>(code);
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
InputError usage_error(const CLI::App& app, const Commands& commands, const CLI::ParseError& error, const std::string& first) {
  for (const auto* command : app.get_subcommands()) {
    return InputError(fmt::format("{}: {}; see talus {} --help", command->get_name(), error.what(), command->get_name()));
  }
  std::string names;
  for (const auto& [name, command] : commands) names += (names.empty() ? "" : ", ") + name;
  return InputError(fmt::format("{}; expected one of {}; see talus --help",
                                first.empty() ? "no command" : fmt::format("'{}' is no command", first), names));
}

int main_of(int argc, char** argv) {
  CLI::App app{"Talus: rigid bodies in frictional contact on distributed memory.\nExit codes: 0 done, 2 bad usage or input, 3 stopped "
               "with a checkpoint, 4 solver or physics failed, 5 a file failed.", "talus"};
  app.require_subcommand(1);
  app.set_version_flag("--version", TALUS_VERSION_TEXT);
  Arguments args;
  const Commands commands{{"run", add_run(app, args)}, {"restart", add_restart(app, args)},
                                                              {"check", add_check(app, args)}, {"convert", add_convert(app, args)},
                                                              {"bench", add_bench(app, args)}};
  comm::Environment environment(argc, argv);
  const auto comm = comm::Comm::world();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return comm.is_root() ? app.exit(e) : 0;  // help or the version was asked for
    return fail_together(comm, usage_error(app, commands, e, argc > 1 ? argv[1] : ""));
  }
  for (const auto& [name, command] : commands) {
    if (app.got_subcommand(name)) return act(comm, command);
  }
  return static_cast<int>(Exit::usage);
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) { return talus::main_of(argc, argv); }
