#include "partition/migration.hpp"

namespace talus::partition {
namespace {

TEST(MigrationLong, NoBodyLostOrDoubledInTenThousandStepsAgainstTheWholeCloud) {
  for (Method method : methods()) ASSERT_NO_FATAL_FAILURE(check_migration(method, 10000));
}

}  // namespace
}  // namespace talus::partition
