#pragma once
// Bodies of which at least one in ten changes its owner in every step, checked in every step.

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "partition/cloud.hpp"

namespace talus::partition {

// An inventory of all ranks together, in integers so that every order of summation gives the same.
struct Inventory {
  static constexpr std::size_t kNumbers = 6;  // bodies, sum of mixed ids, momentum in 1e-12 kg m/s, remembered impulses
  std::vector<std::int64_t> numbers = std::vector<std::int64_t>(kNumbers, 0);

  void add(const bodies::Body& body, std::span<const bodies::RememberedImpulse> memory) {
    numbers[0] += 1;
    numbers[1] += static_cast<std::int64_t>(mix_bits(static_cast<std::uint64_t>(body.id)) >> 16);
    for (std::size_t d = 0; d < 3; ++d) {
      numbers[2 + d] += std::llround(1e12 * body.mass * body.velocity[static_cast<Eigen::Index>(d)]);
    }
    numbers[5] += std::ssize(memory);
  }
};

// Leaps to anywhere for one body in five, a small step for the others; new velocities for all.
inline void leap_or_drift(bodies::Body& body, std::uint64_t step) {
  auto u = [&](std::uint64_t which) { return random_uniform(step, static_cast<std::uint64_t>(body.id), which) - 0.5; };
  const Vec3 by(u(0), u(1), u(2));
  body.position = u(3) < -0.3 ? by : Vec3(body.position + 0.01 * by);
  body.velocity = Vec3(u(4), u(5), u(6));
}

// *Collective.* By all methods in turn. The oracle is the same cloud on every rank, without messages.
inline void check_migration(std::uint64_t steps) {
  const auto comm = comm::Comm::world();
  auto cloud = make_cloud(7, 200);
  bodies::Bodies bodies;
  for (std::size_t n = 0; n < cloud.size(); ++n) {
    if (static_cast<Rank>(n) % comm.size() == comm.rank()) add_known(bodies, cloud[n]);
  }
  std::optional<CloudPartition> partition;
  std::set<GlobalId> ours;
  std::int64_t came = 0;
  for (std::uint64_t step = 0; step < steps; ++step) {
    for (auto& known : cloud) leap_or_drift(known.body, step);
    for (auto& body : bodies.owned()) leap_or_drift(body, step);
    if (step % 50 == 0) {
      if (step % 100 == 0) partition.emplace(comm, methods()[step / 100 % methods().size()]);
      bodies.drop_ghosts();
      partition->repartition({bodies});
    }
    partition->distribute(bodies);

    Inventory expected, found;
    for (const auto& known : cloud) expected.add(known.body, known.memory);
    std::set<GlobalId> owned;
    for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
      const auto& body = bodies.local[static_cast<std::size_t>(b)];
      found.add(body, bodies.memory[b]);
      came += !ours.contains(body.id);
      owned.insert(body.id);
    }
    ours = std::move(owned);
    comm.sum(found.numbers);
    ASSERT_EQ(found.numbers, expected.numbers) << "step " << step;
  }
  const double share = static_cast<double>(comm.sum(came)) / static_cast<double>(steps * cloud.size());
  EXPECT_TRUE(comm.size() == 1 || share > 0.1) << share;
}

}  // namespace talus::partition
