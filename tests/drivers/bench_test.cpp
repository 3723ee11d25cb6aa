// `talus bench`: what it measures on, against the run that wrote the state. Speeds are not judged.

#include "drivers/commands/bench.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/memory.hpp"
#include "drivers/keys.hpp"
#include "harness/harness.hpp"
#include "io/deck/deck.hpp"
#include "scene/setup.hpp"
#include "sim/run.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

// A new folder, the same on all ranks, for the life of a test. *Collective.*
class Folder {
 public:
  explicit Folder(const comm::Comm& comm) : comm_(comm) {
    std::string name = (fs::temp_directory_path() / ("talus-bench-" + std::to_string(getpid()))).string();
    comm.broadcast(name);
    path_ = name;
    if (comm.is_root()) fs::create_directories(path_);
    comm.barrier();
  }
  ~Folder() {
    comm_.barrier();
    if (comm_.is_root()) fs::remove_all(path_);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  comm::Comm comm_;
  fs::path path_;
};

// The number of a key in JSON text; a key within a group: "group.key".
double figure(const std::string& json, const std::string& key) {
  const auto dot = key.find('.');
  std::size_t from = 0;
  if (dot != std::string::npos) from = json.find('"' + key.substr(0, dot) + '"');
  std::smatch match;
  const std::string rest = from == std::string::npos ? "" : json.substr(from);
  const std::regex entry('"' + (dot == std::string::npos ? key : key.substr(dot + 1)) + "\": ([-+.0-9e]+)");
  return std::regex_search(rest, match, entry) ? std::stod(match[1]) : std::nan("");
}

// *Collective.* What bench writes, on every rank.
std::string figures(const comm::Comm& comm, drivers::BenchOptions options, const fs::path& file) {
  options.json = file.string();
  drivers::bench(comm, options);
  std::ostringstream text;
  if (comm.is_root()) text << std::ifstream(file).rdbuf();
  std::string json = text.str();
  comm.broadcast(json);
  return json;
}

TEST(Bench, SettledBoxHasAllItsBodies) {
  const auto comm = comm::Comm::world();
  const Folder folder(comm);
  drivers::BenchOptions options;
  options.bodies = 300;
  const auto json = figures(comm, options, folder / "box.json");
  EXPECT_EQ(figure(json, "bodies"), 300);
  EXPECT_EQ(figure(json, "ranks"), comm.size());
  EXPECT_GT(figure(json, "contacts"), 300);
  for (const char* key : {"ns_per_contact_sweep", "ns_per_contact_sweep_accelerated", "stream_gb_per_s",
                          "bytes_per_contact", "sweeps_to.0.01", "seconds_to.0.0001", "seconds_by_phase.solve"}) {
    EXPECT_GT(figure(json, key), 0) << key;
  }
  if (heap_bytes() > 0) {  // else this build does not count the heap
    EXPECT_GT(figure(json, "bytes_per_body"), 0);
  }
  EXPECT_EQ(figure(json, "messages_per_sweep_largest_rank") > 0, comm.size() > 1);
}

// The oracle: bench on one rank, and with `cubes` the same bits on any number of ranks.
TEST(Bench, CheckpointIsTheSameProblemAsOnOneRank) {
  const auto world = comm::Comm::world();
  const Folder folder(world);
  const auto deck =
      io::Deck::parse(drivers::key_table(),
                      drivers::settling_box(300, 0.3) +
                          "time: {step: 0.005, end: 0.5}\noutput: {folder: " + (folder / "run").string() + "}\n",
                      "bench_test", {});
  ASSERT_EQ(sim::run_deck(world, deck, scene::make_scenario, false, {.quiet = true}), Exit::done);
  drivers::BenchOptions options;
  options.checkpoint = (folder / "run/checkpoint.h5").string();
  options.sets = {"solver.schedule=cubes"};
  const auto together = figures(world, options, folder / "together.json");
  if (!world.is_root()) return;  // one at a time: it writes next to the checkpoint
  const auto alone = figures(comm::Comm::self(), options, folder / "alone.json");
  EXPECT_EQ(figure(together, "bodies"), 300);
  for (const char* key : {"contacts", "sweeps_to.0.01", "sweeps_to.0.0001"}) {
    EXPECT_GT(figure(together, key), 0) << key;
    EXPECT_EQ(figure(together, key), figure(alone, key)) << key;
  }
}

}  // namespace
}  // namespace talus
