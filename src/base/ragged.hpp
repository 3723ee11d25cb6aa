#pragma once
// Rows of different lengths, one after the other in one array.

#include <numeric>

#include "base/array.hpp"

namespace talus {

template <class T>
class Ragged {
 public:
  // Items with the rows that they belong to; within a row they keep their order.
  static Ragged by_row(LocalIndex rows, std::span<const std::pair<LocalIndex, T>> items) {
    Ragged all;
    all.starts_.assign(rows + 1, 0);
    for (const auto& entry : items) ++all.starts_[entry.first + 1];
    std::partial_sum(all.starts_.begin(), all.starts_.end(), all.starts_.begin());
    Array<LocalIndex> next = all.starts_;
    all.items_.resize(items.size());
    for (const auto& [row, item] : items) all.items_[next[row]++] = item;
    return all;
  }

  LocalIndex num_rows() const { return static_cast<LocalIndex>(starts_.size()) - 1; }
  LocalIndex start(LocalIndex row) const { return starts_[row]; }  // of the row in items()
  View<T> operator[](LocalIndex row) { return {items_.begin() + starts_[row], items_.begin() + starts_[row + 1]}; }
  View<const T> operator[](LocalIndex row) const {
    return {items_.begin() + starts_[row], items_.begin() + starts_[row + 1]};
  }
  View<T> items() { return items_; }
  View<const T> items() const { return items_; }

  void add_row(std::span<const T> items = {}) {
    items_.insert(items_.end(), items.begin(), items.end());
    end_row();
  }
  // Adds to the row that end_row() will close.
  void add(const T& item) { items_.push_back(item); }
  void end_row() { starts_.push_back(static_cast<LocalIndex>(items_.size())); }
  // Drops the rows behind these.
  void keep_rows(LocalIndex rows) {
    starts_.resize(rows + 1);
    items_.resize(starts_.back());
  }
  void reserve(std::size_t rows, std::size_t items) {
    starts_.reserve(rows + 1);
    items_.reserve(items);
  }

 private:
  Array<LocalIndex> starts_{0};
  Array<T> items_;
};

}  // namespace talus
