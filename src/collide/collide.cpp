#include "collide/collide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "collide/internal_edges.hpp"
#include "collide/pairs.hpp"
#include "collide/walls.hpp"

namespace talus::collide {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::State;

// The part of a body that tests of pairs read.
struct Item {
  Vec3 position;
  double reach, radius;
  GlobalId id;
  LocalIndex body;
  std::int32_t shape, level;

  bool is_sphere() const { return shape == 0; }
};

class Finder {
 public:
  Finder(const Bodies& bodies, const bodies::World& world, const CollideOptions& options, const Neighbours& neighbours)
      : bodies_(bodies), world_(world), options_(options), neighbours_(neighbours), repeats_(world.periods.any()),
        walls_(world, options.range, options.time), internal_edges_(options.range.envelope) {
    pieces_ = std::ranges::any_of(bodies.local, [&](const Body& b) { return is_piece(shape_of(b)); });
    items_.reserve(bodies.local.size());
    for (LocalIndex b = 0; b < bodies.num_local(); ++b) {
      const Body& body = bodies.local[b];
      const double reach = options.range.reach(body);
      items_.push_back({body.position, reach, body.radius, body.id, b, body.shape, options.grid.level_for(2 * reach)});
    }
  }

  std::vector<Contact> run() {
    contacts_.reserve(3 * bodies_.local.size());
    pair_tests_.reserve(3 * bodies_.local.size());
    for (const auto& [a, b] : neighbours_.pairs()) try_pair(items_[a], items_[b]);
    if (!pieces_) settle();
    for (const Item& item : items_) {
      if (neighbours_.may_meet_wall(item.body)) try_walls(item);
    }
    const auto hidden = internal_edges_.hidden(meetings_.size());
    for (std::size_t m = 0; m < meetings_.size(); ++m) {
      if (!hidden[m]) add_touches(meetings_[m]);
    }
    return ordered();
  }
  std::vector<CubeKey>& pair_tests() { return pair_tests_; }
  std::vector<std::int64_t>& partners() { return partners_; }

 private:
  const Body& body(LocalIndex b) const { return bodies_.local[b]; }
  CubeKey cube_of(const Vec3& place, int level) const { return options_.grid.cube_at(level, place).key(); }
  const bodies::Shape& shape_of(const Body& b) const { return world_.shapes[b.shape]; }

  // Touches [first, end) of two bodies, or of a wall and a body (B), that wait until all are known.
  struct Meeting {
    Contact contact;
    int level;
    Item a, b;  // of a wall: B twice
    std::size_t first, end;
  };

  void try_pair(const Item& a, const Item& b) {
    const double reach = a.reach + b.reach;
    const Vec3 line = b.position - a.position;
    if (repeats_) {
      const Vec3 shift = world_.periods.shift(line);
      if ((line + shift).squaredNorm() > reach * reach) return;
      Item image = b;  // the one that A meets
      image.position += shift;
      try_in_reach(a, image);
    } else if (line.squaredNorm() <= reach * reach) {
      try_in_reach(a, b);
    }
  }

  void try_in_reach(const Item& a, const Item& b) {
    const int level = std::max(a.level, b.level);
    a.is_sphere() && b.is_sphere() ? try_spheres(a, b, level) : try_shapes(a, b, level);
  }

  void try_spheres(const Item& a, const Item& b, int level) {
    const Vec3 line = b.position - a.position;
    const double distance = line.norm(), gap = distance - a.radius - b.radius;
    const Vec3 normal = distance > 0 ? Vec3(line / distance) : Vec3(Vec3::UnitZ());
    const CubeKey cube = cube_of(on_line(a, b, normal, distance, a.radius + 0.5 * gap), level);
    if (!options_.holds(cube)) return;
    pair_tests_.push_back(cube);
    if (gap > options_.range.envelope && gap > options_.range.distance(body(a.body), body(b.body), normal)) return;
    count_partners(a.body, b.body);
    add({gap, normal, a.position + (a.radius + 0.5 * gap) * normal}, cube, contact_of(a, b));
  }

