// Every key of the table, changed in the small decks of tests/drivers/keys. The oracle is what the bodies do: another
// value is refused, with the key named, or the results differ, at the start of a run and at a restart. Generated from
// the table: a new key that none of these decks uses, or that is ignored, fails.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "io/deck/restart.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "observe/series.hpp"
#include "scene/setup.hpp"
#include "sim/frame_output.hpp"
#include "sim/run_options.hpp"
#include "sim/state_fault.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;
using keys::Kind;
using keys::Restart;

// The decks, and the beginnings of the keys that are changed in each.
struct Changed {
  std::string deck;
  std::vector<std::string_view> beginnings;
};
const std::vector<Changed> kDecks = {
    {"plain", {""}},
    {"pair", {""}},
    {"regularised", {"contact."}},
    {"pyramid", {"contact."}},
    {"bouncing", {"contact.", "materials[]"}},
    {"ratios", {"contact.", "materials[]"}},
    {"springs", {"contact.", "materials[]", "guard.max_overlap"}},
    {"hertz", {"contact.", "materials[]"}},
    {"turning", {"gravity", "domain."}},
    {"walls", {"walls", "bodies.radius", "bodies.density"}},
    {"flows", {"bodies.", "feeds", "outlets", "materials", "shapes"}},
    {"maps",
     {"output.wall_forces", "walls[].map", "walls[].wear", "bodies.list[].group", "bodies.packings[].group",
      "feeds[].group"}},
    {"joints", {"joints", "drives", "shapes", "solver.projection", "guard."}},
    {"guideway", {"guideway.", "bodies.", "walls", "loads"}},
    {"guideway-recirculating", {"guideway.", "contact.", "solver."}},
};

// Keys whose effect is neither in the state nor in what is measured of it, and who sees it instead.
const std::map<std::string_view, std::string_view> kSeenElsewhere = {
    {"scenario", "decides which keys there are"},
    {"guard.max_overlap", "sim.steps: bodies that pass through each other"},
    {"time.max_hours", "sim.cli.Restarts: the wall time of a run"},
    {"output.folder", "sim.cli.Folders: where files lie"},
    {"output.contacts", "io.trajectory: which files there are"},
    {"output.joints", "io.trajectory: which files there are"},
    {"output.compress", "io.trajectory: the size of frames"},
    {"output.map_every", "scene.maps: times of frames of maps"},
    {"output.report", "postproc.report: the file at the end"},
    {"output.series_every", "sim.series: rows of the series"},
    {"output.hash_every", "sim.series: rows of hashes"},
    {"output.balance_every", "sim.series: rows of the balance"},
    {"output.problem_at", "drivers.solve: which files there are"},
    {"output.problem_every", "drivers.solve: which files there are"},
    {"output.problem_missed", "drivers.solve: which files there are"},
    {"output.reproducible", "jobscripts.verify: what is refused and stated"},
    {"checkpoint.every", "sim.cli.Info: when checkpoints are written"},
    {"checkpoint.mean_hours_to_failure", "the same, by the wall time that they cost"},
    {"partition.method", "partition.balance: parts of ranks; results are the same by design"},
    {"partition.every", "partition.balance: parts of ranks; results are the same by design"},
    {"solver.unknowns_per_rank", "solver.family: ranks that factor a matrix; results are the same by design"},
};

