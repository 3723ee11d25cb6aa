#pragma once
// Frames of a run in HDF5, as temporal VTKHDF: what is in a file says README.md of this room. A stream is the files
// <stream>.h5, <stream>.1.h5, ... one after the other, each with frames of ascending steps. A file under such a name is
// whole and is not written to again: new frames go to a copy of the last one while that is small, else to a new file,
// under the name `.unfinished`; seal() makes that `.whole`, publish() gives it its name. So a kill at any moment costs
// the frames since the last seal() and no others.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"
#include "io/hdf5/shape_table.hpp"
#include "observe/frames.hpp"

namespace talus::io {

class Hdf5File;

inline constexpr std::int64_t kFramesVersion = 1;

struct Frame {
  std::int64_t step = 0;
  double time = 0;                     // s
  std::uint64_t first = 0, count = 0;  // its rows in every dataset of points
};

// The segments of a stream that are there, in order. *Not collective.*
std::vector<std::filesystem::path> segments_of(const std::filesystem::path& folder, const std::string& stream);

// The stream that an HDF5 file is of, by its own words; null: of none. *Not collective.*
const observe::FrameTable* stream_of(const std::filesystem::path& file);

// One whole file, read by one rank. *Not collective.* Throws IoError if it is no file of the stream or does not hold
// together.
class Segment {
 public:
  Segment(const std::filesystem::path& file, const observe::FrameTable& table);
  ~Segment();
  Segment(Segment&&) noexcept;

  const std::filesystem::path& path() const { return path_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const Vec3& period() const { return period_; }  // of space, m; 0 where it does not repeat
  const std::vector<ShapeSize>& shapes() const { return shapes_; }
  std::uint64_t points() const { return points_; }  // rows of every dataset of points
  bool holds(const bodies::Field& field) const;     // false: a later field that this file lacks
  std::vector<std::byte> read(
      const Frame& frame) const;  // records of the table; a field that the file lacks has its default

 private:
  struct Open;
  std::filesystem::path path_;
  const observe::FrameTable* table_;
  std::vector<Frame> frames_;
  Vec3 period_ = Vec3::Zero();
  std::vector<ShapeSize> shapes_;
  std::uint64_t points_ = 0;
  std::unique_ptr<Open> open_;
};

// About as many as so many frames with so many records in all take, uncompressed, with their index; `fresh` of the
// records are in frames whose number of records is not that of the frame before.
std::int64_t frames_bytes(const observe::FrameTable& table, std::int64_t frames, std::int64_t records,
                          std::int64_t fresh, std::int64_t walls);

struct FrameOptions {
  bool compress = false;  // without loss
  std::string deck;       // resolved, goes along
  std::string run;        // identity of the run, too
};

class FrameWriter {
 public:
  // *Collective.* Goes on with the stream in this folder; frames behind `last_step` are dropped: they will come again.
  FrameWriter(const comm::Comm& comm, const std::filesystem::path& folder, const observe::FrameTable& table,
              FrameOptions options, std::int64_t last_step);
  ~FrameWriter();  // what is not sealed is lost
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  // *Collective.* Appends a frame: the records of rank 0, then those of rank 1, and so on. With a world also its walls.
  template <class Record>
  void write(std::int64_t step, double time, std::span<const Record> records, const bodies::World* world = nullptr) {
    TALUS_REQUIRE(sizeof(Record) == table_.record_bytes(), "the table is of other records");
    write(step, time, reinterpret_cast<const std::byte*>(records.data()), records.size(), world);
  }
  std::int64_t last_step() const { return last_step_; }  // of the last frame; -1: there is none
  void seal();                                           // *Collective.* All frames so far survive a kill.
  void publish();  // *Collective.* What was sealed gets its name; the index is written anew.

 private:
  void write(std::int64_t step, double time, const std::byte* records, std::size_t count, const bodies::World* world);
  bool can_go_on(bool with_walls) const;
  void begin(const bodies::World* world, std::uint64_t points);
  void create(const bodies::World* world, std::uint64_t points);
  struct Slab {  // of `total` rows of all ranks [first, first + rows) from this one
    std::uint64_t total, first, rows;
  };
  void append_part(const Slab& slab);
  void append_tables();
  std::filesystem::path file(const char* suffix = "") const;

  comm::Comm comm_;
  std::filesystem::path folder_;
  observe::FrameTable table_;
  FrameOptions options_;
  std::int64_t last_step_ = -1;
  int segment_ = -1;               // the file that frames go to, or the last one
  bool sealed_ = false;            // it has no name yet
  std::unique_ptr<Hdf5File> out_;  // it, while it is being written
  // Rows of the tables of frames that are not in it yet.
  struct Tables {
    std::vector<std::int64_t> steps;
    std::vector<double> times;
    std::array<std::vector<std::int64_t>, 5> of_frame;
    std::vector<bodies::Body> walls;
  };
  Tables pending_;
  // Numbers of rows in the file. A part consists of consecutive frames with the same number of points.
  struct Extent {
    std::uint64_t frames = 0, points = 0, parts = 0, cells = 0, connectivity = 0, last_part = 0;
  };
  Extent extent_;
};

}  // namespace talus::io
