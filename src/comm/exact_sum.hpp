#pragma once
// The exact sum of any finite doubles, subnormal to largest, kept as one integer S:
//
//   sum = 2^-1074 S,   S = sum_k digit[k] 2^(32 k),   0 <= k < 68.
//
// A double is +-m 2^p in units of 2^-1074, m < 2^53, 0 <= p <= 2045: it changes digits p/32 to p/32 + 2, each by less
// than 2^32. A digit has 64 bits, so carries wait until 2^30 terms have come. value() rounds S once, to nearest, ties
// to even. Integers add in any order, on any ranks, to the same S: hence the same bits. (Kulisch's long accumulator;
// Neal 2015.)
//
// Bounds: the sum may leave the range of doubles and come back; it may reach 2^100 times the largest double, on up to
// 2^30 ranks. A sum that rounds beyond the largest double is an infinity, an exact zero is +0. Infinities that were
// added are counted: the result is that infinity, or NaN if both signs came or any NaN.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "comm/comm.hpp"

namespace talus::comm {

class ExactSum {
 public:
  void add(double term) {
    put(term);
    if (++terms_ >= kMaxTerms) [[unlikely]]
      normalise();
  }
  void add(std::span<const double> terms);
  void merge(const ExactSum& other);
  double value() const;
  // Calls visit(term) for a few doubles whose exact sum this is; the same ones for the same sum.
  void each_term(auto&& visit) const {
    ExactSum rest = *this;
    for (double term = rest.value(); term != 0; term = rest.value()) {
      visit(term);
      if (!(std::abs(term) <= std::numeric_limits<double>::max())) return;
      rest.add(-term);
    }
  }

 private:
  friend void exact_sum(const Comm& comm, std::span<ExactSum> sums);
  static constexpr int kDigits = 68;
  static constexpr std::int64_t kMaxTerms = std::int64_t{1} << 30;

  // m 2^shift has up to 84 bits and a sign: two digits of 32 bits, and the rest, which carries the sign.
  void put(double term) {
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const std::uint64_t exponent = (bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) [[unlikely]]
      return put_non_finite(term);
    const std::uint64_t normal = exponent != 0;  // subnormals have no leading 1 and the exponent of the least normal
    const std::uint64_t place = exponent - normal, shift = place % 32;
    const std::int64_t sign = static_cast<std::int64_t>(bits) >> 63;  // 0 or -1
    const auto magnitude = static_cast<std::int64_t>((bits & 0xfffffffffffff) | normal << 52);
    const std::int64_t m = (magnitude ^ sign) - sign;
    const std::uint64_t low = static_cast<std::uint64_t>(m) << shift;
    std::int64_t* digit = digits_.data() + place / 32;
    digit[0] += static_cast<std::int64_t>(low & 0xffffffff);
    digit[1] += static_cast<std::int64_t>(low >> 32);
    digit[2] += (m >> 32) >> (32 - shift);
  }
  void put_non_finite(double term);
  // All digits but the last in [0, 2^32): one set of digits for one S. Those outside of [first, last] must be 0.
  void normalise(int first = 0, int last = kDigits - 1);

  // All members are integers, so sums of ranks are added member by member.
  std::array<std::int64_t, kDigits> digits_{};  // |digit| <= 2^32 terms_
  std::int64_t terms_ = 0;                      // added since the last carry
  std::int64_t plus_ = 0, minus_ = 0;           // infinities by sign; a NaN counts as both
};

// *Collective.* Replaces each accumulator by its sum over all ranks: one reduction for all; no heap. As many on every
// rank; may be empty on all.
void exact_sum(const Comm& comm, std::span<ExactSum> sums);

// *Collective.* Replaces each value by its exact sum over all ranks, rounded once: one reduction for all.
void exact_sum(const Comm& comm, std::span<double> values);

}  // namespace talus::comm
