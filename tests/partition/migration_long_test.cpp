#include "partition/migration.hpp"

namespace talus::partition {
namespace {

TEST(MigrationLong, NoBodyLostOrDoubledInTenThousandStepsAgainstTheWholeCloud) { check_migration(10000); }

}  // namespace
}  // namespace talus::partition
