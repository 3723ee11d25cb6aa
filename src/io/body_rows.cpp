#include "io/body_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "io/deck/tree.hpp"
#include "io/deck/value.hpp"

namespace talus::io {
namespace {

constexpr std::size_t kMostBytes = 1 << 16;  // of a line
constexpr double kMostAtoms = 1e12;

// A text file line by line.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path) {
    const std::filesystem::path file(path);
    const bool there = std::filesystem::exists(file);
    if (there && !std::filesystem::is_regular_file(file))
      throw InputError(printable(path, 4096) + ": is not a regular file");
    in_.open(path, std::ios::binary);
    if (!in_) throw InputError(printable(path, 4096) + ": cannot be read");
  }
  bool next() {
    text_.clear();
    ++number_;
    for (int c = in_.get(); c != std::char_traits<char>::eof(); c = in_.get()) {
      if (c == '\n') return true;
      text_ += static_cast<char>(c);
      if (text_.size() > kMostBytes) fail(fmt::format("a line longer than {} bytes", kMostBytes));
    }
    if (in_.bad()) throw IoError(printable(path_, 4096) + ": cannot be read");
    return !text_.empty();
  }
  std::string_view text() const {
    return text_.ends_with('\r') ? std::string_view(text_).substr(0, text_.size() - 1) : text_;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", printable(path_, 4096), number_, what));
  }
  double number(std::string_view word) const {
    double value = 0;
    const auto* first = word.data() + (word.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(first, word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
      fail(fmt::format("expected a number, found '{}'", printable(word)));
    }
    return value;
  }
  std::int64_t integer(std::string_view word) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
      fail(fmt::format("expected an integer, found '{}'", printable(word)));
    return value;
  }

 private:
  const std::string& path_;
  std::ifstream in_;
  std::string text_;
  std::int64_t number_ = 0;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
    fields.push_back(trimmed(line.substr(0, comma)));
    line.remove_prefix(comma + 1);
  }
  fields.push_back(trimmed(line));
  return fields;
}

std::vector<std::string_view> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

// Columns that a table may have, with their units. LAMMPS' names stand for ours.
struct KnownColumn {
  std::string_view name, unit, lammps = {};
  bool describes = true;  // a body; others are results
};
constexpr auto kKnown = std::to_array<KnownColumn>({
    {"position_x", "m", "x"},
    {"position_y", "m", "y"},
    {"position_z", "m", "z"},
    {"velocity_x", "m/s", "vx"},
    {"velocity_y", "m/s", "vy"},
    {"velocity_z", "m/s", "vz"},
    {"angular_velocity_x", "rad/s", "omegax"},
    {"angular_velocity_y", "rad/s", "omegay"},
    {"angular_velocity_z", "rad/s", "omegaz"},
    {"orientation_x", "", "quati"},
    {"orientation_y", "", "quatj"},
    {"orientation_z", "", "quatk"},
    {"orientation_w", "", "quatw"},
    {"radius", "m"},
    {"mass", "kg"},
    {"density", "kg/m3"},
    {"shape", ""},
    {"material", ""},
    {"type", ""},
    {"state", ""},
    {"id", ""},
    {"step", ""},
    {"time", "s", {}, false},
    {"contacts", "", {}, false},
    {"normal_load", "N", {}, false},
    {"dissipated_power", "W", {}, false},
    {"rank", "", {}, false},
    {"shapex", "", {}, false},
    {"shapey", "", {}, false},
    {"shapez", "", {}, false},
});

// Which column of a table holds what: -1 for none.
struct Columns {
  std::array<int, 3> position, velocity, angular_velocity;
  std::array<int, 4> orientation;
  int radius, mass, density, shape, material, type, state, id, step, count;

