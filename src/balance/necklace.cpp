// Runs of the curve that are even in two loads: necklace splitting (Alon 1987), two cuts per rank.
//
// A ring of n ranks is a set of cubes in the order of the curve, closed to a circle; its length is the sum of both
// loads, each scaled to the same total. A window of m/n of the length slides along it until it holds m/n of the first
// load, and so of the second, too: n/m windows one after the other hold all, so some hold too much and some too little,
// and between them one is right. The window goes to m ranks, the rest, closed again, to the others. Of even n: m = n/2,
// of odd n: m = 1.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "balance/curve.hpp"
#include "balance/cuts.hpp"
#include "balance/methods.hpp"
#include "balance/relabel.hpp"

namespace talus::balance {
namespace {

constexpr double kScale = 1LL << 40;  // what each load adds up to
constexpr double kEven =
    0.01;  // of its share, by which a window may be wrong: then windows stay where they are, mostly

class Necklace {
 public:
  Necklace(const comm::Comm& comm, std::span<const CubeLoad> cubes)
      : comm_(comm), first_load_(cubes.size()), place_(cubes.size()),
        ring_of_(cubes.size(), 0), rings_{{0, comm.size()}} {
    PerLoad<std::int64_t> totals{};
    for (const CubeLoad& c : cubes) {
      for (std::size_t k = 0; k < kNumLoads; ++k) totals[k] += c.loads()[k];
    }
    comm.sum(totals);
    std::int64_t length = 0;  // so far, of this rank
    for (std::size_t c = 0; c < cubes.size(); ++c) {
      const auto scaled = [&](std::size_t k) {
        return totals[k] > 0
                   ? std::llround(static_cast<double>(cubes[c].loads()[k]) / static_cast<double>(totals[k]) * kScale)
                   : 0;
      };
      first_load_[c] = scaled(0);
      const std::int64_t of_cube = scaled(0) + scaled(1);
      place_[c] = length + of_cube / 2;
      length += of_cube;
    }
    const std::int64_t before = comm.sum_before(length);
    for (auto& place : place_) place += before;
    rings_[0].length = comm.sum(length);
  }

  // The rank of each cube.
  std::vector<Rank> split_evenly() {
    while (std::ranges::any_of(rings_, [](const Ring& r) { return r.ranks > 1; })) {
      slide_windows();
      split();
    }
    std::vector<Rank> ranks;
    for (const std::size_t r : ring_of_) ranks.push_back(rings_[r].first);
    return ranks;
  }

 private:
  struct Ring {
    Rank first;
    int ranks;
    std::int64_t length = 0;
    double load = 0;                 // the first, of all cubes on it
    std::int64_t low = 0, high = 0;  // the window begins between these
    bool too_much_at_low = false, found = false;
    int parts() const { return ranks % 2 == 0 ? 2 : ranks; }  // n / m
    std::int64_t window() const { return length / parts(); }
    Rank taken() const { return ranks == 1 ? 0 : ranks / parts(); }  // m
  };

  // How far behind the beginning of a window.
  std::int64_t behind(std::size_t cube, std::int64_t begin) const {
    const std::int64_t way = place_[cube] - begin;
    return way < 0 ? way + rings_[ring_of_[cube]].length : way;
  }

  // The first load in a window of each ring that is still looked for. *Collective.*
  std::vector<double> loads_in_windows(auto&& begin_of, auto&& window_of) const {
    std::vector<std::int64_t> loads(rings_.size(), 0);
    for (std::size_t c = 0; c < place_.size(); ++c) {
      const Ring& ring = rings_[ring_of_[c]];
      if (!ring.found && behind(c, begin_of(ring)) < window_of(ring)) loads[ring_of_[c]] += first_load_[c];
    }
    comm_.sum(loads);
    return {loads.begin(), loads.end()};
  }

  // First window by window, from the beginning of the curve, until a ring's next window is wrong the other way; then by
  // halving.
  void slide_windows() {
    constexpr int kMostHalvings = 24;
    const auto start = [](const Ring&) { return std::int64_t{0}; };
    const auto all = loads_in_windows(start, [](const Ring& ring) { return ring.length + 1; });
    for (std::size_t r = 0; r < rings_.size(); ++r) rings_[r].load = all[r];
    const auto look = [&](int turn, auto&& begin_of) {
      const auto loads = loads_in_windows(begin_of, [](const Ring& ring) { return ring.window(); });
      for (std::size_t r = 0; r < rings_.size(); ++r) {
        Ring& ring = rings_[r];
        if (ring.found) continue;
        const double beyond = loads[r] * ring.parts() - ring.load;
        const bool too_much = beyond > 0;
        if (turn == 0) ring.too_much_at_low = too_much;
        ring.found = std::abs(beyond) <= kEven * ring.load;
        (ring.found || too_much == ring.too_much_at_low ? ring.low : ring.high) = begin_of(ring);
      }
      return std::ranges::any_of(rings_, [](const Ring& ring) { return !ring.found; });
    };
    const auto next_window = [](const Ring& ring) { return ring.high > 0 ? ring.low : ring.low + ring.window(); };
    const auto middle = [](const Ring& ring) { return std::midpoint(ring.low, ring.high); };
    bool go_on = look(0, start);
    const auto most = std::ranges::max_element(rings_, {}, &Ring::parts)->parts();
    for (int turn = 1; turn < most && go_on; ++turn) go_on = look(turn, next_window);
    for (int turn = 1; turn < kMostHalvings && go_on; ++turn) go_on = look(turn, middle);
  }

  // Windows become rings, and so does what is left of each ring.
  void split() {
    std::vector<Ring> next;
    std::vector<std::size_t> first_next;
    for (const Ring& ring : rings_) {
      first_next.push_back(next.size());
      if (ring.ranks > 1) next.push_back(Ring{ring.first, ring.taken(), ring.window()});
      next.push_back(Ring{ring.first + ring.taken(), ring.ranks - ring.taken(),
                          ring.ranks > 1 ? ring.length - ring.window() : ring.length});
    }
    for (std::size_t c = 0; c < place_.size(); ++c) {
      const Ring& ring = rings_[ring_of_[c]];
      const std::int64_t way = behind(c, ring.low);
      const bool rest = ring.ranks > 1 && way >= ring.window();
      place_[c] = rest ? way - ring.window() : way;
      ring_of_[c] = first_next[ring_of_[c]] + rest;
    }
    rings_ = std::move(next);
    for (Ring& ring : rings_) ring.found = ring.ranks == 1;
  }

  const comm::Comm& comm_;
  std::vector<std::int64_t> first_load_;  // of each cube
  std::vector<std::int64_t> place_;       // of its middle on its ring
  std::vector<std::size_t> ring_of_;
  std::vector<Ring> rings_;  // 56 bytes per rank at the end
};

}  // namespace

std::vector<Rank> cut_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes) {
  const CurveOrder order = order_by_curve(comm, cubes);
  auto owners = send_to_origins(comm, order, Necklace(comm, order.cubes).split_evenly(), cubes.size());
  relabel(comm, cubes, owners);
  return owners;
}

Proposal propose_by_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes, bool /*partitioned*/) {
  Proposal proposal;
  proposal.consider(comm, cubes, cut_curve(comm, cubes));
  return proposal;
}

}  // namespace talus::balance
