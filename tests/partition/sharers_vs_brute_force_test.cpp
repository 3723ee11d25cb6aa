// Which ranks work on which body, and which impulses are sent to its owner, against the same worked out from all bodies
// and all cubes.

#include <gtest/gtest.h>

#include <algorithm>

#include "partition/cloud.hpp"
#include "partition/sharers.hpp"

namespace talus::partition {
namespace {

constexpr GlobalId kCount = 300;

// A stand-in for a contact: about a third of the cubes that a body touches have one with it.
struct Stand {
  CubeKey cube;
  std::uint64_t bits;
};
std::vector<Stand> stands_of(const bodies::Body& body, std::uint64_t levels) {
  std::vector<Stand> stands;
  for (CubeKey cube : touched_cubes(body, levels, 1e-6)) {
    const auto bits = random_bits(3, static_cast<std::uint64_t>(body.id), cube);
    if (bits % 3 == 0) stands.push_back({cube, bits});
  }
  return stands;
}
bodies::RememberedImpulse impulse_of(const Stand& stand) {
  return {.partner = static_cast<GlobalId>(stand.bits % 5),
          .feature = static_cast<std::int32_t>(stand.bits >> 33),
          .force = Vec3::Constant(static_cast<double>(stand.bits % 1000))};
}

class Sharers : public testing::TestWithParam<balance::Method> {
 protected:
  void place(std::uint64_t seed) {
    cloud_ = make_cloud(seed, kCount);
    bodies_ = {};
    for (GlobalId n = 0; n < kCount; ++n) {
      if (n % comm_.size() == comm_.rank()) add_known(bodies_, cloud_[static_cast<std::size_t>(n)]);
    }
    partition_.repartition({bodies_});
    partition_.distribute(bodies_);
  }

  const bodies::Body& local(LocalIndex b) const { return bodies_.local[static_cast<std::size_t>(b)]; }
  std::uint64_t classes_on(const bodies::Body& body) const {
    std::uint64_t classes = 0;
    for (const auto& stand : stands_of(body, partition_.distribution.levels)) {
      if (partition_.directory.owns(stand.cube)) classes |= std::uint64_t{1} << stand.bits % 61 % 64;
    }
    return classes;
  }
  static comm::RowsOnItem rows_in(std::uint64_t classes) {
    comm::RowsOnItem rows;
    for (int c = 0; c < ClassSet::kMostClasses; ++c) {
      if (classes >> c & 1) rows.add(c);
    }
    return rows;
  }

  // By body, then by rank: the classes of all, and who owns it.
  struct Everything {
    std::vector<std::int64_t> classes, owner;
  };
  Everything everything() const {
    const auto size = static_cast<std::size_t>(comm_.size());
    Everything all{std::vector<std::int64_t>(kCount * size, 0), std::vector<std::int64_t>(kCount, 0)};
    for (std::size_t n = 0; n < kCount; ++n) {
      all.classes[n * size + static_cast<std::size_t>(comm_.rank())] =
          static_cast<std::int64_t>(classes_on(cloud_[n].body));
    }
    for (const auto& b : bodies_.owned()) all.owner[static_cast<std::size_t>((b.id - 100) / 3)] = comm_.rank();
    comm_.sum(all.classes);
    comm_.sum(all.owner);
    return all;
  }
  // The holders of body n; empty where it is not shared.
  std::vector<comm::Sharer> holders(const Everything& all, std::size_t n) const {
    std::vector<comm::Sharer> list;
    bool elsewhere = false;
    for (Rank r = 0; r < comm_.size(); ++r) {
      const auto classes = static_cast<std::uint64_t>(
          all.classes[n * static_cast<std::size_t>(comm_.size()) + static_cast<std::size_t>(r)]);
      if (classes != 0 || all.owner[n] == r) list.push_back({r, rows_in(classes)});
      elsewhere |= classes != 0 && all.owner[n] != r;
    }
    return elsewhere ? list : std::vector<comm::Sharer>{};
  }

  comm::Comm comm_ = comm::Comm::world();
  CloudPartition partition_{comm_, GetParam()};
  std::vector<Known> cloud_;
  bodies::Bodies bodies_;
};

TEST_P(Sharers, AreTheOwnerAndAllRanksThatWorkOnABody) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    place(seed);
    Array<comm::RowsOnItem> rows;
    for (const auto& body : bodies_.local) rows.push_back(rows_in(classes_on(body)));
    const auto sharing = find_sharers(partition_.distribution.ghosts, bodies_, rows);
    const auto all = everything();

    std::size_t item = 0;
    std::vector<std::vector<GlobalId>> with(static_cast<std::size_t>(comm_.size()));
    for (LocalIndex b = 0; b < bodies_.num_local(); ++b) {
      const auto expected = holders(all, static_cast<std::size_t>((local(b).id - 100) / 3));
      const auto self = [this](const comm::Sharer& h) { return h.rank == comm_.rank(); };
      if (std::none_of(expected.begin(), expected.end(), self)) continue;
      ASSERT_LT(item, sharing.items.size());
      ASSERT_EQ(sharing.items[item], b);
      const auto found = sharing.sharers[item++];
      ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                             [](const auto& x, const auto& y) {
                               return x.rank == y.rank && x.rows.count == y.rows.count &&
                                      x.rows.classes == y.rows.classes;
                             }))
          << "body " << local(b).id;
      for (const auto& h : expected) {
        if (!self(h)) with[static_cast<std::size_t>(h.rank)].push_back(local(b).id);
      }
    }
    ASSERT_EQ(item, sharing.items.size());
    std::size_t k = 0;
    for (Rank r = 0; r < comm_.size(); ++r) {
      auto& ids = with[static_cast<std::size_t>(r)];
      if (ids.empty()) continue;
      std::sort(ids.begin(), ids.end());
      ASSERT_LT(k, sharing.neighbours.size());
      ASSERT_EQ(sharing.neighbours[k], r);
      ASSERT_EQ(sharing.shared[k].size(), ids.size());
      for (std::size_t n = 0; n < ids.size(); ++n) ASSERT_EQ(local(sharing.shared[k][n]).id, ids[n]);
      ++k;
    }
    ASSERT_EQ(k, sharing.neighbours.size());
  }
}

TEST_P(Sharers, SendImpulsesToTheOwner) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    place(seed);
    std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses;
    for (LocalIndex b = bodies_.num_local(); b-- > 0;) {
      for (const auto& stand : stands_of(local(b), partition_.distribution.levels)) {
        if (partition_.directory.owns(stand.cube)) impulses.emplace_back(b, impulse_of(stand));
      }
    }
    remember(partition_.distribution.ghosts, bodies_, impulses);
    bodies_.check_valid();
    for (LocalIndex b = 0; b < bodies_.num_owned; ++b) {
      std::vector<bodies::RememberedImpulse> expected;
      for (const auto& stand : stands_of(local(b), partition_.distribution.levels))
        expected.push_back(impulse_of(stand));
      std::sort(expected.begin(), expected.end(), [](const auto& x, const auto& y) {
        return x.partner != y.partner ? x.partner < y.partner : x.feature < y.feature;
      });
      const auto found = bodies_.memory[b];
      ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                             same_bytes<bodies::RememberedImpulse>))
          << "body " << local(b).id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Sharers, testing::ValuesIn(methods()));

}  // namespace
}  // namespace talus::partition
