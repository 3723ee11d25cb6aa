// Owners, ghosts and memory after every distribution, against all bodies and all cubes.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "partition/cloud.hpp"

namespace talus::partition {
namespace {

class Distribute : public testing::TestWithParam<balance::Method> {
 protected:
  // Rank n % size starts with body n.
  void start(GlobalId count) {
    cloud_ = make_cloud(1, count);
    for (GlobalId n = 0; n < count; ++n) {
      if (n % comm_.size() == comm_.rank()) add_known(bodies_, cloud_[static_cast<std::size_t>(n)]);
    }
  }
  void move_all(std::uint64_t step) {
    for (auto& k : cloud_) move(k.body, 5, step);
    for (auto& b : bodies_.owned()) move(b, 5, step);
  }
  void repartition() {
    bodies_.drop_ghosts();
    partition_.repartition(Counted(bodies_));
  }

  void check() const {
    bodies_.check_valid();
    check_records();
    check_every_body_is_owned_once();
    check_cubes_and_ghosts();
  }

  // Compares the records of this rank with the expected ones, byte by byte, in order.
  void check_records() const {
    for (LocalIndex b = 0; b < bodies_.num_local(); ++b) {
      const auto& body = bodies_.local[static_cast<std::size_t>(b)];
      const auto& known = known_of(body.id);
      ASSERT_TRUE(same_bytes(body, known.body)) << "body " << body.id;
      const auto memory = bodies_.memory[b];
      ASSERT_TRUE(std::equal(memory.begin(), memory.end(), known.memory.begin(), known.memory.end(),
                             same_bytes<bodies::RememberedImpulse>))
          << "memory of body " << body.id;
      if (b == 0 || b == bodies_.num_owned) continue;
      const auto& last = bodies_.local[static_cast<std::size_t>(b) - 1];
      ASSERT_LT(std::pair(home_of(last), last.id), std::pair(home_of(body), body.id));
    }
  }

  void check_every_body_is_owned_once() const {
    std::vector<std::int64_t> owners(cloud_.size(), 0), owner(cloud_.size(), 0);
    for (const auto& b : bodies_.owned()) {
      ++owners[place_of(b.id)];
      owner[place_of(b.id)] = comm_.rank();
    }
    comm_.sum(owners);
    comm_.sum(owner);
    for (std::size_t n = 0; n < cloud_.size(); ++n) ASSERT_EQ(owners[n], 1) << "body " << cloud_[n].body.id;
    for (const auto& link : partition_.distribution.ghosts.ghosts())
      ASSERT_EQ(link.rank, owner[place_of(bodies_.local[static_cast<std::size_t>(link.body)].id)]);
  }

  void check_cubes_and_ghosts() const {
    std::uint64_t levels = 0;
    for (const auto& k : cloud_) levels |= std::uint64_t{1} << level_of(k.body);
    ASSERT_EQ(partition_.distribution.levels, levels);
    std::vector<char> owned(cloud_.size(), 0), ghost(cloud_.size(), 0);
    for (LocalIndex b = 0; b < bodies_.num_local(); ++b) {
      (b < bodies_.num_owned ? owned : ghost)[place_of(bodies_.local[static_cast<std::size_t>(b)].id)] += 1;
    }
    const auto held = [this](CubeKey key) { return partition_.directory.owns(key); };
    std::vector<std::int64_t> holders_of_cubes;
    std::vector<std::int64_t> ghosts(cloud_.size(), 0);
    for (std::size_t n = 0; n < cloud_.size(); ++n) {
      const auto& body = cloud_[n].body;
      const auto surely = touched_cubes(body, levels, 1e-6), at_most = touched_cubes(body, levels, -1e-6);
      const bool wanted = std::any_of(surely.begin(), surely.end(), held);
      const bool allowed = std::any_of(at_most.begin(), at_most.end(), held);
      ASSERT_GE(owned[n] + ghost[n], wanted ? 1 : 0) << "body " << body.id << " is missing";
      ASSERT_LE(owned[n] + ghost[n], allowed ? 1 : 0) << "body " << body.id << " is here for nothing";
      ASSERT_EQ(owned[n] != 0, held(home_of(body))) << "body " << body.id;
      for (CubeKey key : surely) holders_of_cubes.push_back(held(key));
      ghosts[n] = ghost[n];
    }
    comm_.sum(holders_of_cubes);
    for (auto holders : holders_of_cubes) ASSERT_EQ(holders, 1);
    comm_.sum(ghosts);
    for (LocalIndex b = 0; b < bodies_.num_owned; ++b) {
      const auto links = std::ranges::count(partition_.distribution.ghosts.owned(), b, &GhostLayer::Link::body);
      ASSERT_EQ(links, ghosts[place_of(bodies_.local[static_cast<std::size_t>(b)].id)]);
    }
  }

  std::size_t place_of(GlobalId id) const { return static_cast<std::size_t>((id - 100) / 3); }
  const Known& known_of(GlobalId id) const { return cloud_.at(place_of(id)); }
  static CubeKey home_of(const bodies::Body& body) { return cloud_grid().cube_at(level_of(body), body.position).key(); }

  comm::Comm comm_ = comm::Comm::world();
  CloudPartition partition_{comm_, GetParam()};
  std::vector<Known> cloud_;
  bodies::Bodies bodies_;
};

TEST_P(Distribute, HundredsOfMovesKeepEveryBody) {
  start(300);
  repartition();
  for (std::uint64_t step = 0; step < 300; ++step) {
    move_all(step);
    if (step % 20 == 19) repartition();
    partition_.distribute(bodies_);
    ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
  }
}

TEST_P(Distribute, RepartitionEveryStep) {
  start(1000);
  for (std::uint64_t step = 0; step < 30; ++step) {
    move_all(step);
    repartition();
    partition_.distribute(bodies_);
    ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
  }
}

TEST_P(Distribute, WithoutAnyRepartition) {
  start(300);
  for (std::uint64_t step = 0; step < 30; ++step) {
    move_all(step);
    partition_.distribute(bodies_);
    ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
  }
}

class DistributeFew : public Distribute {};

TEST_P(DistributeFew, RanksWithoutBodies) {
  for (GlobalId count : {0, 1, 3, 20}) {
    bodies_ = {};
    start(count);
    for (std::uint64_t step = 0; step < 10; ++step) {
      move_all(step);
      if (step % 3 == 0) repartition();
      partition_.distribute(bodies_);
      ASSERT_NO_FATAL_FAILURE(check()) << count << " bodies, step " << step;
    }
  }
}

TEST(DistributeLost, ALostBodyIsNamed) {
  for (double x : {std::nan(""), 1e300, -1e9}) {
    bodies::Bodies bodies;
    bodies.add(test::sphere(42, kSmallest, {x, 0, 0}));
    try {
      CloudPartition(comm::Comm::self()).distribute(bodies);
      FAIL() << "not noticed";
    } catch (const PhysicsError& error) {
      EXPECT_NE(std::string(error.what()).find("body 42 is lost"), std::string::npos);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Distribute, testing::ValuesIn(methods()));
INSTANTIATE_TEST_SUITE_P(Methods, DistributeFew, testing::ValuesIn(methods()));

}  // namespace
}  // namespace talus::partition
