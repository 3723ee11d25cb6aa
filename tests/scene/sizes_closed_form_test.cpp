// Sizes of packings and feeds against the distributions that they are drawn from (Kolmogorov and Smirnov);
// places in regions.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/random.hpp"
#include "drivers/keys.hpp"
#include "io/deck/deck.hpp"
#include "scene/feeds.hpp"
#include "scene/flows.hpp"
#include "scene/region.hpp"
#include "scene/setup.hpp"

namespace talus {
namespace {

constexpr GlobalId kDraws = 100000;

// Radii of one feed's population, and their masses.
struct Drawn {
  std::vector<double> radii, masses;
  std::vector<std::int32_t> shapes;

  explicit Drawn(const std::string& sizes, const std::string& more = "") {
    const auto deck = io::Deck::parse(drivers::key_table(),
                                      "time: {step: 0.005, end: 1}\noutput: {folder: none}\n" + more +
                                          "feeds: [{name: a, region: box, low: [0, 0, 0], high: [1, 1, 1], count: 1, " +
                                          sizes + "}]\n",
                                      "sizes", {});
    const scene::Setup setup(deck);
    const auto shapes_of_deck = scene::shapes_of(deck, setup.lists.shapes);
    const auto world = scene::world_from(deck, setup, shapes_of_deck);
    const scene::Feed feed(deck, setup, world, shapes_of_deck, read<scene::FlowOptions>(deck).feeds[0]);
    for (GlobalId n = 0; n < kDraws; ++n) {
      const auto body = feed.population().body(n, n);
      radii.push_back(body.radius), masses.push_back(body.mass), shapes.push_back(body.shape);
      EXPECT_GE(body.radius, feed.population().radii().first * (1 - 1e-12));
      EXPECT_LE(body.radius, feed.population().radii().second * (1 + 1e-12));
    }
  }

  // Largest difference between the weighted share of radii below r and a distribution.
  double distance(bool by_mass, const std::function<double(double)>& below) const {
    std::vector<std::pair<double, double>> sorted;
    double all = 0;
    for (std::size_t n = 0; n < radii.size(); ++n) {
      sorted.emplace_back(radii[n], by_mass ? masses[n] : 1);
      all += sorted.back().second;
    }
    std::ranges::sort(sorted);
    double sum = 0, most = 0;
    for (const auto& [radius, weight] : sorted) {
      most = std::max(most, std::abs(sum / all - below(radius)));
      sum += weight;
    }
    return most;
  }
};

// At this distance a right distribution is refused once in a thousand: 1.95 / sqrt(n).
const double kLimit = 1.95 / std::sqrt(static_cast<double>(kDraws));

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

TEST(SizesClosedForm, TruncatedNormalAndLognormalPassKolmogorovAndSmirnov) {
  const auto cut = [](double z, double low, double high) {
    return (normal_below(z) - normal_below(low)) / (normal_below(high) - normal_below(low));
  };
  const Drawn normal("radius: 0.02, sizes: normal, deviation: 0.4, smallest: 0.01, largest: 0.03");
  EXPECT_LT(normal.distance(false, [&](double r) { return cut((r / 0.02 - 1) / 0.4, -1.25, 1.25); }), kLimit);
  const Drawn lognormal("radius: 0.02, sizes: lognormal, deviation: 0.5, smallest: 0.01, largest: 0.08");
  const auto z = [](double r) { return std::log(r / 0.02) / 0.5; };
  EXPECT_LT(lognormal.distance(false, [&](double r) { return cut(z(r), z(0.01), z(0.08)); }), kLimit);
}

TEST(SizesClosedForm, ASieveCurveIsTheShareOfTheMass) {
  const std::vector<std::pair<double, double>> curve{{0.01, 0}, {0.02, 0.3}, {0.03, 0.3}, {0.05, 1}};  // diameters
  const Drawn drawn("sizes: sieve, sieve: [[0.01, 0], [0.02, 0.3], [0.03, 0.3], [0.05, 1]]");
  const auto below = [&](double radius) {
    for (std::size_t k = 1; k < curve.size(); ++k) {
      const auto [d0, m0] = curve[k - 1];
      const auto [d1, m1] = curve[k];
      if (2 * radius <= d1) return m0 + (m1 - m0) * (2 * radius - d0) / (d1 - d0);
    }
    return 1.0;
  };
  // By mass few large grains weigh: the deviation of a weighted share is sqrt(sum w^2) / sum w times that of n draws.
  double sum = 0, squares = 0;
  for (const double mass : drawn.masses) sum += mass, squares += mass * mass;
  EXPECT_LT(drawn.distance(true, below), 1.95 * std::sqrt(squares) / sum);
}

TEST(SizesClosedForm, PartsOfAMixAreOfMassOrNumber) {
  const std::string shapes = "shapes: [{name: cube, kind: box, half_size: [0.05, 0.05, 0.05]}]\n";
  const std::string mix = "mix: [{shape: cube, part: 3}, {radius: 0.02, part: 1}], spread: 0.4, mix_by: ";
  for (const bool by_mass : {false, true}) {
    const Drawn drawn(mix + (by_mass ? "mass" : "number"), shapes);
    double cubes = 0, all = 0;
    for (std::size_t n = 0; n < drawn.radii.size(); ++n) {
      const double weight = by_mass ? drawn.masses[n] : 1;
      all += weight, cubes += drawn.shapes[n] > 0 ? weight : 0;
    }
    EXPECT_NEAR(cubes / all, 0.75, by_mass ? 0.02 : 0.005);
  }
}

// Second moments of places in round regions: of a disk r^2 / 2 across, of a ball 3 r^2 / 5, of a length l^2 / 12.
TEST(RegionsClosedForm, PlacesAreUniform) {
  const auto deck =
      io::Deck::parse(drivers::key_table(), "time: {step: 0.005, end: 1}\noutput: {folder: none}\n", "regions");
  const double radius = 0.3, length = 0.8, ball = 0.05;
  const Vec3 centre(1, 2, 3), axis = Vec3(1, -2, 2) / 3;
  for (const char* kind : {"disk", "cylinder", "sphere"}) {
    const scene::RegionEntry given{.region = kind,
                                   .centre = centre,
                                   .axis = axis,
                                   .region_radius = radius,
                                   .length = std::string(kind) == "cylinder" ? length : 0};
    const scene::Region region(deck, "feeds[0]", given);
    double across = 0, along = 0;
    Vec3 middle = Vec3::Zero();
    for (std::uint64_t n = 0; n < kDraws; ++n) {
      const Vec3 uniform(random_uniform(61, n, 0), random_uniform(61, n, 1), random_uniform(61, n, 2));
      const Vec3 place = region.place(ball, uniform) - centre;
      const double up = std::string(kind) == "sphere" ? 0 : place.dot(axis);
      middle += place / kDraws;
      across += (place - up * axis).squaredNorm() / kDraws, along += up * up / kDraws;
    }
    const double room = (radius - ball) * (radius - ball), way = length - 2 * ball;
    EXPECT_NEAR(across / room, std::string(kind) == "sphere" ? 0.6 : 0.5, 4e-3) << kind;
    EXPECT_NEAR(along, std::string(kind) == "cylinder" ? way * way / 12 : 0, 1e-3) << kind;
    EXPECT_LT(middle.norm(), 4e-3) << kind;
  }
}

}  // namespace
}  // namespace talus
