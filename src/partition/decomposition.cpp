#include "partition/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.hpp"
#include "partition/hilbert.hpp"

namespace talus::partition {

using bodies::Bodies;
using bodies::Body;
using bodies::RememberedImpulse;

// Where a body is: the level of its reach, the cube of its centre, its reach.
struct Decomposition::Touch {
  int level;
  CubeKey home;
  double reach;
};

Decomposition::Touch Decomposition::touch_of(const Body& body, const bodies::ContactRange& range) const {
  const double reach = range.reach(body);
  const int level = grid_.level_for(2 * reach);
  const double limit = level > kMaxLevel ? 0 : grid_.edge_at(level) * (kCubeRange - 2);
  if (!(body.position.cwiseAbs().maxCoeff() < limit)) {
    throw PhysicsError(fmt::format("body {} is lost: position ({:g}, {:g}, {:g}) m, velocity ({:g}, {:g}, {:g}) m/s",
                                   body.id, body.position.x(), body.position.y(), body.position.z(), body.velocity.x(),
                                   body.velocity.y(), body.velocity.z()));
  }
  return {level, grid_.cube_at(level, body.position).key(), reach};
}

void Decomposition::each_touched_cube(const Body& body, const Touch& touch, auto&& visit) const {
  const Vec3 reach = Vec3::Constant(touch.reach + 1e-9 * grid_.edge_at(touch.level));  // above rounding
  for (int level = touch.level; level <= kMaxLevel; ++level) {
    if (!(levels_ >> level & 1)) continue;
    const Cube low = grid_.cube_at(level, body.position - reach), high = grid_.cube_at(level, body.position + reach);
    for (auto i = low.i; i <= high.i; ++i)
      for (auto j = low.j; j <= high.j; ++j)
        for (auto k = low.k; k <= high.k; ++k) visit(Cube{level, i, j, k}.key());
  }
}

namespace {

// A body on its way to its owner or to a holder of a copy.
struct Arrival {
  Body body;
  CubeKey key;  // of its home cube
  Rank home;
  std::vector<RememberedImpulse> memory;
  std::vector<Rank> copies;    // ranks with copies; known to the owner only
  std::vector<CubeKey> cubes;  // touched cubes that the receiver holds: so it learns what it holds
};

void write_arrival(comm::Bytes& bytes, const Body& body, CubeKey key, Rank home,
                   std::span<const RememberedImpulse> memory, std::span<const Rank> copies,
                   std::span<const std::pair<Rank, CubeKey>> cubes) {
  comm::append(bytes, body);
  comm::append(bytes, key);
  comm::append(bytes, home);
  comm::append(bytes, static_cast<std::int32_t>(memory.size()));
  comm::append(bytes, static_cast<std::int32_t>(copies.size()));
  for (const auto& m : memory) comm::append(bytes, m);
  for (Rank r : copies) comm::append(bytes, r);
  comm::append(bytes, static_cast<std::int32_t>(cubes.size()));
  for (const auto& held : cubes) comm::append(bytes, held.second);
}

Arrival read_arrival(comm::Reader& in) {
  Arrival a;
  a.body = in.next<Body>();
  a.key = in.next<CubeKey>();
  a.home = in.next<Rank>();
  a.memory.resize(static_cast<std::size_t>(in.next<std::int32_t>()));
  a.copies.resize(static_cast<std::size_t>(in.next<std::int32_t>()));
  for (auto& m : a.memory) m = in.next<RememberedImpulse>();
  for (auto& r : a.copies) r = in.next<Rank>();
  a.cubes.resize(static_cast<std::size_t>(in.next<std::int32_t>()));
  for (auto& c : a.cubes) c = in.next<CubeKey>();
  return a;
}

// One rank's bodies in order, from those that stay and those that came.
struct Assembly {
  struct Entry {
    CubeKey key;
    GlobalId id;
    std::int32_t index;  // of a body that stays, or -1 - arrival
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : id < other.id; }
  };
  std::vector<Entry> owned, ghosts;
};

}  // namespace