  Columns(const Lines& lines, const std::vector<std::string_view>& titles) : count(static_cast<int>(titles.size())) {
    std::vector<std::string_view> names;
    for (const auto& title : titles) names.push_back(known(lines, title).name);
    const auto find = [&](std::string_view name) {
      if (std::ranges::count(names, name) > 1) lines.fail(fmt::format("two columns '{}'", name));
      const auto at = std::ranges::find(names, name);
      return at == names.end() ? -1 : static_cast<int>(at - names.begin());
    };
    // All components or none.
    const auto vector = [&]<std::size_t N>(std::array<int, N>& columns, const std::string& prefix) {
      for (std::size_t i = 0; i < N; ++i) columns[i] = find(prefix + "xyzw"[i]);
      if (std::ranges::count(columns, -1) % static_cast<std::ptrdiff_t>(N) != 0)
        lines.fail(fmt::format("not all columns '{}x' and so on", prefix));
      return columns[0] >= 0;
    };
    if (!vector(position, "position_")) lines.fail("expected columns x, y, z or position_x, position_y, position_z");
    vector(velocity, "velocity_");
    vector(angular_velocity, "angular_velocity_");
    vector(orientation, "orientation_");
    radius = find("radius"), mass = find("mass"), density = find("density"), shape = find("shape"),
    material = find("material"), type = find("type"), state = find("state"), id = find("id"), step = find("step");
    if (radius < 0) lines.fail("expected a column radius");
    if (mass >= 0 && density >= 0) lines.fail("expected a column mass or a column density, not both");
  }

 private:
  static const KnownColumn& known(const Lines& lines, std::string_view title) {
    const auto bracket = std::min(title.find('['), title.size());
    const auto name = trimmed(title.substr(0, bracket));
    const auto at =
        std::ranges::find_if(kKnown, [&](const KnownColumn& k) { return k.name == name || k.lammps == name; });
    if (at == kKnown.end() || name.empty()) {
      std::vector<std::string_view> names;
      for (const auto& k : kKnown) names.push_back(k.name);
      lines.fail(fmt::format("unknown column '{}', nearest is '{}'", printable(name),
                             nearest_word(name.substr(0, 64), names)));
    }
    std::string unit(title.substr(bracket));
    std::erase_if(unit, [](char c) { return c == '[' || c == ']' || c == ' ' || c == '^'; });
    if (!unit.empty() && unit != at->unit)
      lines.fail(fmt::format("column '{}' has the unit [{}], expected {}", printable(name), printable(unit),
                             at->unit.empty() ? "none" : fmt::format("[{}]", at->unit)));
    return *at;
  }
};

void check_row(const Lines& lines, BodyRow& row) {
  const double norm = row.orientation.norm();
  if (!(row.radius > 0)) lines.fail("expected a radius > 0");
  if (row.mass < 0 || row.density < 0) lines.fail("expected a mass and a density >= 0");
  if (!(std::abs(norm - 1) < 1e-3)) lines.fail("expected a unit quaternion x, y, z, w");
  if (norm != 1) row.orientation.normalize();
}

std::string material_of_type(const Lines& lines, std::string_view word) {
  const auto type = lines.integer(word);
  if (type < 1) lines.fail("expected an atom type from 1 on");
  return fmt::format("{}", type - 1);
}

BodyRow row_of_atom(const Lines& lines, const std::vector<std::string_view>& words) {
  if (words.size() != 7 && words.size() != 10)
    lines.fail("expected an atom of style sphere: id type diameter density x y z");
  BodyRow row;
  row.radius = 0.5 * lines.number(words[2]);
  row.density = lines.number(words[3]);
  row.position = {lines.number(words[4]), lines.number(words[5]), lines.number(words[6])};
  row.material = material_of_type(lines, words[1]);
  check_row(lines, row);
  return row;
}

std::vector<std::string_view> titles_of(const Lines& lines) {
  auto line = lines.text();
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a byte order mark
  return fields_of(line);
}

// The last step of the file; -1 where there is none.
std::int64_t last_step(const std::string& path) {
  Lines lines(path);
  if (!lines.next()) lines.fail("expected a line of column names");
  const Columns columns(lines, titles_of(lines));
  std::int64_t last = -1;
  while (columns.step >= 0 && lines.next()) {
    const auto fields = fields_of(lines.text());
    if (std::ssize(fields) == columns.count) last = std::max(last, lines.integer(fields[columns.step]));
  }
  return last;
}

constexpr std::string_view kAtoms = "ITEM: ATOMS ";

std::int64_t step_of(Lines& lines) {
  if (!lines.next()) lines.fail("expected the number of a step");
  return lines.integer(trimmed(lines.text()));
}

