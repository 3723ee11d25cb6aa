// How evenly work is shared, and when it is shared anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

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

double imbalance(const comm::Comm& comm, const bodies::Bodies& bodies) {
  std::int64_t sum = 0;
  for (auto w : weights_of(bodies)) sum += w;
  return static_cast<double>(comm.max(sum)) * comm.size() / static_cast<double>(comm.sum(sum));
}

class Balance : public testing::TestWithParam<Method> {
 protected:
  double limit() const { return GetParam() == Method::hilbert ? 1.1 : 1.15; }
  comm::Comm comm_ = comm::Comm::world();
};

TEST_P(Balance, UnevenCloudIsSharedEvenly) {
  auto bodies = uneven_cloud(comm_);
  Decomposition decomposition(comm_, cloud_grid(), GetParam());
  decomposition.repartition(bodies, cloud_range(), weights_of(bodies));
  decomposition.distribute(bodies, cloud_range());
  EXPECT_LT(imbalance(comm_, bodies), limit());
  // The cloud drifts and turns inside out; what is improved on must stay even.
  for (int round = 0; round < 3; ++round) {
    for (auto& b : bodies.owned()) b.position = Vec3(b.position.y(), 0.9 * b.position.x(), b.position.z() + 0.3);
    decomposition.distribute(bodies, cloud_range());
    bodies.drop_ghosts();
    decomposition.repartition(bodies, cloud_range(), weights_of(bodies));
    decomposition.distribute(bodies, cloud_range());
    EXPECT_LT(imbalance(comm_, bodies), limit()) << "round " << round;
  }
}

TEST_P(Balance, IsTheSameEveryTime) {
  std::vector<GlobalId> first;
  for (int time = 0; time < 2; ++time) {
    auto bodies = uneven_cloud(comm_);
    Decomposition decomposition(comm_, cloud_grid(), GetParam());
    for (int round = 0; round < 2; ++round) {
      bodies.drop_ghosts();
      decomposition.repartition(bodies, cloud_range(), weights_of(bodies));
      decomposition.distribute(bodies, cloud_range());
      for (auto& b : bodies.owned()) b.position.x() *= 1.1;
    }
    std::vector<GlobalId> ids;
    for (const auto& b : bodies.local) ids.push_back(b.id);
    if (time == 0) first = ids;
    EXPECT_EQ(ids, first);
  }
}

// Work as a solver would have done it.
Work work_on(const bodies::Bodies& bodies, std::int64_t updates_per_weight) {
  Work work;
  for (auto w : weights_of(bodies)) work.updates += w * updates_per_weight;
  return work;
}

TEST_P(Balance, SharedAnewOnlyIfItPays) {
  auto bodies = uneven_cloud(comm_);
  Decomposition decomposition(comm_, cloud_grid(), GetParam());
  decomposition.repartition(bodies, cloud_range(), weights_of(bodies));
  decomposition.distribute(bodies, cloud_range());
  bodies.drop_ghosts();
  const bool even = imbalance(comm_, bodies) <= kTolerated;
  if (even) {
    EXPECT_FALSE(decomposition.rebalance(bodies, cloud_range(), weights_of(bodies), work_on(bodies, 10000)));
  }
  if (comm_.size() == 1) return;
  // Of all ranks but one, nine bodies in ten go.
  bodies::Bodies rest;
  for (const auto& b : bodies.owned()) {
    if (comm_.is_root() || b.id % 10 == 0) rest.add(b);
  }
  decomposition.distribute(rest, cloud_range());
  rest.drop_ghosts();
  ASSERT_GT(imbalance(comm_, rest), 1.3);
  EXPECT_FALSE(decomposition.rebalance(rest, cloud_range(), weights_of(rest), work_on(rest, 1))) << "little to save";
  EXPECT_TRUE(decomposition.rebalance(rest, cloud_range(), weights_of(rest), work_on(rest, 10000)));
  decomposition.distribute(rest, cloud_range());
  EXPECT_LT(imbalance(comm_, rest), limit());
}

INSTANTIATE_TEST_SUITE_P(Methods, Balance, testing::ValuesIn(methods()));

// A pile that travels far from where it was shared out: a new cube goes with the cubes beside it, so that ranks do not get
// entangled. The oracle is the same pile with each cube on any rank.
TEST(Ghosts, AreFewOfATravellingCloudAgainstCubesAtRandom) {
  const auto comm = comm::Comm::world();
  auto bodies = uneven_cloud(comm);
  Decomposition decomposition(comm, cloud_grid());
  decomposition.repartition(bodies, cloud_range(), {});
  decomposition.distribute(bodies, cloud_range());
  for (int step = 0; step < 50; ++step) {
    for (auto& b : bodies.owned()) b.position += Vec3(0.4, 0.3, 0.2) * cloud_grid().edge;
    decomposition.distribute(bodies, cloud_range());
  }
  std::int64_t at_random = 0;
  for (const auto& b : bodies.owned()) {
    std::set<std::uint64_t> holders;
    for (CubeKey key : touched_cubes(b, decomposition.levels(), 0)) holders.insert(mix_bits(key) % static_cast<std::uint64_t>(comm.size()));
    at_random += std::ssize(holders) - 1;
  }
  EXPECT_EQ(comm.sum(std::int64_t{bodies.num_owned}), kCount);
  EXPECT_LE(4 * comm.sum(std::int64_t{bodies.num_local() - bodies.num_owned}), comm.sum(at_random));
}

TEST(Work, IsCounted) {
  Work work;
  EXPECT_EQ(work.cost(0, 0, 1), kUpdatesPerBody);
  EXPECT_EQ(work.cost(3, 7, 1), 3 * (kUsualSweeps + kUpdatesPerContact) + 7 + kUpdatesPerBody);
  work.add_step(100, 300, 40, 20);
  work.add_step(100, 500, 40, 40);
  EXPECT_EQ(work.updates, 100 * (60 + 2 * kUpdatesPerContact) + 800 + 2 * 40 * kUpdatesPerBody);
  EXPECT_EQ(work.cost(3, 7, 2), 3 * (30 + kUpdatesPerContact) + 7 + 2 * kUpdatesPerBody);
}

}  // namespace
}  // namespace talus::partition