void Decomposition::distribute(Bodies& bodies, const bodies::ContactRange& range) {
  bodies.drop_ghosts();
  const auto n = static_cast<std::size_t>(bodies.num_owned);
  std::vector<Touch> touches(n);
  std::uint64_t levels = 0;
  for (std::size_t b = 0; b < n; ++b) {
    touches[b] = touch_of(bodies.local[b], range);
    levels |= std::uint64_t{1} << touches[b].level;
  }
  levels_ = comm_.bit_or(levels);

  const bool alone = comm_.size() == 1;
  if (!alone) {
    std::vector<CubeKey> unknown;
    for (std::size_t b = 0; b < n; ++b) {
      each_touched_cube(bodies.local[b], touches[b], [&](CubeKey key) {
        if (directory_.find(key) < 0) unknown.push_back(key);
      });
    }
    directory_.resolve(std::move(unknown));
  }

  Assembly assembly;
  std::map<Rank, comm::Bytes> outgoing;
  std::vector<LocalIndex> copy_start(n + 1, 0);
  std::vector<Rank> copies, ranks;
  std::vector<std::pair<Rank, CubeKey>> cubes;  // touched by one body, by holder
  for (std::size_t b = 0; b < n; ++b) {
    const auto& body = bodies.local[b];
    const Rank home = directory_.find(touches[b].home);
    if (!alone) {
      cubes.clear();
      each_touched_cube(body, touches[b], [&](CubeKey key) { cubes.emplace_back(directory_.find(key), key); });
      std::sort(cubes.begin(), cubes.end());
      const auto held_by = [&](Rank r) {
        const auto low = std::lower_bound(cubes.begin(), cubes.end(), std::pair{r, CubeKey{0}});
        const auto high = std::lower_bound(low, cubes.end(), std::pair{r + 1, CubeKey{0}});
        return std::span<const std::pair<Rank, CubeKey>>(low, high);
      };
      ranks.clear();
      for (const auto& [rank, key] : cubes) {
        if (rank != home && (ranks.empty() || ranks.back() != rank)) ranks.push_back(rank);
      }
      const auto memory = bodies.remembered(static_cast<LocalIndex>(b));
      const CubeKey key = touches[b].home;
      if (home != comm_.rank()) write_arrival(outgoing[home], body, key, home, memory, ranks, held_by(home));
      for (Rank r : ranks) {
        if (home != comm_.rank() || r != comm_.rank()) write_arrival(outgoing[r], body, key, home, memory, {}, held_by(r));
      }
      if (home == comm_.rank()) copies.insert(copies.end(), ranks.begin(), ranks.end());
    }
    copy_start[b + 1] = static_cast<LocalIndex>(copies.size());
    if (home == comm_.rank()) assembly.owned.push_back({touches[b].home, body.id, static_cast<std::int32_t>(b)});
  }

  std::vector<Arrival> arrivals;
  if (!alone) {
    std::vector<comm::Message> out;
    for (auto& [rank, bytes] : outgoing) out.push_back({rank, std::move(bytes)});
    for (const auto& message : comm::sparse_exchange(comm_, std::move(out))) {
      for (comm::Reader in(message.bytes); !in.done();) {
        arrivals.push_back(read_arrival(in));
        const auto& a = arrivals.back();
        for (CubeKey key : a.cubes) directory_.learn(key, comm_.rank());
        auto& list = a.home == comm_.rank() ? assembly.owned : assembly.ghosts;
        list.push_back({a.key, a.body.id, -static_cast<std::int32_t>(arrivals.size())});
      }
    }
  }
  std::sort(assembly.owned.begin(), assembly.owned.end());
  std::sort(assembly.ghosts.begin(), assembly.ghosts.end());

  Bodies next;
  const auto total = assembly.owned.size() + assembly.ghosts.size();
  next.local.reserve(total);
  next.memory_start.reserve(total + 1);
  next.memory.reserve(bodies.memory.size());
  next.num_owned = static_cast<LocalIndex>(assembly.owned.size());
  auto take = [&](const Assembly::Entry& e) {
    std::span<const RememberedImpulse> memory;
    std::span<const Rank> ghost_ranks;
    if (e.index >= 0) {
      const auto b = static_cast<std::size_t>(e.index);
      next.local.push_back(bodies.local[b]);
      memory = bodies.remembered(e.index);
      ghost_ranks = std::span<const Rank>(copies).subspan(
          static_cast<std::size_t>(copy_start[b]), static_cast<std::size_t>(copy_start[b + 1] - copy_start[b]));
    } else {
      const auto& a = arrivals[static_cast<std::size_t>(-1 - e.index)];
      next.local.push_back(a.body);
      memory = a.memory;
      ghost_ranks = a.copies;
    }
    next.memory.insert(next.memory.end(), memory.begin(), memory.end());
    next.memory_start.push_back(static_cast<LocalIndex>(next.memory.size()));
    return ghost_ranks;
  };
  for (const auto& e : assembly.owned) {
    const auto ranks_of = take(e);
    next.ghost_ranks.insert(next.ghost_ranks.end(), ranks_of.begin(), ranks_of.end());
    next.ghost_start.push_back(static_cast<LocalIndex>(next.ghost_ranks.size()));
  }
  for (const auto& e : assembly.ghosts) {
    take(e);
    next.ghost_owner.push_back(arrivals[static_cast<std::size_t>(-1 - e.index)].home);
  }
  bodies = std::move(next);
}

