// The graph of cubes against all pairs of cubes, and what ParMETIS makes of it.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "base/error.hpp"
#include "base/random.hpp"
#include "partition/cube_graph.hpp"
#include "partition/hilbert.hpp"
#include "partition/method.hpp"

namespace talus::partition {
namespace {

// Cubes of two levels in a box, each on some rank.
std::vector<CubeLoad> all_cubes(int n) {
  std::vector<CubeLoad> cubes;
  for (int level : {0, 2}) {
    for (int i = 0; i < n >> level; ++i)
      for (int j = 0; j < n >> level; ++j)
        for (int k = 0; k < n >> level; ++k) {
          const Cube cube{level, i - n / 2 >> level, j - n / 3, k};
          const auto bits = random_bits(4, cube.key(), 0);
          if (bits % 4 == 0) continue;
          const auto bodies = static_cast<std::int32_t>(1 + bits % 5);
          cubes.push_back({cube.key(), 20 * bodies, 200 * bodies, bodies, 0});
        }
  }
  return cubes;
}
std::vector<CubeLoad> my_share(const comm::Comm& comm, const std::vector<CubeLoad>& all) {
  std::vector<CubeLoad> mine;
  for (const auto& c : all) {
    if (static_cast<int>(random_bits(6, c.key, 0) % static_cast<std::uint64_t>(comm.size())) == comm.rank()) mine.push_back(c);
  }
  return mine;
}

bool contains(const Cube& coarse, const Cube& fine) {
  const int up = coarse.level - fine.level;
  return up > 0 && fine.i >> up == coarse.i && fine.j >> up == coarse.j && fine.k >> up == coarse.k;
}
bool are_next(const Cube& a, const Cube& b) {
  return a.level == b.level && std::abs(a.i - b.i) <= 1 && std::abs(a.j - b.j) <= 1 && std::abs(a.k - b.k) <= 1;
}

TEST(CubeGraph, EdgesVsBruteForce) {
  const auto comm = comm::Comm::world();
  auto all = all_cubes(12);
  const auto graph = build_cube_graph(comm, my_share(comm, all));
  std::sort(all.begin(), all.end(), [](const CubeLoad& x, const CubeLoad& y) {
    return hilbert_index(Cube::of(x.key)) < hilbert_index(Cube::of(y.key));
  });
  ASSERT_TRUE(graph.every_rank_has_some());
  ASSERT_EQ(graph.first.back(), static_cast<std::int64_t>(all.size()));
  const auto first = static_cast<std::size_t>(graph.first[static_cast<std::size_t>(comm.rank())]);
  std::vector<std::int64_t> weights(all.size() * all.size(), 0);  // of edges, from one end
  for (std::size_t v = 0; v < graph.cubes.size(); ++v) {
    ASSERT_EQ(graph.cubes[v].key, all[first + v].key);
    const Cube cube = Cube::of(graph.cubes[v].key);
    std::vector<std::int64_t> expected;
    for (std::size_t u = 0; u < all.size(); ++u) {
      const Cube other = Cube::of(all[u].key);
      if (u != first + v && (are_next(cube, other) || contains(cube, other) || contains(other, cube))) {
        expected.push_back(static_cast<std::int64_t>(u));
      }
    }
    const auto begin = graph.neighbours.begin();
    ASSERT_EQ(std::vector<std::int64_t>(begin + graph.edge_start[v], begin + graph.edge_start[v + 1]), expected);
    for (auto e = graph.edge_start[v]; e < graph.edge_start[v + 1]; ++e) {
      const auto i = static_cast<std::size_t>(e);
      ASSERT_GT(graph.edge_weight[i], 0);
      weights[(first + v) * all.size() + static_cast<std::size_t>(graph.neighbours[i])] = graph.edge_weight[i];
    }
  }
  comm.sum(weights);
  for (std::size_t u = 0; u < all.size(); ++u) {
    for (std::size_t v = 0; v < u; ++v) ASSERT_EQ(weights[u * all.size() + v], weights[v * all.size() + u]);
  }
}

class ByGraph : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_method(Method::parmetis)) GTEST_SKIP() << "ParMETIS is not in this build";
  }
  comm::Comm comm_ = comm::Comm::world();
};

