#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/deck/tree.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

using Names = std::set<std::string>;

class Checker {
 public:
  explicit Checker(const Values& deck) : deck_(deck), setup_(deck) {}

  void check() const {
    const Names materials = names_of(setup_.materials.materials, "material", {""});
    check_pairs(materials);
    const Names shapes = names_of(setup_.lists.shapes, "shape", {});
    for (const auto& shape : setup_.lists.shapes) {
      if (shape.name == "plane" || shape.name == "box")
        deck_.reject(shape, "name", "a name that walls do not know already");
    }
    check_walls(materials, shapes);
    check_bodies(materials, shapes);
    Names walls, all;
    take_names(setup_.lists.walls, walls);
    all = walls;
    take_names(setup_.bodies.list, all);
    check_loads(all);
    check_joints(walls, all);
    check_drives();
  }

 private:
  // The names that may be used besides the known ones, each given once.
  Names names_of(const auto& entries, const char* what, Names names) const {
    for (const auto& entry : entries) {
      if (!names.insert(entry.name).second)
        deck_.reject(entry, "name", fmt::format("{} '{}' is there twice", what, io::printable(entry.name)));
    }
    return names;
  }

  // The names of the entries of a list, each of its own; "" is none.
  void take_names(const auto& entries, Names& names) const {
    for (const auto& entry : entries) {
      if (!entry.name.empty() && !names.insert(entry.name).second)
        deck_.reject(entry, "name", fmt::format("the name '{}' is there twice", io::printable(entry.name)));
    }
  }

  // The text at the path is one of the names.
  void require_name(const std::string& name, const Names& names, const std::string& path, std::string_view what,
                    std::string_view list) const {
    if (names.contains(name)) return;
    std::string known;
    for (const std::string& n : names) known += n.empty() ? "" : fmt::format(" '{}'", n);
    const std::string has = known.empty() ? "the deck has none" : "the deck has" + io::printable(known, 200);
    deck_.reject(path, fmt::format("no {} '{}' in {}, {}", what, io::printable(name), list, has));
  }
  void require_material(const std::string& name, const Names& names, const std::string& path) const {
    require_name(name, names, path, "material", "materials");
  }
  void require_shape(const auto& entry, const Names& names) const {
    require_name(entry.shape, names, entry.entry + ".shape", "shape", "shapes");
  }
  void require_body(const std::string& name, const Names& names, const std::string& path) const {
    require_name(name, names, path, "body or wall", "bodies.list and walls");
  }

  void check_pairs(const Names& materials) const {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& pair : setup_.materials.pairs) {
      require_material(pair.a, materials, pair.entry + ".a");
      require_material(pair.b, materials, pair.entry + ".b");
      if (!seen.insert(std::minmax(pair.a, pair.b)).second) deck_.reject(pair, "a", "this pair is there twice");
    }
  }

  void check_walls(const Names& materials, const Names& shapes) const {
    const auto kinds = wall_kinds();
    Names both = shapes;
    both.insert(kinds.begin(), kinds.end());
    for (const auto& wall : setup_.lists.walls) {
      require_shape(wall, both);
      if (shapes.contains(wall.shape) && std::ranges::find(kinds, wall.shape) != kinds.end())
        deck_.reject(wall, "shape",
                     fmt::format("'{}' is a kind of wall and one of shapes: rename the shape", wall.shape));
      require_material(wall.material, materials, wall.entry + ".material");
      check_wall(deck_, wall);
    }
  }

  void check_loads(Names names) const {
    names.insert("");
    for (const auto& load : setup_.lists.loads) {
      require_body(load.body, names, load.entry + ".body");
      if (load.kind != "drag") check_course(deck_, load);
    }
  }

  void check_joints(const Names& walls, const Names& all) const {
    for (const auto& joint : setup_.lists.joints) {
      require_body(joint.a, all, joint.entry + ".a");
      require_body(joint.b, all, joint.entry + ".b");
      if (joint.a == joint.b) deck_.reject(joint, "b", "another body than a");
      if (walls.contains(joint.a) && walls.contains(joint.b))
        deck_.reject(joint, "b", "a body: two walls cannot be joined");
      check_joint(deck_, joint);
    }
  }

  void check_drives() const {
    Names joints;
    take_names(setup_.lists.joints, joints);
    Names names = joints;
    take_names(setup_.lists.drives, names);
    for (const auto& drive : setup_.lists.drives) {
      require_name(drive.joint, joints, drive.entry + ".joint", "joint", "joints");
      if (drive.kind != "spring") check_course(deck_, drive);
    }
  }

  void check_bodies(const Names& materials, Names shapes) const {
    require_material(setup_.bodies.material, materials, "bodies.material");
    shapes.insert("");
    for (const auto& body : setup_.bodies.list) {
      require_material(body.material, materials, body.entry + ".material");
      require_shape(body, shapes);
    }
    for (const auto& packing : setup_.bodies.packings) {
      if (packing.kind != "lammps" && packing.kind != "checkpoint")
        require_material(packing.material, materials, packing.entry + ".material");
      if (packing.kind != "lattice" && packing.kind != "random") continue;
      require_shape(packing, shapes);
      for (const auto& mix : packing.mix) require_shape(mix, shapes);
      const Vec3 size = packing.high - packing.low;
      if (!(size.minCoeff() > 0) || !size.allFinite())
        deck_.reject(packing, "high", "expected a corner above the lower one along all axes");
    }
  }

  const Values& deck_;
  Setup setup_;
};

}  // namespace

void ListOptions::check(const Values& deck) { Checker(deck).check(); }

}  // namespace talus::scene