void Decomposition::repartition(const Bodies& bodies, const bodies::ContactRange& range, std::span<const int> weights) {
  if (comm_.size() == 1) return;
  // The cubes of this rank's bodies with their weights. A cube may appear on several ranks (before the first
  // distribution): its page holder adds them up.
  std::map<CubeKey, std::int64_t> mine;
  for (std::size_t b = 0; b < static_cast<std::size_t>(bodies.num_owned); ++b) {
    mine[touch_of(bodies.local[b], range).home] += weights.empty() ? 1 : weights[b];
  }
  std::map<Rank, comm::Bytes> pages;
  for (const auto& [key, weight] : mine) {
    auto& page = pages[static_cast<Rank>(mix_bits(key >> 9) % static_cast<std::uint64_t>(comm_.size()))];
    comm::append(page, key);
    comm::append(page, weight);
  }
  std::vector<comm::Message> out;
  for (auto& [rank, bytes] : pages) out.push_back({rank, std::move(bytes)});
  struct Weighted {
    std::uint64_t curve;
    CubeKey key;
    std::int64_t weight;
  };
  std::map<CubeKey, std::int64_t> cubes;
  for (const auto& message : comm::sparse_exchange(comm_, std::move(out))) {
    for (comm::Reader in(message.bytes); !in.done();) {
      const auto key = in.next<CubeKey>();
      cubes[key] += in.next<std::int64_t>();
    }
  }
  std::vector<Weighted> sorted;
  for (const auto& [key, weight] : cubes) sorted.push_back({hilbert_index(Cube::of(key)), key, weight});
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.curve < b.curve; });
  std::vector<std::int64_t> below(sorted.size() + 1, 0);
  for (std::size_t c = 0; c < sorted.size(); ++c) below[c + 1] = below[c] + sorted[c].weight;

  // Cut p lies where the weight below it first reaches p/P of all: bisection on the curve, all cuts at once. This is the
  // one place with an array over all ranks (16 bytes a rank, for the time of a repartition).
  const auto num_cuts = static_cast<std::size_t>(comm_.size() - 1);
  const std::int64_t total = comm_.sum(below.back());
  auto target = [&](std::size_t p) {
    const auto part = static_cast<std::int64_t>(p + 1), parts = static_cast<std::int64_t>(comm_.size());
    return total / parts * part + total % parts * part / parts;
  };
  std::vector<std::uint64_t> cut(num_cuts, 0);  // the largest curve index with weight below it at most the target
  std::vector<std::int64_t> weight_below(num_cuts);
  for (int bit = 62; bit >= 0; --bit) {
    const std::uint64_t step = std::uint64_t{1} << bit;
    for (std::size_t p = 0; p < num_cuts; ++p) {
      const auto at = std::lower_bound(sorted.begin(), sorted.end(), cut[p] + step,
                                       [](const Weighted& c, std::uint64_t value) { return c.curve < value; });
      weight_below[p] = below[static_cast<std::size_t>(at - sorted.begin())];
    }
    comm_.sum(weight_below);
    for (std::size_t p = 0; p < num_cuts; ++p) {
      if (weight_below[p] <= target(p)) cut[p] += step;
    }
  }
  std::vector<std::pair<CubeKey, Rank>> holders;
  for (const auto& c : sorted) {
    const auto above = std::upper_bound(cut.begin(), cut.end(), c.curve);
    holders.emplace_back(c.key, static_cast<Rank>(above - cut.begin()));
  }
  directory_.assign(holders);
}

