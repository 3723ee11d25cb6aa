#include "io/hdf5/checkpoint.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

#include "base/class_set.hpp"
#include "base/error.hpp"
#include "base/timer.hpp"
#include "bodies/fields.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/columns.hpp"
#include "io/hdf5/hdf5.hpp"

namespace talus::io {
namespace {

using bodies::Bodies;
using bodies::Body;
using bodies::Field;
using bodies::RememberedImpulse;

constexpr hsize_t kMaxFlows = 1000000;
constexpr hsize_t kMaxTerms = 64;                         // of the energy account
constexpr std::int64_t kSlackBytes = 50000 + kSealBytes;  // the seal, and what HDF5 itself needs
constexpr const char* kRows = "rows_of_files";            // CSV files, a line each: name, bytes, CRC-32
constexpr const char* kFormat = "talus checkpoint";

// One row per rank: where the rows that it held begin in other groups, and its work.
struct RankRow {
  std::int64_t body = 0, page = 0, answer = 0;
  std::array<std::int64_t, 3> work{};
};
constexpr auto kL = bodies::FieldType::int64;
constexpr std::array<Field, 4> kRankRow{{
    {"body", "1", kL, 1, offsetof(RankRow, body), "first row of its bodies in /bodies"},
    {"page", "1", kL, 1, offsetof(RankRow, page), "first row of its pages in /pages"},
    {"answer", "1", kL, 1, offsetof(RankRow, answer), "first row of its answers in /answers"},
    {"work", "1", kL, 3, offsetof(RankRow, work), "that the balance is judged by: updates, pair tests, bodies"},
}};
constexpr std::array<Field, 2> kCubeOwner{{
    {"cube", "1", kL, 1, offsetof(CubeOwner, key), "level, then interleaved coordinates"},
    {"holder", "1", bodies::FieldType::int32, 1, offsetof(CubeOwner, owner), "rank"},
}};

constexpr std::array<Field, 3> kMapTerm{{
    {"cell", "1", kL, 1, offsetof(observe::MapTerm, cell), "over all mapped walls"},
    {"quantity", "1", bodies::FieldType::int32, 1, offsetof(observe::MapTerm, quantity), "which sum of the cell"},
    {"term", "SI", bodies::FieldType::float64, 1, offsetof(observe::MapTerm, value), "the terms of a sum are exact"},
}};

// Records to columns of a file and back, by the field table.
template <class Record>
void write_records(Hdf5File& file, const std::string& group, std::span<const Field> fields,
                   std::span<const Record> records, hsize_t first, hsize_t total) {
  file.make_group(group);
  std::vector<std::byte> column;
  for (const Field& field : fields) {
    fill_column(column, field, reinterpret_cast<const std::byte*>(records.data()), records.size(), sizeof(Record));
    file.write(group + "/" + field.name, type_of(field), total, field.components, first, records.size(), column.data(),
               field.unit, field.help);
  }
}

template <class Record>
std::vector<Record> read_records(const Hdf5File& file, const std::string& group, std::span<const Field> fields,
                                 hsize_t first, hsize_t rows, hsize_t total) {
  std::vector<Record> records(rows);
  std::vector<std::byte> column;
  for (const Field& field : fields) {
    const std::string name = group + "/" + field.name;
    if (field.later && !file.has(name)) continue;
    if (file.rows(name) != total) file.fail("dataset " + name + " has other rows than its neighbours");
    column.resize(bodies::field_bytes(field) * rows);
    file.read(name, type_of(field), field.components, first, rows, column.data());
    take_column(column, field, reinterpret_cast<std::byte*>(records.data()), rows, sizeof(Record));
  }
  return records;
}

void write_header(Hdf5File& file, const CheckpointHeader& h, bool root) {
  file.set_attribute("format", std::string(kFormat));
  file.set_attribute("deck", h.deck);
  if (!h.files.empty()) file.set_attribute("files", h.files);
  const std::array<double, 3> clock{h.clock.length, static_cast<double>(h.clock.since), h.clock.from};
  if (h.clock.length > 0)
    file.write("clock", H5T_NATIVE_DOUBLE, clock.size(), 1, 0, root ? clock.size() : 0, clock.data(), "s, 1, s",
               "length of a step, since which step, and the time of that step");
  file.set_attribute("version", kCheckpointVersion);
  file.set_attribute("step", h.step);
  file.set_attribute("time", h.time);
  file.set_attribute("missed_steps", h.missed_steps);
  file.set_attribute("sweeps", h.sweeps);
  file.set_attribute("removed", h.removed);
  file.set_attribute("residual_rms", h.residual_rms);
  file.set_attribute("residual_max", h.residual_max);
  file.set_attribute("penetration_max", h.penetration_max);
  file.set_attribute("relaxation_max", h.relaxation_max);
  file.set_attribute("overlap_max", h.overlap_max);
  file.set_attribute("joint_opening_max", h.joint_opening_max);
  file.set_attribute("seconds", h.seconds);
  file.write("energy", H5T_NATIVE_DOUBLE, h.energy.size(), 1, 0, root ? h.energy.size() : 0, h.energy.data(), "J",
             "terms of the energy account");
  file.write("seconds_by_phase", H5T_NATIVE_DOUBLE, h.phases.seconds.size(), 1, 0, root ? h.phases.seconds.size() : 0,
             h.phases.seconds.data(), "s", "wall time by phase of a step, largest rank");
  file.set_run(h.run);
  std::string rows;
  for (const auto& mark : h.rows) rows += fmt::format("{} {} {}\n", mark.file, mark.bytes, mark.crc);
  if (!rows.empty()) file.set_attribute(kRows, rows);
}

std::vector<RowsMark> read_rows(const Hdf5File& file) {
  std::vector<RowsMark> rows;
  if (!file.has(kRows)) return rows;
  std::istringstream text(file.text_attribute(kRows));
  for (RowsMark mark; text >> mark.file >> mark.bytes >> mark.crc;) rows.push_back(mark);
  if (!text.eof() || std::ranges::any_of(rows, [](const RowsMark& mark) { return mark.bytes < 0; }))
    file.fail("dataset rows_of_files is damaged");
  return rows;
}

StepClock read_clock(const Hdf5File& file, std::int64_t step) {
  std::array<double, 3> clock{};
  if (file.rows("clock") != clock.size()) file.fail("dataset clock is damaged");
  file.read("clock", H5T_NATIVE_DOUBLE, 1, 0, clock.size(), clock.data());
  const auto [length, since, from] = clock;
  const bool whole = length > 0 && std::isfinite(length) && since >= 0 && since <= static_cast<double>(step) &&
                     from >= 0 && std::isfinite(from);
  if (!whole) file.fail("dataset clock is damaged");
  return {length, static_cast<std::int64_t>(since), from};
}

CheckpointHeader read_header(const Hdf5File& file, const std::filesystem::path& path) {
  if (file.text_attribute("format") != kFormat) throw IoError(path.string() + ": not a checkpoint of Talus");
  if (const auto version = file.integer_attribute("version"); version != kCheckpointVersion) {
    throw InputError(fmt::format("{}: version {} of the format; this program reads version {}", path.string(), version,
                                 kCheckpointVersion));
  }
  CheckpointHeader h;
  h.deck = file.text_attribute("deck");
  if (file.has("files")) h.files = file.text_attribute("files");
  h.step = file.integer_attribute("step");
  h.time = file.number_attribute("time");
  h.missed_steps = file.integer_attribute("missed_steps");
  h.sweeps = file.integer_attribute("sweeps");
  h.removed = file.integer_attribute("removed");
  h.residual_rms = file.number_attribute("residual_rms");
  h.residual_max = file.number_attribute("residual_max");
  h.penetration_max = file.number_attribute("penetration_max");
  h.relaxation_max = file.number_attribute("relaxation_max");
  const auto newer = [&](const char* name) { return file.has(name) ? file.number_attribute(name) : 0; };
  h.overlap_max = newer("overlap_max");
  h.joint_opening_max = newer("joint_opening_max");
  h.seconds = file.number_attribute("seconds");
  const hsize_t terms = file.rows("energy");
  if (terms > kMaxTerms) throw IoError(path.string() + ": dataset energy is damaged");
  h.energy.resize(terms);
  file.read("energy", H5T_NATIVE_DOUBLE, 1, 0, h.energy.size(), h.energy.data());
  const hsize_t phases = file.rows("seconds_by_phase");
  if (phases > h.phases.seconds.size()) throw IoError(path.string() + ": dataset seconds_by_phase is damaged");
  file.read("seconds_by_phase", H5T_NATIVE_DOUBLE, 1, 0, phases, h.phases.seconds.data());
  h.run = file.run();
  h.rows = read_rows(file);
  if (h.step < 0 || !(h.time >= 0) || std::isinf(h.time)) throw IoError(path.string() + ": step or time is damaged");
  if (file.has("clock")) h.clock = read_clock(file, h.step);
  if (h.clock.length > 0 && std::abs(h.clock.at(h.step) - h.time) > 1e-9 * h.time)
    throw IoError(path.string() + ": step or time is damaged: they do not fit each other");
  return h;
}

// A damaged number must not reach the next step.
void check_bodies(std::span<const Body> all, const std::filesystem::path& path) {
  for (const Body& b : all) {
    const bool whole = b.id >= 0 && b.position.allFinite() && b.velocity.allFinite() &&
                       b.angular_velocity.allFinite() && std::abs(b.orientation.norm() - 1) < 1e-6 && b.mass > 0 &&
                       std::isfinite(b.mass) && b.inertia.minCoeff() > 0 && b.inertia.allFinite() && b.radius >= 0 &&
                       std::isfinite(b.radius) && b.shape >= 0 && b.material >= 0 &&
                       b.state >= bodies::State::dynamic && b.state <= bodies::State::driven;
    if (!whole) throw IoError(fmt::format("{}: body {} is damaged", path.string(), b.id));
  }
}

// Ids of walls are their places, bodies' follow, and no two bodies have the same. Each id is looked at by one rank.
void check_ids(const Checkpoint& c, const comm::Comm& comm, const std::filesystem::path& path) {
  const auto num_walls = std::ssize(c.walls);
  bool whole = true;
  for (std::int64_t w = 0; w < num_walls; ++w) whole = whole && c.walls[w].id == w;
  std::map<Rank, comm::Bytes> by_rank;
  for (const Body& b : c.bodies.local) {
    whole = whole && b.id >= num_walls;
    comm::append(by_rank[static_cast<Rank>(b.id % comm.size())], b.id);
  }
  std::vector<comm::Message> outgoing;
  for (auto& [rank, bytes] : by_rank) outgoing.push_back({rank, std::move(bytes)});
  std::vector<GlobalId> ids;
  for (const auto& message : comm::sparse_exchange(comm, std::move(outgoing))) {
    for (comm::Reader reader(message.bytes); !reader.done();) ids.push_back(reader.next<GlobalId>());
  }
  std::sort(ids.begin(), ids.end());
  whole = whole && std::adjacent_find(ids.begin(), ids.end()) == ids.end();
  comm::agree(comm, [&] {
    if (!whole) throw IoError(path.string() + ": dataset bodies/id or walls/id is damaged");
  });
}

// Records that belong to bodies, those of each behind those of the one before; bodies/<group>_start says where.
template <class Record>
void read_lists(const Hdf5File& file, const std::string& group, const std::string& any_field,
                std::span<const Field> fields, hsize_t first, hsize_t rows, hsize_t bodies,
                const std::filesystem::path& path, Ragged<Record>& lists) {
  const std::string place = "bodies/" + group + "_start";
  const hsize_t total = file.rows(group + "/" + any_field);
  std::vector<std::int64_t> starts(rows + 1,
                                   static_cast<std::int64_t>(total));  // of this slice, and of the body after it
  if (file.rows(place) != bodies) file.fail("dataset " + place + " has other rows than its neighbours");
  file.read(place, H5T_NATIVE_INT64, 1, first, std::min(rows + 1, bodies - first), starts.data());
  for (std::size_t b = 0; b <= rows; ++b) {
    if (starts[b] < 0 || starts[b] > static_cast<std::int64_t>(total) || (b > 0 && starts[b] < starts[b - 1])) {
      throw IoError(path.string() + ": dataset " + place + " is damaged");
    }
  }
  const auto records = read_records<Record>(file, group, fields, static_cast<hsize_t>(starts[0]),
                                            static_cast<hsize_t>(starts[rows] - starts[0]), total);
  lists = {};
  for (std::size_t b = 0; b < rows; ++b)
    lists.add_row({records.begin() + (starts[b] - starts[0]), records.begin() + (starts[b + 1] - starts[0])});
}

template <class Record>
void write_lists(Hdf5File& file, const std::string& group, std::span<const Field> fields, std::size_t bodies_here,
                 hsize_t first, hsize_t total, const Ragged<Record>& lists, const comm::Comm& comm) {
  const std::int64_t count = lists.start(static_cast<LocalIndex>(bodies_here));
  const std::int64_t records_first = comm.sum_before(count), records_total = comm.sum(count);
  std::vector<std::int64_t> starts(bodies_here);
  for (std::size_t b = 0; b < bodies_here; ++b) starts[b] = records_first + lists.start(static_cast<LocalIndex>(b));
  file.write("bodies/" + group + "_start", H5T_NATIVE_INT64, total, 1, first, starts.size(), starts.data(), "1",
             "first row in /" + group + " of what belongs to this body");
  write_records<Record>(file, group, fields, lists.items().first(count), static_cast<hsize_t>(records_first),
                        static_cast<hsize_t>(records_total));
}

// Each joint stands with its two bodies.
void check_joints(const Bodies& bodies, const std::filesystem::path& path) {
  for (LocalIndex b = 0; b < bodies.num_owned; ++b) {
    const GlobalId id = bodies.local[b].id;
    for (const auto& j : bodies.joints[b]) {
      const bool whole =
          bodies::fault_of(j).empty() && (id == j.a || id == j.b) && j.colour >= 0 && j.colour < ClassSet::kMostClasses;
      if (!whole) throw IoError(fmt::format("{}: joint {} is damaged", path.string(), j.id));
    }
  }
}

// Rows [first, end) of a group.
struct Rows {
  std::int64_t first, end;
  hsize_t count() const { return static_cast<hsize_t>(end - first); }
};

// Reads the part of space of `rank` if the file was written by as many ranks. The rows of its bodies in any case.
Rows read_owned_space(const Hdf5File& file, Rank rank, int size, OwnedSpace& space) {
  const auto bodies = static_cast<std::int64_t>(file.rows("bodies/id"));
  const hsize_t ranks = file.has("ranks") ? file.rows("ranks/body") : 0;  // older files do not tell
  if (ranks != static_cast<hsize_t>(size)) {
    const auto part = [&](std::int64_t r) { return bodies / size * r + std::min(bodies % size, r); };
    return {part(rank), part(rank + 1)};
  }
  const auto of_group = [&](const char* group) {
    return static_cast<std::int64_t>(file.rows(std::string(group) + "/cube"));
  };
  const bool last = rank + 1 == size;
  auto row = read_records<RankRow>(file, "ranks", kRankRow, static_cast<hsize_t>(rank), last ? 1 : 2, ranks);
  if (last) row.push_back({.body = bodies, .page = of_group("pages"), .answer = of_group("answers")});
  const auto rows_of = [&](std::int64_t RankRow::*at, std::int64_t total) {
    const Rows rows{row[0].*at, row[1].*at};
    if (rows.first < 0 || rows.end < rows.first || rows.end > total || (rank == 0 && rows.first != 0))
      file.fail("group ranks is damaged");
    return rows;
  };
  const auto holdings = [&](const char* group, std::int64_t RankRow::*at) {
    const Rows rows = rows_of(at, of_group(group));
    auto all = read_records<CubeOwner>(file, group, kCubeOwner, static_cast<hsize_t>(rows.first), rows.count(),
                                       static_cast<hsize_t>(of_group(group)));
    if (std::ranges::any_of(all, [&](const CubeOwner& h) { return h.owner < 0 || h.owner >= size; }))
      file.fail(std::string("group ") + group + " is damaged");
    return all;
  };
  space = {file.number_attribute("cube_edge"), holdings("pages", &RankRow::page), holdings("answers", &RankRow::answer),
           row[0].work};
  if (std::ranges::any_of(space.work, [](std::int64_t w) { return w < 0; })) file.fail("dataset ranks/work is damaged");
  return rows_of(&RankRow::body, bodies);
}

void write_owned_space(Hdf5File& file, const comm::Comm& comm, const OwnedSpace& space, hsize_t first_body) {
  file.set_attribute("cube_edge", space.edge);
  RankRow row{.body = static_cast<std::int64_t>(first_body), .work = space.work};
  const auto holdings = [&](const char* group, const std::vector<CubeOwner>& all, std::int64_t& first) {
    first = comm.sum_before(std::ssize(all));
    write_records<CubeOwner>(file, group, kCubeOwner, all, static_cast<hsize_t>(first),
                             static_cast<hsize_t>(comm.sum(std::ssize(all))));
  };
  holdings("pages", space.pages, row.page);
  holdings("answers", space.answers, row.answer);
  write_records<RankRow>(file, "ranks", kRankRow, {&row, 1}, static_cast<hsize_t>(comm.rank()),
                         static_cast<hsize_t>(comm.size()));
}

void write_maps(Hdf5File& file, const comm::Comm& comm, const observe::MapState& maps) {
  if (maps.cells == 0) return;
  file.set_attribute("map_steps", maps.steps);
  file.set_attribute("map_cells", maps.cells);
  const auto count = std::ssize(maps.terms);
  write_records<observe::MapTerm>(file, "maps", kMapTerm, maps.terms, static_cast<hsize_t>(comm.sum_before(count)),
                                  static_cast<hsize_t>(comm.sum(count)));
}

// Any slice of the terms does: their sums over all ranks are exact.
observe::MapState read_maps(const Hdf5File& file, Rank rank, int size) {
  if (!file.has("maps")) return {};
  observe::MapState maps{file.integer_attribute("map_steps"), file.integer_attribute("map_cells"), {}};
  const hsize_t total = file.rows("maps/cell");
  const auto part = [&](Rank r) { return total / static_cast<hsize_t>(size) * static_cast<hsize_t>(r); };
  const hsize_t first = part(rank), last = rank + 1 == size ? total : part(rank + 1);
  maps.terms = read_records<observe::MapTerm>(file, "maps", kMapTerm, first, last - first, total);
  const auto whole = [&](const observe::MapTerm& t) {
    return t.cell >= 0 && t.cell < maps.cells && t.quantity >= 0 &&
           t.quantity < static_cast<std::int32_t>(observe::kMapQuantities) && std::isfinite(t.value);
  };
  if (maps.steps < 0 || !std::ranges::all_of(maps.terms, whole)) file.fail("group maps is damaged");
  return maps;
}

// The part of a checkpoint that `rank` among `size` ranks reads.
Checkpoint read_part(const Hdf5File& file, const std::filesystem::path& path, Rank rank, int size) {
  Checkpoint c;
  c.header = read_header(file, path);
  const hsize_t total = file.rows("bodies/id");
  const Rows here = read_owned_space(file, rank, size, c.space);
  const hsize_t first = static_cast<hsize_t>(here.first), rows = here.count();
  c.bodies.local = read_records<Body>(file, "bodies", bodies::body_fields(), first, rows, total);
  c.bodies.num_owned = static_cast<LocalIndex>(rows);
  check_bodies(c.bodies.local, path);

  read_lists(file, "memory", "partner", bodies::remembered_fields(), first, rows, total, path, c.bodies.memory);
  read_lists(file, "joints", "id", bodies::joint_fields(), first, rows, total, path, c.bodies.joints);
  for (const auto& m : c.bodies.memory.items()) {
    if (!m.force.allFinite() || !m.torque.allFinite())
      throw IoError(path.string() + ": an impulse in /memory is damaged");
  }
  check_joints(c.bodies, path);
  const hsize_t num_walls = file.rows("walls/id");
  c.walls = read_records<Body>(file, "walls", bodies::body_fields(), 0, num_walls, num_walls);
  check_bodies(c.walls, path);
  if (file.has("flows")) {
    const hsize_t flows = file.rows("flows/bodies");
    if (flows > kMaxFlows) file.fail("group flows is damaged");
    c.flows = read_records<bodies::Flow>(file, "flows", bodies::flow_fields(), 0, flows, flows);
    for (const auto& f : c.flows) {
      const bool whole = f.bodies >= 0 && f.due >= 0 && f.back >= 0 && std::isfinite(f.mass) &&
                         std::isfinite(f.due_mass) && std::isfinite(f.back_mass);
      if (!whole) file.fail("group flows is damaged");
    }
  }
  c.maps = read_maps(file, rank, size);
  return c;
}

// At every moment `path` is a whole file, if there was one before; the one before stays as `previous`.
void put_in_place(const std::filesystem::path& unfinished, const std::filesystem::path& path,
                  const std::filesystem::path& previous) {
  sync_file(unfinished);
  if (std::filesystem::exists(path)) {
    std::error_code no_links;
    std::filesystem::remove(previous);
    std::filesystem::create_hard_link(path, previous, no_links);
    if (no_links) std::filesystem::rename(path, previous);  // for a moment there is only `previous`
  }
  move_durably(unfinished, path);
}

// Which file has this name now? Root's view; nothing where there is none.
std::string version_of(const std::filesystem::path& path, const comm::Comm& comm) {
  std::string version;
  struct stat file {};
  if (comm.is_root() && ::stat(path.c_str(), &file) == 0) {
    version = fmt::format("{} {} {} {} {}", file.st_dev, file.st_ino, file.st_size, file.st_mtim.tv_sec,
                          file.st_mtim.tv_nsec);
  }
  comm.broadcast(version);
  return version;
}

// A run that is still going may put its next checkpoint in the place of this one between two of the openings that a
// read takes: then what was read, or the fault that was found, is of neither, and the new file is read.
template <class Read>
auto read_settled(const std::filesystem::path& path, const comm::Comm& comm, const Read& read) {
  constexpr double kPatience = 60;  // s
  const double end = wall_seconds() + kPatience;
  do {
    const auto version = version_of(path, comm);
    const auto replaced = [&] { return version_of(path, comm) != version; };
    try {
      auto result = read();
      if (!replaced()) return result;
    } catch (const Error&) {
      if (!replaced()) throw;
    }
  } while (comm.max(wall_seconds() - end) < 0);
  throw comm::AgreedError(Exit::io, path.string() + ": a run replaces it faster than it can be read; copy it first");
}

}  // namespace

std::int64_t checkpoint_bytes(std::int64_t bodies, std::int64_t impulses, std::int64_t more) {
  return bodies * (bytes_of(bodies::body_fields()) + 16) + impulses * bytes_of(bodies::remembered_fields()) + more +
         kSlackBytes;
}

void write_checkpoint(const std::filesystem::path& path, const std::filesystem::path& previous, const comm::Comm& comm,
                      const CheckpointHeader& header, const Bodies& bodies, std::span<const Body> walls,
                      std::span<const bodies::Flow> flows, const OwnedSpace& space, const observe::MapState& maps) {
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  const auto owned = bodies.owned();
  const auto n = static_cast<std::int64_t>(owned.size());
  const std::int64_t first = comm.sum_before(n), total = comm.sum(n);
  const std::int64_t memory_total = comm.sum(std::int64_t{bodies.memory.start(bodies.num_owned)});
  const std::int64_t joints_total = comm.sum(std::int64_t{bodies.joints.start(bodies.num_owned)});
  const std::int64_t holdings = comm.sum(std::ssize(space.pages) + std::ssize(space.answers));
  const auto bytes =
      checkpoint_bytes(total, memory_total,
                       joints_total * bytes_of(bodies::joint_fields()) + holdings * bytes_of(kCubeOwner) +
                           comm.size() * bytes_of(kRankRow) + std::ssize(header.deck) +
                           comm.sum(std::ssize(maps.terms)) * bytes_of(kMapTerm));
  std::optional<Hdf5File> created;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    std::filesystem::remove(unfinished);
    check_room(unfinished, bytes);
  });
  comm::agree(comm, [&] { created.emplace(Hdf5File::create_sealed(unfinished, comm)); });
  Hdf5File& file = *created;
  write_header(file, header, comm.is_root());
  write_records<Body>(file, "bodies", bodies::body_fields(), owned, static_cast<hsize_t>(first),
                      static_cast<hsize_t>(total));
  write_lists(file, "memory", bodies::remembered_fields(), owned.size(), static_cast<hsize_t>(first),
              static_cast<hsize_t>(total), bodies.memory, comm);
  write_lists(file, "joints", bodies::joint_fields(), owned.size(), static_cast<hsize_t>(first),
              static_cast<hsize_t>(total), bodies.joints, comm);
  write_owned_space(file, comm, space, static_cast<hsize_t>(first));
  const auto from_root = [&]<class Record>(const char* group, std::span<const Field> fields,
                                           std::span<const Record> records) {
    const bool root = comm.is_root();
    write_records<Record>(file, group, fields, records.first(root ? records.size() : 0), root ? 0 : records.size(),
                          records.size());
  };
  from_root("walls", bodies::body_fields(), walls);
  if (!flows.empty()) from_root("flows", bodies::flow_fields(), flows);
  write_maps(file, comm, maps);
  file.close_and_seal(comm);
  comm::agree(comm, [&] {
    if (comm.is_root()) put_in_place(unfinished, path, previous);
  });
}

Checkpoint read_checkpoint(const std::filesystem::path& path, const comm::Comm& comm) {
  return read_settled(path, comm, [&] {
    Checkpoint checkpoint;
    std::optional<Hdf5File> file;
    verify_seal(path, comm);
    comm::agree(comm, [&] { file.emplace(Hdf5File::open(path, comm)); });
    comm::agree(comm, [&] { checkpoint = read_part(*file, path, comm.rank(), comm.size()); });
    check_ids(checkpoint, comm, path);
    return checkpoint;
  });
}

CheckpointHeader read_checkpoint_header(const std::filesystem::path& path, const comm::Comm& comm) {
  return read_settled(path, comm, [&] {
    verify_seal(path, comm);
    CheckpointHeader header;
    comm::agree(comm, [&] { header = read_header(Hdf5File::open_alone(path), path); });
    return header;
  });
}

}  // namespace talus::io
