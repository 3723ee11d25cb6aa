#pragma once
// Which local items (bodies) other ranks work on too. For each neighbour the list of items held together with it, ordered
// by global id on both sides, so that the k-th record of a message needs no name.

#include <vector>

#include "comm/comm.hpp"

namespace talus::comm {

struct Sharing {
  std::vector<Rank> neighbours;                 // ascending
  std::vector<std::vector<LocalIndex>> shared;  // by neighbour, ordered by global id
  std::vector<LocalIndex> items;                // every local item that appears above, once, ascending
  std::vector<int> workers;                     // by items: how many ranks change the item (mass is split over these)
};

}  // namespace talus::comm
