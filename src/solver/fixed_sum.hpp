#pragma once
// Sums that do not depend on the order of their terms, for packs in a hot loop. A term v with |v| <= 2^e becomes two
// integers: v = (hi 2^39 + lo) 2^(e-77) + less than 2^(e-78); integers add up exactly. The bound 2^e must itself not
// depend on the order, such as a maximum over all ranks; larger terms count as +-2^e. Room for 2^24 terms a lane.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

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

// *Collective.* The sums over all lanes and ranks, correctly rounded from the exact integer totals; one reduction for
// all.
std::vector<double> sum_over_ranks(const comm::Comm& comm, std::span<const FixedSum> sums,
                                   std::span<const FixedScale> scales);

}  // namespace talus::solver
