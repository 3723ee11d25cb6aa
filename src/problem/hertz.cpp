#include "problem/hertz.hpp"

#include <cmath>
#include <numbers>

namespace talus::problem {
namespace {

struct Integrals {
  double first, second;  // K, E
};

// By the arithmetic-geometric mean; k^2 = 1 - 1/kappa^2.
Integrals elliptic(double kappa) {
  double a = 1, b = 1 / kappa, c = 0, power = 0.5, sum = power * (1 - b) * (1 + b);
  do {
    c = 0.5 * (a - b);
    const double next = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = next;
    power *= 2;
    sum += power * c * c;
  } while (c > 1e-16 * a);
  const double first = 0.5 * std::numbers::pi / a;
  return {first, first * (1 - sum)};
}

double difference(double kappa) {
  const auto [first, second] = elliptic(kappa);
  return ((kappa * kappa + 1) * second - 2 * first) / ((kappa * kappa - 1) * second);
}

// By secants in log kappa, from the ellipse of nearly circular contacts.
double kappa_of(double ratio, double wanted) {
  double x = 2.0 / 3.0 * std::log(ratio), before = 0.98 * x, off_before = difference(std::exp(before)) - wanted;
  for (int n = 0; n < 30; ++n) {
    const double off = difference(std::exp(x)) - wanted;
    if (off == off_before) break;
    const double step = off * (x - before) / (off - off_before);
    before = x, off_before = off;
    x -= step;
    if (std::abs(step) < 1e-13 * x) break;
  }
  return std::exp(x);
}

}  // namespace

HertzPair hertz_pair(double p, double q) {
  const double sum = p + q, apart = std::abs(p - q) / sum;
  constexpr double kRound = 1e-4;  // below, D differs from 1 by less than 1e-8
  if (apart < kRound) return {2 / sum, 1};
  const double kappa = kappa_of(p > q ? p / q : q / p, apart);
  const auto [first, second] = elliptic(kappa);
  const double cube = std::pow(2 * first / std::numbers::pi, 3) * std::numbers::pi / (2 * kappa * kappa * second);
  const double product =
      std::cbrt(4 * kappa * second * second / (std::numbers::pi * std::numbers::pi));  // a b of unit load
  return {2 / (sum * cube), std::sqrt(product) * std::cbrt(cube)};
}

}  // namespace talus::problem
