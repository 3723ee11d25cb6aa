// Present owners repaired at their borders: cubes go over to the rank next to them as long as this falls:
//
//   F = 8 n |L|  +  kCut ghosts / bodies of a rank,    |L| = (mean of all n loads L^8)^1/8,  each over its mean
//
// The first term is ruled by the fullest ranks, the second keeps borders short. In a pass each rank's part is lent to
// whoever knows the best move of a cube out of it or into it; who has borrowed the parts on both sides of a border
// moves what it can there. So loads are always right, F falls in every pass, and little moves.

#include <algorithm>
#include <cmath>
#include <compare>

#include "balance/cube_graph.hpp"
#include "balance/cuts.hpp"

namespace talus::balance {
namespace {

constexpr double kCut = 0.5;     // at 0.1 borders grow with time, at 5 loads stay uneven
constexpr int kMostPasses = 20;  // more gain little

double to_the_8th(double x) {
  x *= x;
  x *= x;
  return x * x;
}

class Borders {
 public:
  Borders(const comm::Comm& comm, const CubeGraph& graph, std::vector<Rank>& parts)
      : comm_(comm), graph_(graph), parts_(parts), first_(graph.first[static_cast<std::size_t>(comm.rank())]),
        loads_(graph.first.size() - 1), may_be_at_border_(parts.size(), 1) {
    // Edges are known to both ends, so nobody needs to be told whose parts to send, nor whose will come.
    for (std::size_t v = 0; v < parts.size(); ++v) {
      each_edge(v, [&](std::int64_t u, std::int64_t) {
        if (is_here(u)) return;
        const auto rank = static_cast<Rank>(std::ranges::upper_bound(graph.first, u) - graph.first.begin() - 1);
        near_.emplace_back(rank, v);
        far_.emplace_back(rank, u);
      });
    }
    const auto sort_out = [](auto& ends) {
      std::ranges::sort(ends);
      ends.erase(std::ranges::unique(ends).begin(), ends.end());
    };
    sort_out(near_);
    sort_out(far_);
    for (const auto& [rank, u] : far_) {
      if (ranks_.empty() || ranks_.back() != rank) ranks_.push_back(rank);
    }
    far_parts_.resize(far_.size());
    std::int64_t bodies = 0;
    for (const CubeLoad& cube : graph.cubes) bodies += cube.bodies;
    price_of_cut_ =
        kCut / kWeightOfGhost * comm.size() / static_cast<double>(std::max<std::int64_t>(1, comm.sum(bodies)));
  }

  void improve() {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      add_up_loads();
      exchange_parts();
      if (!comm_.any(move_what_helps())) return;
    }
  }

 private:
  // A cube that may go over.
  struct Move {
    std::int64_t cut;  // how much more is cut then
    std::size_t vertex;
    Rank to;
    auto operator<=>(const Move&) const = default;
  };

  void each_edge(std::size_t v, auto&& visit) const {
    for (auto e = static_cast<std::size_t>(graph_.edge_start[v]);
         e < static_cast<std::size_t>(graph_.edge_start[v + 1]); ++e) {
      visit(graph_.neighbours[e], graph_.edge_weight[e]);
    }
  }
  bool is_here(std::int64_t u) const { return u >= first_ && u < first_ + std::ssize(parts_); }
  Rank part_of(std::int64_t u) const {
    if (is_here(u)) return parts_[static_cast<std::size_t>(u - first_)];
    const auto at = std::ranges::lower_bound(far_, u, {}, [](const auto& end) { return end.second; }) - far_.begin();
    return far_parts_[static_cast<std::size_t>(at)];
  }
  PerLoad<double>& loads(Rank p) { return loads_[static_cast<std::size_t>(p)]; }
  double weight(std::size_t v, std::size_t k) const {
    return scale_[k] * static_cast<double>(graph_.cubes[v].loads()[k]);
  }

  // *Collective.* Sums the loads of each part, and |L|^7 over all parts.
  void add_up_loads() {
    std::vector<std::int64_t> sums(kNumLoads * loads_.size(), 0);
    for (std::size_t v = 0; v < parts_.size(); ++v) {
      for (std::size_t k = 0; k < kNumLoads; ++k)
        sums[kNumLoads * static_cast<std::size_t>(parts_[v]) + k] += graph_.cubes[v].loads()[k];
    }
    comm_.sum(sums);
    for (std::size_t k = 0; k < kNumLoads; ++k) {
      std::int64_t all = 0;
      for (std::size_t p = 0; p < loads_.size(); ++p) all += sums[kNumLoads * p + k];
      scale_[k] = all > 0 ? static_cast<double>(loads_.size()) / static_cast<double>(all) : 0;
      for (std::size_t p = 0; p < loads_.size(); ++p)
        loads_[p][k] = scale_[k] * static_cast<double>(sums[kNumLoads * p + k]);
    }
    double sum = 0;
    for (const auto& loads : loads_) {
      for (const double load : loads) sum += to_the_8th(load);
    }
    slope_ = std::pow(sum / static_cast<double>(kNumLoads * loads_.size()), 7.0 / 8);
  }

