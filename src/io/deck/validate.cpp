#include <fmt/format.h>

#include <set>

#include "io/deck/deck.hpp"

namespace talus::io {
namespace {

using Names = std::set<std::string>;

// The names that may be used; "" is the material made of contact.*.
Names check_materials(const Values& deck) {
  Names names = {""};
  for (int i = 0; i < deck.size("materials"); ++i) {
    const std::string path = fmt::format("materials[{}].name", i);
    const std::string name = deck.text(path);
    if (!names.insert(name).second) deck.reject(path, fmt::format("material '{}' is there twice", printable(name)));
  }
  return names;
}

// The text at the path is one of the names.
void require_name(const Values& deck, const Names& names, const std::string& path, std::string_view what,
                  std::string_view list) {
  const std::string name = deck.text(path);
  if (names.contains(name)) return;
  std::string known;
  for (const std::string& n : names) known += n.empty() ? "" : fmt::format(" '{}'", n);
  const std::string has = known.empty() ? "the deck has none" : "the deck has" + printable(known, 200);
  deck.reject(path, fmt::format("no {} '{}' in {}, {}", what, printable(name), list, has));
}

void require_material(const Values& deck, const Names& names, const std::string& path) {
  require_name(deck, names, path, "material", "materials");
}

void require_direction(const Values& deck, const std::string& path, std::string_view what) {
  if (deck.vector3(path).isZero(0)) deck.reject(path, fmt::format("{} has a direction, found zero", what));
}

Names check_shapes(const Values& deck) {
  Names names;
  for (int i = 0; i < deck.size("shapes"); ++i) {
    const std::string path = fmt::format("shapes[{}].name", i);
    const std::string name = deck.text(path);
    if (name == "plane" || name == "box") deck.reject(path, "a name that walls do not know already");
    if (!names.insert(name).second) deck.reject(path, fmt::format("shape '{}' is there twice", printable(name)));
  }
  return names;
}

void check_pairs(const Values& deck, const Names& names) {
  std::set<std::pair<std::string, std::string>> seen;
  for (int i = 0; i < deck.size("contact.pairs"); ++i) {
    const std::string path = fmt::format("contact.pairs[{}]", i);
    require_material(deck, names, path + ".a");
    require_material(deck, names, path + ".b");
    const auto [first, second] = std::minmax({deck.text(path + ".a"), deck.text(path + ".b")});
    if (!seen.insert({first, second}).second) deck.reject(path + ".a", "this pair is there twice");
  }
}

// Where friction is bounded row by row, the law has its own spring of contacts that stick, or none.
void check_springs(const Values& deck) {
  const std::string law = deck.text("contact.law");
  if (law != "regularised" && law != "box") return;
  const auto refuse = [&](const std::string& group) {
    const std::string path = group + ".tangential_stiffness";
    if (deck.number(path) > 0)
      deck.reject(path, fmt::format("not used where contact.law is {}, only where it is ccp, coulomb, pyramid", law));
  };
  refuse("contact");
  for (int i = 0; i < deck.size("materials"); ++i) refuse(fmt::format("materials[{}]", i));
}

void check_walls(const Values& deck, const Names& materials, Names shapes) {
  shapes.insert({"plane", "box"});
  for (int i = 0; i < deck.size("walls"); ++i) {
    const std::string path = fmt::format("walls[{}]", i);
    require_name(deck, shapes, path + ".shape", "shape", "shapes");
    require_material(deck, materials, path + ".material");
    if (deck.text(path + ".shape") == "plane") require_direction(deck, path + ".normal", "a normal");
  }
}

// The names of the entries of a list, each of its own; "" is none.
void take_names(const Values& deck, const std::string& list, Names& names) {
  for (int i = 0; i < deck.size(list); ++i) {
    const std::string path = fmt::format("{}[{}].name", list, i);
    const std::string name = deck.text(path);
    if (!name.empty() && !names.insert(name).second)
      deck.reject(path, fmt::format("the name '{}' is there twice", printable(name)));
  }
}

void check_course(const Values& deck, const std::string& path) {
  const std::string course = deck.text(path + ".course");
  if (course == "table") {
    const auto table = deck.rows(path + ".table");
    if (table.empty()) deck.reject(path + ".table", "expected at least one row of time and factor");
    for (std::size_t row = 1; row < table.size(); ++row) {
      if (table[row][0] <= table[row - 1][0])
        deck.reject(path + ".table", fmt::format("the time of row {} is not after the one before", row));
    }
  } else if (const double end = deck.number(path + ".end"); end > 0 && end <= deck.number(path + ".start")) {
    deck.reject(path + ".end", "expected 0, or a time after the start");
  }
}

void check_loads(const Values& deck, Names names) {
  names.insert("");
  for (int i = 0; i < deck.size("loads"); ++i) {
    const std::string path = fmt::format("loads[{}]", i);
    require_name(deck, names, path + ".body", "body or wall", "bodies.list and walls");
    if (deck.text(path + ".kind") == "drag") continue;
    check_course(deck, path);
  }
}

void check_joints(const Values& deck, const Names& walls, const Names& all) {
  for (int i = 0; i < deck.size("joints"); ++i) {
    const std::string path = fmt::format("joints[{}]", i);
    for (const char* end : {".a", ".b"}) require_name(deck, all, path + end, "body or wall", "bodies.list and walls");
    if (deck.text(path + ".a") == deck.text(path + ".b")) deck.reject(path + ".b", "another body than a");
    if (walls.contains(deck.text(path + ".a")) && walls.contains(deck.text(path + ".b")))
      deck.reject(path + ".b", "a body: two walls cannot be joined");
    require_direction(deck, path + ".axis", "an axis");
    const std::string kind = deck.text(path + ".kind");
    if (kind == "universal" || kind == "gear" || kind == "rack") require_direction(deck, path + ".axis_b", "an axis");
    if (kind == "gear" && deck.number(path + ".ratio") == 0)
      deck.reject(path + ".ratio", "expected another ratio than 0");
    if (kind == "screw" && deck.number(path + ".lead") == 0)
      deck.reject(path + ".lead", "expected another lead than 0");
  }
}

void check_drives(const Values& deck) {
  Names joints, names;
  take_names(deck, "joints", joints);
  names = joints;
  take_names(deck, "drives", names);
  for (int i = 0; i < deck.size("drives"); ++i) {
    const std::string path = fmt::format("drives[{}]", i);
    require_name(deck, joints, path + ".joint", "joint", "joints");
    if (deck.text(path + ".kind") != "spring") check_course(deck, path);
  }
}

void check_bodies(const Values& deck, const Names& materials, Names shapes) {
  require_material(deck, materials, "bodies.material");
  if (deck.text("scenario") != "scene") return;
  shapes.insert("");
  for (int i = 0; i < deck.size("bodies.list"); ++i) {
    const std::string path = fmt::format("bodies.list[{}]", i);
    require_material(deck, materials, path + ".material");
    require_name(deck, shapes, path + ".shape", "shape", "shapes");
  }
  for (int i = 0; i < deck.size("bodies.packings"); ++i) {
    const std::string path = fmt::format("bodies.packings[{}]", i);
    const std::string kind = deck.text(path + ".kind");
    if (kind != "lammps" && kind != "checkpoint") require_material(deck, materials, path + ".material");
    if (kind != "lattice" && kind != "random") continue;
    require_name(deck, shapes, path + ".shape", "shape", "shapes");
    for (int m = 0; m < deck.size(path + ".mix"); ++m)
      require_name(deck, shapes, fmt::format("{}.mix[{}].shape", path, m), "shape", "shapes");
    const Vec3 size = deck.vector3(path + ".high") - deck.vector3(path + ".low");
    if (!(size.minCoeff() > 0) || !size.allFinite())
      deck.reject(path + ".high", "expected a corner above the lower one along all axes");
  }
}

void check_named(const Values& deck) {
  Names walls, all;
  take_names(deck, "walls", walls);
  all = walls;
  const bool scene = deck.text("scenario") == "scene";
  if (scene) take_names(deck, "bodies.list", all);
  check_loads(deck, all);
  if (scene) check_joints(deck, walls, all), check_drives(deck);
}

// The largest body must fit where the scenario puts it.
void check_sizes(const Values& deck) {
  const std::string scenario = deck.text("scenario");
  if (scenario == "rolling-disk" && deck.integer("bodies.count") != 1) {
    deck.reject("bodies.count", "expected 1, a rolling disk is alone");
  }
  if (scenario != "box" && scenario != "pile") return;
  const double largest = 2 * deck.number("bodies.radius") * (1 + deck.number("bodies.spread"));
  const std::string width = scenario + ".width";
  if (deck.number(width) < largest) {
    deck.reject(width, fmt::format("expected at least {} m, the diameter of the largest body", largest));
  }
  if (scenario == "pile" && deck.number("pile.feed_width") > deck.number(width)) {
    deck.reject("pile.feed_width", fmt::format("expected at most pile.width = {} m", deck.number(width)));
  }
}

}  // namespace

void validate(const Values& deck) {
  const Names names = check_materials(deck);
  check_pairs(deck, names);
  check_springs(deck);
  const Names shapes = check_shapes(deck);
  check_walls(deck, names, shapes);
  check_bodies(deck, names, shapes);
  check_named(deck);
  check_sizes(deck);
}

}  // namespace talus::io
