#pragma once
// A set of classes of conflict-free rows: colours of cubes by level (base/cube.hpp), then colours of joints.

#include <bit>
#include <cstdint>

namespace talus {

class ClassSet {
 public:
  static constexpr int kMostClasses = 64;

  void add(int c) { bits_ |= std::uint64_t{1} << c; }
  void each(auto&& visit) const {  // ascending
    for (auto bits = bits_; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }
  bool operator==(const ClassSet&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace talus
