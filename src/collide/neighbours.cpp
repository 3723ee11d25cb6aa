#include "collide/neighbours.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "collide/collide.hpp"
#include "collide/walls.hpp"

namespace talus::collide {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::State;

// Bodies by the cube of their centre, on the level of their reach. Bodies come ordered by cube in two runs (owned,
// ghosts); a hash table leads from a cube to its range in the merged order.
class Cells {
 public:
  struct Item {
    CubeKey key;
    LocalIndex body;
    double reach;
    Vec3 position;
  };

  Cells(const Bodies& bodies, const CollideOptions& options, View<const double> reaches) {
    items_.reserve(bodies.local.size());
    for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
      const auto& body = bodies.local[b];
      const int level = options.grid.level_for(2 * options.range.reach(body));
      items_.push_back({options.grid.cube_at(level, body.position).key(), b, reaches[b], body.position});
      levels_ |= 1u << level;
    }
    const auto ghosts = items_.begin() + bodies.num_owned;
    std::inplace_merge(items_.begin(), ghosts, items_.end(),
                       [](const Item& x, const Item& y) { return x.key < y.key; });
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
    while (slots_[at] >= 0 && items_[slots_[at]].key != key) at = (at + 1) & mask;
    return at;
  }
  Array<Item> items_;
  Array<LocalIndex> slots_;
  unsigned levels_ = 0;
};

class Finder {
 public:
  Finder(const Bodies& bodies, const bodies::World& world, const CollideOptions& options, View<const double> reaches,
         Array<Neighbours::Pair>& pairs)
      : bodies_(bodies), world_(world), options_(options), grid_(options.grid), cells_(bodies, options, reaches),
        pairs_(pairs) {}

  void run() {
    const auto items = cells_.items();
    for (std::size_t first = 0; first < items.size();) {
      const auto cell = cells_.cell_from(first);
      try_around(cell);
      first += cell.size();
    }
  }

 private:
  using Item = Cells::Item;

  // Pairs within a cell, with the 13 of 26 neighbours that come later in lexicographic order, with coarser levels.
  void try_around(std::span<const Item> cell) {
    const Cube cube = Cube::of(cell.front().key);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      for (const Item& other : cell.subspan(i + 1)) try_pair(cell[i], other);
    }
    each_later_neighbour(cube, [&](CubeKey key) {
      const auto others = cells_.cell(key);
      for (const Item& item : cell) {
        for (const Item& other : others) try_pair(item, other);
      }
    });
    for (int level = cube.level + 1; level <= kMaxLevel && cells_.levels() >> level; ++level) {
      if (!(cells_.levels() >> level & 1)) continue;
      for (const Item& item : cell) try_coarser(item, level);
    }
  }

  // Two cells that touch meet once.
  void each_later_neighbour(const Cube& cube, auto&& visit) const {
    const auto neighbour = [&](int n) {
      return Cube{cube.level, cube.i + n / 9 - 1, cube.j + n / 3 % 3 - 1, cube.k + n % 3 - 1};
    };
    if (!grid_.repeats()) {
      for (int n = 14; n < 27; ++n) visit(neighbour(n).key());
      return;
    }
    std::array<CubeKey, 27> keys;  // around a short period a neighbour on the left is one on the right, too
    for (int n = 0; n < 27; ++n) keys[n] = grid_.wrapped(neighbour(n)).key();
    std::sort(keys.begin(), keys.end());
    const auto end = std::unique(keys.begin(), keys.end());
    std::for_each(std::upper_bound(keys.begin(), end, cube.key()), end, visit);
  }

  // Partners of a coarser level sit at most half an edge (their reach) beyond what this body's reach touches.
  void try_coarser(const Item& item, int level) {
    const Vec3 far = Vec3::Constant(item.reach + 0.5 * grid_.edge_at(level));
    grid_.each_cube(level, item.position - far, item.position + far, [&](CubeKey key) {
      for (const Item& other : cells_.cell(key)) try_pair(item, other);
    });
  }

  void try_pair(const Item& x, const Item& y) {
    const double reach = x.reach + y.reach;
    if (world_.periods.shortest(y.position - x.position).squaredNorm() > reach * reach) return;
    const Body &a = bodies_.local[x.body], &b = bodies_.local[y.body];
    if (!options_.may_meet(a, b)) return;
    if (options_.counts_partners(a, b)) count(x.body), count(y.body);
    a.id < b.id ? pairs_.push_back({x.body, y.body}) : pairs_.push_back({y.body, x.body});
  }

  // Bodies that lie in one place would have pairs without number. Shapes of any kind have far fewer in reach of them
  // than this for each contact.
  void count(LocalIndex b) {
    constexpr std::int64_t kPairsOfPartner = 64;
    if (near_.empty()) near_.resize(bodies_.local.size());
    if (++near_[b] > kPairsOfPartner * options_.most_partners) options_.refuse_partners_of(bodies_.local[b]);
  }

  const Bodies& bodies_;
  const bodies::World& world_;
  const CollideOptions& options_;
  const CubeGrid& grid_;
  std::vector<std::int64_t> near_;  // pairs of each local body with bodies of similar size
  Cells cells_;
  Array<Neighbours::Pair>& pairs_;
};

}  // namespace

void Neighbours::find(const Bodies& bodies, const bodies::World& world, const CollideOptions& options,
                      View<const double> reaches) {
  pairs_.clear();
  Finder(bodies, world, options, reaches, pairs_).run();
  near_wall_.resize(bodies.local.size());
  const Walls walls(world, options.range, options.time);
  for (LocalIndex b = 0; b < bodies.num_local(); ++b) near_wall_[b] = walls.may_meet(bodies.local[b], reaches[b]);
}

}  // namespace talus::collide
