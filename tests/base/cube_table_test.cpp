// The hash table of cubes against std::map.

#include "base/cube_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/random.hpp"

namespace talus {
namespace {

TEST(CubeTable, AgreesWithAMap) {
  CubeTable table;
  std::map<CubeKey, std::int32_t> map;
  for (std::uint64_t n = 0; n < 20000; ++n) {
    if (n == 7000) {
      table.clear();
      map.clear();
    }
    const auto at = [n](std::uint64_t which) { return static_cast<std::int32_t>(random_bits(1, n, which) % 20) - 10; };
    const CubeKey key = Cube{static_cast<int>(random_bits(1, n, 3) % 3), at(0), at(1), at(2)}.key();
    const auto known = map.find(key);
    ASSERT_EQ(table.find(key), known == map.end() ? -1 : known->second);
    const auto value = static_cast<std::int32_t>(n % 1000);
    table.set(key, value);
    map[key] = value;
    ASSERT_EQ(table.size(), map.size());
  }
  for (const auto& [key, value] : map) ASSERT_EQ(table.find(key), value);
}

TEST(CubeTable, IsEmptyAtFirst) { EXPECT_EQ(CubeTable().find(Cube{}.key()), -1); }

}  // namespace
}  // namespace talus