TEST_F(ByGraph, EvenAndRepeatable) {
  auto mine = my_share(comm_, all_cubes(24));
  const auto anew = share_by_graph(comm_, mine, false);
  ASSERT_EQ(anew.size(), mine.size());
  EXPECT_LT(imbalance_of(comm_, mine, anew), 1.1);
  EXPECT_EQ(share_by_graph(comm_, mine, false), anew);
  // Heavier on one side: improved, with little moved.
  for (std::size_t c = 0; c < mine.size(); ++c) {
    mine[c].holder = anew[c];
    if (Cube::of(mine[c].key).i < -6) mine[c].weight *= 2;
  }
  const auto improved = share_by_graph(comm_, mine, true);
  EXPECT_LT(imbalance_of(comm_, mine, improved), 1.1);
  EXPECT_EQ(share_by_graph(comm_, mine, true), improved);
  std::int64_t moved = 0;
  for (std::size_t c = 0; c < mine.size(); ++c) moved += improved[c] != anew[c];
  EXPECT_LT(static_cast<double>(comm_.sum(moved)), 0.4 * static_cast<double>(comm_.sum(std::ssize(mine))));
}

TEST_F(ByGraph, WithoutAnyEdge) {
  std::vector<CubeLoad> mine;
  for (int n = comm_.rank(); n < 500; n += comm_.size()) mine.push_back({Cube{0, 5 * n, 0, 3 * (n % 7)}.key(), 1, 100, 1, 0});
  for (bool from_present : {false, true}) {
    const auto holders = share_by_graph(comm_, mine, from_present);
    ASSERT_EQ(holders.size(), mine.size());
    for (Rank r : holders) ASSERT_TRUE(r >= 0 && r < comm_.size());
  }
}

TEST_F(ByGraph, FewCubesAndHugeWeights) {
  for (int count : {0, 1, 5, 100, 1000}) {
    std::vector<CubeLoad> mine;
    for (int n = comm_.rank(); n < count; n += comm_.size()) {
      mine.push_back({Cube{0, n % 10, n / 10, 0}.key(), std::int64_t{1} << 40, std::int64_t{1} << 33, 1 << 20, 0});
    }
    const auto holders = share_by_graph(comm_, mine, false);
    ASSERT_EQ(holders.size(), mine.size());
    if (count == 1000) EXPECT_LT(imbalance_of(comm_, mine, holders), 1.1);
  }
}

// PT-Scotch exports functions of the same names: the one called must come from ParMETIS.
TEST_F(ByGraph, IsCutByParmetisItself) {
  for (const char* name : {"ParMETIS_V3_PartGeomKway", "ParMETIS_V3_AdaptiveRepart", "ParMETIS_V3_PartKway"}) {
    void* function = dlsym(RTLD_DEFAULT, name);
    ASSERT_NE(function, nullptr) << name;
    Dl_info info{};
    ASSERT_NE(dladdr(function, &info), 0);
    const std::string file = info.dli_fname;
    EXPECT_NE(file.find("libparmetis"), std::string::npos) << name << " is called in " << file;
    EXPECT_EQ(file.find("scotch"), std::string::npos) << name << " is called in " << file;
  }
}

TEST(Method, Names) {
  EXPECT_EQ(method_named("hilbert"), Method::hilbert);
  EXPECT_THROW(method_named("metis"), InputError);
  if (has_method(Method::parmetis)) {
    EXPECT_EQ(method_named("parmetis"), Method::parmetis);
  } else {
    EXPECT_THROW(method_named("parmetis"), InputError);
  }
}

}  // namespace
}  // namespace talus::partition
