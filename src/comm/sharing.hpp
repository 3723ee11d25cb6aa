#pragma once
// Which local items (bodies) other ranks work on too. For each neighbour the list of items held together with it,
// ordered by global id on both sides, so that the k-th record of a message needs no name.

#include <vector>

#include "comm/comm.hpp"

namespace talus::comm {

// One of the ranks that hold an item: its owner, or one that works on it.
struct Holder {
  Rank rank = 0;
  std::uint64_t work =
      0;  // which classes of its rows touch the item, a bit each, or how many rows; 0: none, it is the owner
};

struct Sharing {
  std::vector<Rank> neighbours;                 // ascending
  std::vector<std::vector<LocalIndex>> shared;  // by neighbour, ordered by global id
  std::vector<LocalIndex> items;                // every local item that appears above, once, ascending
  std::vector<LocalIndex> holder_start{0};      // holders of item s: [holder_start[s], holder_start[s + 1])
  std::vector<Holder> holders;                  // ascending by rank within an item, this rank among them

  std::span<const Holder> holders_of(std::size_t item) const {
    const auto begin = static_cast<std::size_t>(holder_start[item]),
               end = static_cast<std::size_t>(holder_start[item + 1]);
    return {holders.data() + begin, end - begin};
  }
  // How many ranks change the item.
  int workers(std::size_t item) const {
    int count = 0;
    for (const auto& h : holders_of(item)) count += h.work != 0;
    return count;
  }
};

}  // namespace talus::comm
