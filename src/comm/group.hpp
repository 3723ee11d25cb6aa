#pragma once
// Some of the ranks, in groups: the first rank of each group collects what its members have. For work that does not
// pay on every rank.

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "comm/comm.hpp"

namespace talus::comm {

class Group {
 public:
  // *Collective.* Ranks that give the same number form a group, in the order of their ranks; -1: this rank is in none.
  Group(const Comm& comm, int number);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  bool member() const { return size_ > 0; }
  bool is_first() const { return num_groups_ > 0; }
  int num_groups() const { return num_groups_; }  // 0 except on the first rank of a group
  // The MPI communicator of the first ranks of all groups, as Comm::native().
  const void* firsts() const;

  // *Collective in the group.* The members' records one after the other, by rank, on the first; empty elsewhere.
  template <class T>
  std::vector<T> gather(const std::vector<T>& mine) const {
    if (size_ == 1) return mine;
    const auto counts = counts_of(mine.size());
    std::vector<T> all(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0)));
    gather(mine.data(), mine.size(), all.data(), counts, sizeof(T));
    return all;
  }
  // *Collective in the group.* Back again, as many to each member as it asks for.
  template <class T>
  void scatter(const std::vector<T>& all, std::span<T> mine) const {
    if (size_ == 1) {
      std::copy(all.begin(), all.end(), mine.begin());
    } else {
      scatter(all.data(), mine.data(), mine.size(), counts_of(mine.size()), sizeof(T));
    }
  }

 private:
  struct Handles;
  std::vector<int> counts_of(std::size_t mine) const;  // of each member on the first, empty elsewhere
  void gather(const void* mine, std::size_t count, void* all, std::span<const int> counts, std::size_t bytes) const;
  void scatter(const void* all, void* mine, std::size_t count, std::span<const int> counts, std::size_t bytes) const;

  std::unique_ptr<Handles> handles_;
  int size_ = 0, num_groups_ = 0;
};

// *Not collective.* MPI calls this function when it ends, while it still works.
void call_at_end(int (*function)());

}  // namespace talus::comm
