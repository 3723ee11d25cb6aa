#pragma once
// A hash table from cubes to small numbers (ranks, places in a list): open addressing, at most half full.

#include <algorithm>
#include <vector>

#include "base/cube.hpp"

namespace talus {

class CubeTable {
 public:
  // The number stored for a cube; -1 if there is none.
  std::int32_t find(CubeKey key) const {
    if (slots_.empty()) return -1;
    return slots_[slot_of(key)].value;
  }
  // Stores a number (not negative) for a cube, over an older one.
  void set(CubeKey key, std::int32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[slot_of(key)];
    size_ += slot.value < 0;
    slot = {key, value};
  }
  // All that is stored, by key.
  std::vector<CubeOwner> all() const {
    std::vector<CubeOwner> all;
    for (const Slot& slot : slots_) {
      if (slot.value >= 0) all.push_back({slot.key, slot.value});
    }
    std::sort(all.begin(), all.end());
    return all;
  }
  void clear() {
    slots_ = {};
    size_ = 0;
  }
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    CubeKey key = 0;
    std::int32_t value = -1;  // < 0: empty
  };
  std::size_t slot_of(CubeKey key) const {  // where the key stands, or the empty place where it would
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = mix_bits(key) & mask;
    while (slots_[at].value >= 0 && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.value >= 0) slots_[slot_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two, or none
  std::size_t size_ = 0;
};

}  // namespace talus
