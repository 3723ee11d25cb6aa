// The command `talus info`: contents of a checkpoint or of frames, and the first body or contact in which two
// checkpoints or two trajectories differ.

#include "drivers/commands/info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <span>
#include <tuple>

#include "bodies/fields.hpp"
#include "bodies/hash.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/hdf5/probe.hpp"
#include "io/hdf5/seal.hpp"
#include "io/hdf5/trajectory.hpp"
#include "io/json.hpp"
#include "sim/progress.hpp"

namespace talus::drivers {
namespace {

using bodies::Body;
using bodies::Field;
using bodies::FieldType;

// As the run's own summary gives it.
std::uint64_t hash_of(const io::Checkpoint& state) {
  return bodies::hash_of_owned(state.bodies) + bodies::hash_of_dynamic(state.walls);
}

// The content of a file, as words for people and as one JSON object.
struct Contents {
  std::string text;
  io::Json json;

  template <class Value>
  Contents& add(const std::string& name, const std::string& key, const Value& value, const char* unit = "") {
    text += fmt::format("  {:<13} {}{}\n", name, value, unit);
    json.add(key, value);
    return *this;
  }
};

Contents begun(const std::string& file, const std::string& what, std::int64_t version) {
  Contents c;
  c.text = fmt::format("{}: {} of Talus, version {}, whole\n", file, what, version);
  c.json.add("file", file).add("format", what).add("version", version);
  return c;
}

Contents contents_of(const std::string& file, const io::Checkpoint& state) {
  const auto& h = state.header;
  Contents c = begun(file, "checkpoint", io::kCheckpointVersion);
  c.add("deck digest", "deck_digest", sim::deck_digest(h.deck))
      .add("step", "step", h.step)
      .add("time", "time", h.time, " s");
  c.add("bodies", "bodies", std::int64_t{state.bodies.num_owned}).add("removed", "removed", h.removed);
  c.add("walls", "walls", std::ssize(state.walls)).add("impulses", "impulses", std::ssize(state.bodies.memory.items()));
  c.add("missed steps", "missed_steps", h.missed_steps).add("sweeps", "sweeps", h.sweeps);
  c.add("state hash", "state_hash", fmt::format("{:016x}", hash_of(state)));
  return c;
}

Contents contents_of(const std::string& file, const observe::FrameTable& table) {
  const io::Segment segment(file, table);
  const auto& frames = segment.frames();
  for (const auto& frame : frames) segment.read(frame);
  Contents c = begun(file, table.stream, io::kFramesVersion);
  c.add("frames", "frames", std::ssize(frames)).add("rows", "rows", static_cast<std::int64_t>(segment.points()));
  if (frames.empty()) return c;
  c.add("first step", "first_step", frames.front().step).add("first time", "first_time", frames.front().time, " s");
  c.add("last step", "last_step", frames.back().step).add("last time", "last_time", frames.back().time, " s");
  return c;
}

// Nothing stands before HDF5's own bytes, as the seal of a checkpoint does.
bool is_unsealed(const std::string& file) {
  std::array<char, 8> start{};
  io::require_regular(file);
  std::ifstream(file, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == "\x89HDF\r\n\x1a\n";
}

Contents contents_of(const std::string& file) {
  if (is_unsealed(file)) {
    io::probe(file, [&file] {
      if (const auto* table = io::stream_of(file)) const io::Segment whole(file, *table);
    });
    if (const auto* table = io::stream_of(file)) return contents_of(file, *table);
  }
  return contents_of(file, io::read_checkpoint(file, comm::Comm::self()));
}

std::string text_of(const Field& field, const void* record) {
  const char* at = static_cast<const char*>(record) + field.offset;
  std::vector<std::string> words;
  for (int c = 0; c < field.components; ++c) {
    const auto value = [&]<class T>(T number) {
      std::memcpy(&number, at + static_cast<std::size_t>(c) * sizeof(T), sizeof(T));
      return fmt::format("{}", number);  // the shortest text that reads back as the same bits
    };
    words.push_back(field.type == FieldType::float64 ? value(0.0)
                    : field.type == FieldType::int64 ? value(std::int64_t{0})
                                                     : value(std::int32_t{0}));
  }
  return fmt::format("{}{}{}", field.components > 1 ? "(" : "", fmt::join(words, ", "),
                     field.components > 1 ? ")" : "");
}

// The first field in which two records differ, with both values; empty if their bits are the same.
std::string difference(std::span<const Field> fields, const void* x, const void* y) {
  for (const Field& f : fields) {
    if (std::memcmp(static_cast<const char*>(x) + f.offset, static_cast<const char*>(y) + f.offset,
                    bodies::field_bytes(f)) == 0)
      continue;
    return fmt::format("{} is {} and {} {}", f.name, text_of(f, x), text_of(f, y),
                       std::string_view(f.unit) == "1" ? "" : f.unit);
  }
  return {};
}

// Which of two impulses, each the next of its body, comes first by partner and feature; 0 if they are of one contact.
int order_of(const bodies::RememberedImpulse& x, const bodies::RememberedImpulse& y) {
  const auto key = [](const auto& m) { return std::pair(m.partner, m.feature); };
  return key(x) < key(y) ? -1 : key(y) < key(x) ? 1 : 0;
}

std::string memory_difference(GlobalId id, std::span<const bodies::RememberedImpulse> x,
                              std::span<const bodies::RememberedImpulse> y) {
  const auto contact = [id](const auto& m) {
    return fmt::format("contact of bodies {} and {}, feature {}", id, m.partner, m.feature);
  };
  for (std::size_t n = 0; n < x.size() || n < y.size(); ++n) {
    const int order = n == x.size() ? 1 : n == y.size() ? -1 : order_of(x[n], y[n]);
    if (order < 0) return contact(x[n]) + ": only in the first file";
    if (order > 0) return contact(y[n]) + ": only in the second file";
    const auto where = difference(bodies::remembered_fields(), &x[n], &y[n]);
    if (!where.empty()) return contact(x[n]) + ": " + where;
  }
  return {};
}

std::string joint_difference(std::span<const bodies::Joint> x, std::span<const bodies::Joint> y) {
  for (std::size_t n = 0; n < std::min(x.size(), y.size()); ++n) {
    const auto where = difference(bodies::joint_fields(), &x[n], &y[n]);
    if (!where.empty()) return fmt::format("joint {}: {}", x[n].id, where);
  }
  return x.size() == y.size() ? std::string() : fmt::format("{} and {} joints", x.size(), y.size());
}

std::vector<LocalIndex> by_id(const bodies::Bodies& bodies) {
  std::vector<LocalIndex> order(static_cast<std::size_t>(bodies.num_owned));
  std::iota(order.begin(), order.end(), LocalIndex{0});
  std::sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) {
    return bodies.local[static_cast<std::size_t>(a)].id < bodies.local[static_cast<std::size_t>(b)].id;
  });
  return order;
}

// The body of the lowest id that differs, in itself or in a contact that it remembers.
std::string body_difference(const bodies::Bodies& a, const bodies::Bodies& b) {
  const auto order_a = by_id(a), order_b = by_id(b);
  for (std::size_t n = 0; n < order_a.size() || n < order_b.size(); ++n) {
    const Body* x = n < order_a.size() ? &a.local[static_cast<std::size_t>(order_a[n])] : nullptr;
    const Body* y = n < order_b.size() ? &b.local[static_cast<std::size_t>(order_b[n])] : nullptr;
    if (!y || (x && x->id < y->id)) return fmt::format("body {}: only in the first file", x->id);
    if (!x || y->id < x->id) return fmt::format("body {}: only in the second file", y->id);
    const auto where = difference(bodies::body_fields(), x, y);
    if (!where.empty()) return fmt::format("body {}: {}", x->id, where);
    const auto contact = memory_difference(x->id, a.memory[order_a[n]], b.memory[order_b[n]]);
    if (!contact.empty()) return contact;
    const auto joint = joint_difference(a.joints[order_a[n]], b.joints[order_b[n]]);
    if (!joint.empty()) return fmt::format("body {}: {}", x->id, joint);
  }
  return {};
}

std::string state_difference(const io::Checkpoint& a, const io::Checkpoint& b) {
  if (a.header.step != b.header.step) return fmt::format("step is {} and {}", a.header.step, b.header.step);
  if (a.walls.size() != b.walls.size()) return fmt::format("{} and {} walls", a.walls.size(), b.walls.size());
  for (std::size_t w = 0; w < a.walls.size(); ++w) {
    const auto where = difference(bodies::body_fields(), &a.walls[w], &b.walls[w]);
    if (!where.empty()) return fmt::format("wall {}: {}", w, where);
  }
  return body_difference(a.bodies, b.bodies);
}

// ---- frames

std::string name_of(const observe::BodyFrame& b) { return fmt::format("body {}", b.id); }
std::string name_of(const observe::ContactFrame& c) {
  return fmt::format("contact of bodies {} and {}, feature {}", c.id_a, c.id_b, c.feature);
}
std::string name_of(const observe::JointFrame& j) {
  return fmt::format("{} {} of bodies {} and {}", j.joint >= 0 ? "joint" : "drive", std::max(j.joint, j.drive), j.id_a,
                     j.id_b);
}
std::string name_of(const observe::MapFrame& m) { return fmt::format("cell {} of wall {}", m.cell, m.wall); }

// All that two runs may agree on: not who held what.
std::vector<Field> fields_without_rank(const observe::FrameTable& table) {
  std::vector<Field> fields(table.fields.begin(), table.fields.end());
  std::erase_if(fields, [](const Field& f) { return std::string_view(f.name) == "rank"; });
  return fields;
}

// The first record in which two frames of these records differ.
template <class Record>
std::string frame_difference(const observe::FrameTable& table, const std::vector<std::byte>& first,
                             const std::vector<std::byte>& second) {
  TALUS_REQUIRE(sizeof(Record) == table.record_bytes(), "the table is of other records");
  const auto records = [](const std::vector<std::byte>& bytes) {
    std::vector<Record> all(bytes.size() / sizeof(Record));
    if (!all.empty()) std::memcpy(static_cast<void*>(all.data()), bytes.data(), bytes.size());
    return all;
  };
  const auto x = records(first), y = records(second);
  const auto fields = fields_without_rank(table);
  for (std::size_t n = 0; n < x.size() || n < y.size(); ++n) {
    if (n == y.size() || (n < x.size() && place(x[n]) < place(y[n]))) return name_of(x[n]) + ": only in the first";
    if (n == x.size() || place(y[n]) < place(x[n])) return name_of(y[n]) + ": only in the second";
    const auto where = difference(fields, &x[n], &y[n]);
    if (!where.empty()) return name_of(x[n]) + ": " + where;
  }
  return {};
}

std::string frame_difference(const observe::FrameTable& table, const std::vector<std::byte>& first,
                             const std::vector<std::byte>& second) {
  if (&table == &observe::body_frames()) return frame_difference<observe::BodyFrame>(table, first, second);
  if (&table == &observe::contact_frames()) return frame_difference<observe::ContactFrame>(table, first, second);
  if (&table == &observe::joint_frames()) return frame_difference<observe::JointFrame>(table, first, second);
  return frame_difference<observe::MapFrame>(table, first, second);
}

// One file of a stream, or the stream of an output folder.
struct Stream {
  const observe::FrameTable* table = nullptr;  // null: no frames
  std::vector<io::Segment> segments;
  std::vector<std::pair<std::size_t, io::Frame>> frames;  // each with the segment that it is in

