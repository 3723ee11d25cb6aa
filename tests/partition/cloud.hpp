#pragma once
// A cloud of bodies that every rank can work out alone: what distribution must do to it is known without messages.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <vector>

#include "base/random.hpp"
#include "harness/sphere.hpp"
#include "partition/distribution.hpp"
#include "partition/repartition.hpp"

namespace talus::partition {

struct Known {
  bodies::Body body;
  std::vector<bodies::RememberedImpulse> memory;
};

inline constexpr double kSmallest = 0.02;  // radius, m

// Bodies of sizes 1:8 in a box of 1 m, with up to three remembered impulses.
inline std::vector<Known> make_cloud(std::uint64_t seed, GlobalId count) {
  std::vector<Known> cloud;
  for (GlobalId id = 0; id < count; ++id) {
    auto u = [&](std::uint64_t which) { return random_uniform(seed, static_cast<std::uint64_t>(id), which); };
    const double radius = kSmallest * (u(0) < 0.9 ? 1 + u(1) : 1 + 7 * u(1));
    Known k{test::sphere(100 + 3 * id, radius, {u(2) - 0.5, u(3) - 0.5, u(4) - 0.5}, 1 + u(5)), {}};
    for (GlobalId m = 0; m < id % 4; ++m) k.memory.push_back({.partner = id + m, .feature = 1, .force = {u(6), 1, 2}});
    cloud.push_back(k);
  }
  return cloud;
}

// One body's move of one step: a small one, or (10 %) a leap to anywhere.
inline void move(bodies::Body& body, std::uint64_t seed, std::uint64_t step) {
  auto u = [&](std::uint64_t which) {
    return random_uniform(seed + step, static_cast<std::uint64_t>(body.id), which) - 0.5;
  };
  const Vec3 by(u(0), u(1), u(2));
  body.position = u(3) < -0.4 ? by : Vec3(body.position + 0.01 * by);
  body.velocity = 2 * by;
}

inline CubeGrid cloud_grid() { return {2.5 * kSmallest}; }
inline bodies::ContactRange cloud_range() { return {0.05 * kSmallest, 0.005}; }

inline void add_known(bodies::Bodies& bodies, const Known& k) { bodies.add(k.body, k.memory); }

template <class T>
bool same_bytes(const T& x, const T& y) {
  return std::memcmp(static_cast<const void*>(&x), static_cast<const void*>(&y), sizeof(T)) == 0;
}

// The level of a body, and all cubes that its reach touches by more than `margin` edges, worked out here.
inline int level_of(const bodies::Body& body) {
  int level = 0;
  while (cloud_grid().edge * (1 << level) < 2 * cloud_range().reach(body)) ++level;
  return level;
}
inline std::vector<CubeKey> touched_cubes(const bodies::Body& body, std::uint64_t levels, double margin) {
  std::vector<CubeKey> cubes;
  for (int level = level_of(body); level < 16; ++level) {
    if (!(levels >> level & 1)) continue;
    const double edge = cloud_grid().edge * (1 << level), reach = cloud_range().reach(body) - margin * edge;
    std::int32_t low[3], high[3];
    for (int d = 0; d < 3; ++d) {
      low[d] = static_cast<std::int32_t>(std::floor((body.position[d] - reach) / edge));
      high[d] = static_cast<std::int32_t>(std::floor((body.position[d] + reach) / edge));
    }
    for (auto i = low[0]; i <= high[0]; ++i)
      for (auto j = low[1]; j <= high[1]; ++j)
        for (auto k = low[2]; k <= high[2]; ++k) cubes.push_back(Cube{level, i, j, k}.key());
  }
  return cubes;
}

// Pair tests by id; contacts where the cloud is at rest, x > 0, and few elsewhere: uneven, and each in its own way.
struct Counted {
  const bodies::Bodies& bodies;
  std::vector<CubeKey> tests, contacts;

  explicit Counted(const bodies::Bodies& of) : bodies(of) {
    for (const auto& b : bodies.owned()) {
      const auto bits = random_bits(9, static_cast<std::uint64_t>(b.id), 0);
      const CubeKey home = cloud_grid().cube_at(level_of(b), b.position).key();
      const std::size_t touches = b.position.x() > 0 ? bits / 8 % 8 : bits / 8 % 2;
      tests.insert(tests.end(), bits % 8, home);
      contacts.insert(contacts.end(), touches, home);
    }
  }
  operator Counts() const { return {bodies, tests, contacts}; }
};

// The partition of a cloud; every distribution is checked.
struct CloudPartition {
  explicit CloudPartition(const comm::Comm& comm, const balance::Method& by = balance::methods().front())
      : method(by), directory(comm), distribution(comm) {}

  void distribute(bodies::Bodies& bodies) {
    distribution = partition::distribute(directory, space, bodies);
    check_valid(directory, space, distribution, bodies);
  }
  void repartition(const Counts& counts) { partition::repartition(directory, space, method, counts); }
  bool rebalance(const Counts& counts, balance::Work& work) {
    return partition::rebalance(directory, space, method, counts, work);
  }

  Space space{cloud_grid(), cloud_range()};
  balance::Method method;
  Directory directory;
  Distribution distribution;
};

// Those of this build.
inline std::vector<balance::Method> methods() {
  std::vector<balance::Method> available;
  std::ranges::copy_if(balance::methods(), std::back_inserter(available), &balance::Method::available);
  return available;
}

}  // namespace talus::partition