// The bits of what is measured of a few steps, from the start or behind a state.
std::string results(const io::Deck& deck, const io::Checkpoint* state = nullptr) {
  constexpr int kSteps = 5;
  const auto scenario = scene::make_scenario(deck);
  const auto watched = sim::watched_of(deck, *scenario);
  const auto plan = sim::run_plan(deck);
  sim::Simulation simulation(comm::Comm::self(), *scenario, sim::simulation_options(deck));
  if (state) simulation.restore(*state);
  std::string all = fmt::format("{} {} {}", plan.end_step, sim::num_frames(plan), scenario->num_bodies(plan.end));
  for (const auto& column : observe::series_columns(watched)) all += ' ' + column.name;
  try {
    for (int n = 0; n < kSteps; ++n) {
      const auto report = simulation.step();
      for (const double x : observe::series_row(simulation.view(), report, simulation.energy(), {}, watched))
        all += fmt::format(" {:a}", x);
      all += fmt::format(" {} {}\n", simulation.state_hash(), sim::fault_of(simulation, *scenario, report));
    }
    for (const auto& cell : simulation.maps().take(simulation.view()))
      all += fmt::format("{} {} {:a} {:a}\n", cell.wall, cell.cell, cell.pressure, cell.wear);
  } catch (const Error& error) {
    if (error.code() != Exit::physics) throw;
    all += error.what();
  }
  return all;
}

using Sets = std::vector<std::string>;

// The settings that make another entry of a list.
const std::map<std::string_view, Sets> kEntries = {
    {"output.probes", {"id=1"}},
    {"output.wall_forces", {"wall=floor", "group=right"}},
    {"contact.pairs", {"a=\"\"", "b=\"\"", "mu=0.1", "rho=0", "sigma=0"}},
    {"materials", {"name=more"}},
    {"shapes", {"name=more", "kind=disk", "radius=0.1"}},
    {"walls", {"shape=box", "half_size=[0.1, 0.1, 0.1]", "position=[0, 0.1499, 0.05]"}},
    {"bodies.list", {"position=[0, 0, 0.3]"}},
    {"bodies.packings", {"kind=lattice", "low=[0, 0, 1]", "high=[0.2, 0.2, 1.2]"}},
    {"bodies.packings[].mix", {"radius=0.01"}},
    {"feeds", {"name=more", "region=disk", "centre=[0, 0, 1]", "region_radius=0.3", "count=2"}},
    {"feeds[].mix", {"radius=0.01"}},
    {"outlets", {"name=more", "region=plane", "centre=[0, 0, 0.3]"}},
    {"loads", {"kind=acceleration", "amount=[1, 0, 0]"}},
    {"joints", {"kind=ball", "a=floor", "b=bob", "point=[0, 0, 0]", "stiffness=100"}},
    {"drives", {"kind=speed", "joint=main", "amount=1", "limit=1"}},
};

// Another shape, and what it needs.
const std::map<std::string_view, Sets> kShapes = {
    {"walls[].shape", {"shape=disk", "radius=1"}},
    {"bodies.packings[].region", {"region=cylinder", "length=0.1"}},
    {"feeds[].region", {"region=cylinder", "length=0.1"}},
    {"outlets[].region", {"region=cylinder", "region_radius=0.1", "length=0.1"}},
};

// Other values of a key than this, as --set takes them, that may be good; of names those of other entries.
Sets others(const Key& key, const keys::Value& value, const std::set<std::string>& names) {
  Sets all;
  const auto offer = [&](double x) {
    if (key.range.holds(x)) all.push_back(key.kind == Kind::integer ? fmt::format("{:.0f}", x) : fmt::format("{}", x));
  };
  switch (key.kind) {
    case Kind::number:
      for (const double x : {1.25, 0.75, 2.0}) offer(x * std::get<double>(value));
      for (const double x : {0.01, 1e-3, 0.5, 1e-6, 1.0, 100.0}) offer(std::get<double>(value) + x);
      for (const double x : {0.01, 1e-3, 1e-6, 1e-12}) offer(x);
      break;
    case Kind::integer:
      for (const int x : {1, -1, 2, 1000}) offer(static_cast<double>(std::get<std::int64_t>(value)) + x);
      offer(1);
      break;
    case Kind::flag: all.push_back(std::get<bool>(value) ? "false" : "true"); break;
    case Kind::choice:
      for (const auto choice : key.choices) all.emplace_back(choice);
      break;
    case Kind::text:
      if (leaf_of(key.path) == "name") return {"renamed"};
      for (const std::string& name : names) {
        const bool is_file = name.find('/') != std::string::npos;
        if (is_file == key.is_file && name != std::get<std::string>(value)) all.push_back(name.empty() ? "\"\"" : name);
      }
      break;
    case Kind::vector3:
      for (const double x : {0.01, -0.01, 1.0, 0.0}) {
        const Vec3 v = std::get<Vec3>(value) * (1.01 + x) + Vec3(x, 0.8 * x, 1.2 * x);
        all.push_back(io::text_of(key, v));
      }
      break;
    case Kind::rows: {
      keys::Rows rows = std::get<keys::Rows>(value);
      for (auto& row : rows) row[key.path.ends_with("table") ? row.size() - 1 : 0] *= 1.3;
      all.push_back(io::text_of(key, rows));
      if (rows.empty()) all.push_back(io::text_of(key, keys::Rows{std::vector<double>(key.columns, 1)}));
      break;
    }
    case Kind::list: break;
  }
  if (key.kind != Kind::list && key.kind != Kind::text) std::erase(all, io::text_of(key, value));
  return all;
}

