// The contacts that all ranks find together, against all pairs tried one by one.

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "collide/narrow.hpp"
#include "harness/harness.hpp"

namespace talus {
namespace {

using Identity = std::tuple<GlobalId, GlobalId>;

// Bodies of sizes 1:`ratio` with random velocities, some very fast, in a cloud that drifts across ranks.
std::vector<bodies::Body> cloud(std::uint64_t seed, int count, double ratio) {
  std::vector<bodies::Body> all;
  for (int n = 0; n < count; ++n) {
    auto u = [&](std::uint64_t which) { return random_uniform(seed, static_cast<std::uint64_t>(n), which); };
    auto b = test::sphere(10 + n, 0.02 * (1 + (ratio - 1) * std::pow(u(0), 4)), {u(1) - 0.4, u(2) - 0.5, u(3) - 0.2});
    b.velocity = 3 * Vec3(u(4) - 0.5, u(5) - 0.3, u(6) - 0.5);
    if (u(7) < 0.02) b.velocity *= 20;
    all.push_back(b);
  }
  return all;
}

std::set<Identity> brute_force(const std::vector<bodies::Body>& all, const bodies::World& world,
                               const bodies::ContactRange& range) {
  std::set<Identity> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const auto c = collide::sphere_sphere(all[i], all[j]);
      if (c.gap <= range.distance(all[j].velocity - all[i].velocity)) found.insert({all[i].id, all[j].id});
    }
    for (const auto& wall : world.walls) {
      const auto c = collide::wall_sphere({world, wall}, all[i]);
      if (c.gap <= range.distance(all[i].velocity)) found.insert({wall.id, all[i].id});
    }
  }
  return found;
}

// All bodies or contacts of all ranks, on every rank. *Collective.*
template <class T>
std::vector<T> gather_all(const comm::Comm& comm, const std::vector<T>& mine) {
  std::vector<comm::Message> out;
  for (Rank r = 0; r < comm.size(); ++r) {
    out.push_back({r, {}});
    for (const auto& x : mine) comm::append(out.back().bytes, x);
  }
  std::vector<T> all;
  for (const auto& m : comm::sparse_exchange(comm, std::move(out))) {
    for (comm::Reader in(m.bytes); !in.done();) all.push_back(in.next<T>());
  }
  return all;
}

struct Pair {
  GlobalId a, b;
};

class ContactsVsBruteForce : public testing::TestWithParam<double> {};

TEST_P(ContactsVsBruteForce, EveryContactIsFoundOnceOnAnyRanks) {
  const auto comm = comm::Comm::world();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto world = test::world_of({0.3, 0, 0});
    test::add_plane(world, {0, 0, -0.2}, {0, 0, 1});
    test::add_plane(world, {-0.4, 0, 0}, {1, 0.2, 0});
    const test::Given scenario(world, cloud(seed, 400, GetParam()));
    sim::SimulationOptions options;
    options.build.step = 0.005;
    options.build.max_recovery_speed = 1;
    options.partition_every = 3;
    options.solver.max_sweeps = 5;
    sim::Simulation simulation(comm, scenario, options);
    const bodies::ContactRange range{0.05 * scenario.radii().first, options.build.step};
    for (int step = 0; step < 8; ++step) {
      const auto owned = simulation.bodies().owned();
      auto before = gather_all(comm, std::vector<bodies::Body>(owned.begin(), owned.end()));
      std::sort(before.begin(), before.end(), [](const auto& x, const auto& y) { return x.id < y.id; });
      ASSERT_EQ(before.size(), 400u) << "step " << step;
      const auto expected = brute_force(before, world, range);
      simulation.step();
      std::vector<Pair> mine;
      for (const auto& c : simulation.contacts()) mine.push_back({c.id_a, c.id_b});
      std::multiset<Identity> found;
      for (const auto& p : gather_all(comm, mine)) found.insert({p.a, p.b});
      EXPECT_EQ(found.size(), expected.size()) << "seed " << seed << " step " << step;
      EXPECT_EQ(std::set<Identity>(found.begin(), found.end()), expected) << "seed " << seed << " step " << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ContactsVsBruteForce, testing::Values(1.0, 1.5, 10.0, 30.0));

}  // namespace
}  // namespace talus