std::int64_t last_frame(const std::string& path) {
  Lines lines(path);
  std::int64_t last = -1;
  while (lines.next()) {
    if (lines.text() == "ITEM: TIMESTEP") last = std::max(last, step_of(lines));
  }
  return last;
}

bodies::State state_of(const Lines& lines, std::string_view word) {
  using bodies::State;
  if (word == "dynamic" || word == "0") return State::dynamic;
  if (word == "fixed" || word == "1") return State::fixed;
  if (word == "driven" || word == "2") return State::driven;
  lines.fail(fmt::format("expected a state dynamic, fixed or driven, found '{}'", printable(word)));
}

BodyRow row_of(const Lines& lines, const Columns& columns, const std::vector<std::string_view>& fields) {
  const auto field = [&](int c) { return fields[c]; };
  const auto vector = [&](const std::array<int, 3>& c) {
    return c[0] < 0 ? Vec3(Vec3::Zero())
                    : Vec3(lines.number(field(c[0])), lines.number(field(c[1])), lines.number(field(c[2])));
  };
  BodyRow row;
  row.position = vector(columns.position);
  row.velocity = vector(columns.velocity);
  row.angular_velocity = vector(columns.angular_velocity);
  if (columns.orientation[0] >= 0) {
    for (std::size_t i = 0; i < 4; ++i)
      row.orientation.coeffs()[static_cast<Eigen::Index>(i)] = lines.number(field(columns.orientation[i]));
  }
  row.radius = lines.number(field(columns.radius));
  if (columns.mass >= 0) row.mass = lines.number(field(columns.mass));
  if (columns.density >= 0) row.density = lines.number(field(columns.density));
  if (columns.shape >= 0) row.shape = field(columns.shape);
  if (columns.material >= 0) row.material = field(columns.material);
  if (columns.material < 0 && columns.type >= 0) row.material = material_of_type(lines, field(columns.type));
  if (columns.state >= 0) row.state = state_of(lines, field(columns.state));
  if (columns.id >= 0) row.id = lines.integer(field(columns.id));
  check_row(lines, row);
  return row;
}

}  // namespace

std::int64_t read_csv_rows(const std::string& path, std::int64_t frame, const TakeRow& take) {
  if (frame < 0) frame = last_step(path);
  Lines lines(path);
  lines.next();
  const Columns columns(lines, titles_of(lines));
  if (frame >= 0 && columns.step < 0)
    lines.fail(fmt::format("no column step, but the frame of step {} is asked for", frame));
  std::int64_t count = 0;
  while (lines.next()) {
    const auto fields = fields_of(lines.text());
    if (fields.size() == 1 && fields[0].empty()) continue;
    if (std::ssize(fields) != columns.count)
      lines.fail(fmt::format("expected {} columns, found {}", columns.count, fields.size()));
    if (columns.step >= 0 && lines.integer(fields[columns.step]) != frame) continue;
    take(count++, row_of(lines, columns, fields));
  }
  if (count == 0) lines.fail(frame >= 0 ? fmt::format("no bodies of step {}", frame) : "no rows of bodies");
  return count;
}

bool is_dump(const std::string& path) {
  Lines lines(path);
  return lines.next() && lines.text().starts_with("ITEM:");
}

std::int64_t read_dump_rows(const std::string& path, std::int64_t frame, const TakeRow& take) {
  const std::int64_t wanted = frame < 0 ? last_frame(path) : frame;
  Lines lines(path);
  std::int64_t step = -1, count = 0;
  while (lines.next()) {
    if (lines.text() == "ITEM: UNITS" && (!lines.next() || trimmed(lines.text()) != "si"))
      lines.fail("expected SI units");
    if (lines.text() == "ITEM: TIMESTEP") step = step_of(lines);
    if (!lines.text().starts_with(kAtoms) || step != wanted) continue;
    const std::string titles(lines.text().substr(kAtoms.size()));
    const Columns columns(lines, words_of(titles));
    while (lines.next() && !lines.text().starts_with("ITEM:")) {
      const auto words = words_of(lines.text());
      if (std::ssize(words) != columns.count)
        lines.fail(fmt::format("expected {} columns, found {}", columns.count, words.size()));
      take(count++, row_of(lines, columns, words));
    }
    break;
  }
  if (count == 0) lines.fail(fmt::format("no atoms of step {}", wanted));
  return count;
}

