// Packings in boxes, cylinders and spheres: every pair of bodies, every body against its region, places and volumes
// counted one by one; the same on any ranks.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "drivers/keys.hpp"
#include "harness/gather.hpp"
#include "harness/harness.hpp"
#include "io/deck/deck.hpp"
#include "scene/setup.hpp"

namespace talus {
namespace {

constexpr double kRadius = 0.2, kLength = 0.5;
const Vec3 kCentre(0.3, -0.2, 0.5), kAxis = Vec3(1, 0, 2).normalized();

struct RegionCase {
  std::string keys;
  double volume;
  double (*outside)(const Vec3& from_centre, double ball);  // how far a ball reaches out of the region, m
};
const RegionCase kRegions[] = {
    {"low: [0.1, -0.45, 0.3], high: [0.5, 0.05, 0.7]", 0.4 * 0.5 * 0.4,
     [](const Vec3& p, double ball) { return (p.cwiseAbs() - Vec3(0.2, 0.25, 0.2)).maxCoeff() + ball; }},
    {"region: cylinder, centre: [0.3, -0.2, 0.5], axis: [1, 0, 2], region_radius: 0.2, length: 0.5",
     std::numbers::pi* kRadius* kRadius* kLength,
     [](const Vec3& p, double ball) {
       return std::max((p - p.dot(kAxis) * kAxis).norm() - kRadius, std::abs(p.dot(kAxis)) - 0.5 * kLength) + ball;
     }},
    {"region: sphere, centre: [0.3, -0.2, 0.5], region_radius: 0.2", 4.0 / 3 * std::numbers::pi* std::pow(kRadius, 3),
     [](const Vec3& p, double ball) { return p.norm() - kRadius + ball; }},
};

std::vector<bodies::Body> packed(const comm::Comm& comm, const std::string& packing, const std::string& more = "") {
  const auto deck = io::Deck::parse(
      drivers::key_table(),
      "time: {step: 0.005, end: 1}\noutput: {folder: none}\nbodies: {packings: [{" + packing + "}]}\n" + more,
      "packing", {});
  const auto scenario = scene::make_scenario(deck);
  bodies::Bodies mine;
  scenario->populate(mine, comm);
  auto all = test::gather_all<bodies::Body>(comm, mine.owned());
  std::ranges::sort(all, {}, &bodies::Body::id);
  return all;
}

// The deepest overlap relative to the smaller radius, after a look that all are within the region.
double overlap_of(const std::vector<bodies::Body>& all, const RegionCase& region) {
  double most = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_LE(region.outside(all[i].position - kCentre, all[i].radius), 1e-12) << region.keys << ", body " << i;
    for (std::size_t j = 0; j < i; ++j) {
      const double depth = all[i].radius + all[j].radius - (all[i].position - all[j].position).norm();
      most = std::max(most, depth / std::min(all[i].radius, all[j].radius));
    }
  }
  return most;
}

TEST(PackingsVsBruteForce, RoundRegionsHoldBodiesWithoutOverlap) {
  for (const auto& region : kRegions) {
    for (const char* kind : {"random, count: 300", "lattice, count: 150", "lattice"}) {
      const auto all =
          packed(comm::Comm::world(), fmt::format("kind: {}, radius: 0.012, spread: 0.3, {}", kind, region.keys));
      EXPECT_LE(overlap_of(all, region), 1e-12) << kind;
      EXPECT_GE(all.size(), 150u);
    }
  }
}

// Bricks of a lattice of this edge that lie within the cylinder, counted from their corners.
TEST(PackingsVsBruteForce, ALatticeHasAllPlacesWithinItsRegion) {
  const double edge = 0.05;
  for (const auto& region : std::span(kRegions).subspan(1)) {
    const auto all =
        packed(comm::Comm::world(), fmt::format("kind: lattice, spacing: {}, radius: 0.02, {}", edge, region.keys));
    // The lattice begins at the corner of the box about the region.
    const Vec3 reach =
        &region == &kRegions[1]
            ? Vec3(kRadius * (Vec3::Ones() - kAxis.cwiseAbs2()).cwiseSqrt() + 0.5 * kLength * kAxis.cwiseAbs())
            : Vec3::Constant(kRadius);
    std::size_t count = 0;
    for (int n = 0; n < 20 * 20 * 20; ++n) {
      const Vec3 low = kCentre - reach + edge * Vec3(n % 20, n / 20 % 20, n / 400);
      bool within = (low + Vec3::Constant(edge) - kCentre - reach).maxCoeff() < 1e-9;
      for (int c = 0; c < 8; ++c)
        within = within && region.outside(low + edge * Vec3(c & 1, c >> 1 & 1, c >> 2) - kCentre, 0) <= 0;
      count += within;
    }
    EXPECT_EQ(all.size(), count) << region.keys;
    EXPECT_GT(count, 50u);
  }
}

TEST(PackingsVsBruteForce, FillTheirFractionUpToABound) {
  const auto volume = [](double radius) { return 4.0 / 3 * std::numbers::pi * std::pow(radius, 3); };
  for (const auto& region : kRegions) {
    for (const auto& [fraction, overlap] : {std::pair{0.3, 1e-6}, std::pair{0.5, 1e-3}}) {
      const auto text = fmt::format("kind: random, fraction: {}, overlap: {}, radius: 0.02, spread: 0.3, {}", fraction,
                                    overlap, region.keys);
      const auto all = packed(comm::Comm::world(), text);
      double sum = 0;
      for (const auto& body : all) sum += volume(body.radius);
      EXPECT_NEAR(sum, fraction * region.volume, 0.5 * volume(0.026)) << region.keys;
      EXPECT_LE(overlap_of(all, region), overlap * (1 + 1e-9)) << region.keys;
      const auto alone = packed(comm::Comm::self(), text);
      ASSERT_EQ(all.size(), alone.size());
      for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(all[n].position, alone[n].position);
    }
  }
}

TEST(PackingsVsBruteForce, WhatDoesNotFitIsRefused) {
  const auto refused = [](const std::string& packing, const std::string& expected, const std::string& more = "") {
    std::string found = "accepted";
    try {
      packed(comm::Comm::self(), packing, more);
    } catch (const InputError& fault) {
      found = fault.what();
    }
    EXPECT_NE(found.find(expected), std::string::npos) << found;
  };
  const std::string sphere = "kind: random, region: sphere, centre: [0, 0, 0], region_radius: 0.1, ";
  refused(sphere + "radius: 0.03, count: 100", "packing:3:71: key 'bodies.packings[0].region_radius': no room for 100");
  refused(sphere + "radius: 0.01, count: 5, fraction: 0.3", "fraction': expected either this or count");
  refused(sphere + "fraction: 0.3, shape: b", "fraction': goes with spheres, found another shape",
          "shapes: [{name: b, kind: box, half_size: [1, 1, 1]}]\n");
  refused(sphere + "radius: 0.0001, fraction: 0.3", "fraction': more than 1000000 spheres");
  refused(sphere + "radius: 0.03, fraction: 0.7", "no packing of the fraction 0.7 was found: spheres overlap by up to");
  refused("kind: csv, file: x, low: [0, 0, 0]", "low': not used where kind is csv");
  refused("kind: random, region: sphere, count: 1, centre: [0, 0, 0], region_radius: 1, high: [1, 1, 1]",
          "high': not used where region is sphere");
}

}  // namespace
}  // namespace talus
