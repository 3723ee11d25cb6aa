// The graph of cubes against all pairs of cubes, and how it is cut.

#include "balance/methods.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

#include "balance/cube_graph.hpp"
#include "balance/cuts.hpp"
#include "balance/hilbert.hpp"
#include "balance/relabel.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

namespace talus::balance {
namespace {

// Cubes of two levels in a box, each on some rank.
std::vector<CubeLoad> all_cubes(int n) {
  std::vector<CubeLoad> cubes;
  for (int level : {0, 2}) {
    for (int i = 0; i < n >> level; ++i)
      for (int j = 0; j < n >> level; ++j)
        for (int k = 0; k < n >> level; ++k) {
          const Cube cube{level, i - (n >> level) / 2, j - (n >> level) / 3, k};
          const auto bits = random_bits(4, cube.key(), 0);
          if (bits % 4 == 0) continue;
          const auto bodies = static_cast<std::int32_t>(1 + bits % 5);
          cubes.push_back({cube.key(), static_cast<std::int64_t>(bits >> 8) % 7, 5 * bodies, 200 * bodies, bodies, 0});
        }
  }
  return cubes;
}
std::vector<CubeLoad> my_share(const comm::Comm& comm, const std::vector<CubeLoad>& all) {
  std::vector<CubeLoad> mine;
  for (const auto& c : all) {
    if (static_cast<int>(random_bits(6, c.key, 0) % static_cast<std::uint64_t>(comm.size())) == comm.rank())
      mine.push_back(c);
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
// Ghosts that a border makes: a reach of a fifth of an edge lies across a face with probability 2/5.
double expected_ghosts(const CubeLoad& x, const CubeLoad& y) {
  const Cube a = Cube::of(x.key), b = Cube::of(y.key);
  if (a.level != b.level) return a.level < b.level ? x.bodies : y.bodies;
  return (x.bodies + y.bodies) * std::pow(0.4, std::abs(a.i - b.i) + std::abs(a.j - b.j) + std::abs(a.k - b.k));
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
      const auto& other = all[static_cast<std::size_t>(graph.neighbours[i])];
      const double ghosts = static_cast<double>(graph.edge_weight[i]) / kWeightOfGhost;
      ASSERT_NEAR(ghosts / expected_ghosts(graph.cubes[v], other), 1, 0.05);
      weights[(first + v) * all.size() + static_cast<std::size_t>(graph.neighbours[i])] = graph.edge_weight[i];
    }
  }
  comm.sum(weights);
  for (std::size_t u = 0; u < all.size(); ++u) {
    for (std::size_t v = 0; v < u; ++v) ASSERT_EQ(weights[u * all.size() + v], weights[v * all.size() + u]);
  }
}

// The load that stays in place, compared with all permutations of the names of the parts.
TEST(Relabel, KeepsAtLeastHalfOfTheMostOfAllPermutations) {
  const auto comm = comm::Comm::world();
  const auto size = static_cast<std::size_t>(comm.size());
  const auto all = all_cubes(8);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto mine = my_share(comm, all);
    std::vector<Rank> before;
    std::vector<std::int64_t> bytes(size * size, 0);  // of each part, by owner
    for (auto& cube : mine) {
      const auto any_of = [&](std::uint64_t which) {
        return static_cast<Rank>(random_bits(seed, cube.key, which) % size);
      };
      cube.owner = any_of(0);
      before.push_back(seed % 2 ? any_of(1) : static_cast<Rank>((cube.owner + any_of(1) * any_of(2)) % comm.size()));
      bytes[static_cast<std::size_t>(before.back()) * size + static_cast<std::size_t>(cube.owner)] += cube.bytes;
    }
    auto after = before;
    relabel(comm, mine, after);
    comm.sum(bytes);
    std::vector<std::int64_t> name(size, 0), users(size, 0);  // of each part; how many parts have this one
    std::int64_t stays = 0;
    for (std::size_t c = 0; c < mine.size(); ++c) {
      auto& n = name[static_cast<std::size_t>(before[c])];
      ASSERT_TRUE(n == 0 || n == after[c] + 1) << "one part, two names";
      n = after[c] + 1;
      if (after[c] == mine[c].owner) stays += mine[c].bytes;
    }
    std::vector<double> names(name.begin(), name.end());
    comm.max(names);
    for (double n : names) {
      ASSERT_GE(n, 1);
      ASSERT_EQ(++users[static_cast<std::size_t>(n) - 1], 1) << "two parts, one name";
    }
    std::vector<std::size_t> permutation(size);
    std::iota(permutation.begin(), permutation.end(), std::size_t{0});
    std::int64_t most = 0;
    do {
      std::int64_t kept = 0;
      for (std::size_t p = 0; p < size; ++p) kept += bytes[p * size + permutation[p]];
      most = std::max(most, kept);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    EXPECT_GE(2 * comm.sum(stays), most);
  }
}

// The cost of owners, in moves of a body. A ghost takes part in every step until the next repartition and costs as
// much as 30 moves.
double cost_of(const comm::Comm& comm, const std::vector<CubeLoad>& cubes, const std::vector<Rank>& owners) {
  auto after = cubes;
  double cost = 0;
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    if (owners[c] != cubes[c].owner) cost += static_cast<double>(cubes[c].bodies);
    after[c].owner = owners[c];
  }
  const auto graph = build_cube_graph(comm, after);
  const auto first = graph.first[static_cast<std::size_t>(comm.rank())];
  std::vector<std::int64_t> owner(static_cast<std::size_t>(graph.first.back()), 0);  // of all vertices
  for (std::size_t v = 0; v < graph.cubes.size(); ++v)
    owner[static_cast<std::size_t>(first) + v] = graph.cubes[v].owner;
  comm.sum(owner);
  for (std::size_t v = 0; v < graph.cubes.size(); ++v) {
    for (auto e = static_cast<std::size_t>(graph.edge_start[v]); e < static_cast<std::size_t>(graph.edge_start[v + 1]);
         ++e) {
      const bool is_cut = owner[static_cast<std::size_t>(graph.neighbours[e])] != graph.cubes[v].owner;
      if (is_cut)
        cost += 30 * static_cast<double>(graph.edge_weight[e]) / kWeightOfGhost / 2;  // each edge has two ends
    }
  }
  return comm.sum(cost);
}

// More pair tests on one side, by the factor, of cubes that have owners.
void load_one_side(std::vector<CubeLoad>& cubes, const std::vector<Rank>& owners, double factor) {
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    cubes[c].owner = owners[c];
    if (Cube::of(cubes[c].key).i < -6)
      cubes[c].pair_tests = std::llround(factor * static_cast<double>(cubes[c].pair_tests));
  }
}