std::vector<Rank> Decomposition::ghost_neighbours(const Bodies& bodies) const {
  std::vector<Rank> ranks = bodies.ghost_ranks;
  ranks.insert(ranks.end(), bodies.ghost_owner.begin(), bodies.ghost_owner.end());
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

namespace {

std::size_t slot_of(std::span<const Rank> sorted, Rank rank) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), rank) - sorted.begin());
}

// By neighbour: my ghosts that it owns, and my owned bodies that it has copies of; both in the common order (key, id).
struct Copies {
  std::vector<std::vector<LocalIndex>> ghosts, owned;
};

Copies copies_by_neighbour(const Bodies& bodies, std::span<const Rank> neighbours) {
  Copies copies{std::vector<std::vector<LocalIndex>>(neighbours.size()),
                std::vector<std::vector<LocalIndex>>(neighbours.size())};
  for (std::size_t g = 0; g < bodies.ghost_owner.size(); ++g) {
    copies.ghosts[slot_of(neighbours, bodies.ghost_owner[g])].push_back(bodies.num_owned + static_cast<LocalIndex>(g));
  }
  for (LocalIndex b = 0; b + 1 < static_cast<LocalIndex>(bodies.ghost_start.size()); ++b) {
    const auto i = static_cast<std::size_t>(b);
    for (auto c = bodies.ghost_start[i]; c < bodies.ghost_start[i + 1]; ++c) {
      copies.owned[slot_of(neighbours, bodies.ghost_ranks[static_cast<std::size_t>(c)])].push_back(b);
    }
  }
  return copies;
}

// One body held by several ranks: the owner and everybody who works on it, ascending.
struct Shared {
  LocalIndex body;
  std::vector<comm::Holder> holders;
};

comm::Sharing sharing_of(const Bodies& bodies, std::vector<Shared> all, Rank self) {
  struct Pair {
    Rank rank;
    GlobalId id;
    LocalIndex body;
    bool operator<(const Pair& o) const { return rank != o.rank ? rank < o.rank : id < o.id; }
  };
  std::sort(all.begin(), all.end(), [](const Shared& a, const Shared& b) { return a.body < b.body; });
  comm::Sharing sharing;
  std::vector<Pair> pairs;
  for (const auto& s : all) {
    sharing.items.push_back(s.body);
    for (const auto& h : s.holders) {
      sharing.holders.push_back(h);
      if (h.rank != self) pairs.push_back({h.rank, bodies.local[static_cast<std::size_t>(s.body)].id, s.body});
    }
    sharing.holder_start.push_back(static_cast<LocalIndex>(sharing.holders.size()));
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& p : pairs) {
    if (sharing.neighbours.empty() || sharing.neighbours.back() != p.rank) {
      sharing.neighbours.push_back(p.rank);
      sharing.shared.emplace_back();
    }
    sharing.shared.back().push_back(p.body);
  }
  return sharing;
}

}  // namespace