  void exchange_parts() {
    std::vector<comm::Bytes> here(ranks_.size());
    auto end = near_.begin();
    for (std::size_t n = 0; n < ranks_.size(); ++n) {
      for (; end != near_.end() && end->first == ranks_[n]; ++end) comm::append(here[n], parts_[end->second]);
    }
    for (const auto& end_here : near_) may_be_at_border_[end_here.second] = 1;
    auto part = far_parts_.begin();
    for (const auto& message : comm::neighbour_exchange(comm_, ranks_, here)) {
      for (comm::Reader in(message); !in.done();) *part++ = in.next<Rank>();
    }
  }

  // *Collective.* Has this rank moved a cube?
  bool move_what_helps() {
    auto moves = moves_that_help();
    std::ranges::sort(moves);
    std::vector<double> bids(loads_.size(), 0);
    for (const Move& m : moves) {
      for (const Rank p : {parts_[m.vertex], m.to})
        bids[static_cast<std::size_t>(p)] = std::max(bids[static_cast<std::size_t>(p)], gain(m));
    }
    auto best = bids;
    comm_.max(best);
    const auto borrowed = [&](Rank p) {
      return bids[static_cast<std::size_t>(p)] == best[static_cast<std::size_t>(p)];
    };
    bool moved = false;
    for (Move& m : moves) {
      const Rank from = parts_[m.vertex];
      if (from == m.to || !borrowed(from) || !borrowed(m.to)) continue;
      m.cut = more_cut(m.vertex, m.to);
      if (gain(m) <= 0) continue;
      for (std::size_t k = 0; k < kNumLoads; ++k) {
        loads(from)[k] -= weight(m.vertex, k);
        loads(m.to)[k] += weight(m.vertex, k);
      }
      parts_[m.vertex] = m.to;
      look_around(m.vertex);
      moved = true;
    }
    return moved;
  }

  void look_around(std::size_t v) {
    each_edge(v, [&](std::int64_t u, std::int64_t) {
      if (is_here(u)) may_be_at_border_[static_cast<std::size_t>(u - first_)] = 1;
    });
  }

  std::vector<Move> moves_that_help() {
    std::vector<Move> moves;
    std::vector<Rank> next;  // other parts next to the cube
    for (std::size_t v = 0; v < parts_.size(); ++v) {
      if (!may_be_at_border_[v]) continue;
      next.clear();
      each_edge(v, [&](std::int64_t u, std::int64_t) {
        const Rank p = part_of(u);
        if (p != parts_[v] && std::ranges::find(next, p) == next.end()) next.push_back(p);
      });
      may_be_at_border_[v] = !next.empty();
      for (const Rank to : next) {
        const Move move{more_cut(v, to), v, to};
        if (gain(move) > 0) moves.push_back(move);
      }
    }
    return moves;
  }

  // How much more is cut if a cube goes over.
  std::int64_t more_cut(std::size_t v, Rank to) const {
    std::int64_t more = 0;
    each_edge(v, [&](std::int64_t u, std::int64_t weight) {
      const Rank p = part_of(u);
      more += p == parts_[v] ? weight : p == to ? -weight : 0;
    });
    return more;
  }

  // How much F falls, to first order.
  double gain(const Move& move) {
    double fall = 0;
    for (std::size_t k = 0; k < kNumLoads; ++k) {
      const double w = weight(move.vertex, k), from = loads(parts_[move.vertex])[k], to = loads(move.to)[k];
      fall += to_the_8th(from) + to_the_8th(to) - to_the_8th(from - w) - to_the_8th(to + w);
    }
    return fall / slope_ - price_of_cut_ * static_cast<double>(move.cut);
  }

  const comm::Comm& comm_;
  const CubeGraph& graph_;
  std::vector<Rank>& parts_;
  std::int64_t first_;
  std::vector<PerLoad<double>> loads_;              // of each part, over the mean
  PerLoad<double> scale_{};                         // one over the mean
  double slope_ = 1;                                // |L|^7: n |L| falls by an eighth of the fall of all L^8 over it
  double price_of_cut_;                             // in F, of a unit of edge weight
  std::vector<Rank> ranks_;                         // that have neighbours of cubes here
  std::vector<std::pair<Rank, std::size_t>> near_;  // cubes here next to cubes there
  std::vector<std::pair<Rank, std::int64_t>> far_;  // and those, in the same order there
  std::vector<Rank> far_parts_;
  std::vector<char> may_be_at_border_;  // of each cube; the others need no look
};

}  // namespace

std::vector<Rank> repair_borders(const comm::Comm& comm, std::span<const CubeLoad> cubes) {
  const CubeGraph graph = build_cube_graph(comm, cubes);
  std::vector<Rank> parts;
  for (const CubeLoad& cube : graph.cubes) parts.push_back(std::clamp(cube.owner, 0, comm.size() - 1));
  Borders(comm, graph, parts).improve();
  return send_to_origins(comm, graph, parts, cubes.size());
}

}  // namespace talus::balance
