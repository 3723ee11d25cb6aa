#include "partition/migration.hpp"

namespace talus::partition {
namespace {

TEST(Migration, NoBodyLostOrDoubledAgainstTheWholeCloud) {
  for (Method method : methods()) ASSERT_NO_FATAL_FAILURE(check_migration(method, 200));
}

}  // namespace
}  // namespace talus::partition
