// Each promise of distribute(), broken on purpose.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "partition/cloud.hpp"

namespace talus::partition {
namespace {

class CheckValid : public testing::Test {
 protected:
  void SetUp() override {
    const auto cloud = make_cloud(3, 300);
    for (std::size_t n = 0; n < cloud.size(); ++n) {
      if (static_cast<Rank>(n) % comm_.size() == comm_.rank()) add_known(bodies_, cloud[n]);
    }
    partition_.repartition({bodies_});
    partition_.distribute(bodies_);
  }

  // All ranks refuse, and one says why.
  void expect_broken(const std::string& promise) {
    bool said = false;
    try {
      check_valid(partition_.directory, partition_.space, partition_.distribution, bodies_);
      ADD_FAILURE() << "accepted";
    } catch (const std::logic_error& error) {
      said = std::string(error.what()).find(promise) != std::string::npos;
    }
    EXPECT_TRUE(comm_.any(said)) << promise;
  }

  comm::Comm comm_ = comm::Comm::world();
  CloudPartition partition_{comm_};
  bodies::Bodies bodies_;
};

TEST_F(CheckValid, BodiesInAnotherOrder) {
  if (comm_.is_root()) std::swap(bodies_.local[0], bodies_.local[1]);
  expect_broken("bodies ascend by cube and id");
}

TEST_F(CheckValid, ABodyTwice) {
  if (comm_.is_root()) bodies_.owned().front().id = bodies_.owned().back().id;
  expect_broken("every body has one owner");
}

class CheckValidOnRanks : public CheckValid {
 protected:
  void SetUp() override {
    if (comm_.size() == 1) GTEST_SKIP() << "one rank owns all cubes and has no ghosts";
    CheckValid::SetUp();
  }
};

TEST_F(CheckValidOnRanks, BodiesOnTheWrongRank) {
  auto entries = partition_.directory.entries();
  for (auto& cube : entries) cube.owner = (cube.owner + 1) % comm_.size();
  partition_.directory.assign(entries);
  expect_broken("a body belongs to the owner of its cube");
}

TEST_F(CheckValidOnRanks, WithoutGhosts) {
  bodies_.drop_ghosts();
  partition_.distribution.ghosts = GhostLayer(comm_);
  expect_broken("the owner of a touched cube has a ghost");
}

TEST_F(CheckValidOnRanks, GhostsThatAreNotLinked) {
  partition_.distribution.levels = 0;  // so that no ghost is missed first
  partition_.distribution.ghosts = GhostLayer(comm_);
  expect_broken("every ghost has one owner");
}

TEST_F(CheckValidOnRanks, GhostsForNothing) {
  partition_.distribution.levels = 0;
  expect_broken("a ghost touches a cube of its rank, or a joint needs it");
}

TEST_F(CheckValidOnRanks, GhostsThatDifferFromTheirOwners) {
  for (auto& body : std::span(bodies_.local).subspan(bodies_.owned().size())) body.mass *= 2;
  expect_broken("a ghost equals the body of its owner");
}

}  // namespace
}  // namespace talus::partition