// The same with their paths, all that one change needs.
std::vector<Sets> changes(const io::Deck& deck, const Key& key, const std::string& path,
                          const std::set<std::string>& names) {
  if (key.kind != Kind::list) {
    std::vector<Sets> all;
    for (const auto& other : others(key, deck.value(path), names)) all.push_back({path + "=" + other});
    const auto more = kShapes.find(key.path);
    if (more != kShapes.end() && !more->second[0].ends_with(fmt::format("={}", deck.get<std::string>(path)))) {
      all.emplace_back();
      for (const auto& set : more->second) all.back().push_back(std::string(path, 0, path.rfind('.') + 1) + set);
    }
    return all;
  }
  const auto entry = kEntries.find(key.path);
  if (entry == kEntries.end()) return {};
  Sets sets;
  for (const auto& set : entry->second) sets.push_back(fmt::format("{}[{}].{}", path, deck.size(path), set));
  return {sets};
}

enum class Outcome { refused, by_restart, differs, same };

class KeysVsResults : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fs::temp_directory_path() / fmt::format("talus_keys_{}", getpid());
    const auto tests = fs::path(std::getenv("TALUS_SOURCE_DIR")) / "tests";
    fs::copy(tests / "drivers" / "keys", folder_);
    for (const char* file : {"all_kinds.yaml", "tetrahedron.stl"}) fs::copy(tests / "sim" / file, folder_);
    std::ifstream given(folder_ / "tetrahedron.stl");
    std::string text{std::istreambuf_iterator<char>(given), {}};
    for (std::size_t at = 0; (at = text.find(" 1 0 0", at)) != std::string::npos;) text.replace(at, 6, " 1.1 0 0");
    std::ofstream(folder_ / "other.stl") << text;
    for (const auto& [name, beginnings] : kDecks) {
      const auto self = comm::Comm::self();
      const auto deck = read(name, {});
      const auto scenario = scene::make_scenario(deck);
      sim::Simulation simulation(self, *scenario, sim::simulation_options(deck));
      for (int n = 0; n < 3; ++n) simulation.step();
      io::CheckpointHeader header;
      header.step = 3, header.time = simulation.time(), header.clock = simulation.clock();
      header.deck = deck.resolved(), header.files = io::digests_of_files(self, deck);
      io::write_checkpoint(folder_ / (name + ".h5"), folder_ / "older.h5", self, header, simulation.bodies(),
                           simulation.world().walls, simulation.world().flows, simulation.owned_space());
    }
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static io::Deck read(const std::string& name, const std::vector<std::string>& sets) {
    return io::Deck::read(comm::Comm::self(), drivers::key_table(), folder_ / (name + ".yaml"), sets);
  }

  static fs::path folder_;
};
fs::path KeysVsResults::folder_;

