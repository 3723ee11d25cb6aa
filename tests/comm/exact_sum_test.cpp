// Exact sums over any ranks in any order, against rational arithmetic by schoolbook integers.

#include "comm/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "comm/comm.hpp"

namespace talus {
namespace {

using comm::Comm;
using comm::ExactSum;
using Terms = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();  // 2^-1074

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

// --- The reference. A number >= 0 in units of 2^-1074, by words of 32 bits, least first.
struct Natural {
  std::array<std::uint32_t, 70> word{};

  static Natural of(double x) {  // x >= 0; infinity stands for 2^1024, the double that would follow the largest
    int exponent = 1025;
    const double fraction = x == kInfinity ? 0.5 : std::frexp(x, &exponent);
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    Natural n;
    for (int b = 0; b < 53; ++b) {
      const int place = exponent - 53 + b + 1074;
      if (mantissa >> b & 1) n.word.at(static_cast<std::size_t>(place / 32)) |= 1u << place % 32;
    }
    return n;
  }
  void add(const Natural& other) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < word.size(); ++k) {
      carry += std::uint64_t{word[k]} + other.word[k];
      word[k] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  void subtract(const Natural& other) {  // other <= *this
    std::int64_t borrow = 0;
    for (std::size_t k = 0; k < word.size(); ++k) {
      borrow += std::int64_t{word[k]} - other.word[k];
      word[k] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
  }
  bool operator<(const Natural& other) const {
    return std::lexicographical_compare(word.rbegin(), word.rend(), other.word.rbegin(), other.word.rend());
  }
};

// The double nearest to n, ties to even: the last double <= n by bisection, then the midpoint to the next.
double nearest(Natural n) {
  std::uint64_t low = 0, high = bits_of(kInfinity);
  if (!(n < Natural::of(kInfinity))) return kInfinity;
  while (high - low > 1) {
    const auto middle = low + (high - low) / 2;
    (n < Natural::of(double_of(middle)) ? high : low) = middle;
  }
  Natural midpoints = Natural::of(double_of(low));
  midpoints.add(Natural::of(double_of(high)));
  n.add(n);
  if (n < midpoints) return double_of(low);
  if (midpoints < n) return double_of(high);
  return double_of(low % 2 == 0 ? low : high);
}

double rational_sum(const Terms& terms) {
  Natural plus, minus;
  bool plus_infinity = false, minus_infinity = false;
  for (double x : terms) {
    if (std::isnan(x)) return kNaN;
    plus_infinity |= x == kInfinity;
    minus_infinity |= x == -kInfinity;
    if (std::isfinite(x)) (x > 0 ? plus : minus).add(Natural::of(std::abs(x)));
  }
  if (plus_infinity && minus_infinity) return kNaN;
  if (plus_infinity || minus_infinity) return plus_infinity ? kInfinity : -kInfinity;
  const bool negative = plus < minus;
  if (negative) std::swap(plus, minus);
  plus.subtract(minus);
  return negative ? -nearest(plus) : nearest(plus);
}

// --- Adversarial terms.
using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); }
double sign(Random& random) { return random() % 2 ? 1 : -1; }
double mantissa(Random& random) { return 1 + static_cast<double>(random() >> 12) * 0x1p-52; }  // in [1, 2)
double spread(Random& random, int low, int high) {  // exponents in [low, high]
  return sign(random) * std::ldexp(mantissa(random), low + below(random, high - low + 1));
}
double subnormal(Random& random) {  // of any length
  const auto units = random() >> 12;
  return sign(random) * kTiny * static_cast<double>(units >> below(random, 52));
}

void add_cancelling(Terms& terms, Random& random) {
  for (int n = below(random, 30); n >= 0; --n) {
    const double x = spread(random, -996, 996), y = spread(random, -996, 996);
    terms.insert(terms.end(), {x, -x, y, -y});
  }
  terms.push_back(spread(random, -1000, -900));
}

// A double and half its last place, which is a tie; sometimes the least thing more or less.
void add_tie(Terms& terms, Random& random) {
  const double x = spread(random, -1000, 1000);
  const double half = std::abs(std::nextafter(x, 2 * x) - x) / 2;
  terms.insert(terms.end(), {x, random() % 3 ? half : -half});
  if (random() % 3 == 0) terms.push_back(sign(random) * (random() % 2 ? kTiny : half * 0x1p-40));
}

// Sums at the edge of the range: the tie between the largest double and 2^1024, and far beyond it and back.
void add_at_the_edge(Terms& terms, Random& random) {
  const double s = sign(random), half = 0x1p970;
  terms.insert(terms.end(), {s * kLargest, s * (random() % 2 ? half : std::nextafter(half, 0))});
  if (random() % 2) terms.push_back(sign(random) * kTiny);
  for (int n = below(random, 40); n > 0; --n) terms.insert(terms.end(), {s * kLargest, -s * kLargest});
}

// 2^1000 - 2^-1074 and the like: borrows and carries run through all digits.
void add_long_carries(Terms& terms, Random& random) {
  for (int n = 1 + below(random, 5); n > 0; --n) {
    const double s = sign(random);
    terms.insert(terms.end(), {s * std::ldexp(1, below(random, 1024)), -s * std::ldexp(1, -below(random, 1075))});
  }
}

void add_not_finite(Terms& terms, Random& random) {
  for (int n = 1 + below(random, 3); n > 0; --n) {
    const int which = below(random, 7);
    terms.push_back(which < 3 ? kInfinity : which < 6 ? -kInfinity : random() % 2 ? kNaN : -kNaN);
  }
  for (int n = below(random, 20); n > 0; --n) terms.push_back(random() % 4 ? spread(random, -50, 50) : kLargest);
}

Terms adversarial_terms(int number) {
  Random random(static_cast<std::uint64_t>(number));
  Terms terms;
  auto fill = [&](int most, auto next) {
    for (int n = below(random, most); n > 0; --n) terms.push_back(next());
  };
  switch (number % 10) {
    case 0: add_cancelling(terms, random); break;
    case 1: fill(200, [&] { return spread(random, -996, 996); }); break;
    case 2: fill(100, [&] { return subnormal(random); }); break;
    case 3: add_tie(terms, random); break;
    case 4: terms.assign(1 + random() % 1000, spread(random, -1074, 1010)); break;
    case 5: add_at_the_edge(terms, random); break;
    case 6: add_not_finite(terms, random); break;
    case 7: add_long_carries(terms, random); break;
    case 8: fill(200, [&] { return spread(random, -20, 3); }); break;
    case 9: fill(2, [&] { return random() % 2 ? -0.0 : spread(random, -1074, 1023); }); break;
  }
  return terms;
}

// This rank's part of a sum: the terms shuffled, each to some rank, some ranks left empty, some parts merged.
ExactSum part_of(Terms terms, const Comm& comm, Random random) {
  std::shuffle(terms.begin(), terms.end(), random);
  const int ranks = 1 + below(random, comm.size()), first = below(random, comm.size());
  Terms mine;
  for (double x : terms) {
    if ((first + below(random, ranks)) % comm.size() == comm.rank()) mine.push_back(x);
  }
  ExactSum sum, other;
  const std::size_t cut = mine.size() / 3;
  for (std::size_t n = 0; n < cut; ++n) sum.add(mine[n]);
  sum.add(std::span<const double>(mine).subspan(cut, cut));
  other.add(std::span<const double>(mine).subspan(2 * cut));
  sum.merge(other);
  return sum;
}

void expect_same_bits(double sum, double expected, int number) {
  EXPECT_EQ(bits_of(sum), bits_of(expected)) << "vector " << number << ": " << sum << ", not " << expected;
}

// A sum less all of its terms is nothing, also where rounding of its value would hide a rest.
TEST(ExactSum, HasFewTermsThatAreTheSumExactly) {
  std::mt19937_64 random(7);
  for (int n = 0; n < 200; ++n) {
    ExactSum sum;
    for (int k = 0; k < 50; ++k)
      sum.add(std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 400) - 200));
    ExactSum rest = sum, again;
    int count = 0;
    sum.each_term([&](double term) { rest.add(-term), again.add(term), ++count; });
    EXPECT_EQ(rest.value(), 0);
    EXPECT_EQ(bits_of(again.value()), bits_of(sum.value()));
    EXPECT_LE(count, 12);
  }
  int count = 0;
  ExactSum{}.each_term([&](double) { ++count; });
  EXPECT_EQ(count, 0);
}

