#include "io/deck/deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "bad_decks.hpp"
#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "io/deck/hints.hpp"

namespace talus::io {
namespace {

std::string error_of(const std::string& text, const std::vector<std::string>& sets) {
  try {
    Deck::parse(drivers::key_table(), text, "d.yaml", sets);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string read_error_of(const std::filesystem::path& file) {
  try {
    Deck::read(comm::Comm::self(), drivers::key_table(), file);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::filesystem::path write_file(const std::string& name, const std::string& text) {
  const auto file = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

constexpr const char* kScene = R"(# A scene with everything in it.
scenario: scene
time:
  step: 0.005
  end: 1
gravity: [0, 0, -9.80665]
output: {folder: "out/a \"b\" \\ c", every: .05}
contact:
  mu: +0.7
  rho: 1e-3
  pairs:
    - {a: "", b: steel, mu: 0.1, rho: 0, sigma: 0}
materials:
  - name: steel
    sigma: 2e-4
  - {name: wood, mu: 0.4, density: 600}
solver: {warm_start: false, max_sweeps: 77}
bodies:
  radius: 0.1
  mass: 3
  material: wood
  list:
    - {name: wheel, shape: slab, position: [0, 0, 0.1]}
    - position: [0, 0, 5.]
      velocity: [1, 2, 3]
      radius: 0.2
      mass: 0
      state: driven
      material: steel
shapes:
  - {name: slab, kind: box, half_size: [1, 2, 0.5]}
  - {name: stone, kind: polyhedron, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1e-3]]}
  - {name: pair, kind: clump, balls: [[0, 0, 0, 1], [1.5, 0, 0, 1]]}
  - {name: funnel, kind: mesh, file: funnel.stl}
joints:
  - {kind: revolute, a: wheel, b: post, point: [0, 0, 1], axis: [0, 1, 0]}
walls:
  - {shape: plane, name: post}
  - {shape: box, half_size: [1, 2, 3], rotation: [0, 0, 0.1], material: steel}
)";

constexpr const char* kTwoBodies = "bodies: {list: [{name: u, position: [0, 0, 0]}, {name: v, position: [1, 0, 0]}]}";

// A value that the reader must take, as YAML, other than the default where there is one.
std::string sample(const Key& key) {
  switch (key.kind) {
    case Kind::number: return key.path == "walls[].radius" ? "0.9" : key.range.holds(0.5) ? "0.5" : "1";
    case Kind::integer: return key.range.holds(1) ? "1" : fmt::format("{:.0f}", key.range.low);
    case Kind::flag: return "false";
    case Kind::text:
      return key.path == "joints[].a" ? "u" : key.path == "joints[].b" ? "v" : key.range.low > 0 ? "x" : "\"\"";
    case Kind::choice: return std::string(key.choices.back());
    case Kind::vector3: return key.path.ends_with(".high") ? "[2, 3, 4]" : "[1, 2, 3]";
    case Kind::rows: return key.columns == 2 ? "[[0, 1]]" : "[]";
    case Kind::list: return "[]";
  }
  return "";
}

// The path of the first entry of each list.
std::string first_of(std::string path) {
  for (auto at = path.find("[]"); at != std::string::npos; at = path.find("[]")) path.replace(at, 2, "[0]");
  return path;
}

// Whether it decides which other keys of its list entry are in use.
bool selects(const Key& key) {
  return std::ranges::any_of(drivers::key_table().keys(), [&](const Key& other) {
    return !entry_of(key.path).empty() && entry_of(other.path) == entry_of(key.path) &&
           other.only_with.key == leaf_of(key.path);
  });
}

// Sets that give the required keys of a scenario and, if it stands in a list, of the key's list entry.
// Whether it is in use where other keys of its list entry have these values or their defaults.
bool is_used(const Key& key, const std::string& entry, const std::map<std::string_view, std::string>& selected) {
  if (key.only_with.key.empty()) return true;
  const Key& selector = *drivers::key_table().find(fmt::format("{}.{}", entry, key.only_with.key));
  const auto value = selected.find(key.only_with.key);
  const bool given = value != selected.end() && !value->second.empty();
  return is_used(selector, entry, selected) && key.only_with.holds(given ? value->second : selector.preset);
}

std::vector<std::string> needed_by(const Key& key, const std::string& scenario) {
  std::vector<std::string> sets = {"scenario=" + scenario, "time.step=0.25", "time.end=1", "output.folder=x"};
  if (key.path == "walls[].servo_force" || key.path == "walls[].servo_pressure") sets.push_back("walls[0].area=1");
  if (key.path == "contact.damping" || key.path == "materials[].damping")
    sets.push_back(first_of(fmt::format("{}.stiffness=1", parent_of(key.path))));
  if (key.path == "feeds[].through") {
    for (const char* set : {"shape=ring", "name=x", "orifice_radius=0.5", "radius=0.9"})
      sets.push_back(std::string("walls[0].") + set);
  }
  if (key.path == "output.map_every") sets.insert(sets.end(), {"walls[0].shape=plane", "walls[0].map=true"});
  for (std::string entry(entry_of(key.path)); !entry.empty(); entry = entry_of(entry.substr(0, entry.size() - 2))) {
    std::map<std::string_view, std::string> selected;  // by the key that selects
    if (entry == "walls[]") selected["shape"] = "plane";
    if (key.path == "walls[].map_cell" || key.path == "walls[].wear") {
      sets.insert(sets.end(), {"walls[0].map=true", "output.map_every=1"});
    }
    if (key.path == "walls[].opening_velocity") sets.push_back("walls[0].opens=1");
    if (entry == "drives[]") {
      for (const char* set : {"kind=free", "name=x", "a=u", "b=v", "point=[0, 0, 0]"})
        sets.push_back(std::string("joints[0].") + set);
    }
    if (!key.only_with.key.empty() && entry == entry_of(key.path))
      selected[key.only_with.key] = key.only_with.values[0];
    for (const Key& other : drivers::key_table().keys()) {
      if (entry_of(other.path) != entry || !selects(other)) continue;
      auto& value = selected[leaf_of(other.path)];
      if (value.empty() && other.required()) value = other.choices[0];
      if (!value.empty()) sets.push_back(fmt::format("{}={}", first_of(std::string(other.path)), value));
    }
    for (const Key& other : drivers::key_table().keys()) {
      if (entry_of(other.path) != entry || !other.required() || selects(other)) continue;
      if (is_used(other, entry, selected)) {
        sets.push_back(fmt::format("{}={}", first_of(std::string(other.path)), sample(other)));
      }
    }
  }
  if (key.path.starts_with("contact.pairs[]") && key.path.ends_with("_ratio"))  // either it or the length
    sets.push_back(first_of(std::string(key.path.substr(0, key.path.size() - 6))) + "=0");
  return sets;
}

std::string scenario_of(const Key& key) {
  if (key.path == "scenario") return "scene";
  return key.scenarios.empty() ? "scene" : std::string(key.scenarios[0]);
}

// For every key of the table: a value that no key takes, and a letter more, to which the key itself is the nearest.
std::vector<BadDeck> bad_decks_of_all_keys() {
  std::vector<BadDeck> decks;
  for (const Key& key : drivers::key_table().keys()) {
    const std::string path = first_of(std::string(key.path));
    auto sets = needed_by(key, scenario_of(key));
    sets.push_back(path + "=[[1]]");
    decks.push_back({"{}", fmt::format("--set {0}=[[1]]: key '{0}", path), sets});
    sets.back() = path + "q=1";
    decks.push_back({"{}", fmt::format("--set {0}q=1: key '{0}q': unknown key, nearest is '{0}'", path), sets});
  }
  return decks;
}

TEST(Deck, RefusesEveryKeyMisspeltOrOfAnotherKind) {
  const auto bad = bad_decks_of_all_keys();
  EXPECT_GE(bad.size(), 150u);
  for (const BadDeck& deck : bad) {
    const std::string error = error_of(deck.text, deck.sets);
    EXPECT_NE(error.find(deck.expected), std::string::npos) << "expected: " << deck.expected << "\nfound:    " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(Deck, KeysForWordsOfOtherCodesAreInTheTable) {
  const auto& table = drivers::key_table();
  EXPECT_GE(answers().size(), 30u);
  for (const auto key : answers()) EXPECT_TRUE(table.find(key) || table.is_group(key)) << key;
}

TEST(Deck, RefusesBadDecksWithOneLineThatNamesPlaceAndKey) {
  const auto bad = bad_decks();
  EXPECT_GE(bad.size(), 200u);
  for (const BadDeck& deck : bad) {
    const std::string error = error_of(deck.text, deck.sets);
    EXPECT_NE(error.find(deck.expected), std::string::npos)
        << "deck:\n"
        << deck.text << "\nexpected: " << deck.expected << "\nfound:    " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_LT(error.size(), 600u) << error;
  }
}

TEST(Deck, ReadsEveryKindOfValue) {
  const Deck deck = Deck::parse(drivers::key_table(), kScene, "scene.yaml");
  EXPECT_EQ(deck.get<std::string>("scenario"), "scene");
  EXPECT_EQ(deck.get<double>("time.step"), 0.005);
  EXPECT_EQ(deck.get<Vec3>("gravity"), Vec3(0, 0, -9.80665));
  EXPECT_EQ(deck.get<std::string>("output.folder"), "out/a \"b\" \\ c");
  EXPECT_EQ(deck.get<double>("contact.mu"), 0.7);
  EXPECT_EQ(deck.get<std::int64_t>("solver.max_sweeps"), 77);
  EXPECT_FALSE(deck.get<bool>("solver.warm_start"));
  EXPECT_EQ(deck.size("bodies.list"), 2);
  EXPECT_EQ(deck.get<Vec3>("bodies.list[1].velocity"), Vec3(1, 2, 3));
  EXPECT_EQ(deck.get<std::string>("bodies.list[1].state"), "driven");
  EXPECT_EQ(deck.get<Vec3>("walls[1].half_size"), Vec3(1, 2, 3));
}

TEST(Deck, FillsDefaultsAndSaysWhatWasGiven) {
  const Deck deck = Deck::parse(drivers::key_table(), kScene, "scene.yaml");
  EXPECT_EQ(deck.get<std::string>("solver.name"), "mnest");
  EXPECT_FALSE(deck.given("solver.name"));
  EXPECT_TRUE(deck.given("solver.max_sweeps"));
  EXPECT_EQ(deck.get<Vec3>("walls[0].normal"), Vec3(0, 0, 1));
  EXPECT_FALSE(deck.given("walls[0].normal"));
  EXPECT_TRUE(deck.given("walls"));
  EXPECT_FALSE(Deck::parse(drivers::key_table(), scene(""), "box.yaml").given("walls"));
  EXPECT_EQ(Deck::parse(drivers::key_table(), scene(""), "box.yaml").size("walls"), 0);
}

TEST(Deck, TakesDefaultsOfEntriesFromTheCommonKeys) {
  const Deck deck = Deck::parse(drivers::key_table(), kScene, "scene.yaml");
  EXPECT_EQ(deck.get<double>("materials[0].mu"), 0.7);
  EXPECT_EQ(deck.get<double>("materials[1].mu"), 0.4);
  EXPECT_EQ(deck.get<double>("materials[0].sigma"), 2e-4);
  EXPECT_EQ(deck.get<double>("bodies.list[0].radius"), 0.1);
  EXPECT_EQ(deck.get<double>("bodies.list[1].radius"), 0.2);
  EXPECT_EQ(deck.get<double>("bodies.list[0].mass"), 3);
  EXPECT_EQ(deck.get<double>("bodies.list[1].mass"), 0);
  EXPECT_EQ(deck.get<std::string>("bodies.list[0].material"), "wood");
}

TEST(Deck, SetsOverrideAddAndAppend) {
  const Deck deck = Deck::parse(
      drivers::key_table(), scene("contact: {mu: 0.1}\nwalls:\n- {shape: plane}\n"), "d.yaml",
      {"contact.mu=0.2", "contact.mu=0.3", "solver.name=pgs", "gravity=[1, 2, 3]", "gravity[2]=4", "walls[1].shape=box",
       "walls[1].half_size=[1, 1, 1]", "walls[0].position=[0,0,-1]", "bodies.material=\"\"", "output.folder=a=b"});
  EXPECT_EQ(deck.get<double>("contact.mu"), 0.3);
  EXPECT_EQ(deck.get<std::string>("solver.name"), "pgs");
  EXPECT_EQ(deck.get<Vec3>("gravity"), Vec3(1, 2, 4));
  EXPECT_EQ(deck.size("walls"), 2);
  EXPECT_EQ(deck.get<std::string>("walls[1].shape"), "box");
  EXPECT_EQ(deck.get<Vec3>("walls[0].position"), Vec3(0, 0, -1));
  EXPECT_EQ(deck.get<std::string>("output.folder"), "a=b");
  EXPECT_EQ(
      Deck::parse(drivers::key_table(), scene("walls:\n- {shape: plane}\n"), "d.yaml", {"walls=[]"}).size("walls"), 0);
  EXPECT_EQ(Deck::parse(drivers::key_table(), scene(""), "d.yaml", {"gravity[0]=3"}).get<Vec3>("gravity"),
            Vec3(3, 0, -9.81));  // of the default
}

TEST(Deck, SetsCanCompleteADeckAndMendAWrongValue) {
  EXPECT_EQ(Deck::parse(drivers::key_table(), "scenario: scene\ntime: {step: 1}\noutput:\n", "d.yaml",
                        {"time.end=2", "output.folder=x"})
                .get<double>("time.end"),
            2);
  EXPECT_EQ(Deck::parse(drivers::key_table(), scene("contact: {mu: no}\n"), "d.yaml", {"contact.mu=1"})
                .get<double>("contact.mu"),
            1);
}

TEST(Deck, ReadsUnusualButGoodYaml) {
  const std::string plain = scene("contact:\n  mu: 0.25\n");
  const std::vector<std::string> same = {
      "\xEF\xBB\xBF" + plain,
      "---\n" + plain + "...\n",
      "# Latin-1 \xE9 and a\ttab in a comment\n" + plain,
      scene("contact: {mu: 0.25}   # comment\n"),
      scene("\"contact\": {'mu': .25}\n"),
      scene("contact:\n    mu:\n        2.5E-1"),
      "{scenario: scene, time: {step: 0.005, end: 1}, output: {folder: out/x}, contact: {mu: 25e-2}}",
  };
  for (const std::string& text : same) {
    EXPECT_EQ(Deck::parse(drivers::key_table(), text, "d.yaml").resolved(),
              Deck::parse(drivers::key_table(), plain, "d.yaml").resolved())
        << text;
  }
  std::string dos = plain;
  for (std::size_t at = 0; (at = dos.find('\n', at)) != std::string::npos; at += 2) dos.replace(at, 1, "\r\n");
  EXPECT_EQ(Deck::parse(drivers::key_table(), dos, "d.yaml").resolved(),
            Deck::parse(drivers::key_table(), plain, "d.yaml").resolved());
}

TEST(Deck, ReadsNumbersToTheLastBit) {
  const auto mu = [](const std::string& text) {
    return Deck::parse(drivers::key_table(), scene(""), "d.yaml", {"contact.mu=" + text}).get<double>("contact.mu");
  };
  for (const double value :
       {0.1, 1.0 / 3, 2.2250738585072014e-308, 4.9e-324, 1.7976931348623157e308, 123456789.123456789}) {
    EXPECT_EQ(mu(fmt::format("{}", value)), value);
  }
  EXPECT_EQ(mu("007"), 7);
  EXPECT_EQ(mu("5."), 5);
  const auto packed = scene("bodies: {packings: [{kind: lattice, low: [0, 0, 0], high: [1, 1, 1]}]}\n");
  EXPECT_EQ(Deck::parse(drivers::key_table(), packed, "d.yaml", {"bodies.seed=9223372036854775807"})
                .get<std::int64_t>("bodies.seed"),
            INT64_MAX);
}

TEST(Deck, ResolvedParsesToTheSameDeck) {
  for (const std::string& text : {std::string(kScene), scene(""), least("guideway"), least("wheel")}) {
    const std::string once = Deck::parse(drivers::key_table(), text, "d.yaml").resolved();
    const Deck again = Deck::parse(drivers::key_table(), once, "resolved");
    EXPECT_EQ(again.resolved(), once);
    for (const Key& key : drivers::key_table().keys()) {
      if (!entry_of(key.path).empty() || !key.used_by(again.get<std::string>("scenario"))) continue;
      EXPECT_TRUE(again.given(std::string(key.path))) << key.path;
    }
  }
}

TEST(Deck, ResolvedKeepsEveryBitOfNumbersAndEveryByteOfTexts) {
  const std::vector<std::string> sets = {"time.step=0.1234567890123456789",
                                         "output.folder=\"\\\" \\\\ : # é 'x' - 1\""};
  const Deck deck = Deck::parse(drivers::key_table(), scene(""), "d.yaml", sets);
  const Deck again = Deck::parse(drivers::key_table(), deck.resolved(), "resolved");
  EXPECT_EQ(again.get<double>("time.step"), deck.get<double>("time.step"));
  EXPECT_EQ(again.get<std::string>("output.folder"), "\" \\ : # é 'x' - 1");
}

std::string default_of(const Key& key) {
  return std::string(key.same_as.empty() ? key.preset : drivers::key_table().find(key.same_as)->preset);
}

TEST(Deck, AcceptsEveryKeyOfTheTable) {
  for (const Key& key : drivers::key_table().keys()) {
    const std::string scenario = scenario_of(key);
    std::vector<std::string> sets = needed_by(key, scenario);
    const std::string path = first_of(std::string(key.path));
    const std::string value = key.path == "scenario" ? scenario
                              : !key.needs.empty()   ? default_of(key)  // which need not have an effect
                              : selects(key)         ? std::string(key.choices.empty() ? "plane" : key.choices[0])
                                                     : sample(key);
    sets.push_back(fmt::format("{}={}", path, value));
    EXPECT_NO_THROW({
      const Deck deck = Deck::parse(
          drivers::key_table(), scenario == "scene" && key.path != "bodies.list" ? kTwoBodies : "{}", "d.yaml", sets);
      EXPECT_TRUE(deck.given(path)) << path;
    }) << path;
  }
}

TEST(Deck, DefaultsOfTheTableAreGoodValues) {
  for (const Key& key : drivers::key_table().keys()) {
    EXPECT_FALSE(key.help.empty()) << key.path;
    EXPECT_EQ(key.help.find_first_of("\n\t"), std::string_view::npos) << key.path;
    EXPECT_TRUE(key.same_as.empty() ||
                (drivers::key_table().find(key.same_as) && drivers::key_table().find(key.same_as)->kind == key.kind))
        << key.path;
    EXPECT_TRUE(key.same_as.empty() || key.preset.empty()) << key.path;
    EXPECT_EQ(key.kind == Kind::choice, !key.choices.empty()) << key.path;
    for (const std::string_view scenario : key.scenarios) {
      const auto& all = drivers::key_table().find("scenario")->choices;
      EXPECT_NE(std::find(all.begin(), all.end(), scenario), all.end()) << key.path;
    }
  }
}

TEST(Deck, ReferencePageShowsEveryKeyOnce) {
  const std::string page = key_reference(drivers::key_table());
  const std::string unbroken = std::regex_replace(page, std::regex("\n      +"), " ");
  for (const Key& key : drivers::key_table().keys()) {
    const std::string line = fmt::format("\n  {:<30} {}", key.path, describe(key));
    const std::string start = line.substr(0, line.rfind(' ', 110));  // of a line that may be broken
    const auto at = page.find(start);
    ASSERT_NE(at, std::string::npos) << key.path;
    EXPECT_EQ(page.find(start, at + 1), std::string::npos) << key.path;
    for (const std::string_view choice : key.choices) EXPECT_NE(page.find(choice, at), std::string::npos) << key.path;
    EXPECT_NE(unbroken.find(key.help), std::string::npos) << key.path;
    const std::string preset = key.preset.empty() ? "" : "default " + std::string(key.preset);
    EXPECT_NE(page.find(preset, at), std::string::npos) << key.path;
  }
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Deck, WrongQuestionsAreInternalErrors) {
  const Deck deck = Deck::parse(drivers::key_table(), scene("walls:\n- {shape: plane}\n"), "d.yaml");
  EXPECT_THROW(deck.get<double>("contact.mo"), std::logic_error);
  EXPECT_THROW(deck.get<double>("contact"), std::logic_error);
  EXPECT_THROW(deck.get<double>(""), std::logic_error);
  EXPECT_THROW(deck.get<double>("walls[0"), std::logic_error);
  EXPECT_THROW(deck.get<std::int64_t>("contact.mu"), std::logic_error);
  EXPECT_THROW(deck.get<double>("bodies.seed"), std::logic_error);
  EXPECT_THROW(deck.get<std::string>("walls[1].shape"), std::logic_error);
  EXPECT_THROW(deck.get<double>("guideway.mass"), std::logic_error);
  EXPECT_THROW(deck.get<Vec3>("walls[0].half_size"), std::logic_error);
  EXPECT_THROW(deck.size("contact.mu"), std::logic_error);
  EXPECT_THROW(deck.given("contact.mo"), std::logic_error);
}

TEST(Deck, RejectCitesTheKeyOrItsGroup) {
  const Deck deck = Deck::parse(drivers::key_table(), scene("contact:\n  mu: 1\n"), "d.yaml", {"guard.max_speed=3"});
  const auto message = [&](const std::string& path) {
    try {
      deck.reject(path, "too much");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("contact.mu"), "d.yaml:5:3: key 'contact.mu': too much");
  EXPECT_EQ(message("contact.rho"), "d.yaml:4:1: key 'contact.rho': too much");
  EXPECT_EQ(message("solver.name"), "d.yaml:1:1: key 'solver.name': too much");
  EXPECT_EQ(message("guard.max_speed"), "--set guard.max_speed=3: key 'guard.max_speed': too much");
}

TEST(Deck, ReadsFilesAndRefusesWhatIsNone) {
  const auto file = write_file("good.yaml", scene("contact: {mu: 0.25}\n"));
  EXPECT_EQ(Deck::read(comm::Comm::self(), drivers::key_table(), file, {"contact.rho=0.5"}).get<double>("contact.mu"),
            0.25);
  EXPECT_EQ(read_error_of("no/such.yaml"), "no/such.yaml: cannot be opened: No such file or directory");
  EXPECT_NE(read_error_of(testing::TempDir()).find("a folder, expected a deck"), std::string::npos);
  EXPECT_NE(read_error_of(write_file("empty.yaml", "")).find("empty.yaml:1:1: the deck is empty"), std::string::npos);
  const auto bad = write_file("bad.yaml", scene("contact: {mo: 1}\n"));
  EXPECT_EQ(read_error_of(bad).rfind(bad.string() + ":4:11: key 'contact.mo'", 0), 0u);
}

// The oracle: the numbers that the expressions come to, written by hand.
TEST(Deck, ExpressionsAreTheNumbersWrittenByHand) {
  const std::string text = scene(
      "variables: {box.width: 0.8, half: = box.width / 2, n: \"= max(2, floor(7 / 2)) ^ 2\"}\n"
      "contact: {mu: = -(1 - 3) * 2 ^ -1 ^ 2, rho: = bodies.radius * 1e-3}\n"
      "bodies: {radius: = half / 4, seed: = n, packings: [{kind: lattice, low: [0, 0, 0], high: [1, 1, 1]}]}\n"
      "walls: [{shape: box, half_size: [= half, = sqrt(4) - abs(-1), = 2 * sin(pi / 2)]}]\n");
  const Deck deck = Deck::parse(drivers::key_table(), text, "d.yaml");
  EXPECT_EQ(deck.get<double>("contact.mu"), 1);
  EXPECT_EQ(deck.get<double>("bodies.radius"), 0.1);
  EXPECT_EQ(deck.get<double>("contact.rho"), 0.1 * 1e-3);
  EXPECT_EQ(deck.get<std::int64_t>("bodies.seed"), 9);
  EXPECT_EQ(deck.get<Vec3>("walls[0].half_size"), Vec3(0.4, 1, 2));
}

// A stored deck keeps variables and expressions, so that --set at a restart changes what hangs on them.
TEST(Deck, ResolvedKeepsVariablesForLaterSets) {
  const std::string text = scene(
      "variables: {box.width: 0.8, half: = box.width / 2}\n"
      "walls: [{shape: box, half_size: [= half, \"= max(half, 3)\", 1]}]\nbodies: {radius: = half / 4, list: "
      "[{position: [0, 0, 0]}]}\n");
  const auto resolved = Deck::parse(drivers::key_table(), text, "d.yaml").resolved();
  EXPECT_EQ(Deck::parse(drivers::key_table(), resolved, "r.yaml").resolved(), resolved);
  for (const auto& source : {text, resolved}) {
    const Deck deck = Deck::parse(drivers::key_table(), source, "r.yaml", {"box.width=1.6", "time.end= = 2 * half"});
    EXPECT_EQ(deck.get<Vec3>("walls[0].half_size"), Vec3(0.8, 3, 1));
    EXPECT_EQ(deck.get<double>("bodies.radius"), 0.2);
    EXPECT_EQ(deck.get<double>("time.end"), 1.6);
  }
}

TEST(Deck, IncludesAreLaidUnderTheDeckOnceEach) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "include";
  std::filesystem::create_directories(folder / "parts");
  const auto put = [&](const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; };
  put("parts/common.yaml", "time: {step: 0.005, end: 1}\nmaterials: [{name: steel}]\nvariables: {a: 1}\n");
  put("parts/walls.yaml",
      "include: common.yaml\nwalls: [{shape: plane}]\nshapes: [{name: m, kind: mesh, file: m.stl}]\n"
      "contact: {mu: = a}\n");
  put("deck.yaml",
      "include: [parts/common.yaml, parts/walls.yaml]\ntime: {end: 2}\noutput: {folder: x}\n"
      "walls: [{shape: plane, normal: [1, 0, 0]}]\nvariables: {a: 3}\n");
  const Deck deck = Deck::read(comm::Comm::self(), drivers::key_table(), folder / "deck.yaml");
  EXPECT_EQ(deck.get<double>("time.step"), 0.005);
  EXPECT_EQ(deck.get<double>("time.end"), 2);
  EXPECT_EQ(deck.get<double>("contact.mu"), 3);
  EXPECT_EQ(deck.size("materials"), 1);
  EXPECT_EQ(deck.size("walls"), 2);
  EXPECT_EQ(deck.get<Vec3>("walls[1].normal"), Vec3(1, 0, 0));
  EXPECT_EQ(deck.get<std::string>("shapes[0].file"), (folder / "parts/m.stl").string());
  EXPECT_EQ(deck.get<std::string>("output.folder"), "x");
  put("parts/walls.yaml", "contact: {mu: = a}\nwalls: [{shap: plane}]\n");
  EXPECT_NE(read_error_of(folder / "deck.yaml").find("parts/walls.yaml:2:10: key 'walls[0].shap'"), std::string::npos);
  for (const char* circle : {"../deck.yaml", "walls.yaml"}) {
    put("parts/walls.yaml", std::string("contact: {mu: 1}\ninclude: ") + circle + "\n");
    EXPECT_NE(
        read_error_of(folder / "deck.yaml").find("parts/walls.yaml:2:10: key 'include': a file that includes this"),
        std::string::npos);
  }
  put("deck.yaml", "include: parts\n");
  EXPECT_NE(read_error_of(folder / "deck.yaml").find("deck.yaml:1:10: key 'include': '"), std::string::npos);
}

TEST(Deck, LimitsSizeAndCountOfValues) {
  const auto large = write_file("large.yaml", scene("# " + std::string(17u << 20, 'x') + "\n"));
  EXPECT_NE(read_error_of(large).find("larger than 16 MiB"), std::string::npos);
  std::string many = "gravity: [";
  for (int i = 0; i < 2000001; ++i) many += "1,";
  EXPECT_NE(error_of(scene(many + "1]\n"), {}).find("more than 2000000 values"), std::string::npos);
}

}  // namespace
}  // namespace talus::io
