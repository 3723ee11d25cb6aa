#include "partition/migration.hpp"

namespace talus::partition {
namespace {

TEST(Migration, NoBodyLostOrDoubledAgainstTheWholeCloud) { check_migration(400); }

}  // namespace
}  // namespace talus::partition
