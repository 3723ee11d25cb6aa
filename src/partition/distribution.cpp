#include "partition/distribution.hpp"

#include <algorithm>

#include "partition/arrivals.hpp"
#include "partition/joint_ghosts.hpp"

namespace talus::partition {
namespace {

using bodies::Bodies;
using Link = GhostLayer::Link;

// A body in the order of its rank, from those that were here or those that came.
struct Entry {
  CubeKey key;
  GlobalId id;
  std::int32_t index;  // of a body that was here, or -1 - arrival
  bool operator<(const Entry& other) const { return key != other.key ? key < other.key : id < other.id; }
};

// The bodies of a rank while they change places: those that were here, those that came, and who comes next.
class Assembly {
 public:
  explicit Assembly(const Bodies& before) : before_(before) { owned_.reserve(before.local.size()); }

  // A body that was here and stays, with the ranks that get ghosts. In the order of the bodies.
  void stay(CubeKey key, LocalIndex body, std::span<const Rank> ghosts) {
    owned_.push_back({key, before_.local[static_cast<std::size_t>(body)].id, body});
    for (const Rank rank : ghosts) stay_with_ghosts_.push_back({rank, body});
  }
  void arrive(const comm::Bytes& message, Directory& directory, Rank self) { arrivals_.read(message, directory, self); }

  Bodies assemble(const comm::Comm& comm, GhostLayer& layer) {
    for (std::size_t n = 0; n < arrivals_.all().size(); ++n) {
      const auto& a = arrivals_.all()[n];
      (a.owner == comm.rank() ? owned_ : ghosts_).push_back({a.key, a.body.id, -1 - static_cast<std::int32_t>(n)});
    }
    if (!std::is_sorted(owned_.begin(), owned_.end())) std::sort(owned_.begin(), owned_.end());
    std::sort(ghosts_.begin(), ghosts_.end());
    Bodies next;
    next.local.reserve(owned_.size() + ghosts_.size());
    next.memory.reserve(owned_.size() + ghosts_.size(), before_.memory.items().size());
    next.joints.reserve(owned_.size() + ghosts_.size(), before_.joints.items().size());
    next.num_owned = static_cast<LocalIndex>(owned_.size());
    std::vector<Link> owned, ghosts;
    for (const Entry& e : owned_) {
      each_ghost_rank(e, [&](Rank rank) { owned.push_back({rank, next.num_local()}); });
      take(e, next);
    }
    for (const Entry& e : ghosts_) {
      ghosts.push_back({arrivals_.all()[arrival(e)].owner, next.num_local()});
      take(e, next);
    }
    layer = GhostLayer(comm, std::move(owned), std::move(ghosts));
    return next;
  }

 private:
  static std::size_t arrival(const Entry& e) { return static_cast<std::size_t>(-1 - e.index); }
  void take(const Entry& e, Bodies& next) const {
    const bool was_here = e.index >= 0;
    next.local.push_back(was_here ? before_.local[static_cast<std::size_t>(e.index)]
                                  : arrivals_.all()[arrival(e)].body);
    next.memory.add_row(was_here ? before_.memory[e.index] : arrivals_.memory(arrival(e)));
    next.joints.add_row(was_here ? before_.joints[e.index] : arrivals_.joints(arrival(e)));
  }
  void each_ghost_rank(const Entry& e, auto&& visit) const {
    if (e.index < 0) return std::ranges::for_each(arrivals_.ghosts(arrival(e)), visit), void();
    for (const Link& link : std::ranges::equal_range(stay_with_ghosts_, e.index, {}, &Link::body)) visit(link.rank);
  }

