#pragma once
// Which local items (bodies) other ranks work on too. For each neighbour the list of items held together with it,
// ordered by global id on both sides, so that the k-th record of a message needs no name.

#include <vector>

#include "base/class_set.hpp"
#include "base/ragged.hpp"
#include "comm/comm.hpp"

namespace talus::comm {

// The rows of one rank that touch an item.
struct RowsOnItem {
  std::int64_t count = 0;
  ClassSet classes;  // that they are in

  void add(int in_class) {
    ++count;
    classes.add(in_class);
  }
};

// One of the ranks that hold an item: its owner, or one whose rows touch it.
struct Sharer {
  Rank rank = 0;
  RowsOnItem rows;
};

struct Sharing {
  std::vector<Rank> neighbours;                 // ascending
  std::vector<std::vector<LocalIndex>> shared;  // by neighbour, ordered by global id
  std::vector<LocalIndex> items;                // every local item that appears above, once, ascending
  Ragged<Sharer> sharers;                       // of each item, ascending by rank, this rank among them
};

}  // namespace talus::comm
