#include "collide/collide.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "collide/pairs.hpp"
#include "collide/walls.hpp"

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
    std::int32_t shape;
    double reach;
    Vec3 position;

    bool is_sphere() const { return shape == 0; }
  };

  Cells(const Bodies& bodies, const CollideOptions& options) {
    items_.reserve(bodies.local.size());
    for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
      const auto& body = bodies.local[static_cast<std::size_t>(b)];
      const double reach = options.range.reach(body);
      const int level = options.grid.level_for(2 * reach);
      items_.push_back({options.grid.cube_at(level, body.position).key(), b, body.shape, reach, body.position});
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

  std::span<const Item> items() const { return items_; }
  unsigned levels() const { return levels_; }

  // The items of one cube; may be empty.
  std::span<const Item> cell(CubeKey key) const {
    const auto slot = slots_[free_slot(key)];
    return slot < 0 ? std::span<const Item>{} : cell_from(static_cast<std::size_t>(slot));
  }
  std::span<const Item> cell_from(std::size_t first) const {
    std::size_t end = first + 1;
    while (end < items_.size() && items_[end].key == items_[first].key) ++end;
    return items().subspan(first, end - first);
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
      : bodies_(bodies), world_(world), options_(options), cells_(bodies, options), walls_(world, options.range), pair_tests_(bodies.local.size(), 0) {}

  std::vector<Contact> run() {
    contacts_.reserve(3 * bodies_.local.size());
    const auto items = cells_.items();
    for (std::size_t first = 0; first < items.size();) {
      const auto cell = cells_.cell_from(first);
      try_around(cell);
      for (const Item& item : cell) try_walls(item);
      first += cell.size();
    }
    return ordered();
  }
  std::vector<std::int32_t>& pair_tests() { return pair_tests_; }

 private:
  using Item = Cells::Item;
  const Body& body(LocalIndex b) const { return bodies_.local[static_cast<std::size_t>(b)]; }

  // Pairs within a cell, with the 13 of 26 neighbours that come later in lexicographic order, with coarser levels.
  void try_around(std::span<const Item> cell) {
    const Cube cube = Cube::of(cell.front().key);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      for (const Item& other : cell.subspan(i + 1)) try_pair(cell[i], other);
    }
    for (int n = 14; n < 27; ++n) {
      const auto others = cells_.cell(Cube{cube.level, cube.i + n / 9 - 1, cube.j + n / 3 % 3 - 1, cube.k + n % 3 - 1}.key());
      for (const Item& item : cell) {
        for (const Item& other : others) try_pair(item, other);
      }
    }
    for (int level = cube.level + 1; level <= kMaxLevel && cells_.levels() >> level; ++level) {
      if (!(cells_.levels() >> level & 1)) continue;
      for (const Item& item : cell) try_coarser(item, level);
    }
  }

  // Partners of a coarser level sit at most half an edge (their reach) beyond what this body's reach touches.
  void try_coarser(const Item& item, int level) {
    const Vec3 far = Vec3::Constant(item.reach + 0.5 * options_.grid.edge_at(level));
    const Cube low = options_.grid.cube_at(level, item.position - far), high = options_.grid.cube_at(level, item.position + far);
    for (auto i = low.i; i <= high.i; ++i)
      for (auto j = low.j; j <= high.j; ++j)
        for (auto k = low.k; k <= high.k; ++k)
          for (const Item& other : cells_.cell(Cube{level, i, j, k}.key())) try_pair(item, other);
  }

  void try_pair(const Item& x, const Item& y) {
    ++pair_tests_[static_cast<std::size_t>(x.body)];
    const double reach = x.reach + y.reach;
    if ((y.position - x.position).squaredNorm() > reach * reach) return;
    const bool in_order = body(x.body).id < body(y.body).id;
    const Item &ia = in_order ? x : y, &ib = in_order ? y : x;
    const Body &a = body(ia.body), &b = body(ib.body);
    if (a.state != State::dynamic && b.state != State::dynamic) return;
    const int level = std::max(Cube::of(x.key).level, Cube::of(y.key).level);
    const Contact contact{.id_a = a.id, .id_b = b.id, .a = ia.body, .b = ib.body};
    if (ia.is_sphere() && ib.is_sphere()) {
      const Vec3 d = b.position - a.position;
      const double distance = d.norm(), gap = distance - a.radius - b.radius;
      const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3(Vec3::UnitZ());
      if (gap > options_.range.distance(a, b, normal)) return;
      add({gap, normal, a.position + (a.radius + 0.5 * gap) * normal}, on_line(ia, ib, normal, distance, a.radius + 0.5 * gap), level, contact);
      return;
    }
    touches_.clear();
    find_touches(placed(world_, a), placed(world_, b), options_.range.largest_distance(a, b), touches_);
    for (const Touch& t : touches_) {
      if (t.gap <= options_.range.distance(a, b, t.normal)) add(t, place_of(t, ia, a.radius, ib, b.radius), level, contact);
    }
  }

  // A contact's cube is taken at a place within both reaches, so that its holder has both bodies. On the line of the centres:
  // `along` from A's, if both reaches hold it.
  static Vec3 on_line(const Item& a, const Item& b, const Vec3& direction, double distance, double along) {
    const double low = std::max(-a.reach, distance - b.reach), high = std::min(a.reach, distance + b.reach);
    return a.position + std::clamp(along, std::min(low, high), high) * direction;
  }

  // Between the witness points, each of which lies in its body's ball; a reach goes beyond the ball by its body's share of any gap.
  static Vec3 place_of(const Touch& t, const Item& a, double radius_a, const Item& b, double radius_b) {
    const double high = a.reach - radius_a, low = std::min(t.gap - (b.reach - radius_b), high);
    const Vec3 place = t.on_a() + std::clamp(0.5 * t.gap, low, high) * t.normal;
    if ((place - a.position).norm() <= a.reach && (place - b.position).norm() <= b.reach) return place;
    const Vec3 line = b.position - a.position;
    const double distance = line.norm();
    return on_line(a, b, distance > 0 ? Vec3(line / distance) : t.normal, distance, 0.5 * distance);
  }

  void try_walls(const Item& item) {
    const Body& b = body(item.body);
    if (b.state != State::dynamic) return;
    touches_.clear();
    for (const auto& group : walls_.find(b, touches_)) {
      const Body& wall = world_.walls[group.wall];
      for (std::size_t n = group.first; n < group.end; ++n) {
        const Touch& t = touches_[n];
        const double back = std::clamp(0.5 * t.gap, -item.reach, item.reach - b.radius);
        Vec3 place = t.on_b() - back * t.normal;
        if ((place - b.position).norm() > item.reach) place = b.position - std::clamp(b.radius, 0.0, item.reach) * t.normal;
        add(t, place, Cube::of(item.key).level,
            {.id_a = wall.id, .id_b = b.id, .a = bodies_.num_local() + static_cast<LocalIndex>(group.wall), .b = item.body});
      }
    }
  }

  void add(const Touch& t, const Vec3& place, int level, Contact contact) {
    contact.cube = options_.grid.cube_at(level, place).key();
    if (!options_.holds(contact.cube)) return;
    contact.feature = t.feature;
    contact.gap = t.gap;
    contact.normal = t.normal;
    contact.point = t.point;
    contacts_.push_back(contact);
  }

  // By (cube, id_a, id_b, feature): small keys are sorted, contacts are moved once.
  std::vector<Contact> ordered() const {
    std::vector<std::pair<CubeKey, std::uint32_t>> order(contacts_.size());
    for (std::uint32_t c = 0; c < order.size(); ++c) {
      const CubeKey cube = contacts_[c].cube;
      order[c] = {options_.coloured ? coloured_key(cube) : cube, c};
    }
    std::sort(order.begin(), order.end(), [this](const auto& p, const auto& q) {
      if (p.first != q.first) return p.first < q.first;
      const Contact &x = contacts_[p.second], &y = contacts_[q.second];
      if (x.id_a != y.id_a) return x.id_a < y.id_a;
      return x.id_b != y.id_b ? x.id_b < y.id_b : x.feature < y.feature;
    });
    std::vector<Contact> sorted;
    sorted.reserve(order.size());
    for (const auto& entry : order) sorted.push_back(contacts_[entry.second]);
    return sorted;
  }

  const Bodies& bodies_;
  const bodies::World& world_;
  const CollideOptions& options_;
  Cells cells_;
  Walls walls_;
  Touches touches_;  // of the pair at hand
  std::vector<std::int32_t> pair_tests_;  // by body
  std::vector<Contact> contacts_;
};

}  // namespace

std::vector<Contact> find_contacts(const Bodies& bodies, const bodies::World& world, const CollideOptions& options,
                                   std::vector<std::int32_t>* pair_tests) {
  Finder finder(bodies, world, options);
  auto contacts = finder.run();
  if (pair_tests) *pair_tests = std::move(finder.pair_tests());
  return contacts;
}

}  // namespace talus::collide
