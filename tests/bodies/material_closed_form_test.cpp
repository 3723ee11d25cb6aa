// Coefficients and springs of pairs against the rules written out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bodies/material.hpp"

namespace talus::bodies {
namespace {

constexpr Friction kRough{0.9, 0.02, 0.01, 0.8}, kSmooth{0.1, 0.005, 0.04, 0.2};
constexpr Elasticity kStiff{8e6, 40, 5e6, 700}, kSoft{2e6, 10, 3e6, 300};

void expect_pair(PairRule rule, double (*of)(double, double)) {
  Materials materials(rule);
  const int a = materials.add("rough", kRough), b = materials.add("smooth", kSmooth);
  for (const auto& pair : {materials.of_pair(a, b, 1), materials.of_pair(b, a, 1)}) {
    EXPECT_DOUBLE_EQ(pair.mu, of(kRough.mu, kSmooth.mu));
    EXPECT_DOUBLE_EQ(pair.rho, of(kRough.rho, kSmooth.rho));
    EXPECT_DOUBLE_EQ(pair.sigma, of(kRough.sigma, kSmooth.sigma));
    EXPECT_DOUBLE_EQ(pair.restitution, of(kRough.restitution, kSmooth.restitution));
  }
  EXPECT_DOUBLE_EQ(materials.of_pair(a, a, 1).rho, kRough.rho);
  EXPECT_DOUBLE_EQ(materials.of_pair(b, b, 1).sigma, kSmooth.sigma);
}

TEST(PairsClosedForm, FrictionByEachRule) {
  expect_pair(PairRule::min, [](double x, double y) { return std::min(x, y); });
  expect_pair(PairRule::max, [](double x, double y) { return std::max(x, y); });
  expect_pair(PairRule::mean, [](double x, double y) { return (x + y) / 2; });
  expect_pair(PairRule::geometric, [](double x, double y) { return std::sqrt(x * y); });
}

TEST(PairsClosedForm, PairsThatAreGivenAreAsGiven) {
  Materials materials;
  const int a = materials.add("rough", kRough), b = materials.add("smooth", kSmooth), c = materials.add("", kRough);
  materials.set_pair(b, a, {0.33, 0.1, 0.2, 0.5});
  EXPECT_EQ(materials.of_pair(a, b, 1).mu, 0.33);
  EXPECT_EQ(materials.of_pair(b, a, 1).restitution, 0.5);
  EXPECT_EQ(materials.of_pair(c, b, 1).mu, kSmooth.mu);
}

// 2 / (1/x + 1/y): that of two halves one behind the other, each twice as stiff as a contact of its own kind.
TEST(PairsClosedForm, SpringsOfTwoHalvesInSeries) {
  Materials materials;
  const int stiff = materials.add("stiff", {}, kStiff), soft = materials.add("soft", {}, kSoft),
            rigid = materials.add("rigid", {});
  const auto series = [](double x, double y) { return 2 / (1 / x + 1 / y); };
  for (const auto& pair : {materials.springs_of_pair(stiff, soft), materials.springs_of_pair(soft, stiff)}) {
    EXPECT_DOUBLE_EQ(pair.normal, series(kStiff.stiffness, kSoft.stiffness));
    EXPECT_DOUBLE_EQ(pair.damping, series(kStiff.damping, kSoft.damping));
    EXPECT_DOUBLE_EQ(pair.tangential, series(kStiff.tangential_stiffness, kSoft.tangential_stiffness));
    EXPECT_DOUBLE_EQ(pair.rolling, series(kStiff.rolling_stiffness, kSoft.rolling_stiffness));
  }
  const auto alone = materials.springs_of_pair(stiff, rigid), none = materials.springs_of_pair(rigid, rigid);
  EXPECT_DOUBLE_EQ(alone.normal, kStiff.stiffness);
  EXPECT_DOUBLE_EQ(alone.rolling, kStiff.rolling_stiffness);
  EXPECT_FALSE(none.any());
}

// Hertz and Mindlin: 1/E* = sum (1 - nu^2)/E, 1/G* = sum (2 - nu)/G with G = E / (2 (1 + nu)).
TEST(PairsClosedForm, ModuliOfHertzAndMindlin) {
  const double e1 = 70e9, nu1 = 0.22, e2 = 5e9, nu2 = 0.4;
  Materials materials;
  const int a = materials.add("glass", {}, {.young = e1, .poisson = nu1}),
            b = materials.add("acrylic", {}, {.young = e2, .poisson = nu2});
  const auto pair = materials.springs_of_pair(a, b);
  EXPECT_DOUBLE_EQ(pair.contact_modulus, 1 / ((1 - nu1 * nu1) / e1 + (1 - nu2 * nu2) / e2));
  const auto shear = [](double e, double nu) { return e / (2 * (1 + nu)); };
  EXPECT_NEAR(pair.shear_modulus * ((2 - nu1) / shear(e1, nu1) + (2 - nu2) / shear(e2, nu2)), 1, 1e-15);
}

}  // namespace
}  // namespace talus::bodies
