// Hertz' contact of ellipses against his equations with integrals by quadrature, and Mindlin's against the circle.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "problem/hertz.hpp"

namespace talus::problem {
namespace {

// int_0^inf f(s) ds by Simpson's rule in s = exp(y).
template <class F>
double integral(F&& f) {
  constexpr int kSteps = 4000;
  constexpr double kFar = 60, kStep = 2 * kFar / kSteps;
  double sum = 0;
  for (int n = 0; n <= kSteps; ++n) {
    const double s = std::exp(-kFar + n * kStep);
    sum += (n == 0 || n == kSteps ? 1 : n % 2 ? 4 : 2) * f(s) * s;
  }
  return sum * kStep / 3;
}

// The pressure 3 F / (2 pi a b) sqrt(1 - x^2/a^2 - y^2/b^2) on a half-space of modulus E* = 1 lifts its surface by
//
//   3 F / (4 pi) int (1 - x^2/(a^2 + s) - y^2/(b^2 + s)) / sqrt((a^2 + s) (b^2 + s) s) ds = d - q x^2/2 - p y^2/2
struct Ellipse {
  double force, p, q, deflection;
};
Ellipse ellipse(double a, double b, double force) {
  const auto root = [&](double s) { return std::sqrt((a * a + s) * (b * b + s) * s); };
  const double scale = 3 * force / (4 * std::numbers::pi);
  return {force, 2 * scale * integral([&](double s) { return 1 / ((b * b + s) * root(s)); }),
          2 * scale * integral([&](double s) { return 1 / ((a * a + s) * root(s)); }),
          scale * integral([&](double s) { return 1 / root(s); })};
}

TEST(HertzVsQuadrature, ForceAndEllipse) {
  for (const double kappa : {1.0, 1.00005, 1.01, 1.3, 2.0, 8.0, 40.0}) {
    const double b = 0.7e-4, a = kappa * b;
    const Ellipse e = ellipse(a, b, 30);
    for (const auto& pair : {hertz_pair(e.p, e.q), hertz_pair(e.q, e.p)}) {
      EXPECT_NEAR(4.0 / 3 * std::sqrt(pair.radius * std::pow(e.deflection, 3)) / e.force, 1, 1e-7) << kappa;
      EXPECT_NEAR(pair.spread * std::sqrt(pair.radius * e.deflection) / std::sqrt(a * b), 1, 1e-7) << kappa;
    }
  }
}

TEST(HertzClosedForm, SpheresKeepTheirRadius) {
  EXPECT_EQ(hertz_pair(1 / 0.3, 1 / 0.3).radius, 1 / (1 / 0.3));
  EXPECT_EQ(hertz_pair(1 / 0.3, 1 / 0.3).spread, 1);
}

}  // namespace
}  // namespace talus::problem