  const Bodies& before_;
  Arrivals arrivals_;
  std::vector<Entry> owned_, ghosts_;
  std::vector<Link> stay_with_ghosts_;  // bodies that were here and stay, by their index before; ascending by body
};

// The cubes that bodies touch, and the levels in use.
struct CubeReaches {
  std::vector<CubeReach> of;  // each body of this rank
  std::uint64_t levels = 0;   // in use anywhere
  bool has_joints = false;    // anywhere
};

// *Collective.*
CubeReaches find_reaches(const comm::Comm& comm, const Space& space, const Bodies& bodies) {
  CubeReaches reaches;
  reaches.of.reserve(bodies.local.size());
  constexpr std::uint64_t kHasJoints = std::uint64_t{1} << 63;  // goes with the bits of levels in one message
  std::uint64_t bits = bodies.joints.items().empty() ? 0 : kHasJoints;
  for (const auto& body : bodies.local) {
    reaches.of.push_back(reach_of(space, body));
    bits |= std::uint64_t{1} << reaches.of.back().level;
  }
  bits = comm.bit_or(bits);
  reaches.has_joints = (bits & kHasJoints) != 0;
  reaches.levels = bits & ~kHasJoints;
  return reaches;
}

// *Collective.* The bodies that touch a cube of another rank, ascending; afterwards the directory knows the owners of
// all cubes that bodies of this rank touch.
std::vector<LocalIndex> find_border(Directory& directory, const CubeGrid& grid, const Bodies& bodies,
                                    const CubeReaches& reaches) {
  const Rank self = directory.comm().rank();
  std::vector<LocalIndex> border;
  std::vector<CubeOwner> unknown;
  for (std::size_t b = 0; b < reaches.of.size(); ++b) {
    const CubeReach& reach = reaches.of[b];
    bool inside = true;
    each_touched_cube(grid, reaches.levels, bodies.local[b], reach, [&](CubeKey key) {
      const Rank owner = directory.find(key);
      inside &= owner == self;
      if (owner >= 0) return;
      const Rank home = directory.find(reach.home);  // a new cube goes with the body's own, if that has an owner
      unknown.push_back({key, home < 0 ? self : home});
    });
    if (!inside) border.push_back(static_cast<LocalIndex>(b));
  }
  directory.resolve(unknown);
  return border;
}

// The ranks other than the owner that get a ghost of a body, ascending: owners of cubes that it touches, and those that
// wish.
void find_ghost_ranks(std::span<const CubeOwner> cubes, Rank owner, std::span<const Wish> wishes,
                      std::vector<Rank>& ranks) {
  ranks.clear();
  for (const CubeOwner& c : cubes) {
    if (c.owner != owner && (ranks.empty() || ranks.back() != c.owner)) ranks.push_back(c.owner);
  }
  for (const Wish& wish : wishes) {
    const auto at = std::ranges::lower_bound(ranks, wish.rank);
    if (at == ranks.end() || *at != wish.rank) ranks.insert(at, wish.rank);
  }
}

Array<Room> rooms_of(const Space& space, const Bodies& bodies) {
  Array<Room> rooms;
  rooms.reserve(bodies.local.size());
  for (const auto& body : bodies.local) {
    const CubeReach room = reach_of(space, body);
    rooms.push_back({body.id, body.position, room.reach, room.level});
  }
  return rooms;
}

}  // namespace

Distribution distribute(Directory& directory, const Space& space, Bodies& bodies) {
  const comm::Comm& comm = directory.comm();
  const Rank self = comm.rank();
  bodies.drop_ghosts();
  Distribution distribution(comm);
  const CubeReaches reaches = find_reaches(comm, space, bodies);
  distribution.levels = reaches.levels;
  std::vector<LocalIndex> border;
  std::vector<Wish> wishes;
  const auto reach = [&](LocalIndex b) -> const CubeReach& { return reaches.of[static_cast<std::size_t>(b)]; };
  if (comm.size() > 1) {
    border = find_border(directory, space.grid, bodies, reaches);
    if (reaches.has_joints)
      wishes = wanted_by_joints(comm, bodies, [&](LocalIndex b) { return directory.find(reach(b).home); });
  }

  Assembly assembly(bodies);
  comm::Outbox outbox;
  std::vector<CubeOwner> cubes;  // that one body touches, by owner
  std::vector<Rank> ghosts;
  auto next_border = border.begin();
  auto next_wish = wishes.begin();
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    const bool at_border = next_border != border.end() && *next_border == b;
    const std::span<const Wish> wanted(
        next_wish, std::find_if(next_wish, wishes.end(), [b](const Wish& w) { return w.body != b; }));
    if (!at_border && wanted.empty()) {
      assembly.stay(reach(b).home, b, {});
      continue;
    }
    next_border += at_border, next_wish += std::ssize(wanted);
    const auto& body = bodies.local[static_cast<std::size_t>(b)];
    const Rank owner = directory.find(reach(b).home);
    cubes.clear();
    each_touched_cube(space.grid, reaches.levels, body, reach(b), [&](CubeKey key) {
      cubes.push_back({key, directory.find(key)});
    });
    std::ranges::sort(cubes, {}, &CubeOwner::owner);
    find_ghost_ranks(cubes, owner, wanted, ghosts);
    const Departure departure{body, reach(b).home, owner, bodies.memory[b], bodies.joints[b]};
    const auto send_to = [&](Rank rank, std::span<const Rank> told) {
      write_departure(outbox.to(rank), departure, told, std::ranges::equal_range(cubes, rank, {}, &CubeOwner::owner));
    };
    for (const Rank rank : ghosts) send_to(rank, {});
    owner == self ? assembly.stay(reach(b).home, b, ghosts) : send_to(owner, ghosts);
  }
  if (comm.size() > 1) {
    for (const auto& message : comm::sparse_exchange(comm, outbox.take())) {
      assembly.arrive(message.bytes, directory, self);
    }
  }
  bodies = assembly.assemble(comm, distribution.ghosts);
  distribution.rooms = rooms_of(space, bodies);
#ifndef NDEBUG
  check_valid(directory, space, distribution, bodies);
#endif
  return distribution;
}

bool is_valid(const Space& space, const Distribution& distribution, const bodies::Bodies& bodies,
              const Periods& periods) {
  if (!space.margin.any()) return false;
  constexpr double kRounding = 1e-9;  // of an edge, as touched cubes allow
  const auto leaves = [&](LocalIndex b) {
    const auto& body = bodies.local[b];
    const Room& room = distribution.rooms[b];
    const double reach = space.range.reach(body), moved = periods.shortest(body.position - room.centre).norm();
    const double most = room.reach - kRounding * space.grid.edge_at(room.level);
    return body.id != room.body || !(moved + reach <= most) || space.grid.level_for(2 * reach) != room.level;
  };
  bool left = std::ssize(distribution.rooms) != bodies.num_local();
  for (LocalIndex b = 0; b < bodies.num_owned && !left; ++b) left = leaves(b);
  return !distribution.ghosts.comm().any(left);
}

}  // namespace talus::partition
