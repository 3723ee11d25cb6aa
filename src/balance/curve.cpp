#include "balance/curve.hpp"

#include <algorithm>

#include "balance/hilbert.hpp"
#include "comm/outbox.hpp"

namespace talus::balance {
namespace {

struct Traveller {
  std::uint64_t curve;
  CubeLoad load;
  CurveOrder::Origin origin;
  bool operator<(const Traveller& o) const { return curve != o.curve ? curve < o.curve : load.key < o.load.key; }
};

// Where the curve is cut so that ranks get equally many. By bisection, all cuts at once: the largest place with at most
// as many below it. `points` are ascending.
std::vector<std::uint64_t> cut_evenly(const comm::Comm& comm, std::span<const Traveller> points) {
  const auto num_cuts = static_cast<std::size_t>(comm.size() - 1);
  const std::int64_t total = comm.sum(std::ssize(points));
  std::vector<std::uint64_t> cuts(num_cuts, 0);
  std::vector<std::int64_t> below(num_cuts);
  for (int bit = 62; bit >= 0; --bit) {
    const std::uint64_t step = std::uint64_t{1} << bit;
    for (std::size_t p = 0; p < num_cuts; ++p)
      below[p] = std::ranges::lower_bound(points, cuts[p] + step, {}, &Traveller::curve) - points.begin();
    comm.sum(below);
    for (std::size_t p = 0; p < num_cuts; ++p) {
      if (below[p] <= total * static_cast<std::int64_t>(p + 1) / comm.size()) cuts[p] += step;
    }
  }
  return cuts;
}

}  // namespace

Rank CurveOrder::rank_at(std::uint64_t curve) const {
  return static_cast<Rank>(std::upper_bound(cuts.begin(), cuts.end(), curve) - cuts.begin());
}

CurveOrder order_by_curve(const comm::Comm& comm, std::span<const CubeLoad> cubes) {
  std::vector<Traveller> all(cubes.size());
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    all[c] = {hilbert_index(Cube::of(cubes[c].key)), cubes[c], {comm.rank(), static_cast<std::int32_t>(c)}};
  }
  std::sort(all.begin(), all.end());
  CurveOrder order;
  order.cuts = cut_evenly(comm, all);
  comm::Outbox out;
  for (const auto& t : all) comm::append(out.to(order.rank_at(t.curve)), t);
  all.clear();
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) all.push_back(in.next<Traveller>());
  }
  std::sort(all.begin(), all.end());
  for (const auto& t : all) {
    order.cubes.push_back(t.load);
    order.origins.push_back(t.origin);
  }
  return order;
}

std::vector<Rank> send_to_origins(const comm::Comm& comm, const CurveOrder& order, std::span<const Rank> numbers,
                                  std::size_t num_cubes) {
  struct Answer {
    std::int32_t place;
    Rank value;
  };
  comm::Outbox out;
  for (std::size_t c = 0; c < order.origins.size(); ++c) {
    comm::append(out.to(order.origins[c].rank), Answer{order.origins[c].place, numbers[c]});
  }
  std::vector<Rank> values(num_cubes, -1);
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) {
      const auto a = in.next<Answer>();
      values[static_cast<std::size_t>(a.place)] = a.value;
    }
  }
  return values;
}

}  // namespace talus::balance
