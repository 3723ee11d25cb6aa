#include "partition/sharers.hpp"

#include <algorithm>

namespace talus::partition {
namespace {

// A body that several ranks have, and one of them.
struct Claim {
  LocalIndex body;
  comm::Sharer sharer;
  bool operator<(const Claim& o) const { return body != o.body ? body < o.body : sharer.rank < o.sharer.rank; }
  bool operator==(const Claim& o) const { return body == o.body && sharer.rank == o.sharer.rank; }
};

// From the claims, by body and rank, to lists by neighbour, by id.
comm::Sharing sharing_of(const bodies::Bodies& bodies, std::span<const Claim> claims, Rank self) {
  struct Pair {
    Rank rank;
    GlobalId id;
    LocalIndex body;
    bool operator<(const Pair& o) const { return rank != o.rank ? rank < o.rank : id < o.id; }
  };
  comm::Sharing sharing;
  std::vector<Pair> pairs;
  pairs.reserve(claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const auto& [body, sharer] = claims[c];
    if (c == 0 || claims[c - 1].body != body) sharing.items.push_back(body);
    sharing.sharers.add(sharer);
    if (sharer.rank != self) pairs.push_back({sharer.rank, bodies.local[body].id, body});
    if (c + 1 == claims.size() || claims[c + 1].body != body) sharing.sharers.end_row();
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

comm::Sharing find_sharers(const GhostLayer& ghosts, const bodies::Bodies& bodies, View<const comm::RowsOnItem> rows) {
  const Rank self = ghosts.comm().rank();
  std::vector<Claim> claims;
  // Each rank with a ghost tells the owner how many of its rows act on the body, and in which classes.
  ghosts.send_to_owners([&](comm::Bytes& out, LocalIndex g, Rank) { comm::append(out, rows[g]); },
                        [&](comm::Reader& in, LocalIndex b, Rank rank) {
                          const auto theirs = in.next<comm::RowsOnItem>();
                          if (theirs.count == 0) return;
                          claims.push_back({b, {rank, theirs}});
                          claims.push_back({b, {self, rows[b]}});
                        });
  std::sort(claims.begin(), claims.end());
  claims.erase(std::unique(claims.begin(), claims.end()), claims.end());

  // The owner tells every rank that works on the body who the others are.
  std::vector<Claim> of_ghosts;
  ghosts.copy_to_ghosts(
      [&](comm::Bytes& out, LocalIndex b, Rank rank) {
        const auto of_body = std::ranges::equal_range(claims, b, {}, &Claim::body);
        const auto is_theirs = [rank](const Claim& c) { return c.sharer.rank == rank; };
        if (std::ranges::none_of(of_body, is_theirs)) return;
        comm::append(out, static_cast<std::int32_t>(of_body.size()));
        for (const Claim& c : of_body) comm::append(out, c.sharer);
      },
      [&](comm::Reader& in, LocalIndex g, Rank) {
        if (rows[g].count == 0) return;
        for (auto n = in.next<std::int32_t>(); n > 0; --n) of_ghosts.push_back({g, in.next<comm::Sharer>()});
      });
  std::sort(of_ghosts.begin(), of_ghosts.end());
  claims.insert(claims.end(), of_ghosts.begin(), of_ghosts.end());
  return sharing_of(bodies, claims, self);
}

}  // namespace talus::partition