TEST(Borders, EvenAndCheaperThanTheCurveAndRepeatable) {
  const auto comm = comm::Comm::world();
  auto mine = my_share(comm, all_cubes(24));
  load_one_side(mine, cut_curve(comm, mine), 1.25);
  const auto improved = repair_borders(comm, mine);
  EXPECT_LT(std::ranges::max(imbalance_of(comm, mine, improved)), 1.03);
  EXPECT_EQ(repair_borders(comm, mine), improved);
  std::int64_t moved = 0;
  for (std::size_t c = 0; c < mine.size(); ++c) moved += improved[c] != mine[c].owner;
  EXPECT_LT(static_cast<double>(comm.sum(moved)), 0.3 * static_cast<double>(comm.sum(std::ssize(mine))));
  if (comm.size() > 1) {
    EXPECT_LT(cost_of(comm, mine, improved), cost_of(comm, mine, cut_curve(comm, mine)));
  }
}

bool is_available(std::string_view name) {
  const auto method = std::ranges::find(methods(), name, &Method::name);
  return method != methods().end() && method->available();
}

class ByGraph : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_available("parmetis")) GTEST_SKIP() << "ParMETIS is not in this build";
  }
  comm::Comm comm_ = comm::Comm::world();
};

TEST_F(ByGraph, EvenAndRepeatable) {
  auto mine = my_share(comm_, all_cubes(24));
  const auto anew = cut_graph(comm_, mine, false);
  ASSERT_EQ(anew.size(), mine.size());
  EXPECT_LT(std::ranges::max(imbalance_of(comm_, mine, anew)), 1.1);
  EXPECT_EQ(cut_graph(comm_, mine, false), anew);
  // Heavier on one side: improved, at no higher cost than from nothing.
  load_one_side(mine, anew, 2);
  const auto improved = cut_graph(comm_, mine, true);
  EXPECT_LT(std::ranges::max(imbalance_of(comm_, mine, improved)), 1.05);
  EXPECT_EQ(cut_graph(comm_, mine, true), improved);
  EXPECT_LE(cost_of(comm_, mine, improved), 1.05 * cost_of(comm_, mine, cut_graph(comm_, mine, false)));
  if (comm_.size() > 1) {
    EXPECT_LT(cost_of(comm_, mine, improved), cost_of(comm_, mine, cut_curve(comm_, mine)));
  }
}

TEST_F(ByGraph, WithoutAnyEdge) {
  std::vector<CubeLoad> mine;
  for (int n = comm_.rank(); n < 500; n += comm_.size())
    mine.push_back({Cube{0, 5 * n, 0, 3 * (n % 7)}.key(), 0, 0, 100, 1, 0});
  for (bool from_present : {false, true}) {
    const auto owners = cut_graph(comm_, mine, from_present);
    ASSERT_EQ(owners.size(), mine.size());
    for (Rank r : owners) ASSERT_TRUE(r >= 0 && r < comm_.size());
  }
}

TEST_F(ByGraph, FewCubesAndHugeWeights) {
  for (int count : {0, 1, 5, 100, 1000}) {
    std::vector<CubeLoad> mine;
    for (int n = comm_.rank(); n < count; n += comm_.size()) {
      mine.push_back({Cube{0, n % 10, n / 10, 0}.key(), 0, std::int64_t{1} << 40, std::int64_t{1} << 33, 1 << 20, 0});
    }
    const auto owners = cut_graph(comm_, mine, false);
    ASSERT_EQ(owners.size(), mine.size());
    if (count == 1000) {
      EXPECT_LT(std::ranges::max(imbalance_of(comm_, mine, owners)), 1.1);
    }
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

// Every row of the table: its name leads to it, or its library is named; its proposal is complete and as even as it
// says.
TEST(Methods, ProposeOwnersWithTheImbalanceThatTheyState) {
  const auto comm = comm::Comm::world();
  const auto mine = my_share(comm, all_cubes(24));
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.name);
    if (!method.available()) {
      EXPECT_THROW(method_named(method.name), InputError);
      continue;
    }
    EXPECT_EQ(method_named(method.name).propose, method.propose);
    for (const bool partitioned : {false, true}) {
      const auto proposal = method.propose(comm, mine, partitioned);
      ASSERT_EQ(proposal.owners.size(), mine.size());
      EXPECT_TRUE(std::ranges::all_of(proposal.owners, [&](Rank r) { return r >= 0 && r < comm.size(); }));
      EXPECT_EQ(proposal.imbalance, imbalance_of(comm, mine, proposal.owners));
    }
  }
}

TEST(Methods, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    method_named("metis");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("partition.method: \"metis\" is unknown; it is ", 0), 0u) << message;
    for (const Method& method : methods()) EXPECT_NE(message.find(method.name), std::string::npos) << method.name;
  }
}

}  // namespace
}  // namespace talus::balance
