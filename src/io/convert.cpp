#include "io/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "io/durable.hpp"
#include "io/hdf5/probe.hpp"
#include "io/hdf5/trajectory.hpp"
#include "io/xdmf.hpp"

namespace talus::io {
namespace {

namespace fs = std::filesystem;
using bodies::Field;
using bodies::FieldType;

// A number of a record, with as many digits as it takes to read it back.
std::string number(const Field& field, const std::byte* record, int component) {
  const auto value = [&]<class T>(T v) {
    std::memcpy(&v, record + field.offset + static_cast<std::size_t>(component) * sizeof(T), sizeof(T));
    return fmt::format("{}", v);
  };
  switch (field.type) {
    case FieldType::float64: return value(double{});
    case FieldType::int64: return value(std::int64_t{});
    case FieldType::int32: return value(std::int32_t{});
  }
  return {};
}

std::string csv_header(const observe::FrameTable& table) {
  std::string line = "step,time [s]";
  for (const Field& field : table.fields) {
    const std::string unit = std::strcmp(field.unit, "1") == 0 ? "" : fmt::format(" [{}]", field.unit);
    for (int c = 0; c < field.components; ++c) {
      line += fmt::format(",{}{}{}", field.name, field.components == 1 ? "" : fmt::format("_{}", "xyzw"[c]), unit);
    }
  }
  return line + '\n';
}

void write_csv(std::ostream& out, const Frame& frame, const std::vector<std::byte>& records,
               const observe::FrameTable& table, const Segment& /*segment*/) {
  std::string rows;
  for (std::uint64_t r = 0; r < frame.count; ++r) {
    rows += fmt::format("{},{}", frame.step, frame.time);
    for (const Field& field : table.fields) {
      for (int c = 0; c < field.components; ++c)
        rows += ',' + number(field, records.data() + r * table.record_bytes(), c);
    }
    rows += '\n';
  }
  out << rows;
}

// The names that LAMMPS and OVITO know; others keep ours.
std::string lammps_name(const Field& field, int component) {
  const std::string name = field.name;
  const std::string axis(1, "xyzw"[component]);
  if (name == "position") return axis;
  if (name == "velocity") return "v" + axis;
  if (name == "angular_velocity") return "omega" + axis;
  if (name == "orientation") return std::string("quat") + "ijkw"[component];
  return name;
}

// The sizes of a body that is no sphere as OVITO reads them from dumps, which has half of each: the edges of a box; the
// diameter and twice the length of a cylinder or capsule. Zero: a sphere of the radius.
Vec3 aspherical_size(const observe::BodyFrame& body, const std::vector<ShapeSize>& shapes) {
  const auto shape = static_cast<std::size_t>(body.shape);
  if (body.shape < 0 || shape >= shapes.size()) return Vec3::Zero();
  const auto& [kind, half] = shapes[shape];
  const bool is_box = kind == static_cast<std::int32_t>(bodies::Shape(bodies::Box{}).index());
  return {2 * half.x(), 2 * half.y(), (is_box ? 2 : 4) * half.z()};
}

// Bounds of the spheres, or of space where it repeats, and one row per body; the type of an atom is its material,
// from 1.
void write_lammps(std::ostream& out, const Frame& frame, const std::vector<std::byte>& records,
                  const observe::FrameTable& table, const Segment& segment) {
  const Vec3& period = segment.period();
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  std::string rows, names = "type";
  for (const Field& field : table.fields) {
    for (int c = 0; c < field.components; ++c) names += ' ' + lammps_name(field, c);
  }
  names += " shapex shapey shapez";
  for (std::uint64_t r = 0; r < frame.count; ++r) {
    observe::BodyFrame body;
    std::memcpy(static_cast<void*>(&body), records.data() + r * table.record_bytes(), sizeof(body));
    const Vec3 reach = Vec3::Constant(body.radius);
    low = r == 0 ? Vec3(body.position - reach) : Vec3(low.cwiseMin(body.position - reach));
    high = r == 0 ? Vec3(body.position + reach) : Vec3(high.cwiseMax(body.position + reach));
    rows += fmt::format("{}", body.material + 1);
    for (const Field& field : table.fields) {
      for (int c = 0; c < field.components; ++c)
        rows += ' ' + number(field, records.data() + r * table.record_bytes(), c);
    }
    const Vec3 size = aspherical_size(body, segment.shapes());
    rows += fmt::format(" {} {} {}\n", size.x(), size.y(), size.z());
  }
  std::array<const char*, 3> kind;
  for (int axis = 0; axis < 3; ++axis) {
    const bool repeats = period[axis] > 0;
    kind[static_cast<std::size_t>(axis)] = repeats ? "pp" : "ff";
    if (repeats) low[axis] = -0.5 * period[axis], high[axis] = 0.5 * period[axis];
  }
  out << fmt::format(
      "ITEM: UNITS\nsi\nITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS {} {} {}\n",
      frame.time, frame.step, frame.count, kind[0], kind[1], kind[2]);
  for (int axis = 0; axis < 3; ++axis) out << fmt::format("{} {}\n", low[axis], high[axis]);
  out << "ITEM: ATOMS " << names << '\n' << rows;
}

using FrameWords = void (*)(std::ostream&, const Frame&, const std::vector<std::byte>&, const observe::FrameTable&,
                            const Segment& segment);

void write_text(const fs::path& file, const std::vector<fs::path>& segments, const observe::FrameTable& table,
                const std::string& header, FrameWords write_frame) {
  write_whole(file, [&](std::ostream& out) {
    out << header;
    for (const auto& path : segments) {
      const Segment segment(path, table);
      for (const Frame& frame : segment.frames()) write_frame(out, frame, segment.read(frame), table, segment);
    }
  });
}

// One stream, all of it or one file.
fs::path convert_stream(const fs::path& stem, const std::vector<fs::path>& segments, const observe::FrameTable& table,
                        const std::string& to) {
  for (const auto& path : segments) probe(path, [&] { const Segment whole(path, table); });
  const auto file = [&stem](const char* extension) { return fs::path(stem.string() + extension); };
  if (to == "xdmf") {
    write_xdmf(file(".xdmf"), segments, table);
    return file(".xdmf");
  }
  if (to == "csv") {
    write_text(file(".csv"), segments, table, csv_header(table), write_csv);
    return file(".csv");
  }
  write_text(file(".lammpstrj"), segments, table, "", write_lammps);
  return file(".lammpstrj");
}

}  // namespace

std::vector<fs::path> convert(const fs::path& from, const std::string& to) {
  std::vector<const observe::FrameTable*> tables{&observe::body_frames()};
  if (to != "lammps")
    tables.insert(tables.end(), {&observe::contact_frames(), &observe::joint_frames(), &observe::map_frames()});
  std::vector<fs::path> written;
  if (fs::is_directory(from)) {
    for (const auto* table : tables) {
      const auto segments = segments_of(from, table->stream);
      if (!segments.empty()) written.push_back(convert_stream(from / table->stream, segments, *table, to));
    }
    if (written.empty()) throw InputError(from.string() + ": holds no trajectory; output.every makes a run write one");
    return written;
  }
  const observe::FrameTable* table = stream_of(from);
  if (std::count(tables.begin(), tables.end(), table) > 0)
    return {convert_stream(fs::path(from).replace_extension(), {from}, *table, to)};
  throw InputError(fmt::format("{}: holds nothing that converts to {}", from.string(), to));
}

}  // namespace talus::io