bool is_label(const Key& key) { return leaf_of(key.path) == "name" || leaf_of(key.path) == "group"; }

std::set<std::string> names_in(const io::Deck& deck) {
  std::set<std::string> names{"", "plane", "box"};
  io::each_key(deck, [&](const Key& key, const std::string& path) {
    if (is_label(key) && key.kind == Kind::text) names.insert(deck.get<std::string>(path));
    if (!key.is_file) return;
    const fs::path file = deck.get<std::string>(path);
    names.insert((file.parent_path() / ("other" + file.extension().string())).string());
  });
  return names;
}

// The effects of each key of the table in any deck; within lists for each kind of entry.
struct Seen {
  int tried = 0, refused = 0, by_restart = 0, differs = 0;
  Sets same;
};
using AllSeen = std::map<std::string_view, std::map<std::string, Seen>>;

Seen of_all_kinds(const std::map<std::string, Seen>& kinds) {
  Seen all;
  for (const auto& [kind, seen] : kinds) {
    all.tried += seen.tried, all.refused += seen.refused, all.by_restart += seen.by_restart;
    all.differs += seen.differs;
    all.same.insert(all.same.end(), seen.same.begin(), seen.same.end());
  }
  return all;
}

// The kind of the list entry that a key stands in, by the keys which decide what others are used; outside of lists the
// deck.
std::string kind_of(const io::Deck& deck, const Key& key, const std::string& path, const std::string& name) {
  if (entry_of(key.path).empty()) return name;
  std::string kind;
  for (const char* selector : {"kind", "shape", "region", "course"}) {
    const std::string other = path.substr(0, path.rfind('.') + 1) + selector;
    if (deck.table().find(fmt::format("{}.{}", entry_of(key.path), selector)) && deck.uses(other))
      kind += deck.get<std::string>(other) + " ";
  }
  return kind;
}

// Entries that nothing uses, so that their names can change.
bool is_spare(const io::Deck& deck, const Key& key, const std::string& path) {
  const std::string name = path.substr(0, path.rfind('.') + 1) + "name";
  return (key.path.starts_with("shapes[]") || key.path.starts_with("materials[]")) &&
         deck.get<std::string>(name).starts_with("spare");
}

Outcome outcome(const std::string& path, const std::string& before, const std::function<std::string()>& now) {
  try {
    return now() == before ? Outcome::same : Outcome::differs;
  } catch (const Error& error) {  // of another key, of the physics, or of this one
    const std::string what = error.what();
    const bool by_restart = what.find("a restart cannot change it") != std::string::npos;
    return by_restart && what.find("key '" + path + "'") != std::string::npos ? Outcome::by_restart : Outcome::refused;
  }
}

// Changes each key of a deck, each in all its entries, until a value does something.
void change_each(const io::Deck& deck, AllSeen& all, const Changed& where,
                 const std::function<Outcome(const std::string& path, const Sets& sets)>& change) {
  const auto names = names_in(deck);
  io::each_key(deck, [&](const Key& key, const std::string& path) {
    const auto begins = [&](std::string_view beginning) { return key.path.starts_with(beginning); };
    if (kSeenElsewhere.contains(key.path) || std::ranges::none_of(where.beginnings, begins)) return;
    Seen& seen = all[key.path][kind_of(deck, key, path, where.deck) + (is_spare(deck, key, path) ? "spare" : "")];
    Sets same;
    for (const Sets& sets : changes(deck, key, path, names)) {
      const Outcome outcome = change(path, sets);
      ++seen.tried;
      seen.refused += outcome == Outcome::refused;
      seen.by_restart += outcome == Outcome::by_restart;
      seen.differs += outcome == Outcome::differs;
      if (outcome == Outcome::same) same.push_back(fmt::format("{} --set {}", where.deck, fmt::join(sets, " ")));
      if (outcome == Outcome::by_restart || outcome == Outcome::differs) return;
    }
    seen.same.insert(seen.same.end(), same.begin(), same.end());
  });
}

