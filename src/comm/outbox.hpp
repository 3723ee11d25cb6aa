#pragma once
// Messages in the making, one per rank.

#include <algorithm>
#include <span>
#include <vector>

#include "comm/comm.hpp"

namespace talus::comm {

class Outbox {
 public:
  // The message to a rank, empty at first.
  Bytes& to(Rank rank) {
    if (last_ < messages_.size() && messages_[last_].rank == rank) return messages_[last_].bytes;
    const auto at =
        std::lower_bound(messages_.begin(), messages_.end(), rank, [](const Message& m, Rank r) { return m.rank < r; });
    last_ = static_cast<std::size_t>(at - messages_.begin());
    if (at == messages_.end() || at->rank != rank) messages_.insert(at, {rank, {}});
    return messages_[last_].bytes;
  }
  std::vector<Message> take() { return std::move(messages_); }

 private:
  std::vector<Message> messages_;  // ascending by rank
  std::size_t last_ = 0;
};

template <class T>
void append_all(Bytes& bytes, std::span<const T> records) {
  const auto* begin = reinterpret_cast<const std::byte*>(records.data());
  bytes.insert(bytes.end(), begin, begin + records.size_bytes());
}

}  // namespace talus::comm