TEST(ExactSum, EqualsTheRationalSumRoundedOnceInAnyOrderOnAnyRanks) {
  const auto world = Comm::world();
  constexpr int kVectors = 10000, kBatch = 250;
  for (int start = 0; start < kVectors; start += kBatch) {
    std::vector<Terms> vectors;
    std::vector<ExactSum> sums, again;
    for (int n = start; n < start + kBatch; ++n) {
      vectors.push_back(adversarial_terms(n));
      sums.push_back(part_of(vectors.back(), world, Random(static_cast<std::uint64_t>(n + 1))));
      again.push_back(part_of(vectors.back(), world, Random(static_cast<std::uint64_t>(n + 2))));
    }
    exact_sum(world, sums);
    exact_sum(world, again);
    std::vector<std::int64_t> expected(kBatch);  // as bits; the ranks take turns to work them out
    const auto step = static_cast<std::size_t>(world.size());
    for (auto n = static_cast<std::size_t>(world.rank()); n < kBatch; n += step) {
      expected[n] = std::bit_cast<std::int64_t>(rational_sum(vectors[n]));
    }
    world.sum(expected);
    for (std::size_t n = 0; n < kBatch; ++n) {
      expect_same_bits(sums[n].value(), std::bit_cast<double>(expected[n]), start + static_cast<int>(n));
      expect_same_bits(again[n].value(), std::bit_cast<double>(expected[n]), start + static_cast<int>(n));
    }
  }
}