  explicit Stream(const std::filesystem::path& from) {
    const bool folder = std::filesystem::is_directory(from);
    const auto files = folder ? io::segments_of(from, observe::body_frames().stream) : std::vector{from};
    if (files.empty()) throw InputError(from.string() + ": holds no trajectory");
    for (const auto& file : files) {
      io::probe(file, [&] { io::stream_of(file); });
      table = io::stream_of(file);
      if (!table) return;
      io::probe(file, [&] { const io::Segment whole(file, *table); });
      segments.emplace_back(file, *table);
      for (const auto& frame : segments.back().frames()) frames.emplace_back(segments.size() - 1, frame);
    }
  }
  std::vector<std::byte> read(std::size_t n) const { return segments[frames[n].first].read(frames[n].second); }
};

// The first difference, frame after frame.
std::string stream_difference(const Stream& a, const Stream& b) {
  for (std::size_t n = 0; n < a.frames.size() || n < b.frames.size(); ++n) {
    const io::Frame* x = n < a.frames.size() ? &a.frames[n].second : nullptr;
    const io::Frame* y = n < b.frames.size() ? &b.frames[n].second : nullptr;
    if (!y || (x && x->step < y->step)) return fmt::format("frame of step {}: only in the first", x->step);
    if (!x || y->step < x->step) return fmt::format("frame of step {}: only in the second", y->step);
    const auto where = frame_difference(*a.table, a.read(n), b.read(n));
    if (!where.empty()) return fmt::format("frame of step {}, {:.9g} s: {}", x->step, x->time, where);
  }
  return {};
}

bool compare_streams(const Stream& a, const Stream& b, bool json) {
  if (a.table != b.table) throw InputError("info: --compare wants two files of the same kind");
  const auto where = stream_difference(a, b);
  if (json) {
    io::Json found;
    fmt::print("{}\n", found.add("same", where.empty()).add("difference", where).text());
    return where.empty();
  }
  fmt::print("{}\n", where.empty() ? fmt::format("same {} in {} frames", a.table->stream, a.frames.size()) : where);
  return where.empty();
}

bool compare(const std::string& first, const std::string& second, bool json) {
  if (const Stream one(first), two(second); one.table || two.table) return compare_streams(one, two, json);
  const auto a = io::read_checkpoint(first, comm::Comm::self()), b = io::read_checkpoint(second, comm::Comm::self());
  const auto where = state_difference(a, b);
  if (json) {
    io::Json found;
    fmt::print("{}\n", found.add("same", where.empty())
                           .add("difference", where)
                           .add("same_deck", a.header.deck == b.header.deck)
                           .text());
    return where.empty();
  }
  if (a.header.deck != b.header.deck)
    fmt::print("the decks differ: digests {} and {}\n", sim::deck_digest(a.header.deck),
               sim::deck_digest(b.header.deck));
  if (where.empty()) {
    fmt::print("same state at step {}: {} bodies, {} impulses, state hash {:016x}\n", a.header.step, a.bodies.num_owned,
               a.bodies.memory.items().size(), hash_of(a));
  } else {
    fmt::print("{}\n", where);
  }
  return where.empty();
}

void verify(const std::string& file) {
  const auto parts = io::verify_seal(file, comm::Comm::self());
  for (const auto& part : parts)
    fmt::print("{:>12} {:>12} B  {:08x}  {}\n", part.offset, part.bytes, part.crc, part.name);
  fmt::print("{}: whole\n", file);
}

}  // namespace

Exit info(const comm::Comm& comm, const InfoOptions& options) {
  if (options.compare && options.files.size() != 2) throw InputError("info: --compare wants two files");
  bool same = true;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    if (options.compare) {
      same = compare(options.files[0], options.files[1], options.json);
    } else if (options.verify) {
      for (const auto& file : options.files) verify(file);
    } else {
      for (const auto& file : options.files) {
        const Contents contents = contents_of(file);
        fmt::print("{}", options.json ? contents.json.text() + "\n" : contents.text);
      }
    }
  });
  return comm.any(!same) ? kDifferent : Exit::done;
}

}  // namespace talus::drivers
