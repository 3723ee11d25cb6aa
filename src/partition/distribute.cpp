// Every step: bodies go to their owners, copies to their holders.

#include <algorithm>

#include "partition/arrivals.hpp"
#include "partition/touch.hpp"

namespace talus::partition {
namespace {

using bodies::Bodies;

constexpr std::uint64_t kHasJoints = std::uint64_t{1} << 63;  // beside the bits of levels

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

  // A body that was here and stays, with the ranks that get copies. In the order of the bodies.
  void stay(CubeKey key, LocalIndex body, std::span<const Rank> copies) {
    owned_.push_back({key, before_.local[static_cast<std::size_t>(body)].id, body});
    if (copies.empty()) return;
    with_copies_.push_back(body);
    copies_.insert(copies_.end(), copies.begin(), copies.end());
    copies_end_.push_back(copies_.size());
  }
  void arrive(const comm::Bytes& message, Directory& directory, Rank self) { arrivals_.read(message, directory, self); }

  Bodies assemble(Rank self) {
    for (std::size_t n = 0; n < arrivals_.all().size(); ++n) {
      const auto& a = arrivals_.all()[n];
      (a.home == self ? owned_ : ghosts_).push_back({a.key, a.body.id, -1 - static_cast<std::int32_t>(n)});
    }
    if (!std::is_sorted(owned_.begin(), owned_.end())) std::sort(owned_.begin(), owned_.end());
    std::sort(ghosts_.begin(), ghosts_.end());
    Bodies next;
    next.local.reserve(owned_.size() + ghosts_.size());
    next.memory_start.reserve(owned_.size() + ghosts_.size() + 1);
    next.memory.reserve(before_.memory.size());
    next.joint_start.reserve(owned_.size() + ghosts_.size() + 1);
    next.ghost_start.reserve(owned_.size() + 1);
    next.num_owned = static_cast<LocalIndex>(owned_.size());
    for (const Entry& e : owned_) {
      take(e, next);
      const auto copies = copies_of(e);
      next.ghost_ranks.insert(next.ghost_ranks.end(), copies.begin(), copies.end());
      next.ghost_start.push_back(static_cast<LocalIndex>(next.ghost_ranks.size()));
    }
    for (const Entry& e : ghosts_) {
      take(e, next);
      next.ghost_owner.push_back(arrivals_.all()[arrival(e)].home);
    }
    return next;
  }

 private:
  static std::size_t arrival(const Entry& e) { return static_cast<std::size_t>(-1 - e.index); }
  void take(const Entry& e, Bodies& next) const {
    const bool was_here = e.index >= 0;
    next.local.push_back(was_here ? before_.local[static_cast<std::size_t>(e.index)]
                                  : arrivals_.all()[arrival(e)].body);
    const auto memory = was_here ? before_.remembered(e.index) : arrivals_.memory(arrival(e));
    next.memory.insert(next.memory.end(), memory.begin(), memory.end());
    next.memory_start.push_back(static_cast<LocalIndex>(next.memory.size()));
    const auto joints = was_here ? before_.joints_of(e.index) : arrivals_.joints(arrival(e));
    next.joints.insert(next.joints.end(), joints.begin(), joints.end());
    next.joint_start.push_back(static_cast<LocalIndex>(next.joints.size()));
  }
  std::span<const Rank> copies_of(const Entry& e) const {
    if (e.index < 0) return arrivals_.copies(arrival(e));
    const auto at = std::lower_bound(with_copies_.begin(), with_copies_.end(), e.index);
    if (at == with_copies_.end() || *at != e.index) return {};
    const auto n = static_cast<std::size_t>(at - with_copies_.begin());
    const std::size_t begin = n == 0 ? 0 : copies_end_[n - 1];
    return std::span(copies_).subspan(begin, copies_end_[n] - begin);
  }

  const Bodies& before_;
  Arrivals arrivals_;
  std::vector<Entry> owned_, ghosts_;
  std::vector<LocalIndex> with_copies_;  // bodies that were here, stay, and have copies; ascending
  std::vector<std::size_t> copies_end_;  // where each one's ranks end in copies_
  std::vector<Rank> copies_;
};

// Sends one body wherever it must go. `holdings`: the cubes it touches, ordered by holder.
void send_body(const Departure& departure, std::span<const Holding> holdings, Rank self, std::span<const Rank> copies,
               comm::Outbox& outbox) {
  const bool was_ours = departure.home == self;
  for (std::size_t first = 0; first < holdings.size();) {
    const Rank rank = holdings[first].holder;
    std::size_t end = first + 1;
    while (end < holdings.size() && holdings[end].holder == rank) ++end;
    const auto held = holdings.subspan(first, end - first);
    if (rank == departure.home) {
      if (!was_ours) write_departure(outbox.to(rank), departure, copies, held);
    } else {
      write_departure(outbox.to(rank), departure, {}, held);
    }
    first = end;
  }
}

// One end of a joint, as the owner of the body tells it to the keeper of the joint's page.
struct JointEnd {
  GlobalId joint;
  std::int32_t is_b;
  LocalIndex body;  // on the rank that tells
  Rank home;        // of the body
};
struct Wish {
  LocalIndex body;
  Rank rank;  // that needs a copy of it
  auto operator<=>(const Wish&) const = default;
};

// Whoever owns body B of a joint makes its rows and so needs a copy of body A. The two owners need not know each other:
// they meet at the rank that keeps the joint's page. Returns the copies wanted of this rank's bodies.
std::vector<Wish> wanted_by_joints(const comm::Comm& comm, const Bodies& bodies, auto&& home_of) {
  comm::Outbox out;
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    for (const auto& joint : bodies.joints_of(b)) {
      const auto page =
          static_cast<Rank>(mix_bits(static_cast<std::uint64_t>(joint.id)) % static_cast<std::uint64_t>(comm.size()));
      comm::append(out.to(page),
                   JointEnd{joint.id, joint.b == bodies.local[static_cast<std::size_t>(b)].id, b, home_of(b)});
    }
  }
  struct Told {
    JointEnd end;
    Rank by;
    bool operator<(const Told& o) const {
      return end.joint != o.end.joint ? end.joint < o.end.joint : end.is_b < o.end.is_b;
    }
  };
  std::vector<Told> ends;
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) ends.push_back({in.next<JointEnd>(), message.rank});
  }
  std::sort(ends.begin(), ends.end());
  comm::Outbox answers;
  for (std::size_t n = 0; n + 1 < ends.size(); ++n) {
    const auto &a = ends[n], &b = ends[n + 1];
    if (a.end.joint == b.end.joint && a.end.home != b.end.home)
      comm::append(answers.to(a.by), Wish{a.end.body, b.end.home});
  }
  std::vector<Wish> wishes;
  for (const auto& message : comm::sparse_exchange(comm, answers.take())) {
    for (comm::Reader in(message.bytes); !in.done();) wishes.push_back(in.next<Wish>());
  }
  std::sort(wishes.begin(), wishes.end());
  wishes.erase(std::unique(wishes.begin(), wishes.end()), wishes.end());
  return wishes;
}

}  // namespace