Vec3 dump_period(const std::string& path, std::int64_t frame) {
  const std::int64_t wanted = frame < 0 ? last_frame(path) : frame;
  Lines lines(path);
  Vec3 period = Vec3::Zero();
  for (std::int64_t step = -1; lines.next();) {
    if (lines.text() == "ITEM: TIMESTEP") step = step_of(lines);
    if (step != wanted || !lines.text().starts_with("ITEM: BOX BOUNDS")) continue;
    const std::string title(lines.text());
    const auto kinds = words_of(title);
    for (std::size_t axis = 0; axis < 3 && lines.next(); ++axis) {
      const auto bounds = words_of(lines.text());
      if (bounds.size() < 2) lines.fail("expected the bounds of the box along an axis");
      if (kinds.size() == 6 && kinds[3 + axis] == "pp")
        period[static_cast<Eigen::Index>(axis)] = lines.number(bounds[1]) - lines.number(bounds[0]);
    }
    break;
  }
  return period;
}

std::int64_t read_lammps_rows(const std::string& path, const std::function<bool(std::int64_t)>& wanted,
                              const TakeRow& take) {
  Lines lines(path);
  if (!lines.next()) lines.fail("expected a LAMMPS data file, found nothing");  // its first line says what it is
  std::int64_t atoms = -1, count = 0, speeds = 0;
  std::string section;
  std::unordered_map<std::int64_t, std::pair<std::int64_t, BodyRow>> waiting;  // by id, for velocities
  const auto read_atom = [&](const std::vector<std::string_view>& words) {
    const BodyRow row = row_of_atom(lines, words);
    if (++count > atoms) lines.fail(fmt::format("more than the {} atoms that the header says", atoms));
    const auto id = lines.integer(words[0]);
    if (wanted(count - 1) && !waiting.try_emplace(id, count - 1, row).second)
      lines.fail(fmt::format("atom {} is there twice", id));
  };
  const auto read_velocity = [&](const std::vector<std::string_view>& words) {
    if (words.size() != 7) lines.fail("expected a velocity of style sphere: id vx vy vz wx wy wz");
    std::array<double, 6> v;
    for (std::size_t i = 0; i < 6; ++i) v[i] = lines.number(words[i + 1]);
    if (++speeds > atoms) lines.fail(fmt::format("more than the {} velocities of the header's atoms", atoms));
    const auto at = waiting.find(lines.integer(words[0]));
    if (at == waiting.end()) return;
    at->second.second.velocity = Vec3(v.data());
    at->second.second.angular_velocity = Vec3(v.data() + 3);
  };
  while (lines.next()) {
    const auto words = words_of(lines.text());
    if (words.empty()) continue;
    const bool is_number = words[0].find_first_not_of("+-.eE0123456789") == std::string_view::npos;
    if (!is_number) {
      section = words[0];
      const auto hint = lines.text().find('#');
      if (section == "Atoms" && hint != std::string_view::npos && trimmed(lines.text().substr(hint + 1)) != "sphere") {
        lines.fail("expected atoms of style sphere");
      }
      if (section == "Atoms" && atoms < 0) lines.fail("the header does not say how many atoms");
      if (section == "Velocities" && count < atoms) lines.fail("velocities before the atoms");
    } else if (section.empty()) {
      if (words.size() != 2 || words[1] != "atoms") continue;  // the box, numbers of other things
      const double said = lines.number(words[0]);
      if (said < 1 || said > kMostAtoms) lines.fail("expected at least one atom, and a number that can be held");
      atoms = lines.integer(words[0]);
    } else if (section == "Atoms") {
      read_atom(words);
    } else if (section == "Velocities") {
      read_velocity(words);
    }
  }
  if (count == 0 || count != atoms)
    lines.fail(fmt::format("expected {} atoms, found {}", std::max<std::int64_t>(atoms, 1), count));
  std::vector<const std::pair<std::int64_t, BodyRow>*> rows;
  for (const auto& entry : waiting) rows.push_back(&entry.second);
  std::ranges::sort(rows, {}, [](const auto* row) { return row->first; });
  for (const auto* row : rows) take(row->first, row->second);
  return count;
}

}  // namespace talus::io
