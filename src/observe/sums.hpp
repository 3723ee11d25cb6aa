#pragma once
// Exact sums over all ranks, in the order in which they are asked for. For sources of this room only.

#include <vector>

#include "base/types.hpp"
#include "comm/exact_sum.hpp"

namespace talus::observe {

// Exact sums over all ranks, asked for in the order in which they are wanted.
class Sums {
 public:
  void add(std::size_t at, double term) {
    if (at >= sums_.size()) sums_.resize(at + 1);
    sums_[at].add(term);
  }
  void add(std::size_t at, const Vec3& v) {
    for (std::size_t i = 0; i < 3; ++i) add(at + i, v[static_cast<Eigen::Index>(i)]);
  }
  std::vector<double> over(const comm::Comm& comm, std::size_t count) {
    sums_.resize(count);
    comm::exact_sum(comm, sums_);
    std::vector<double> values;
    for (const auto& sum : sums_) values.push_back(sum.value());
    return values;
  }

 private:
  std::vector<comm::ExactSum> sums_;
};

}  // namespace talus::observe
