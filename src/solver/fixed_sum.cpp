#include "solver/fixed_sum.hpp"

namespace talus::solver {

std::vector<double> sum_over_ranks(const comm::Comm& comm, std::span<const FixedSum> sums,
                                   std::span<const FixedScale> scales) {
  // Each integer travels as two digits of 32 bits, so that 2^31 ranks cannot overflow one.
  std::vector<std::int64_t> digits;
  for (const FixedSum& sum : sums) {
    for (const Mask& part : {sum.hi, sum.lo}) {
      std::int64_t low = 0, high = 0;
      for (int l = 0; l < kWidth; ++l) {
        low += part[l] & 0xFFFFFFFF;
        high += part[l] >> 32;
      }
      digits.push_back(high);
      digits.push_back(low);
    }
  }
  comm.sum(digits);
  __extension__ typedef __int128 Wide;
  std::vector<double> totals;
  for (std::size_t s = 0; s < sums.size(); ++s) {
    auto join = [&](std::size_t at) { return (static_cast<Wide>(digits[at]) << 32) + digits[at + 1]; };
    const Wide total = (join(4 * s) << 39) + join(4 * s + 2);
    totals.push_back(std::ldexp(static_cast<double>(total), scales[s].exponent - 77));
  }
  return totals;
}

}  // namespace talus::solver
