#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/deck/tree.hpp"
#include "scene/names.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

class Checker {
 public:
  explicit Checker(const Values& deck) : deck_(deck), setup_(deck) {}

  void check() const {
    const NameSet materials = names_of(setup_.materials.materials, "material", {""});
    check_pairs(materials);
    const NameSet shapes = names_of(setup_.lists.shapes, "shape", {});
    for (const auto& shape : setup_.lists.shapes) {
      if (shape.name == "plane" || shape.name == "box")
        deck_.reject(shape, "name", "a name that walls do not know already");
    }
    check_walls(materials, shapes);
    check_bodies(materials, shapes);
    NameSet walls, all;
    take_names(setup_.lists.walls, walls);
    all = walls;
    take_names(setup_.bodies.list, all);
    NameSet with_packings = all;
    take_names(setup_.bodies.packings, with_packings);
    check_loads(with_packings);
    check_joints(walls, all);
    check_drives();
  }

 private:
  // The names that may be used besides the known ones, each given once.
  NameSet names_of(const auto& entries, const char* what, NameSet names) const {
    for (const auto& entry : entries) {
      require_plain_name(deck_, entry);
      if (!names.insert(entry.name).second)
        deck_.reject(entry, "name", fmt::format("{} '{}' is there twice", what, io::printable(entry.name)));
    }
    return names;
  }

  // The names of the entries of a list, each of its own; "" is none.
  void take_names(const auto& entries, NameSet& names) const {
    for (const auto& entry : entries) {
      require_plain_name(deck_, entry);
      if (!entry.name.empty() && !names.insert(entry.name).second)
        deck_.reject(entry, "name", fmt::format("the name '{}' is there twice", io::printable(entry.name)));
    }
  }

  void require_material(const std::string& name, const NameSet& names, const std::string& path) const {
    require_known(deck_, path, name, names, "material", "materials");
  }
  void require_shape(const auto& entry, const NameSet& names) const {
    require_known(deck_, entry.entry + ".shape", entry.shape, names, "shape", "shapes");
  }
  void require_body(const std::string& name, const NameSet& names, const std::string& path) const {
    require_known(deck_, path, name, names, "body or wall", "bodies.list and walls");
  }

  void check_pairs(const NameSet& materials) const {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& pair : setup_.materials.pairs) {
      require_material(pair.a, materials, pair.entry + ".a");
      require_material(pair.b, materials, pair.entry + ".b");
      if (!seen.insert(std::minmax(pair.a, pair.b)).second) deck_.reject(pair, "a", "this pair is there twice");
    }
  }

  void check_walls(const NameSet& materials, const NameSet& shapes) const {
    const auto kinds = wall_kinds();
    NameSet both = shapes;
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

  void check_loads(NameSet names) const {
    names.insert("");
    for (const auto& load : setup_.lists.loads) {
      require_known(deck_, load.entry + ".body", load.body, names, "body, wall or packing",
                    "bodies.list, walls and bodies.packings");
      if (load.kind != "drag") check_course(deck_, load);
    }
  }

  void check_joints(const NameSet& walls, const NameSet& all) const {
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
    NameSet joints;
    take_names(setup_.lists.joints, joints);
    NameSet names = joints;
    take_names(setup_.lists.drives, names);
    for (const auto& drive : setup_.lists.drives) {
      require_known(deck_, drive.entry + ".joint", drive.joint, joints, "joint", "joints");
      if (drive.kind != "spring") check_course(deck_, drive);
    }
  }

  void check_bodies(const NameSet& materials, NameSet shapes) const {
    require_material(setup_.bodies.material, materials, "bodies.material");
    shapes.insert("");
    for (const auto& body : setup_.bodies.list) {
      require_plain_group(deck_, body);
      require_material(body.material, materials, body.entry + ".material");
      require_shape(body, shapes);
    }
    for (const auto& packing : setup_.bodies.packings) {
      require_plain_group(deck_, packing);
      if (packing.kind != "lammps" && packing.kind != "checkpoint")
        require_material(packing.material, materials, packing.entry + ".material");
      if (packing.kind != "lattice" && packing.kind != "random") continue;
      require_shape(packing, shapes);
      for (const auto& mix : packing.mix) require_shape(mix, shapes);
      const Vec3 size = packing.high - packing.low;
      if (packing.region == "box" && (!(size.minCoeff() > 0) || !size.allFinite()))
        deck_.reject(packing, "high", "expected a corner above the lower one along all axes");
    }
  }

  const Values& deck_;
  Setup setup_;
};

}  // namespace

void ListOptions::check(const Values& deck) { Checker(deck).check(); }

}  // namespace talus::scene