comm::Sharing Decomposition::share(const Bodies& bodies, std::span<const std::uint64_t> work) const {
  const auto neighbours = ghost_neighbours(bodies);
  const auto copies = copies_by_neighbour(bodies, neighbours);

  // Each holder of a copy tells the owner what its contacts do with it.
  std::vector<comm::Bytes> told(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    for (LocalIndex g : copies.ghosts[k]) comm::append(told[k], work[static_cast<std::size_t>(g)]);
  }
  const auto answers = comm::neighbour_exchange(comm_, neighbours, told);
  std::map<LocalIndex, Shared> mine;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    comm::Reader in(answers[k]);
    for (LocalIndex b : copies.owned[k]) {
      const auto their_work = in.next<std::uint64_t>();
      if (their_work == 0) continue;
      auto& s = mine.try_emplace(b, Shared{b, {{comm_.rank(), work[static_cast<std::size_t>(b)]}}}).first->second;
      s.holders.push_back({neighbours[k], their_work});
    }
  }
  // The owner tells everybody who works on the body who the others are.
  std::vector<comm::Bytes> lists(neighbours.size());
  std::vector<Shared> all;
  for (auto& [body, s] : mine) {
    std::sort(s.holders.begin(), s.holders.end(), [](const auto& x, const auto& y) { return x.rank < y.rank; });
    for (const auto& to : s.holders) {
      if (to.rank == comm_.rank()) continue;
      auto& list = lists[slot_of(neighbours, to.rank)];
      comm::append(list, static_cast<std::int32_t>(s.holders.size()));
      for (const auto& h : s.holders) comm::append(list, h);
    }
    all.push_back(s);
  }
  const auto heard = comm::neighbour_exchange(comm_, neighbours, lists);
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    comm::Reader in(heard[k]);
    for (LocalIndex g : copies.ghosts[k]) {
      if (work[static_cast<std::size_t>(g)] == 0) continue;
      Shared s{g, {}};
      s.holders.resize(static_cast<std::size_t>(in.next<std::int32_t>()));
      for (auto& h : s.holders) h = in.next<comm::Holder>();
      all.push_back(std::move(s));
    }
  }
  return sharing_of(bodies, std::move(all), comm_.rank());
}

void Decomposition::remember(Bodies& bodies, std::vector<std::pair<LocalIndex, RememberedImpulse>> impulses) const {
  const auto neighbours = ghost_neighbours(bodies);
  const auto copies = copies_by_neighbour(bodies, neighbours);
  std::vector<std::int32_t> place(bodies.ghost_owner.size());  // of a ghost in its neighbour's list
  for (const auto& ghosts : copies.ghosts) {
    for (std::size_t at = 0; at < ghosts.size(); ++at) {
      place[static_cast<std::size_t>(ghosts[at] - bodies.num_owned)] = static_cast<std::int32_t>(at);
    }
  }
  std::vector<comm::Bytes> home(neighbours.size());
  std::erase_if(impulses, [&](const auto& entry) {
    if (entry.first < bodies.num_owned) return false;
    const auto ghost = static_cast<std::size_t>(entry.first - bodies.num_owned);
    auto& message = home[slot_of(neighbours, bodies.ghost_owner[ghost])];
    comm::append(message, place[ghost]);
    comm::append(message, entry.second);
    return true;
  });
  const auto arrived = comm::neighbour_exchange(comm_, neighbours, home);
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    for (comm::Reader in(arrived[k]); !in.done();) {
      const auto at = static_cast<std::size_t>(in.next<std::int32_t>());
      impulses.emplace_back(copies.owned[k].at(at), in.next<RememberedImpulse>());
    }
  }
  std::sort(impulses.begin(), impulses.end(), [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return a.second.partner != b.second.partner ? a.second.partner < b.second.partner
                                                : a.second.feature < b.second.feature;
  });
  bodies.memory.clear();
  bodies.memory.reserve(impulses.size());
  bodies.memory_start.assign(bodies.local.size() + 1, 0);
  for (const auto& [body, impulse] : impulses) {
    ++bodies.memory_start[static_cast<std::size_t>(body) + 1];
    bodies.memory.push_back(impulse);
  }
  std::partial_sum(bodies.memory_start.begin(), bodies.memory_start.end(), bodies.memory_start.begin());
}

}  // namespace talus::partition