TEST(ExactSum, ValuesOfAllRanksEqualTheRationalSums) {
  const auto world = Comm::world();
  auto value_of = [](int rank, int n) {
    Random random(static_cast<std::uint64_t>(1000 * n + rank));
    return n % 3 ? spread(random, -1074, 1023) : random() % 2 ? 0x1p60 : -0x1p60 * mantissa(random);
  };
  constexpr int kValues = 1000;
  Terms values;
  for (int n = 0; n < kValues; ++n) values.push_back(value_of(world.rank(), n));
  exact_sum(world, values);
  for (int n = 0; n < kValues; ++n) {
    Terms terms;
    for (int rank = 0; rank < world.size(); ++rank) terms.push_back(value_of(rank, n));
    expect_same_bits(values[static_cast<std::size_t>(n)], rational_sum(terms), n);
  }
  exact_sum(world, std::span<double>());
  exact_sum(world, std::span<ExactSum>());
}

TEST(ExactSum, RoundsOnceByHand) {
  auto sum = [](const Terms& terms) {
    ExactSum s;
    s.add(terms);
    return s.value();
  };
  EXPECT_EQ(sum({1, 0x1p-53}), 1);  // a tie goes to the even mantissa
  EXPECT_EQ(sum({1, 0x1p-53, kTiny}), 1 + 0x1p-52);
  EXPECT_EQ(sum({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
  EXPECT_EQ(sum({1 + 0x1p-52, 0x1p-53, -kTiny}), 1 + 0x1p-52);
  EXPECT_EQ(sum({1e300, 1, -1e300}), 1);
  EXPECT_EQ(sum({kLargest, kLargest, kTiny, -kLargest, -kLargest}), kTiny);
  EXPECT_EQ(sum({kLargest, 0x1p970}), kInfinity);
  EXPECT_EQ(sum({kLargest, 0x1p970, -kTiny}), kLargest);
  EXPECT_EQ(sum({-kLargest, -kLargest}), -kInfinity);
  EXPECT_EQ(sum({0x1p-1022, -kTiny}), 0x1p-1022 - kTiny);
  EXPECT_EQ(bits_of(sum({})), bits_of(0.0));
  EXPECT_EQ(bits_of(sum({-0.0})), bits_of(0.0));
  EXPECT_EQ(bits_of(sum({-3.5, 3.5})), bits_of(0.0));
  EXPECT_EQ(sum({-kLargest, kInfinity, -kLargest}), kInfinity);
  EXPECT_EQ(sum({kLargest, kLargest, -kInfinity, -kInfinity}), -kInfinity);
  EXPECT_TRUE(std::isnan(sum({kInfinity, 1, -kInfinity})));
  EXPECT_TRUE(std::isnan(sum({-kNaN, kInfinity})));
}

// Doubled n times, x has been added 2^n times: far beyond the 2^30 for which carries may wait.
TEST(ExactSum, CarriesBeforeDigitsOverflow) {
  for (double x : {2 - 0x1p-52, -0x1.fffffffffffffp+20, kTiny, -kLargest, 0x1.fffffffffffffp+31}) {
    ExactSum sum, negative;
    sum.add(x);
    negative.add(-x);
    for (int n = 1; n <= 90; ++n) {
      sum.merge(sum);
      negative.merge(negative);
      for (int k = 0; k < 4; ++k) sum.add(x), sum.add(-x);  // at the bound too
      ASSERT_EQ(sum.value(), std::ldexp(x, n)) << x << " doubled " << n << " times";
    }
    sum.add(Terms{x, -x, 3 * kTiny});
    sum.merge(negative);
    EXPECT_EQ(sum.value(), 3 * kTiny) << x;
  }
}

// Each rank brings 2^30 - 1 terms that fill one digit, its carries not yet made.
TEST(ExactSum, RanksMayBringFullDigits) {
  const auto world = Comm::world();
  const double x = 0x1.fffffffep-19;  // (2^32 - 1) 2^-50, and 2^-50 is the unit of a digit
  ExactSum sum, doubled;
  Natural expected, doubled_expected = Natural::of(x);
  doubled.add(x);
  for (int n = 0; n < 30; ++n) {
    sum.merge(doubled);
    doubled.merge(doubled);
    for (int rank = 0; rank < world.size(); ++rank) expected.add(doubled_expected);
    doubled_expected.add(doubled_expected);
  }
  exact_sum(world, {&sum, 1});
  EXPECT_EQ(sum.value(), nearest(expected));
}

}  // namespace
}  // namespace talus
