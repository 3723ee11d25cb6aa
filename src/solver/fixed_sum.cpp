#include "solver/fixed_sum.hpp"

namespace talus::solver {

FixedDigits digits_of(const FixedSum& sum) {
  FixedDigits digits{};
  std::size_t at = 0;
  for (const Mask& part : {sum.hi, sum.lo}) {
    for (int l = 0; l < kWidth; ++l) {
      digits[at] += part[l] >> 32;
      digits[at + 1] += part[l] & 0xFFFFFFFF;
    }
    at += 2;
  }
  return digits;
}

double total_of(const FixedDigits& digits, const FixedScale& scale) {
  __extension__ typedef __int128 Wide;
  const auto join = [&](std::size_t at) { return (static_cast<Wide>(digits[at]) << 32) + digits[at + 1]; };
  const Wide total = (join(0) << 39) + join(2);
  return std::ldexp(static_cast<double>(total), scale.exponent - 77);
}

}  // namespace talus::solver
