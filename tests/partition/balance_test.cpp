// Imbalance after a repartition, and when a rebalance takes place.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "balance/rent_or_buy.hpp"
#include "partition/cloud.hpp"

namespace talus::partition {
namespace {

constexpr GlobalId kCount = 6000;

// Bodies dense at two places and thin elsewhere.
bodies::Bodies uneven_cloud(const comm::Comm& comm) {
  bodies::Bodies bodies;
  for (GlobalId id = comm.rank(); id < kCount; id += comm.size()) {
    auto u = [&](std::uint64_t which) { return random_uniform(2, static_cast<std::uint64_t>(id), which) - 0.5; };
    Vec3 place = 4 * Vec3(u(0), u(1), u(2));
    if (id % 3 != 0) place = Vec3(id % 2 ? 1.0 : -1.3, 0.2, 0.1) + 4 * Vec3(u(0) * u(3), u(1) * u(4), u(2) * u(5));
    bodies.add(test::sphere(id, kSmallest * (1 + u(6)), place));
  }
  return bodies;
}

// The loads of this rank's bodies: contacts; narrow-phase tests and bodies.
balance::PerLoad<std::int64_t> loads_of(const bodies::Bodies& bodies) {
  const Counted counted(bodies);
  return {std::ssize(counted.contacts), std::ssize(counted.tests) + bodies.num_owned};
}

// The imbalance of the less even load.
double imbalance(const comm::Comm& comm, const bodies::Bodies& bodies) {
  double worst = 0;
  for (const auto load : loads_of(bodies)) {
    worst = std::max(worst, static_cast<double>(comm.max(load)) * comm.size() / static_cast<double>(comm.sum(load)));
  }
  return worst;
}

class Balance : public testing::TestWithParam<balance::Method> {
 protected:
  static constexpr double kLimit = 1.1;
  comm::Comm comm_ = comm::Comm::world();
};

TEST_P(Balance, UnevenCloudIsPartitionedEvenly) {
  auto bodies = uneven_cloud(comm_);
  CloudPartition partition(comm_, GetParam());
  partition.repartition(Counted(bodies));
  partition.distribute(bodies);
  EXPECT_LT(imbalance(comm_, bodies), kLimit);
  // The cloud drifts and turns inside out; what is improved on must stay even.
  for (int round = 0; round < 3; ++round) {
    for (auto& b : bodies.owned()) b.position = Vec3(b.position.y(), 0.9 * b.position.x(), b.position.z() + 0.3);
    partition.distribute(bodies);
    bodies.drop_ghosts();
    partition.repartition(Counted(bodies));
    partition.distribute(bodies);
    EXPECT_LT(imbalance(comm_, bodies), kLimit) << "round " << round;
  }
}

TEST_P(Balance, IsTheSameEveryTime) {
  std::vector<GlobalId> first;
  for (int time = 0; time < 2; ++time) {
    auto bodies = uneven_cloud(comm_);
    CloudPartition partition(comm_, GetParam());
    for (int round = 0; round < 2; ++round) {
      bodies.drop_ghosts();
      partition.repartition(Counted(bodies));
      partition.distribute(bodies);
      for (auto& b : bodies.owned()) b.position.x() *= 1.1;
    }
    std::vector<GlobalId> ids;
    for (const auto& b : bodies.local) ids.push_back(b.id);
    if (time == 0) first = ids;
    EXPECT_EQ(ids, first);
  }
}

// So many steps without a sweep.
void add_steps(balance::Work& work, const bodies::Bodies& bodies, int steps) {
  const auto loads = loads_of(bodies);
  for (int step = 0; step < steps; ++step) work.add_step(loads[0], loads[1], 0, 0);
}

// Ski rental: a rebalance takes waiting that adds up to the price, no matter how often it is checked.
TEST_P(Balance, RebalancesOnceWaitingAddsUpToThePriceAtAnyRate) {
  auto bodies = uneven_cloud(comm_);
  CloudPartition partition(comm_, GetParam());
  partition.repartition(Counted(bodies));
  partition.distribute(bodies);
  bodies.drop_ghosts();
  const bool even = imbalance(comm_, bodies) <= 1 + balance::kTolerated / 2;  // of each load
  balance::Work work;
  add_steps(work, bodies, 10000);
  if (even) {
    EXPECT_FALSE(partition.rebalance(Counted(bodies), work));
  }
  if (comm_.size() == 1) return;
  // Nine bodies in ten leave from all ranks except one.
  bodies::Bodies rest;
  for (const auto& b : bodies.owned()) {
    if (comm_.is_root() || b.id % 10 == 0) rest.add(b);
  }
  partition.distribute(rest);
  rest.drop_ghosts();
  ASSERT_GT(imbalance(comm_, rest), 1.3);
  const auto looks_until_shared = [&](int steps_a_look) {
    work = {};
    for (int look = 1; look < 10000; ++look) {
      add_steps(work, rest, steps_a_look);
      if (partition.rebalance(Counted(rest), work)) return look;
    }
    return 0;
  };
  const int looks = looks_until_shared(1);
  EXPECT_GT(looks, 1);
  EXPECT_EQ(work.all(), 0);
  for (int steps : {2, 3, 100}) EXPECT_EQ(looks_until_shared(steps), (looks + steps - 1) / steps);
  partition.distribute(rest);
  EXPECT_LT(imbalance(comm_, rest), kLimit);
}

// As many bodies in every cube, but narrow-phase tests on one side only. Owners with equal numbers of tests leave most
// bodies to few ranks, and bodies cost more than these tests: new owners are taken only if ranks then wait less by the
// costs of `Work`, which are counted here.
TEST_P(Balance, NewOwnersAreTakenOnlyIfTheirCountedWaitingIsLess) {
  bodies::Bodies bodies;
  for (GlobalId id = comm_.rank(); id < kCount; id += comm_.size()) {
    auto u = [&](std::uint64_t which) { return random_uniform(5, static_cast<std::uint64_t>(id), which) - 0.5; };
    bodies.add(test::sphere(id, kSmallest, 2 * Vec3(u(0), u(1), u(2))));
  }
  CloudPartition partition(comm_, GetParam());
  partition.repartition({bodies});
  partition.distribute(bodies);
  const auto tests = [&] {
    std::vector<CubeKey> cubes;
    for (const auto& b : bodies.owned()) {
      if (b.position.x() > 0) cubes.insert(cubes.end(), 20, cloud_grid().cube_at(level_of(b), b.position).key());
    }
    return cubes;
  };
  const auto waiting = [&] {
    balance::Work step;
    step.add_step(0, std::ssize(tests()), bodies.num_owned, 0);
    return static_cast<double>(comm_.max(step.all()) - comm_.sum(step.all()) / comm_.size());
  };
  const double before = waiting();
  const auto found = tests();
  bodies.drop_ghosts();
  balance::Work work;
  for (int step = 0; step < 10000; ++step) work.add_step(0, std::ssize(found), bodies.num_owned, 0);
  const bool taken = partition.rebalance({bodies, found}, work);
  partition.distribute(bodies);
  if (taken) {
    EXPECT_LT(waiting(), before);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Balance, testing::ValuesIn(methods()));

// A pile that travels far from where it was partitioned: a new cube goes with the cubes next to it, so that ranks do
// not get entangled. The oracle is the same pile with each cube on any rank.
TEST(Ghosts, AreFewOfATravellingCloudAgainstCubesAtRandom) {
  const auto comm = comm::Comm::world();
  auto bodies = uneven_cloud(comm);
  CloudPartition partition(comm);
  partition.repartition({bodies});
  partition.distribute(bodies);
  for (int step = 0; step < 50; ++step) {
    for (auto& b : bodies.owned()) b.position += Vec3(0.4, 0.3, 0.2) * cloud_grid().edge;
    partition.distribute(bodies);
  }
  std::int64_t at_random = 0;
  for (const auto& b : bodies.owned()) {
    std::set<std::uint64_t> holders;
    for (CubeKey key : touched_cubes(b, partition.distribution.levels, 0))
      holders.insert(mix_bits(key) % static_cast<std::uint64_t>(comm.size()));
    at_random += std::ssize(holders) - 1;
  }
  EXPECT_EQ(comm.sum(std::int64_t{bodies.num_owned}), kCount);
  EXPECT_LE(4 * comm.sum(std::int64_t{bodies.num_local() - bodies.num_owned}), comm.sum(at_random));
}

}  // namespace
}  // namespace talus::partition
