// The field tables against the records that they describe: what a table misses would be lost at a restart.

#include "bodies/fields.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "bodies/joint.hpp"
#include "observe/frames.hpp"

namespace talus::bodies {
namespace {

// How many fields claim each byte of a record.
std::vector<int> claims(std::span<const Field> fields, std::size_t record_bytes) {
  std::vector<int> claimed(record_bytes, 0);
  for (const Field& field : fields) {
    for (std::size_t byte = field.offset; byte < field.offset + field_bytes(field); ++byte) ++claimed.at(byte);
  }
  return claimed;
}

void expect_every_byte_once(std::span<const Field> fields, std::size_t record_bytes) {
  const auto claimed = claims(fields, record_bytes);
  for (std::size_t byte = 0; byte < record_bytes; ++byte) EXPECT_EQ(claimed[byte], 1) << "byte " << byte;
}

TEST(Fields, BodyHasEveryByteInOneField) { expect_every_byte_once(body_fields(), sizeof(Body)); }

TEST(Fields, RememberedImpulseHasEveryByteInOneField) {
  expect_every_byte_once(remembered_fields(), sizeof(RememberedImpulse));
}

TEST(Fields, JointHasEveryByteInOneField) { expect_every_byte_once(joint_fields(), sizeof(Joint)); }

TEST(Fields, FramesHaveEveryByteInOneField) {
  expect_every_byte_once(observe::body_frames().fields, sizeof(observe::BodyFrame));
  expect_every_byte_once(observe::contact_frames().fields, sizeof(observe::ContactFrame));
}

TEST(Fields, EachIsNamedOnceAndLiesWhereItsTypeMay) {
  for (const auto fields : {body_fields(), remembered_fields(), joint_fields(), observe::body_frames().fields,
                            observe::contact_frames().fields}) {
    std::set<std::string> names;
    for (const Field& field : fields) {
      EXPECT_TRUE(names.insert(field.name).second) << field.name;
      EXPECT_NE(std::string(field.unit), "") << field.name;
      EXPECT_GE(field.components, 1) << field.name;
      EXPECT_EQ(field.offset % (field_bytes(field) / static_cast<std::size_t>(field.components)), 0u) << field.name;
    }
  }
}

// A field that begins where a member begins has its type.
TEST(Fields, TypesAreThoseOfTheMembers) {
  Body body;
  const auto type_of = [](std::span<const Field> fields, const void* record, const void* member) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(member) - static_cast<const char*>(record));
    for (const Field& field : fields) {
      if (field.offset == offset) return field.type;
    }
    throw std::logic_error("no field begins at this member");
  };
  const auto of_body = [&](const void* member) { return type_of(body_fields(), &body, member); };
  EXPECT_EQ(of_body(&body.id), FieldType::int64);
  for (const void* member :
       std::initializer_list<const void*>{&body.position, &body.orientation, &body.velocity, &body.angular_velocity,
                                          &body.mass, &body.inertia, &body.radius}) {
    EXPECT_EQ(of_body(member), FieldType::float64);
  }
  for (const void* member : std::initializer_list<const void*>{&body.shape, &body.material, &body.state}) {
    EXPECT_EQ(of_body(member), FieldType::int32);
  }
}

// The scanner itself.
TEST(Fields, GapsAndOverlapsAreSeen) {
  const std::vector<Field> gap{{"a", "1", FieldType::int32, 1, 0, ""}, {"b", "1", FieldType::float64, 1, 8, ""}};
  EXPECT_EQ(claims(gap, 16), (std::vector<int>{1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  const std::vector<Field> overlap{{"a", "1", FieldType::int32, 2, 0, ""}, {"b", "1", FieldType::int32, 1, 4, ""}};
  EXPECT_EQ(claims(overlap, 8), (std::vector<int>{1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_THROW(claims(gap, 12), std::out_of_range);
}

}  // namespace
}  // namespace talus::bodies