bool is_left_out(const Key& key) {
  return kSeenElsewhere.contains(key.path) || (key.scenarios.size() == 1 && key.scenarios[0] == "wheel");
}

TEST_F(KeysVsResults, restart_applies_or_refuses_every_key) {
  AllSeen all;
  for (const auto& [name, beginnings] : kDecks) {
    const auto self = comm::Comm::self();
    const auto file = folder_ / (name + ".h5");
    const auto state = io::read_checkpoint(file, self);
    const auto stored = io::Deck::stored(drivers::key_table(), state.header.deck, file);
    const auto with = [&](const Sets& sets) {
      const auto deck = read(name, sets);
      io::check_restart({file, stored, state.header.files}, deck, io::digests_of_files(self, deck));
      return results(deck, &state);
    };
    const std::string before = with({});
    change_each(stored, all, {name, beginnings}, [&](const std::string& path, const Sets& sets) {
      return outcome(path, before, [&] { return with(sets); });
    });
  }
  for (const Key& key : drivers::key_table().keys()) {
    if (is_left_out(key)) continue;
    const Seen seen = of_all_kinds(all[key.path]);
    if (key.restart == Restart::state) {
      EXPECT_GT(seen.by_restart, 0) << key.path << ": no deck has a value that a restart refuses";
      EXPECT_EQ(seen.differs, 0) << key.path << ": a restart takes it, although it is of the state";
      EXPECT_TRUE(seen.same.empty()) << key.path << ": a restart ignores "
                                     << fmt::format("{}", fmt::join(seen.same, ", "));
    } else {
      EXPECT_EQ(seen.by_restart, 0) << key.path << ": a restart refuses it, although it may change";
      EXPECT_GT(seen.differs, 0) << key.path << ": no results differ where a restart changes it; refused "
                                 << seen.refused << " of " << seen.tried << " values";
    }
  }
}

// Names are seen in columns only, and of the rest these need more than a key to be seen.
const std::map<std::string_view, std::string_view> kNeedMore = {
    {"contact.restitution", "impacts"},
    {"guard.max_contacts", "many bodies in one place"},
    {"joints[].axis_b", "another direction, square to axis"},
    {"loads[].axes", "bodies that have turned"},
    {"joints[].axis", "drives and friction, of the kind free"},
    {"solver.norm", "steps whose worst contact is not like the others"},
    {"solver.projection", "joints or overlaps"},
    {"solver.schedule", "contacts that share bodies"},
    {"solver.max_sweeps", "steps that miss their tolerance"},
    {"walls[].sides", "bodies other than spheres and clumps"},
    {"walls[].shape", "another shape may touch in the same place"},
    {"drives[].along", "the default is one of the others"},
};

TEST_F(KeysVsResults, every_key_acts_or_is_refused) {
  AllSeen all;
  for (const auto& [name, beginnings] : kDecks) {
    const std::string before = results(read(name, {}));
    change_each(read(name, {}), all, {name, beginnings}, [&](const std::string& path, const Sets& sets) {
      return outcome(path, before, [&] { return results(read(name, sets)); });
    });
  }
  for (const Key& key : drivers::key_table().keys()) {
    if (is_left_out(key) || leaf_of(key.path) == "name") continue;
    EXPECT_GT(of_all_kinds(all[key.path]).differs, 0) << key.path << ": in no deck do results differ";
    if (kNeedMore.contains(key.path) || key.kind == Kind::list || is_label(key)) continue;
    const bool in_list = !entry_of(key.path).empty();
    for (const auto& [kind, seen] : all[key.path]) {
      if (seen.differs == 0 && !seen.same.empty() && (in_list ? !kind.ends_with("spare") : kind == "plain"))
        ADD_FAILURE() << "ignored: " << seen.same.front();
    }
  }
}

}  // namespace
}  // namespace talus
