#include "balance/cube_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "balance/hilbert.hpp"
#include "base/cube_table.hpp"
#include "comm/outbox.hpp"

namespace talus::balance {
namespace {

// Weight of a body at a border, by the number of coordinates that differ: containment, face, edge, corner.
constexpr int kContained = 0, kGhosts[4] = {31, 12, 5, 2};

// A vertex tells the rank of a cube next to it (or around it) that it is there.
struct Knock {
  CubeKey at;
  std::int64_t vertex;
  std::int32_t bodies;
  std::int32_t kind;  // coordinates that differ, or kContained
};

struct Edge {
  std::int64_t from, to, weight;
};

class EdgeFinder {
 public:
  EdgeFinder(const comm::Comm& comm, const CubeGraph& graph)
      : comm_(comm), graph_(graph), first_(graph.first[static_cast<std::size_t>(comm.rank())]) {
    for (std::size_t v = 0; v < graph.cubes.size(); ++v) {
      places_.set(graph.cubes[v].key, static_cast<std::int32_t>(v));
      levels_ |= std::uint64_t{1} << Cube::of(graph.cubes[v].key).level;
    }
    levels_ = comm.bit_or(levels_);
  }

  // Each vertex knocks at its neighbours' ranks; whoever is at home notes the edge. Both ends do so with neighbours; a
  // coarser cube, which cannot know its finer ones, writes back.
  std::vector<Edge> find() {
    for (std::size_t v = 0; v < graph_.cubes.size(); ++v) knock_around(v);
    for (const auto& message : comm::sparse_exchange(comm_, knocks_.take())) {
      for (comm::Reader in(message.bytes); !in.done();) answer(in.next<Knock>(), message.rank);
    }
    for (const auto& message : comm::sparse_exchange(comm_, replies_.take())) {
      for (comm::Reader in(message.bytes); !in.done();) edges_.push_back(in.next<Edge>());
    }
    return std::move(edges_);
  }

 private:
  void knock_around(std::size_t v) {
    const Cube c = Cube::of(graph_.cubes[v].key);
    for (int n = 0; n < 27; ++n) {
      const int di = n / 9 - 1, dj = n / 3 % 3 - 1, dk = n % 3 - 1;
      const int kind = std::abs(di) + std::abs(dj) + std::abs(dk);
      if (kind > 0) knock(v, Cube{c.level, c.i + di, c.j + dj, c.k + dk}, kind);
    }
    for (int level = c.level + 1; level <= kMaxLevel && levels_ >> level != 0; ++level) {
      const int up = level - c.level;
      if (levels_ >> level & 1) knock(v, Cube{level, c.i >> up, c.j >> up, c.k >> up}, kContained);
    }
  }

  void knock(std::size_t v, const Cube& at, int kind) {
    const Knock k{at.key(), first_ + static_cast<std::int64_t>(v), graph_.cubes[v].bodies, kind};
    if (const auto place = places_.find(k.at); place >= 0) return meet(k, place, comm_.rank());
    const Rank rank = graph_.rank_at(hilbert_index(at));
    if (rank != comm_.rank()) comm::append(knocks_.to(rank), k);
  }

  void answer(const Knock& k, Rank from) {
    const auto place = places_.find(k.at);
    if (place >= 0) meet(k, place, from);
  }

  void meet(const Knock& k, std::int32_t place, Rank from) {
    const std::int64_t here = first_ + place;
    std::int64_t bodies = k.bodies;
    if (k.kind != kContained) bodies += graph_.cubes[static_cast<std::size_t>(place)].bodies;
    const Edge edge{here, k.vertex, bodies * kGhosts[k.kind]};
    edges_.push_back(edge);
    if (k.kind == kContained) comm::append(replies_.to(from), Edge{edge.to, edge.from, edge.weight});
  }

  const comm::Comm& comm_;
  const CubeGraph& graph_;
  std::int64_t first_;
  CubeTable places_;
  std::uint64_t levels_ = 0;
  comm::Outbox knocks_, replies_;
  std::vector<Edge> edges_;
};

}  // namespace

CubeGraph build_cube_graph(const comm::Comm& comm, std::span<const CubeLoad> cubes) {
  CubeGraph graph{order_by_curve(comm, cubes), {}, {}, {}, {}};
  graph.first.assign(static_cast<std::size_t>(comm.size()) + 1, 0);
  graph.first[static_cast<std::size_t>(comm.rank()) + 1] = static_cast<std::int64_t>(graph.cubes.size());
  comm.sum(graph.first);
  for (std::size_t r = 0; r + 1 < graph.first.size(); ++r) graph.first[r + 1] += graph.first[r];

  const auto edges = EdgeFinder(comm, graph).find();
  const std::int64_t first = graph.first[static_cast<std::size_t>(comm.rank())];
  auto& start = graph.edge_start;
  start.assign(graph.cubes.size() + 1, 0);
  for (const Edge& e : edges) ++start[static_cast<std::size_t>(e.from - first) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::pair<std::int64_t, std::int64_t>> ends(edges.size());  // neighbour and weight, by vertex
  std::vector<std::int64_t> next(start.begin(), start.end() - 1);
  for (const Edge& e : edges)
    ends[static_cast<std::size_t>(next[static_cast<std::size_t>(e.from - first)]++)] = {e.to, e.weight};
  for (std::size_t v = 0; v < graph.cubes.size(); ++v) std::sort(ends.begin() + start[v], ends.begin() + start[v + 1]);
  for (const auto& [to, weight] : ends) {
    graph.neighbours.push_back(to);
    graph.edge_weight.push_back(weight);
  }
  return graph;
}

}  // namespace talus::balance
