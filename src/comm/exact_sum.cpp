#include "comm/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace talus::comm {

void ExactSum::add(std::span<const double> terms) {
  while (!terms.empty()) {
    const auto batch = terms.first(std::min(terms.size(), static_cast<std::size_t>(kMaxTerms - terms_)));
    for (double term : batch) put(term);
    terms_ += static_cast<std::int64_t>(batch.size());
    if (terms_ >= kMaxTerms) normalise();
    terms = terms.subspan(batch.size());
  }
}

void ExactSum::merge(const ExactSum& other) {
  ExactSum part = other;  // which may be *this
  if (terms_ + part.terms_ >= kMaxTerms) {
    normalise();
    part.normalise();
  }
  for (int k = 0; k < kDigits; ++k) digits_[k] += part.digits_[k];
  terms_ += part.terms_;
  plus_ += part.plus_;
  minus_ += part.minus_;
}

void ExactSum::put_non_finite(double term) {
  plus_ += !(term < 0);
  minus_ += !(term > 0);
}

void ExactSum::normalise(int first, int last) {
  std::int64_t carry = 0;
  for (int k = first; k < last; ++k) {
    const std::int64_t digit = digits_[k] + carry;
    digits_[k] = digit & 0xffffffff;
    carry = digit >> 32;
  }
  digits_[last] += carry;
  terms_ = 1;
}

double ExactSum::value() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (plus_ && minus_) return std::numeric_limits<double>::quiet_NaN();
  if (plus_ || minus_) return plus_ ? kInfinity : -kInfinity;

  // A carry of the highest digit reaches the next one; the one above has the sign.
  int first = 0, last = kDigits - 1;
  while (first < kDigits && digits_[first] == 0) ++first;
  if (first == kDigits) return 0;
  while (digits_[last] == 0) --last;
  last = std::min(last + 2, kDigits - 1);
  ExactSum s;
  std::copy(digits_.begin() + first, digits_.begin() + last + 1, s.digits_.begin() + first);
  s.normalise(first, last);
  const bool negative = s.digits_[last] < 0;
  if (negative) {
    for (int k = first; k <= last; ++k) s.digits_[k] = -s.digits_[k];
    s.normalise(first, last);
  }
  int top = last;
  while (top > 1 && s.digits_[top] == 0) --top;
  if (s.digits_[top] >> 32) return negative ? -kInfinity : kInfinity;  // the last digit only

  // The 64 leading bits of S; a set bit behind them marks the last, far below the place where the conversion rounds.
  const auto at = [&](int k) { return static_cast<std::uint64_t>(s.digits_[k]); };
  std::uint64_t leading = at(top) << 32 | at(top - 1);
  int place = 32 * (top - 1);
  if (top > 1) {
    const int shift = std::countl_zero(leading);  // < 32
    leading = leading << shift | (at(top - 2) << shift) >> 32;
    place -= shift;
    bool rest = static_cast<std::uint32_t>(at(top - 2) << shift) != 0;
    for (int k = top - 3; k >= first; --k) rest |= at(k) != 0;
    leading |= rest;
  }
  const double size =
      std::ldexp(static_cast<double>(leading), place - 1074);  // exact: a subnormal S has 53 bits at most
  return negative ? -size : size;
}

void exact_sum(const Comm& comm, std::span<ExactSum> sums) {
  constexpr std::size_t kIntegers = ExactSum::kDigits + 3;
  static_assert(std::is_standard_layout_v<ExactSum> && sizeof(ExactSum) == kIntegers * sizeof(std::int64_t));
  if (comm.size() == 1) return;
  for (auto& s : sums) s.normalise();
  comm.sum(std::span{reinterpret_cast<std::int64_t*>(sums.data()), kIntegers * sums.size()});
}

void exact_sum(const Comm& comm, std::span<double> values) {
  std::vector<ExactSum> sums(values.size());
  for (std::size_t n = 0; n < values.size(); ++n) sums[n].add(values[n]);
  exact_sum(comm, sums);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = sums[n].value();
}

}  // namespace talus::comm
