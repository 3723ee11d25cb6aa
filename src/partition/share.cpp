// Who works on which copy, and what bodies remember.

#include <algorithm>
#include <numeric>

#include "partition/decomposition.hpp"

namespace talus::partition {

using bodies::Bodies;
using bodies::RememberedImpulse;

namespace {

// The ranks that have copies of my bodies, or own my ghosts; ascending.
std::vector<Rank> ghost_neighbours(const Bodies& bodies) {
  std::vector<Rank> ranks = bodies.ghost_ranks;
  ranks.insert(ranks.end(), bodies.ghost_owner.begin(), bodies.ghost_owner.end());
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

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

// One rank's part in a body that several ranks hold.
struct Claim {
  LocalIndex body;
  comm::Holder holder;
  bool operator<(const Claim& o) const { return body != o.body ? body < o.body : holder.rank < o.holder.rank; }
  bool operator==(const Claim& o) const { return body == o.body && holder.rank == o.holder.rank; }
};

// Calls visit(claims) for the claims of each body; they are ordered.
void each_body(std::span<const Claim> claims, auto&& visit) {
  for (std::size_t first = 0; first < claims.size();) {
    std::size_t end = first + 1;
    while (end < claims.size() && claims[end].body == claims[first].body) ++end;
    visit(claims.subspan(first, end - first));
    first = end;
  }
}

// From the claims, by body and rank, to lists by neighbour, by id.
comm::Sharing sharing_of(const Bodies& bodies, std::span<const Claim> claims, Rank self) {
  struct Pair {
    Rank rank;
    GlobalId id;
    LocalIndex body;
    bool operator<(const Pair& o) const { return rank != o.rank ? rank < o.rank : id < o.id; }
  };
  comm::Sharing sharing;
  sharing.holders.reserve(claims.size());
  std::vector<Pair> pairs;
  pairs.reserve(claims.size());
  each_body(claims, [&](std::span<const Claim> of_body) {
    const LocalIndex body = of_body.front().body;
    sharing.items.push_back(body);
    for (const Claim& c : of_body) {
      sharing.holders.push_back(c.holder);
      if (c.holder.rank != self)
        pairs.push_back({c.holder.rank, bodies.local[static_cast<std::size_t>(body)].id, body});
    }
    sharing.holder_start.push_back(static_cast<LocalIndex>(sharing.holders.size()));
  });
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

// The memory of all bodies anew: by body, then by partner and feature.
void place_by_body(Bodies& bodies, std::span<const std::pair<LocalIndex, RememberedImpulse>> impulses) {
  auto& start = bodies.memory_start;
  start.assign(bodies.local.size() + 1, 0);
  for (const auto& entry : impulses) ++start[static_cast<std::size_t>(entry.first) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<LocalIndex> free(start.begin(), start.end() - 1);
  bodies.memory.resize(impulses.size());
  for (const auto& [body, impulse] : impulses) {
    bodies.memory[static_cast<std::size_t>(free[static_cast<std::size_t>(body)]++)] = impulse;
  }
  const auto before = [](const RememberedImpulse& a, const RememberedImpulse& b) {
    return a.partner != b.partner ? a.partner < b.partner : a.feature < b.feature;
  };
  for (std::size_t b = 0; b + 1 < start.size(); ++b) {
    std::sort(bodies.memory.begin() + start[b], bodies.memory.begin() + start[b + 1], before);
  }
}

}  // namespace

comm::Sharing Decomposition::share(const Bodies& bodies, std::span<const std::uint64_t> work) const {
  const auto neighbours = ghost_neighbours(bodies);
  const auto copies = copies_by_neighbour(bodies, neighbours);
  const auto work_on = [&work](LocalIndex b) { return work[static_cast<std::size_t>(b)]; };

  // Each holder of a copy tells the owner what its contacts do with it.
  std::vector<comm::Bytes> told(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    for (LocalIndex g : copies.ghosts[k]) comm::append(told[k], work_on(g));
  }
  const auto answers = comm::neighbour_exchange(comm_, neighbours, told);
  std::vector<Claim> claims;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    comm::Reader in(answers[k]);
    for (LocalIndex b : copies.owned[k]) {
      const auto their_work = in.next<std::uint64_t>();
      if (their_work == 0) continue;
      claims.push_back({b, {neighbours[k], their_work}});
      claims.push_back({b, {comm_.rank(), work_on(b)}});
    }
  }
  std::sort(claims.begin(), claims.end());
  claims.erase(std::unique(claims.begin(), claims.end()), claims.end());

  // The owner tells everybody who works on the body who the others are.
  std::vector<comm::Bytes> lists(neighbours.size());
  each_body(claims, [&](std::span<const Claim> of_body) {
    for (const Claim& to : of_body) {
      if (to.holder.rank == comm_.rank()) continue;
      auto& list = lists[slot_of(neighbours, to.holder.rank)];
      comm::append(list, static_cast<std::int32_t>(of_body.size()));
      for (const Claim& c : of_body) comm::append(list, c.holder);
    }
  });
  const auto heard = comm::neighbour_exchange(comm_, neighbours, lists);
  const auto num_of_owned = static_cast<std::ptrdiff_t>(claims.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    comm::Reader in(heard[k]);
    for (LocalIndex g : copies.ghosts[k]) {
      if (work_on(g) == 0) continue;
      for (auto n = in.next<std::int32_t>(); n > 0; --n) claims.push_back({g, in.next<comm::Holder>()});
    }
  }
  std::sort(claims.begin() + num_of_owned, claims.end());
  return sharing_of(bodies, claims, comm_.rank());
}

void Decomposition::refresh_copies(Bodies& bodies) const {
  const auto neighbours = ghost_neighbours(bodies);
  const auto copies = copies_by_neighbour(bodies, neighbours);
  std::vector<comm::Bytes> poses(neighbours.size());
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    for (LocalIndex b : copies.owned[k]) {
      const auto& body = bodies.local[static_cast<std::size_t>(b)];
      for (const double x : body.position) comm::append(poses[k], x);
      for (const double x : body.orientation.coeffs()) comm::append(poses[k], x);
    }
  }
  const auto arrived = comm::neighbour_exchange(comm_, neighbours, poses);
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    comm::Reader in(arrived[k]);
    for (LocalIndex g : copies.ghosts[k]) {
      auto& body = bodies.local[static_cast<std::size_t>(g)];
      for (double& x : body.position) x = in.next<double>();
      for (double& x : body.orientation.coeffs()) x = in.next<double>();
    }
  }
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
  place_by_body(bodies, impulses);
}

}  // namespace talus::partition
