#include "scene/check_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "collide/pairs.hpp"

namespace talus::scene {
namespace {

using bodies::Body;

template <class... Kinds>
bool is_any(const bodies::Shape& shape) {
  return (std::holds_alternative<Kinds>(shape) || ...);
}

// Do their contacts have the radii that Hertz' law needs? One is a sphere, the other a sphere, a raceway or flat.
bool have_radii(const bodies::Shape& a, const bodies::Shape& b) {
  const auto fits = [](const bodies::Shape& sphere, const bodies::Shape& other) {
    return is_any<bodies::Sphere>(sphere) &&
           is_any<bodies::Sphere, bodies::Raceway, bodies::Plane, bodies::Box, bodies::Polyhedron, bodies::Mesh>(other);
  };
  return fits(a, b) || fits(b, a);
}

// Bodies of one shape whose materials have moduli, or have none.
struct Group {
  std::int32_t shape;
  bool moduli;
  std::int64_t dynamic = 0, all = 0;  // how many
};

bool has_moduli(const bodies::World& world, std::int32_t material) {
  return world.materials.springs_of_pair(material, material).contact_modulus > 0;
}

std::vector<Group> groups_of(const comm::Comm& comm, const bodies::World& world, const bodies::Bodies& bodies) {
  std::vector<std::int64_t> counts(4 * world.shapes.size(), 0);
  for (const Body& b : bodies.owned()) {
    const std::size_t place = 4 * static_cast<std::size_t>(b.shape) + (has_moduli(world, b.material) ? 2 : 0);
    counts[place] += b.state == bodies::State::dynamic;
    ++counts[place + 1];
  }
  comm.sum(counts);
  std::vector<Group> groups;
  for (std::size_t n = 0; 2 * n < counts.size(); ++n) {
    if (counts[2 * n + 1] == 0) continue;
    groups.push_back({static_cast<std::int32_t>(n / 2), n % 2 == 1, counts[2 * n], counts[2 * n + 1]});
  }
  return groups;
}

class Checker {
 public:
  Checker(const comm::Comm& comm, const bodies::World& world, const bodies::Bodies& bodies)
      : comm_(comm), world_(world), bodies_(bodies) {}

  void check() const {
    const auto groups = groups_of(comm_, world_, bodies_);
    for (auto a = groups.begin(); a != groups.end(); ++a) {
      for (auto b = a; b != groups.end(); ++b) {
        const bool meet = a == b ? a->dynamic > 0 && a->all > 1 : a->dynamic > 0 || b->dynamic > 0;
        if (meet) check(*a, *b, [] { return true; });
      }
      if (a->dynamic == 0) continue;
      for (const Body& wall : world_.walls)
        check({wall.shape, has_moduli(world_, wall.material)}, *a, [&] { return some_are_free_of(wall, *a); });
    }
  }

 private:
  // *Collective.* Is there a dynamic body of the group that no joint joins to the wall?
  bool some_are_free_of(const Body& wall, const Group& group) const {
    std::int64_t free = 0;
    for (LocalIndex n = 0; n < bodies_.num_owned; ++n) {
      const Body& b = bodies_.local[n];
      if (b.shape != group.shape || has_moduli(world_, b.material) != group.moduli || b.state != bodies::State::dynamic)
        continue;
      free += std::ranges::none_of(bodies_.joints[n], [&](const bodies::Joint& j) { return j.a == wall.id; });
    }
    return comm_.sum(free) > 0;
  }

  void check(const Group& a, const Group& b, auto&& can_meet) const {
    const bodies::Shape &of_a = shape(a), &of_b = shape(b);
    const collide::Meeting meeting = collide::meeting_of(of_a, of_b);
    if (meeting == collide::Meeting::refused && can_meet()) {
      throw InputError(
          fmt::format("no contacts can be found between {} and {}; docs/explanation/limits.md says which shapes cannot "
                      "be in one scene",
                      name(a), name(b)));
    }
    if (meeting == collide::Meeting::touch && !have_radii(of_a, of_b) && (a.moduli || b.moduli)) {
      throw InputError(
          fmt::format("contacts of materials with young are between a sphere and a sphere, raceway, plane, "
                      "box, polyhedron or mesh; found {} and {}",
                      name(a), name(b)));
    }
  }

  const bodies::Shape& shape(const Group& group) const { return world_.shapes[static_cast<std::size_t>(group.shape)]; }
  std::string name(const Group& group) const {
    const auto given = world_.shape_names.find(group.shape);
    const char* kind = bodies::kind_name(shape(group));
    return given == world_.shape_names.end() || given->second == kind
               ? fmt::format("a {}", kind)
               : fmt::format("shape '{}' ({})", given->second, kind);
  }

  const comm::Comm& comm_;
  const bodies::World& world_;
  const bodies::Bodies& bodies_;
};

}  // namespace

void check_pairs(const comm::Comm& comm, const bodies::World& world, const bodies::Bodies& bodies) {
  Checker(comm, world, bodies).check();
}

}  // namespace talus::scene
