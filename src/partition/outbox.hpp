#pragma once
// Messages in the making, one a rank.

#include <algorithm>
#include <span>
#include <vector>

#include "comm/comm.hpp"

namespace talus::partition {

class Outbox {
 public:
  // The message to a rank, empty at first.
  comm::Bytes& to(Rank rank) {
    if (last_ < messages_.size() && messages_[last_].rank == rank) return messages_[last_].bytes;
    const auto at = std::lower_bound(messages_.begin(), messages_.end(), rank,
                                     [](const comm::Message& m, Rank r) { return m.rank < r; });
    last_ = static_cast<std::size_t>(at - messages_.begin());
    if (at == messages_.end() || at->rank != rank) messages_.insert(at, {rank, {}});
    return messages_[last_].bytes;
  }
  std::vector<comm::Message> take() { return std::move(messages_); }

 private:
  std::vector<comm::Message> messages_;  // ascending by rank
  std::size_t last_ = 0;
};

template <class T>
void append_all(comm::Bytes& bytes, std::span<const T> records) {
  const auto* begin = reinterpret_cast<const std::byte*>(records.data());
  bytes.insert(bytes.end(), begin, begin + records.size_bytes());
}

}  // namespace talus::partition