std::vector<Decomposition::Touch> Decomposition::find_touches(const Bodies& bodies, const bodies::ContactRange& range) {
  std::vector<Touch> touches;
  touches.reserve(bodies.local.size());
  std::uint64_t levels = 0;
  for (const auto& body : bodies.local) {
    touches.push_back(touch_of(body, range));
    levels |= std::uint64_t{1} << touches.back().level;
  }
  if (!bodies.joints.empty()) levels |= kHasJoints;
  levels = comm_.bit_or(levels);
  has_joints_ = (levels & kHasJoints) != 0;
  levels_ = levels & ~kHasJoints;
  return touches;
}

// The bodies that touch a cube of another rank; afterwards the directory knows the holders of all cubes they touch.
std::vector<LocalIndex> Decomposition::find_holders(const Bodies& bodies, std::span<const Touch> touches) {
  std::vector<LocalIndex> border;
  if (comm_.size() == 1) return border;
  std::vector<Holding> unknown;
  for (std::size_t b = 0; b < touches.size(); ++b) {
    bool inside = true;
    each_touched_cube(bodies.local[b], touches[b], [&](CubeKey key) {
      const Rank holder = directory_.find(key);
      inside &= holder == comm_.rank();
      if (holder >= 0) return;
      const Rank home = directory_.find(touches[b].home);  // a new cube goes with the body's own, if that has a holder
      unknown.push_back({key, home < 0 ? comm_.rank() : home});
    });
    if (!inside) border.push_back(static_cast<LocalIndex>(b));
  }
  directory_.resolve(unknown);
  return border;
}

void Decomposition::distribute(Bodies& bodies, const bodies::ContactRange& range) {
  bodies.drop_ghosts();
  const auto touches = find_touches(bodies, range);
  const auto border = find_holders(bodies, touches);
  const Rank self = comm_.rank();

  Assembly assembly(bodies);
  comm::Outbox outbox;
  std::vector<Holding> holdings;  // of one body's cubes
  std::vector<Rank> copies;       // ranks that get copies of one body
  std::vector<Wish> wishes;
  if (has_joints_ && comm_.size() > 1) {
    wishes = wanted_by_joints(comm_, bodies,
                              [&](LocalIndex b) { return directory_.find(touches[static_cast<std::size_t>(b)].home); });
  }
  auto next_border = border.begin();
  auto next_wish = wishes.begin();
  for (std::size_t b = 0; b < touches.size(); ++b) {
    const auto index = static_cast<LocalIndex>(b);
    const bool at_border = next_border != border.end() && *next_border == index;
    const bool wanted = next_wish != wishes.end() && next_wish->body == index;
    if (!at_border && !wanted) {
      assembly.stay(touches[b].home, index, {});
      continue;
    }
    if (at_border) ++next_border;
    const Rank home = directory_.find(touches[b].home);
    holdings.clear();
    each_touched_cube(bodies.local[b], touches[b], [&](CubeKey key) {
      holdings.push_back({key, directory_.find(key)});
    });
    std::sort(holdings.begin(), holdings.end(), [](const Holding& x, const Holding& y) { return x.holder < y.holder; });
    copies.clear();
    for (const Holding& h : holdings) {
      if (h.holder != home && (copies.empty() || copies.back() != h.holder)) copies.push_back(h.holder);
    }
    const std::size_t by_cubes = copies.size();
    for (; next_wish != wishes.end() && next_wish->body == index; ++next_wish) {
      if (std::find(copies.begin(), copies.begin() + static_cast<std::ptrdiff_t>(by_cubes), next_wish->rank) ==
          copies.begin() + static_cast<std::ptrdiff_t>(by_cubes)) {
        copies.push_back(next_wish->rank);
      }
    }
    const Departure departure{bodies.local[b], touches[b].home, home, bodies.remembered(index),
                              bodies.joints_of(index)};
    for (std::size_t c = by_cubes; c < copies.size(); ++c) write_departure(outbox.to(copies[c]), departure, {}, {});
    std::sort(copies.begin(), copies.end());
    send_body(departure, holdings, self, copies, outbox);
    if (home == self) assembly.stay(touches[b].home, index, copies);
  }
  if (comm_.size() > 1) {
    for (const auto& message : comm::sparse_exchange(comm_, outbox.take())) {
      assembly.arrive(message.bytes, directory_, self);
    }
  }
  bodies = assembly.assemble(self);
}

}  // namespace talus::partition
