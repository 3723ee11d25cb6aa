#pragma once
// Sums that do not depend on the order of their terms, for packs in a hot loop. A term v with |v| <= 2^e becomes two
// integers: v = (hi 2^39 + lo) 2^(e-77) + less than 2^(e-78); integers add up exactly. The bound 2^e must itself not
// depend on the order, such as a maximum over all ranks; larger terms count as +-2^e. Room for 2^24 terms a lane.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "comm/comm.hpp"
#include "solver/pack.hpp"

namespace talus::solver {

// How terms of one bound are cut in two integers: adding 1.5 * 2^52 quanta rounds to a quantum and leaves the integer
// in the low bits of the sum.
struct FixedScale {
  int exponent = 0;
  Pack bound, magic_hi, magic_lo;

  explicit FixedScale(double largest)
      : exponent(largest > 0 && std::isfinite(largest) ? std::max(std::ilogb(largest) + 1, -900) : -900),
        bound(splat(std::ldexp(1.0, exponent))), magic_hi(splat(std::ldexp(1.5, exponent - 38 + 52))),
        magic_lo(splat(std::ldexp(1.5, exponent - 77 + 52))) {}
};

struct FixedSum {
  Mask hi{}, lo{};

  void add(Pack v, const FixedScale& s) {
    v = max(min(v, s.bound), -s.bound);
    const Pack rounded = v + s.magic_hi;
    hi += (Mask)rounded - (Mask)s.magic_hi;
    const Pack rest = v - (rounded - s.magic_hi);
    lo += (Mask)(rest + s.magic_lo) - (Mask)s.magic_lo;
  }
};

// The sum over the lanes: high and low 32 bits of hi, then of lo, so that 2^31 ranks cannot overflow one.
using FixedDigits = std::array<std::int64_t, 4>;
FixedDigits digits_of(const FixedSum& sum);
double total_of(const FixedDigits& digits, const FixedScale& scale);

// *Collective.* The sums over all lanes and ranks, correctly rounded from the exact integer totals; one reduction for
// all.
template <std::size_t kSums>
std::array<double, kSums> sum_over_ranks(const comm::Comm& comm, const std::array<FixedSum, kSums>& sums,
                                         const std::array<FixedScale, kSums>& scales) {
  std::array<FixedDigits, kSums> digits;
  for (std::size_t s = 0; s < kSums; ++s) digits[s] = digits_of(sums[s]);
  comm.sum(std::span{digits.front().data(), kSums * digits.front().size()});
  std::array<double, kSums> totals;
  for (std::size_t s = 0; s < kSums; ++s) totals[s] = total_of(digits[s], scales[s]);
  return totals;
}

}  // namespace talus::solver
