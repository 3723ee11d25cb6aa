#include "balance/relabel.hpp"

#include <algorithm>

#include "comm/outbox.hpp"

namespace talus::balance {
namespace {

constexpr int kPasses = 8;  // what is left without a rank then goes to the ranks left over

struct Overlap {
  Rank part;
  std::int64_t bytes;  // of this rank's cubes that are in the part
};

std::vector<Overlap> overlaps_of(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::span<const Rank> parts) {
  comm::Outbox out;
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    if (cubes[c].owner >= 0) comm::append(out.to(cubes[c].owner), Overlap{parts[c], cubes[c].bytes});
  }
  std::vector<Overlap> all;
  for (const auto& message : comm::sparse_exchange(comm, out.take())) {
    for (comm::Reader in(message.bytes); !in.done();) all.push_back(in.next<Overlap>());
  }
  std::sort(all.begin(), all.end(), [](const Overlap& x, const Overlap& y) { return x.part < y.part; });
  std::vector<Overlap> sums;
  for (const Overlap& o : all) {
    if (sums.empty() || sums.back().part != o.part) sums.push_back({o.part, 0});
    sums.back().bytes += o.bytes;
  }
  std::stable_sort(sums.begin(), sums.end(), [](const Overlap& x, const Overlap& y) { return x.bytes > y.bytes; });
  return sums;
}

// Parts that nobody has asked for, and ranks that have none, in order.
void match_rest(std::vector<std::int64_t>& rank_of) {
  std::vector<char> busy(rank_of.size(), 0);
  for (auto r : rank_of) {
    if (r >= 0) busy[static_cast<std::size_t>(r)] = 1;
  }
  std::size_t next = 0;
  for (auto& r : rank_of) {
    if (r >= 0) continue;
    while (busy[next]) ++next;
    r = static_cast<std::int64_t>(next++);
  }
}

}  // namespace

void relabel(const comm::Comm& comm, std::span<const CubeLoad> cubes, std::vector<Rank>& parts) {
  const auto overlaps = overlaps_of(comm, cubes, parts);
  const auto size = static_cast<std::size_t>(comm.size());
  std::vector<std::int64_t> rank_of(size, -1);
  bool served = false;
  const auto is_free = [&rank_of](const Overlap& o) { return rank_of[static_cast<std::size_t>(o.part)] < 0; };
  for (int pass = 0; pass < kPasses; ++pass) {
    // Every rank without a part bids for all free ones. It takes the one that it holds most of if nobody bids more; of
    // equal bids the highest rank's wins.
    std::vector<double> bids(size, 0), winners(size, 0);
    for (const Overlap& o : overlaps) {
      if (!served && is_free(o)) bids[static_cast<std::size_t>(o.part)] = static_cast<double>(o.bytes);
    }
    comm.max(bids);
    const auto wish = std::find_if(overlaps.begin(), overlaps.end(), is_free);
    if (!served && wish != overlaps.end() &&
        bids[static_cast<std::size_t>(wish->part)] <= static_cast<double>(wish->bytes)) {
      winners[static_cast<std::size_t>(wish->part)] = 1 + comm.rank();
    }
    comm.max(winners);
    for (std::size_t p = 0; p < size; ++p) {
      if (winners[p] == 0) continue;
      rank_of[p] = static_cast<std::int64_t>(winners[p]) - 1;
      served |= rank_of[p] == comm.rank();
    }
  }
  match_rest(rank_of);
  for (auto& p : parts) p = static_cast<Rank>(rank_of[static_cast<std::size_t>(p)]);
}

}  // namespace talus::balance
