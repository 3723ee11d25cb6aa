// Files of frames that lack fields of later versions. The oracle is the file itself, written here by the table of the
// older version.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "harness/harness.hpp"
#include "io/hdf5/trajectory.hpp"

namespace talus::io {
namespace {

// A contact's record with a field that came later, and its default.
struct Extended {
  observe::ContactFrame contact;
  double lag = 2.5;
};

// The fields of contacts and one more, which files may lack if it is `later`.
observe::FrameTable extended(bool later) {
  static std::vector<bodies::Field> fields;
  fields.assign(observe::contact_frames().fields.begin(), observe::contact_frames().fields.end());
  fields.push_back({"lag", "m/s", bodies::FieldType::float64, 1, offsetof(Extended, lag), "", later});
  return observe::frame_table<Extended>("contacts", fields);
}

class LaterFields : public testing::Test {
 protected:
  const comm::Comm comm_ = comm::Comm::world();
  std::filesystem::path folder_, older_;

  // Frames of steps 0 and 1, by the older table.
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / ("talus_later_" + std::to_string(getpid()))).string();
    comm_.broadcast(name);
    folder_ = name;
    older_ = folder_ / "contacts.h5";
    if (comm_.is_root()) std::filesystem::create_directory(folder_);
    comm_.barrier();
    FrameWriter writer(comm_, folder_, observe::contact_frames(), {}, -1);
    for (std::int64_t step : {0, 1}) {
      writer.write<observe::ContactFrame>(step, 0.5 * static_cast<double>(step), std::vector{contact_of(step)});
    }
    writer.seal();
    writer.publish();
    comm_.barrier();
  }
  void TearDown() override {
    comm_.barrier();
    if (comm_.is_root()) std::filesystem::remove_all(folder_);
  }

  observe::ContactFrame contact_of(std::int64_t step) const {
    observe::ContactFrame contact;
    contact.id_a = step;
    contact.id_b = comm_.rank();
    contact.values.front() = -0.25;
    return contact;
  }
  std::string text_of(const std::filesystem::path& path) const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // This rank's record of a frame.
  Extended read(const Segment& segment, std::size_t frame) const {
    Extended record;
    const auto records = segment.read(segment.frames()[frame]);
    std::memcpy(static_cast<void*>(&record), records.data() + static_cast<std::size_t>(comm_.rank()) * sizeof(record),
                sizeof(record));
    return record;
  }
};

TEST_F(LaterFields, HaveTheirDefaultInAnOlderFileAndOthersTheirStoredValue) {
  const observe::FrameTable table = extended(true);
  const Segment segment(older_, table);
  ASSERT_EQ(segment.frames().size(), 2u);
  for (std::size_t frame : {0, 1}) {
    const Extended record = read(segment, frame);
    EXPECT_EQ(record.contact.id_a, static_cast<GlobalId>(frame));
    EXPECT_EQ(record.contact.id_b, comm_.rank());
    EXPECT_EQ(record.contact.values.front(), -0.25);
    EXPECT_EQ(record.lag, 2.5);
  }
}

TEST_F(LaterFields, AreDemandedIfTheyWereThereFromTheStart) {
  const observe::FrameTable table = extended(false);
  EXPECT_THROW(Segment(older_, table), IoError);
}

TEST_F(LaterFields, OfNewFramesGoToAFileOfTheirOwnAndTheOlderStaysToTheByte) {
  const std::string before = text_of(older_);
  const observe::FrameTable table = extended(true);
  FrameWriter writer(comm_, folder_, table, {}, 1);
  writer.write<Extended>(2, 1, std::vector{Extended{contact_of(2), 7}});
  writer.seal();
  writer.publish();
  comm_.barrier();
  EXPECT_EQ(text_of(older_), before);
  const Segment segment(folder_ / "contacts.1.h5", table);
  ASSERT_EQ(segment.frames().size(), 1u);
  EXPECT_EQ(segment.frames()[0].step, 2);
  EXPECT_EQ(read(segment, 0).lag, 7);
  const std::string index = text_of(folder_ / "contacts.xdmf");
  const auto named = index.find("PointData/lag");
  EXPECT_GT(named, index.rfind("contacts.h5:/"));
  EXPECT_EQ(index.find("PointData/lag", named + 1), std::string::npos);
}

TEST_F(LaterFields, DoNotKeepAnOlderFileFromBeingCut) {
  const observe::FrameTable table = extended(true);
  const FrameWriter writer(comm_, folder_, table, {}, 0);
  EXPECT_EQ(writer.last_step(), 0);
  comm_.barrier();
  const Segment segment(older_, table);
  ASSERT_EQ(segment.frames().size(), 1u);
  EXPECT_EQ(read(segment, 0).contact.id_b, comm_.rank());
}

}  // namespace
}  // namespace talus::io