  void try_shapes(const Item& ia, const Item& ib, int level) {
    const Body &a = body(ia.body), &b = body(ib.body);
    const auto [cube, held, counts] = cube_between(ia, ib, level);
    const bool pieces =
        is_piece(shape_of(a)) || is_piece(shape_of(b));  // what touches them elsewhere may hide what touches here
    if (!held && !pieces) return;
    pair_tests_.push_back(cube);
    Placed here = placed(world_, a), there = placed(world_, b);
    there.position = ib.position;
    const std::size_t first = touches_.size();
    find_touches(here, there, options_.range.largest_distance(a, b), touches_);
    const auto beyond = [&](const Touch& t) { return t.gap > options_.range.distance(a, b, t.normal); };
    touches_.erase(std::remove_if(touches_.begin() + static_cast<std::ptrdiff_t>(first), touches_.end(), beyond),
                   touches_.end());
    if (first == touches_.size()) return;
    if (counts) count_partners(ia.body, ib.body);
    const auto cross = [&](const Item& crossing, const Item& piece, const Placed& placed) {
      if (!is_piece(*placed.shape)) return;
      internal_edges_.add({crossing.body, meetings_.size(), placed, piece.level, level, crossing.radius},
                          std::span(touches_).subspan(first), crossing.position, &placed == &here);
    };
    cross(ib, ia, here);
    cross(ia, ib, there);
    meetings_.push_back({contact_of(ia, ib), level, ia, ib, first, touches_.size()});
  }
  static Contact contact_of(const Item& a, const Item& b) {
    return {.id_a = a.id, .id_b = b.id, .a = {a.body}, .b = {b.body}};
  }

  // Bodies that lie in one place would have contacts without number.
  void count_partners(LocalIndex a, LocalIndex b) {
    if (!options_.counts_partners(body(a), body(b))) return;
    if (partners_.empty()) partners_.resize(bodies_.local.size());
    for (const LocalIndex n : {a, b})
      if (++partners_[n] > options_.most_partners) options_.refuse_partners_of(body(n));
  }

  // A cube that is held, of those that the lens where both reaches meet may touch: all places of contacts lie in it.
  // Its middle's if none is.
  struct Between {
    CubeKey cube;
    bool held, middle_held;
  };
  Between cube_between(const Item& a, const Item& b, int level) const {
    const Vec3 line = b.position - a.position;
    const double distance = line.norm(), aa = a.reach * a.reach, bb = b.reach * b.reach;
    const double along = distance > 0 ? std::clamp(0.5 * (distance + (aa - bb) / distance), 0.0, distance) : 0;
    const double radius =
        std::sqrt(std::max(0.0, std::min(aa - along * along, bb - (distance - along) * (distance - along))));
    const Vec3 middle = distance > 0 ? Vec3(a.position + along / distance * line) : a.position;
    const Vec3 far =
        Vec3::Constant(radius + 1e-7 * options_.grid.edge_at(level));  // above rounding, which the root enlarges
    const bool middle_held = options_.holds(cube_of(middle, level));
    Between found{cube_of(middle, level), middle_held, middle_held};
    options_.grid.each_cube(level, middle - far, middle + far, [&](CubeKey key) {
      if (!found.held && options_.holds(key)) found = {key, true, false};
    });
    return found;
  }

  void add_touches(const Meeting& m) {
    for (std::size_t n = m.first; n < m.end; ++n) {
      const Touch& t = touches_[n];
      add(t,
          m.contact.a.is_wall ? place_at_wall(t, m.b, body(m.b.body).radius)
                              : place_of(t, m.a, body(m.a.body).radius, m.b, body(m.b.body).radius),
          m.level, m.contact);
    }
  }

  // A contact's cube is taken at a place within both reaches, so that its owner has both bodies. On the line of the
  // centres: `along` from A's, if both reaches hold it.
  static Vec3 on_line(const Item& a, const Item& b, const Vec3& direction, double distance, double along) {
    const double low = std::max(-a.reach, distance - b.reach), high = std::min(a.reach, distance + b.reach);
    return a.position + std::clamp(along, std::min(low, high), high) * direction;
  }

