#include "io/hdf5/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/columns.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/shape_table.hpp"
#include "io/xdmf.hpp"

namespace talus::io {
namespace {

namespace fs = std::filesystem;
using bodies::Field;

constexpr std::int64_t kSlackBytes = std::int64_t{1} << 20;         // for what HDF5 itself needs
constexpr std::int64_t kFileBytes = 50000, kIndexBytes = 4000;      // of a file without frames; of the index, per frame
constexpr std::uintmax_t kContinueBytes = std::uintmax_t{1} << 28;  // a larger file is not copied to go on with
constexpr std::size_t kTopologyBytes = 17;                          // a point
constexpr hsize_t kFewestChunkRows = 4096, kMostChunkRows = 65536, kStepChunkRows = 1024;
constexpr unsigned char kVertex = 1;  // VTK's cell of one point

const std::string kRoot = "VTKHDF/", kSteps = "VTKHDF/Steps/", kWalls = "talus/walls/", kPeriod = "talus/period";

// One row per frame.
const char* const kOfFrame[] = {"PartOffsets", "NumberOfParts", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets"};
// One row per part.
const char* const kOfPart[] = {"NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"};

std::string place_of(const observe::FrameTable& table, const Field& field) {
  return &field == table.fields.data() ? kRoot + "Points" : kRoot + "PointData/" + field.name;
}

fs::path segment_path(const fs::path& folder, const std::string& stream, int number) {
  return folder / (number == 0 ? stream + ".h5" : fmt::format("{}.{}.h5", stream, number));
}

// The number of a file name of the stream, -1 of another: "trajectory.12.h5" + suffix.
int segment_number(const std::string& name, const std::string& stream, const std::string& suffix) {
  const std::string end = ".h5" + suffix;
  if (name == stream + end) return 0;
  if (!name.starts_with(stream + ".") || !name.ends_with(end) || name.size() <= stream.size() + 1 + end.size())
    return -1;
  const std::string digits = name.substr(stream.size() + 1, name.size() - stream.size() - 1 - end.size());
  const bool plain =
      digits.size() < 9 && digits[0] != '0' && digits.find_first_not_of("0123456789") == std::string::npos;
  return plain ? std::stoi(digits) : -1;
}

std::vector<int> segment_numbers(const fs::path& folder, const std::string& stream, const std::string& suffix = "") {
  std::vector<int> numbers;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const int number = segment_number(entry.path().filename().string(), stream, suffix);
    if (number >= 0) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

hsize_t chunk_rows(hsize_t points) { return std::clamp(points, kFewestChunkRows, kMostChunkRows); }

std::vector<std::int64_t> integers(const Hdf5File& file, const std::string& name) {
  std::vector<std::int64_t> values(file.rows(name));
  file.read(name, H5T_NATIVE_INT64, 1, 0, values.size(), values.data());
  return values;
}

// Cuts a file back to its first frames; by one rank.
void shorten(const fs::path& path, const observe::FrameTable& table, const Segment& segment, std::size_t frames) {
  Hdf5File file = Hdf5File::change_alone(path);
  const auto part_of = integers(file, kSteps + "PartOffsets");
  const auto sizes = integers(file, kRoot + "NumberOfPoints");
  const auto parts = static_cast<std::size_t>(part_of[frames - 1]) + 1;
  const auto kept = std::span(sizes).first(parts);
  const auto cells = static_cast<hsize_t>(std::accumulate(kept.begin(), kept.end(), std::int64_t{0}));
  const Frame& last = segment.frames()[frames - 1];
  for (const Field& field : table.fields) {
    if (segment.holds(field)) file.shorten(place_of(table, field), last.first + last.count);
  }
  for (const char* name : kOfFrame) file.shorten(kSteps + name, frames);
  for (const char* name : kOfPart) file.shorten(kRoot + name, parts);
  file.shorten(kSteps + "Values", frames);
  file.shorten("talus/step", frames);
  file.shorten(kRoot + "Types", cells);
  file.shorten(kRoot + "Offsets", cells + parts);
  file.shorten(kRoot + "Connectivity", static_cast<hsize_t>(*std::max_element(kept.begin(), kept.end())));
  if (file.has(kWalls + "id")) {
    const hsize_t walls = file.rows(kWalls + "id") / segment.frames().size();
    for (const Field& field : bodies::body_fields()) {
      if (file.has(kWalls + field.name)) file.shorten(kWalls + field.name, walls * frames);
    }
  }
  const std::int64_t count = static_cast<std::int64_t>(frames);
  file.set_group_attribute("VTKHDF/Steps", "NSteps", {&count, 1});
  file.close();
}

// Files of older versions do not say which run wrote them.
void require_run(const fs::path& path, const std::string& run) {
  const auto found = Hdf5File::open_alone(path).run();
  if (!found.empty() && found != run)
    throw IoError(path.string() + ": holds frames of another run; move it away to go on without them");
}

// Only frames up to `last_step` stay, and no file without frames; at every moment the file is whole or gone.
void drop_behind(const fs::path& path, const observe::FrameTable& table, std::int64_t last_step) {
  const Segment segment(path, table);
  const auto& frames = segment.frames();
  const auto kept = static_cast<std::size_t>(
      std::count_if(frames.begin(), frames.end(), [last_step](const Frame& f) { return f.step <= last_step; }));
  if (kept == frames.size() && kept > 0) return;
  if (kept == 0) {
    fs::remove(path);
    return;
  }
  const fs::path unfinished = path.string() + ".unfinished";
  require_no_link(unfinished);
  fs::copy_file(path, unfinished, fs::copy_options::overwrite_existing);
  shorten(unfinished, table, segment, kept);
  sync_file(unfinished);
  move_durably(unfinished, path);
}

}  // namespace

// ---- reading

struct Segment::Open {
  Hdf5File file;
};

Segment::~Segment() = default;
Segment::Segment(Segment&&) noexcept = default;

Segment::Segment(const fs::path& path, const observe::FrameTable& table)
    : path_(path), table_(&table), open_(new Open{Hdf5File::open_alone(path)}) {
  const Hdf5File& file = open_->file;
  const auto broken = [&path](const std::string& what) { throw IoError(fmt::format("{}: {}", path.string(), what)); };
  if (file.text_attribute("format") != fmt::format("talus {}", table.stream))
    broken(fmt::format("holds no {} of Talus", table.stream));
  if (const auto version = file.integer_attribute("version"); version != kFramesVersion) {
    throw InputError(fmt::format("{}: version {} of the format; this program reads version {}", path.string(), version,
                                 kFramesVersion));
  }
  points_ = file.rows(kRoot + "Points");
  if (file.has(kPeriod)) file.read(kPeriod, H5T_NATIVE_DOUBLE, 1, 0, 3, period_.data());
  shapes_ = read_shape_sizes(file);
  for (const Field& field : table.fields) {
    if (holds(field) && file.rows(place_of(table, field)) != points_)
      broken(fmt::format("{} has not as many rows as Points", field.name));
  }
  std::vector<double> times(file.rows(kSteps + "Values"));
  file.read(kSteps + "Values", H5T_NATIVE_DOUBLE, 1, 0, times.size(), times.data());
  const auto steps = integers(file, "talus/step"), parts = integers(file, kSteps + "PartOffsets");
  const auto firsts = integers(file, kSteps + "PointOffsets"), sizes = integers(file, kRoot + "NumberOfPoints");
  if (steps.size() != times.size() || parts.size() != times.size() || firsts.size() != times.size()) {
    broken("its tables of frames differ in length");
  }
  for (std::size_t f = 0; f < times.size(); ++f) {
    const bool in_range = parts[f] >= 0 && parts[f] < std::ssize(sizes);
    const std::int64_t count = in_range ? sizes[parts[f]] : -1;
    const auto all = static_cast<std::int64_t>(points_);
    if (count < 0 || firsts[f] < 0 || firsts[f] > all || count > all - firsts[f] || !std::isfinite(times[f]) ||
        steps[f] < 0 || (f > 0 && steps[f] <= steps[f - 1])) {
      broken(fmt::format("frame {} is damaged", f));
    }
    frames_.push_back({steps[f], times[f], static_cast<std::uint64_t>(firsts[f]), static_cast<std::uint64_t>(count)});
  }
}

bool Segment::holds(const Field& field) const { return !field.later || open_->file.has(place_of(*table_, field)); }

std::vector<std::byte> Segment::read(const Frame& frame) const {
  std::vector<std::byte> records, column;
  records.reserve(frame.count * table_->record_bytes());
  for (std::uint64_t r = 0; r < frame.count; ++r) {
    records.insert(records.end(), table_->blank.begin(), table_->blank.end());
  }
  for (const Field& field : table_->fields) {
    if (!holds(field)) continue;
    column.resize(bodies::field_bytes(field) * frame.count);
    open_->file.read(place_of(*table_, field), type_of(field), field.components, frame.first, frame.count,
                     column.data());
    take_column(column, field, records.data(), frame.count, table_->record_bytes());
  }
  return records;
}

std::vector<fs::path> segments_of(const fs::path& folder, const std::string& stream) {
  std::vector<fs::path> paths;
  for (int number : segment_numbers(folder, stream)) paths.push_back(segment_path(folder, stream, number));
  return paths;
}

const observe::FrameTable* stream_of(const fs::path& file) {
  const auto opened = Hdf5File::open_alone(file);
  if (!opened.has("format")) throw InputError(file.string() + ": neither a checkpoint nor a file of frames");
  const std::string format = opened.text_attribute("format");
  for (const observe::FrameTable* table :
       {&observe::body_frames(), &observe::contact_frames(), &observe::joint_frames(), &observe::map_frames()}) {
    if (format == fmt::format("talus {}", table->stream)) return table;
  }
  return nullptr;
}

// ---- writing

std::int64_t frames_bytes(const observe::FrameTable& table, std::int64_t frames, std::int64_t records,
                          std::int64_t fresh, std::int64_t walls) {
  const auto in_chunks = [](std::int64_t rows, hsize_t chunk) {
    const auto n = static_cast<std::int64_t>(chunk);
    return (rows + n - 1) / n * n;
  };
  const auto bytes = [](std::size_t b) { return static_cast<std::int64_t>(b); };
  const hsize_t chunk = chunk_rows(static_cast<hsize_t>(records / std::max<std::int64_t>(frames, 1)));
  return in_chunks(records, chunk) * bytes(table.record_bytes()) + in_chunks(fresh, chunk) * bytes(kTopologyBytes) +
         in_chunks(frames, kStepChunkRows) * bytes(sizeof(double) * (2 + std::size(kOfFrame) + std::size(kOfPart))) +
         in_chunks(walls * frames, kStepChunkRows) * bytes_of(bodies::body_fields()) + kFileBytes +
         frames * kIndexBytes;
}

FrameWriter::FrameWriter(const comm::Comm& comm, const fs::path& folder, const observe::FrameTable& table,
                         FrameOptions options, std::int64_t last_step)
    : comm_(comm), folder_(folder), table_(table), options_(std::move(options)) {
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    for (int number : segment_numbers(folder_, table_.stream, ".unfinished")) {
      fs::remove(segment_path(folder_, table_.stream, number).string() + ".unfinished");
    }
    for (int number : segment_numbers(folder_, table_.stream, ".whole")) {  // of a run that was killed before publish()
      const fs::path path = segment_path(folder_, table_.stream, number);
      move_durably(path.string() + ".whole", path);
    }
    for (const auto& path : segments_of(folder_, table_.stream)) {
      if (last_step >= 0) require_run(path, options_.run);
      drop_behind(path, table_, last_step);
    }
    const auto left = segment_numbers(folder_, table_.stream);
    if (left.empty()) return;
    segment_ = left.back();
    last_step_ = Segment(file(), table_).frames().back().step;
  });
  last_step_ = comm_.max(last_step_);
  segment_ = static_cast<int>(comm_.max(std::int64_t{segment_}));
}

// After a failure closing would wait for ranks that are elsewhere.
FrameWriter::~FrameWriter() {
  if (out_) out_->leave();
}

fs::path FrameWriter::file(const char* suffix) const {
  return segment_path(folder_, table_.stream, segment_).string() + suffix;
}

// Can frames be added to a copy of the last file? Not if it is large, or was written with another compression or
// without a later field.
bool FrameWriter::can_go_on(bool with_walls) const {
  if (segment_ < 0 || fs::file_size(file()) > kContinueBytes) return false;
  const Hdf5File last = Hdf5File::open_alone(file());
  const auto holds = [&last](const auto& place) { return [&](const Field& f) { return last.has(place(f)); }; };
  return (last.integer_attribute("compressed") != 0) == options_.compress &&
         std::ranges::all_of(table_.fields, holds([this](const Field& f) { return place_of(table_, f); })) &&
         (!with_walls ||
          std::ranges::all_of(bodies::body_fields(), holds([](const Field& f) { return kWalls + f.name; })));
}

// Makes the file that the next frames go to: a copy of the last one, or a new one.
void FrameWriter::begin(const bodies::World* world, std::uint64_t points) {
  TALUS_REQUIRE(!sealed_, "what is sealed is published before the next frame");
  bool go_on = false;
  comm::agree(comm_, [&] {
    go_on = comm_.is_root() && can_go_on(world != nullptr);
    if (!go_on) return;
    check_room(file(".unfinished"), static_cast<std::int64_t>(fs::file_size(file())));
    require_no_link(file(".unfinished"));
    fs::copy_file(file(), file(".unfinished"), fs::copy_options::overwrite_existing);
  });
  if (!comm_.any(go_on)) {
    ++segment_;
    create(world, points);
    return;
  }
  comm::agree(comm_, [&] { out_ = std::make_unique<Hdf5File>(Hdf5File::change(file(".unfinished"), comm_)); });
  out_->set_run(options_.run);
  if (extent_.frames > 0) return;  // this run wrote it
  comm::agree(comm_, [&] {
    const auto sizes = integers(*out_, kRoot + "NumberOfPoints");
    if (sizes.empty()) throw IoError(file().string() + ": holds no frames");
    extent_ = {
        out_->rows(kSteps + "Values"), out_->rows(kRoot + "Points"),       sizes.size(),
        out_->rows(kRoot + "Types"),   out_->rows(kRoot + "Connectivity"), static_cast<std::uint64_t>(sizes.back())};
  });
}

void FrameWriter::create(const bodies::World* world, std::uint64_t points) {
  extent_ = {};
  comm::agree(comm_, [&] {
    if (comm_.is_root()) check_room(file(".unfinished"), kSlackBytes);
  });
  comm::agree(comm_, [&] { out_ = std::make_unique<Hdf5File>(Hdf5File::create(file(".unfinished"), comm_)); });
  Hdf5File& made = *out_;
  const Hdf5File::Growth rows{chunk_rows(points), options_.compress};
  const Hdf5File::Growth steps{kStepChunkRows, false};
  made.set_attribute("format", fmt::format("talus {}", table_.stream));
  made.set_attribute("deck", options_.deck);
  made.set_run(options_.run);
  made.set_attribute("version", kFramesVersion);
  made.set_attribute("compressed", std::int64_t{options_.compress});
  for (const char* group : {"VTKHDF", "VTKHDF/PointData", "VTKHDF/Steps", "talus"}) made.make_group(group);
  const std::int64_t version[] = {2, 2}, none = 0;
  made.set_group_attribute("VTKHDF", "Version", version);
  made.set_group_attribute("VTKHDF", "Type", std::string("UnstructuredGrid"));
  made.set_group_attribute("VTKHDF/Steps", "NSteps", {&none, 1});
  for (const Field& field : table_.fields) {
    made.make_growing(place_of(table_, field), type_of(field), field.components, rows, field.unit, field.help);
  }
  made.make_growing(kRoot + "Types", H5T_NATIVE_UCHAR, 1, rows, "1", "of the cells: each point is a vertex");
  made.make_growing(kRoot + "Offsets", H5T_NATIVE_INT64, 1, rows, "1",
                    "first point of a cell, and the end of the last");
  made.make_growing(kRoot + "Connectivity", H5T_NATIVE_INT64, 1, rows, "1", "points of the cells");
  for (const char* name : kOfPart) made.make_growing(kRoot + name, H5T_NATIVE_INT64, 1, steps, "1", "");
  made.make_growing(kSteps + "Values", H5T_NATIVE_DOUBLE, 1, steps, "s", "times of the frames");
  for (const char* name : kOfFrame) made.make_growing(kSteps + name, H5T_NATIVE_INT64, 1, steps, "1", "");
  made.make_growing("talus/step", H5T_NATIVE_INT64, 1, steps, "1", "steps of the frames");
  if (world) {
    write_shapes(made, world->shapes, comm_.is_root());
    made.write(kPeriod, H5T_NATIVE_DOUBLE, 3, 1, 0, comm_.is_root() ? 3 : 0, world->periods.length.data(), "m",
               "lengths after which space repeats along x, y, z; 0: it does not");
    made.make_group("talus/walls");
    for (const Field& field : bodies::body_fields()) {
      made.make_growing(kWalls + field.name, type_of(field), field.components, steps, field.unit, field.help);
    }
  }
}

void FrameWriter::write(std::int64_t step, double time, const std::byte* records, std::size_t count,
                        const bodies::World* world) {
  const Slab slab{static_cast<hsize_t>(comm_.sum(static_cast<std::int64_t>(count))),
                  static_cast<hsize_t>(comm_.sum_before(static_cast<std::int64_t>(count))), count};
  if (!out_) begin(world, slab.total);
  comm::agree(comm_, [&] {
    const auto bytes = (slab.total + kMostChunkRows) * (table_.record_bytes() + kTopologyBytes);
    if (comm_.is_root()) check_room(file(".unfinished"), static_cast<std::int64_t>(bytes) + kSlackBytes);
  });
  std::vector<std::byte> column;
  for (const Field& field : table_.fields) {
    fill_column(column, field, records, count, table_.record_bytes());
    out_->append(place_of(table_, field), type_of(field), field.components, slab.total, slab.first, slab.rows,
                 column.data());
  }
  if (extent_.parts == 0 || slab.total != extent_.last_part) append_part(slab);
  pending_.steps.push_back(step);
  pending_.times.push_back(time);
  const std::uint64_t values[] = {extent_.parts - 1, 1, extent_.points, extent_.cells - slab.total, 0};
  for (std::size_t v = 0; v < std::size(values); ++v)
    pending_.of_frame[v].push_back(static_cast<std::int64_t>(values[v]));
  if (world) pending_.walls.insert(pending_.walls.end(), world->walls.begin(), world->walls.end());
  extent_.points += slab.total;
  last_step_ = step;
}

// The tables of frames, held back until now: the root's rows.
void FrameWriter::append_tables() {
  const auto from_root = [this](const std::string& name, hid_t type, int components, hsize_t all, const void* values) {
    const hsize_t rows = comm_.is_root() ? all : 0;
    out_->append(name, type, components, all, all - rows, rows, values);
  };
  const hsize_t frames = pending_.steps.size(), walls = pending_.walls.size();
  from_root(kSteps + "Values", H5T_NATIVE_DOUBLE, 1, frames, pending_.times.data());
  for (std::size_t v = 0; v < std::size(kOfFrame); ++v) {
    from_root(kSteps + kOfFrame[v], H5T_NATIVE_INT64, 1, frames, pending_.of_frame[v].data());
  }
  from_root("talus/step", H5T_NATIVE_INT64, 1, frames, pending_.steps.data());
  std::vector<std::byte> column;
  for (const Field& field : bodies::body_fields()) {
    if (walls == 0) break;
    fill_column(column, field, reinterpret_cast<const std::byte*>(pending_.walls.data()), walls, sizeof(bodies::Body));
    from_root(kWalls + field.name, type_of(field), field.components, walls, column.data());
  }
  extent_.frames += frames;
  const auto all = static_cast<std::int64_t>(extent_.frames);
  out_->set_group_attribute("VTKHDF/Steps", "NSteps", {&all, 1});
  pending_ = {};
}

// A part of another size than the last: its cells are the vertices 0, 1, ..., of which Connectivity holds as many as
// the largest part has.
void FrameWriter::append_part(const Slab& slab) {
  const bool last = comm_.rank() == comm_.size() - 1;
  std::vector<std::int64_t> sequence(slab.rows + 1);
  std::iota(sequence.begin(), sequence.end(), static_cast<std::int64_t>(slab.first));
  const std::vector<unsigned char> types(slab.rows, kVertex);
  out_->append(kRoot + "Types", H5T_NATIVE_UCHAR, 1, slab.total, slab.first, slab.rows, types.data());
  out_->append(kRoot + "Offsets", H5T_NATIVE_INT64, 1, slab.total + 1, slab.first, slab.rows + last, sequence.data());
  if (const hsize_t known = extent_.connectivity; slab.total > known) {
    const hsize_t from = std::clamp<hsize_t>(known, slab.first, slab.first + slab.rows);
    out_->append(kRoot + "Connectivity", H5T_NATIVE_INT64, 1, slab.total - known, std::max(from, known) - known,
                 slab.first + slab.rows - from, sequence.data() + (from - slab.first));
    extent_.connectivity = slab.total;
  }
  const std::int64_t size = static_cast<std::int64_t>(slab.total);
  const hsize_t one = comm_.is_root() ? 1 : 0;
  for (const char* name : kOfPart) out_->append(kRoot + name, H5T_NATIVE_INT64, 1, 1, 1 - one, one, &size);
  extent_.cells += slab.total;
  extent_.last_part = slab.total;
  ++extent_.parts;
}

void FrameWriter::seal() {
  if (!out_) return;
  append_tables();
  out_->close();
  out_.reset();
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    sync_file(file(".unfinished"));
    move_durably(file(".unfinished"), file(".whole"));
  });
  sealed_ = true;
}

void FrameWriter::publish() {
  if (!sealed_) return;
  comm::agree(comm_, [&] {
    if (!comm_.is_root()) return;
    move_durably(file(".whole"), file());
    write_xdmf(folder_ / (std::string(table_.stream) + ".xdmf"), segments_of(folder_, table_.stream), table_);
  });
  sealed_ = false;
}

}  // namespace talus::io
