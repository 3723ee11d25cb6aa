#include "collide/collide.hpp"

#include <algorithm>
#include <bit>

#include "collide/narrow.hpp"

namespace talus::collide {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::State;

// Bodies by the cube of their centre, on the level of their reach. Bodies come ordered by cube in two runs (owned, ghosts);
// a hash table leads from a cube to its range in the merged order.
class Cells {
 public:
  struct Item {
    CubeKey key;
    LocalIndex body;
    double reach;
  };

  Cells(const Bodies& bodies, const CollideOptions& options) {
    items_.reserve(bodies.local.size());
    for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
      const auto& body = bodies.local[static_cast<std::size_t>(b)];
      const double reach = options.range.reach(body);
      const int level = options.grid.level_for(2 * reach);
      items_.push_back({options.grid.cube_at(level, body.position).key(), b, reach});
      levels_ |= 1u << level;
    }
    const auto ghosts = items_.begin() + bodies.num_owned;
    std::inplace_merge(items_.begin(), ghosts, items_.end(), [](const Item& x, const Item& y) { return x.key < y.key; });
    std::size_t cells = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) cells += i == 0 || items_[i].key != items_[i - 1].key;
    slots_.assign(std::bit_ceil(2 * cells + 1), -1);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (i == 0 || items_[i].key != items_[i - 1].key) slots_[free_slot(items_[i].key)] = static_cast<LocalIndex>(i);
    }
  }

  const std::vector<Item>& items() const { return items_; }
  unsigned levels() const { return levels_; }

  // First item of a cube; items().size() if it is empty.
  std::size_t first(CubeKey key) const {
    const auto slot = slots_[free_slot(key)];
    return slot < 0 ? items_.size() : static_cast<std::size_t>(slot);
  }

 private:
  std::size_t free_slot(CubeKey key) const {  // where the key stands, or the empty place where it would
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = mix_bits(key) & mask;
    while (slots_[at] >= 0 && items_[static_cast<std::size_t>(slots_[at])].key != key) at = (at + 1) & mask;
    return at;
  }
  std::vector<Item> items_;
  std::vector<LocalIndex> slots_;
  unsigned levels_ = 0;
};

class Finder {
 public:
  Finder(const Bodies& bodies, const bodies::World& world, const CollideOptions& options)
      : bodies_(bodies), world_(world), options_(options), cells_(bodies, options) {}

  std::vector<Contact> run() {
    contacts_.reserve(3 * bodies_.local.size());
    const auto& items = cells_.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Cube cube = Cube::of(items[i].key);
      for (std::size_t j = i + 1; j < items.size() && items[j].key == items[i].key; ++j) try_pair(items[i], items[j]);
      try_forward(items[i], cube);
      for (int level = cube.level + 1; level <= kMaxLevel && cells_.levels() >> level; ++level) {
        if (cells_.levels() >> level & 1) try_coarser(items[i], level);
      }
      for (std::size_t w = 0; w < world_.walls.size(); ++w) try_wall(w, items[i]);
    }
    std::sort(contacts_.begin(), contacts_.end(), [](const Contact& x, const Contact& y) {
      if (x.cube != y.cube) return x.cube < y.cube;
      if (x.id_a != y.id_a) return x.id_a < y.id_a;
      return x.id_b != y.id_b ? x.id_b < y.id_b : x.feature < y.feature;
    });
    return std::move(contacts_);
  }

 private:
  using Item = Cells::Item;
  const Body& body(LocalIndex b) const { return bodies_.local[static_cast<std::size_t>(b)]; }

  void try_cell(const Item& item, CubeKey key) {
    const auto& items = cells_.items();
    for (std::size_t j = cells_.first(key); j < items.size() && items[j].key == key; ++j) try_pair(item, items[j]);
  }

  // The 13 of 26 neighbours on the same level that come later in lexicographic order.
  void try_forward(const Item& item, const Cube& cube) {
    for (int n = 14; n < 27; ++n) {
      try_cell(item, Cube{cube.level, cube.i + n / 9 - 1, cube.j + n / 3 % 3 - 1, cube.k + n % 3 - 1}.key());
    }
  }

  // Partners of a coarser level sit at most half an edge (their reach) beyond what this body's reach touches.
  void try_coarser(const Item& item, int level) {
    const Vec3& centre = body(item.body).position;
    const Vec3 far = Vec3::Constant(item.reach + 0.5 * options_.grid.edge_at(level));
    const Cube low = options_.grid.cube_at(level, centre - far), high = options_.grid.cube_at(level, centre + far);
    for (auto i = low.i; i <= high.i; ++i)
      for (auto j = low.j; j <= high.j; ++j)
        for (auto k = low.k; k <= high.k; ++k) try_cell(item, Cube{level, i, j, k}.key());
  }

  void try_pair(const Item& x, const Item& y) {
    const bool ordered = body(x.body).id < body(y.body).id;
    const Item &ia = ordered ? x : y, &ib = ordered ? y : x;
    const Body &a = body(ia.body), &b = body(ib.body);
    const double reach = ia.reach + ib.reach;
    if ((b.position - a.position).squaredNorm() > reach * reach) return;
    if (a.state != State::dynamic && b.state != State::dynamic) return;
    const Closest c = sphere_sphere(a, b);
    if (c.gap > options_.range.distance(b.velocity - a.velocity)) return;
    // The contact's cube is taken at a place within both reaches, so that its holder has both bodies.
    const double distance = a.radius + b.radius + c.gap;
    const double low = std::max(-ia.reach, distance - ib.reach), high = std::min(ia.reach, distance + ib.reach);
    const double along = std::clamp(a.radius + 0.5 * c.gap, std::min(low, high), high);
    add(c, a.position + along * c.normal, std::max(Cube::of(x.key).level, Cube::of(y.key).level),
        {.id_a = a.id, .id_b = b.id, .a = ia.body, .b = ib.body});
  }

  void try_wall(std::size_t w, const Item& item) {
    const Body &wall = world_.walls[w], &b = body(item.body);
    if (b.state != State::dynamic) return;
    const Closest c = wall_sphere(wall, world_.shapes[static_cast<std::size_t>(wall.shape)], b);
    const Vec3 wall_velocity = wall.velocity + wall.angular_velocity.cross(c.point - wall.position);
    if (c.gap > options_.range.distance(b.velocity - wall_velocity)) return;
    const double along = std::clamp(b.radius + 0.5 * c.gap, -item.reach, item.reach);
    add(c, b.position - along * c.normal, Cube::of(item.key).level,
        {.id_a = wall.id, .id_b = b.id, .a = bodies_.num_local() + static_cast<LocalIndex>(w), .b = item.body});
  }

  void add(const Closest& c, const Vec3& place, int level, Contact contact) {
    contact.cube = options_.grid.cube_at(level, place).key();
    if (!options_.holds(contact.cube)) return;
    contact.gap = c.gap;
    contact.normal = c.normal;
    contact.point = c.point;
    contacts_.push_back(contact);
  }

  const Bodies& bodies_;
  const bodies::World& world_;
  const CollideOptions& options_;
  Cells cells_;
  std::vector<Contact> contacts_;
};

}  // namespace

std::vector<Contact> find_contacts(const Bodies& bodies, const bodies::World& world, const CollideOptions& options) {
  return Finder(bodies, world, options).run();
}

}  // namespace talus::collide