  // Between the witness points, each of which lies in its body's ball; a reach goes beyond the ball by its body's share
  // of any gap.
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
    if ((b.state == State::dynamic) == options_.unmovable) return;
    for (const auto& group : walls_.find(b, touches_)) {
      const Body& wall = world_.walls[group.wall];
      if (!options_.may_meet(wall, b)) continue;
      const Placed& in_place = walls_.in_place(group);
      if (pieces_ && is_piece(*in_place.shape)) {
        internal_edges_.add({item.body, meetings_.size(), in_place, 0, item.level, b.radius},
                            std::span(touches_).subspan(group.first, group.end - group.first), b.position, true);
      }
      const Contact contact{
          .id_a = wall.id, .id_b = b.id, .a = {static_cast<LocalIndex>(group.wall), true}, .b = {item.body}};
      meetings_.push_back({contact, item.level, item, item, group.first, group.end});
    }
    if (!pieces_) settle();
  }

  // Where no pieces are about, nothing waits.
  void settle() {
    for (const Meeting& m : meetings_) add_touches(m);
    meetings_.clear();
    touches_.clear();
  }

  static Vec3 place_at_wall(const Touch& t, const Item& b, double radius) {
    const double back = std::clamp(0.5 * t.gap, -b.reach, b.reach - radius);
    const Vec3 place = t.on_b() - back * t.normal;
    return (place - b.position).norm() > b.reach ? Vec3(b.position - std::clamp(radius, 0.0, b.reach) * t.normal)
                                                 : place;
  }

  void add(const Touch& t, const Vec3& place, int level, Contact contact) {
    const CubeKey cube = cube_of(place, level);
    if (options_.holds(cube)) add(t, cube, contact);
  }
  void add(const Touch& t, CubeKey cube, Contact contact) {
    contact.cube = cube;
    contact.feature = t.feature;
    contact.gap = t.gap;
    contact.normal = t.normal;
    contact.point = t.point;
    contacts_.push_back(contact);
  }

  // By (cube, id_a, id_b, feature): small keys are sorted, contacts are moved once.
  std::vector<Contact> ordered() const {
    std::vector<std::pair<CubeKey, std::uint32_t>> order(contacts_.size());
    for (std::uint32_t c = 0; c < order.size(); ++c) order[c] = {contacts_[c].cube, c};
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
  const Neighbours& neighbours_;
  Array<Item> items_;  // by local body
  bool repeats_;
  Walls walls_;
  InternalEdges internal_edges_;
  bool pieces_ = false;  // a body here is one
  std::vector<Meeting> meetings_;
  Touches touches_;                  // of meetings
  std::vector<CubeKey> pair_tests_;  // where
  std::vector<Contact> contacts_;
  std::vector<std::int64_t> partners_;  // of each local body, among those of similar size
};

}  // namespace

void CollideOptions::refuse_partners_of(const Body& body) const {
  throw PhysicsError(
      fmt::format("body {} meets more than {} bodies of similar size: bodies lie in one place, or "
                  "contact.envelope is too large; guard.max_contacts is the limit",
                  body.id, most_partners));
}

std::vector<Contact> find_contacts(const Bodies& bodies, const bodies::World& world, const CollideOptions& options,
                                   const Neighbours& neighbours, std::vector<CubeKey>* pair_tests,
                                   std::vector<std::int64_t>* partners) {
  Finder finder(bodies, world, options, neighbours);
  auto contacts = finder.run();
  if (pair_tests) *pair_tests = std::move(finder.pair_tests());
  if (partners) *partners = std::move(finder.partners()), partners->resize(bodies.local.size());
  return contacts;
}

std::vector<Contact> find_contacts(const Bodies& bodies, const bodies::World& world, const CollideOptions& options) {
  Array<double> reaches;
  reaches.reserve(bodies.local.size());
  for (const Body& body : bodies.local) reaches.push_back(options.range.reach(body));
  Neighbours neighbours;
  neighbours.find(bodies, world, options, reaches);
  return find_contacts(bodies, world, options, neighbours);
}

}  // namespace talus::collide
