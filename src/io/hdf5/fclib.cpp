#include "io/hdf5/fclib.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "io/durable.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/probe.hpp"

namespace talus::io {
namespace {

// Deflate, the strongest filter of these files, stores at least one byte for 1032: what claims more is damaged.
constexpr hsize_t kMostCompression = 1032;

// Datasets of an FCLib file: integers of 32 or 64 bits, or float64, often compressed.
class Datasets {
 public:
  explicit Datasets(const std::filesystem::path& file) : name_(file.string()), file_(open_hdf5(file, H5F_ACC_RDONLY)) {}

  [[noreturn]] void fail(const std::string& what) const { throw InputError(fmt::format("{}: {}", name_, what)); }

  bool has(const std::string& group) const { return has_link(file_, name_, group); }

  // All rows of a dataset of `width` columns.
  std::vector<double> numbers(const std::string& name, std::size_t width = 1) const {
    const auto values = read<double>(name, H5T_NATIVE_DOUBLE, width);
    if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) {
      fail(name + " holds a number that is not finite");
    }
    return values;
  }
  std::vector<std::int32_t> integers(const std::string& name) const {
    const auto values = read<std::int64_t>(name, H5T_NATIVE_INT64, 1);
    std::vector<std::int32_t> narrow;
    for (const auto x : values) {
      narrow.push_back(static_cast<std::int32_t>(x));
      if (narrow.back() != x) fail(fmt::format("{} holds {}, which is no 32-bit integer", name, x));
    }
    return narrow;
  }
  std::int32_t integer(const std::string& name) const {
    const auto values = integers(name);
    if (values.size() != 1) fail(name + " is not one integer");
    return values[0];
  }

 private:
  [[noreturn]] void damaged(const std::string& name) const {
    throw IoError(fmt::format("{}: dataset {} is damaged", name_, name));
  }
  template <class T>
  std::vector<T> read(const std::string& name, hid_t type, std::size_t width) const {
    const Handle dataset = open_dataset(file_, name_, name);
    if (dataset < 0) fail("has no dataset " + name);
    const Handle space(H5Dget_space(dataset), H5Sclose), stored(H5Dget_type(dataset), H5Tclose);
    if (space < 0 || stored < 0) damaged(name);
    const std::size_t size = H5Tget_size(stored);
    const bool narrow = H5Tget_class(type) == H5T_INTEGER && size == sizeof(std::int32_t);
    if (H5Tget_class(stored) != H5Tget_class(type) || (size != sizeof(T) && !narrow)) {
      fail("dataset " + name + " is of a wrong type");
    }
    hsize_t extent[2] = {0, 1};
    const int rank = width > 1 ? 2 : 1;
    if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, extent, nullptr) < 0 ||
        extent[1] != width || extent[0] > std::numeric_limits<std::int32_t>::max()) {
      fail("dataset " + name + " has a wrong shape");
    }
    const hsize_t count = extent[0] * extent[1];
    if (count * size / kMostCompression > H5Dget_storage_size(dataset))
      fail("dataset " + name + " is shorter than it says");
    std::vector<T> values(count);
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) damaged(name);
    return values;
  }

  std::string name_;
  Handle file_;
};

void check_entries(const Datasets& file, const std::string& group, const SparseMatrix& a) {
  for (std::size_t k = 0; k < a.value.size(); ++k) {
    if (a.row[k] < 0 || a.row[k] >= a.rows || a.column[k] < 0 || a.column[k] >= a.columns) {
      file.fail(fmt::format("{}: entry {} lies outside of the matrix", group, k));
    }
  }
}

// The compressed index of each entry from where the entries of each row (or column) start.
std::vector<std::int32_t> expanded(const Datasets& file, const std::string& group,
                                   const std::vector<std::int32_t>& start, std::int32_t lines) {
  if (start.size() != static_cast<std::size_t>(lines) + 1 || start[0] != 0)
    file.fail(group + "/p has a wrong size or start");
  if (!std::is_sorted(start.begin(), start.end())) file.fail(group + "/p does not ascend");
  std::vector<std::int32_t> line;
  for (std::int32_t l = 0; l < lines; ++l) {
    const auto i = static_cast<std::size_t>(l);
    line.insert(line.end(), static_cast<std::size_t>(start[i + 1] - start[i]), l);
  }
  return line;
}

// Three layouts, by nz: -1 compressed columns, -2 compressed rows, else triplets, where `p` holds the column and `i`
// the row.
SparseMatrix read_matrix(const Datasets& file, const std::string& group) {
  SparseMatrix a;
  a.rows = file.integer(group + "/m");
  a.columns = file.integer(group + "/n");
  const auto layout = file.integer(group + "/nz"), most = file.integer(group + "/nzmax");
  if (a.rows < 0 || a.columns < 0 || layout < -2 || most < 0) file.fail(group + " has impossible sizes");
  auto p = file.integers(group + "/p"), i = file.integers(group + "/i");
  a.value = file.numbers(group + "/x");
  const bool compressed = layout < 0;
  if (compressed && p.empty()) file.fail(group + "/p is empty");
  const std::int32_t count = compressed ? p.back() : layout;
  const auto n = static_cast<std::size_t>(std::max(count, 0));
  if (count < 0 || count > most || i.size() < n || a.value.size() < n || (!compressed && p.size() < n)) {
    file.fail(group + " holds fewer entries than it says");
  }
  i.resize(n);
  a.value.resize(n);
  if (!compressed) p.resize(n);
  if (compressed) p = expanded(file, group, p, layout == -1 ? a.columns : a.rows);
  a.row = std::move(layout == -2 ? p : i);
  a.column = std::move(layout == -2 ? i : p);
  check_entries(file, group, a);
  return a;
}

// Puts the entries of `part` into `whole`, moved down and right.
void insert(SparseMatrix& whole, const SparseMatrix& part, std::int32_t down, std::int32_t right,
            bool transposed = false) {
  const auto &row = transposed ? part.column : part.row, &column = transposed ? part.row : part.column;
  for (std::size_t k = 0; k < part.value.size(); ++k) {
    whole.row.push_back(row[k] + down);
    whole.column.push_back(column[k] + right);
    whole.value.push_back(part.value[k]);
  }
}

std::int32_t size_of(const std::vector<double>& values) { return static_cast<std::int32_t>(values.size()); }

void require_shape(const Datasets& file, const std::string& name, const SparseMatrix& a, std::int32_t rows,
                   std::int32_t columns) {
  if (a.rows != rows || a.columns != columns) {
    file.fail(fmt::format("{} is {} x {}, not {} x {}", name, a.rows, a.columns, rows, columns));
  }
}

void append(std::vector<double>& to, const std::vector<double>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

// W, q; with equality rows V, R, s. Returns how many rows the contacts have.
std::size_t read_local(const Datasets& file, const std::string& root, FclibProblem& p) {
  p.local = true;
  p.offset = file.numbers(root + "/vectors/q");
  p.delassus = read_matrix(file, root + "/W");
  const std::int32_t rows = size_of(p.offset);
  require_shape(file, root + "/W", p.delassus, rows, rows);
  const auto contact_rows = p.offset.size();
  if (!file.has(root + "/V") && !file.has(root + "/R")) return contact_rows;
  const auto s = file.numbers(root + "/vectors/s");
  const auto v = read_matrix(file, root + "/V"), r = read_matrix(file, root + "/R");
  require_shape(file, root + "/V", v, rows, size_of(s));
  require_shape(file, root + "/R", r, size_of(s), size_of(s));
  insert(p.delassus, v, 0, rows);
  insert(p.delassus, v, rows, 0, true);
  insert(p.delassus, r, rows, rows);
  append(p.offset, s);
  p.delassus.rows = p.delassus.columns = size_of(p.offset);
  return contact_rows;
}

// Reads mass matrix M, Jacobian H, forces f and offsets w, and G and b if there are equality rows. Returns the number
// of rows of contacts.
std::size_t read_global(const Datasets& file, const std::string& root, FclibProblem& p) {
  p.force = file.numbers(root + "/vectors/f");
  p.offset = file.numbers(root + "/vectors/w");
  p.mass = read_matrix(file, root + "/M");
  p.jacobian = read_matrix(file, root + "/H");
  const std::int32_t freedoms = size_of(p.force), rows = size_of(p.offset);
  require_shape(file, root + "/M", p.mass, freedoms, freedoms);
  require_shape(file, root + "/H", p.jacobian, freedoms, rows);
  const auto contact_rows = p.offset.size();
  if (!file.has(root + "/G")) return contact_rows;
  const auto b = file.numbers(root + "/vectors/b");
  const auto g = read_matrix(file, root + "/G");
  require_shape(file, root + "/G", g, freedoms, size_of(b));
  insert(p.jacobian, g, 0, rows);
  append(p.offset, b);
  p.jacobian.columns = size_of(p.offset);
  return contact_rows;
}

std::vector<double> read_coefficients(const Datasets& file, const std::string& name) {
  auto values = file.numbers(name);
  constexpr double kMost = 1e150;  // squares must be finite
  for (const double x : values) {
    if (x < 0 || x > kMost) file.fail(fmt::format("{} holds {:g}, expected 0 to {:g}", name, x, kMost));
  }
  return values;
}

void read_bodies(const Datasets& file, FclibProblem& p) {
  p.radius = file.numbers("/talus/radius");
  const auto place = file.numbers("/talus/position", 3);
  p.body_a = file.integers("/talus/body_a");
  p.body_b = file.integers("/talus/body_b");
  const auto step = file.numbers("/talus/step");
  const std::size_t n = p.num_bodies();
  if (6 * n != static_cast<std::size_t>(p.mass.rows) || place.size() != 3 * n) {
    file.fail(fmt::format("/talus names {} bodies, M has {} rows", n, p.mass.rows));
  }
  if (std::any_of(p.radius.begin(), p.radius.end(), [](double r) { return r <= 0; }))
    file.fail("a radius is not positive");
  for (std::size_t b = 0; b < n; ++b) p.position.emplace_back(place[3 * b], place[3 * b + 1], place[3 * b + 2]);
  if (p.body_a.size() != p.num_contacts() || p.body_b.size() != p.num_contacts()) {
    file.fail("/talus/body_a or body_b does not have one entry a contact");
  }
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const auto a = p.body_a[c], b = p.body_b[c], fixed = static_cast<std::int32_t>(n);
    if (a < 0 || b < 0 || a > fixed || b > fixed || a == b)
      file.fail(fmt::format("contact {} has impossible bodies", c));
  }
  if (step.size() != 1 || step[0] <= 0) file.fail("/talus/step is not one positive number");
  const std::size_t equalities = p.offset.size() - p.num_contact_rows();
  if (file.has("/talus/lower")) {
    p.lower = file.numbers("/talus/lower");
    p.upper = file.numbers("/talus/upper");
    bool fits = p.lower.size() == equalities && p.upper.size() == equalities;
    for (std::size_t i = 0; fits && i < equalities; ++i) fits = p.lower[i] <= p.upper[i];
    if (!fits) file.fail("/talus/lower and upper are not bounds of the equality rows");
  }
  if (file.has("/talus/compliance")) {
    p.compliance = file.numbers("/talus/compliance");
    append(p.compliance, file.numbers("/talus/equality_compliance"));
    const bool fits = p.compliance.size() == p.offset.size() &&
                      std::all_of(p.compliance.begin(), p.compliance.end(), [](double c) { return c >= 0; });
    if (!fits) file.fail("/talus/compliance is not one number >= 0 a row");
  }
  p.step = step[0];
}

FclibProblem read(const std::filesystem::path& path) {
  const Datasets file(path);
  FclibProblem p;
  p.source = path.string();
  std::string root;
  for (const char* name : {"/fclib_local", "/fclib_global", "/fclib_global_rolling"}) {
    if (file.has(name)) root = name;
  }
  if (root.empty()) file.fail("holds no problem of FCLib (fclib_local, fclib_global, fclib_global_rolling)");
  p.dimension = file.integer(root + "/spacedim");
  if (p.dimension != 2 && p.dimension != 3 && p.dimension != 5 && p.dimension != 6) {
    file.fail(fmt::format("{} rows per contact: must be 2, 3, 5 or 6", p.dimension));
  }
  const std::size_t rows = root == "/fclib_local" ? read_local(file, root, p) : read_global(file, root, p);
  p.mu = read_coefficients(file, root + "/vectors/mu");
  if (p.dimension >= 5) p.mu_r = read_coefficients(file, root + "/vectors/mu_r");
  if (p.dimension == 6) p.mu_s = read_coefficients(file, root + "/vectors/mu_s");
  const auto contacts = p.num_contacts();
  if (p.num_contact_rows() != rows || (p.dimension >= 5 && p.mu_r.size() != contacts) ||
      (p.dimension == 6 && p.mu_s.size() != contacts)) {
    file.fail("the coefficients of friction do not fit the number of contacts");
  }
  if (!p.local && file.has("/talus")) read_bodies(file, p);
  if (file.has("/guesses") && file.has("/guesses/1")) {
    p.guess = file.numbers("/guesses/1/r");
    if (p.offset.size() > rows) append(p.guess, file.numbers("/guesses/1/l"));
    if (p.guess.size() != p.offset.size()) file.fail("/guesses/1 does not have one multiplier a row");
  }
  return p;
}

// Writes datasets as FCLib's own reader wants them: one-dimensional, int32 or float64, each in a group made before.
class Writer {
 public:
  explicit Writer(const std::filesystem::path& file) : name_(file.string()), file_(open_hdf5(file, H5F_ACC_TRUNC)) {}
  void group(const std::string& name) {
    const Handle made(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    require(made >= 0);
  }
  void integers(const std::string& name, const std::vector<std::int32_t>& values) {
    write(name, H5T_NATIVE_INT32, values.size(), values.data());
  }
  void numbers(const std::string& name, const std::vector<double>& values) {
    write(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
  }
  // Triplets; of columns [first, first + columns) and rows from `first_row` on.
  void matrix(const std::string& name, const SparseMatrix& a, std::int32_t first_row, std::int32_t rows,
              std::int32_t first, std::int32_t columns) {
    std::vector<std::int32_t> p, i;
    std::vector<double> x;
    for (std::size_t k = 0; k < a.value.size(); ++k) {
      const std::int32_t row = a.row[k] - first_row, column = a.column[k] - first;
      if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
      i.push_back(row);
      p.push_back(column);
      x.push_back(a.value[k]);
    }
    group(name);
    const auto count = size_of(x);
    for (const auto& [key, value] : {std::pair{"nzmax", count}, {"m", rows}, {"n", columns}, {"nz", count}}) {
      integers(name + "/" + key, {value});
    }
    integers(name + "/p", p);
    integers(name + "/i", i);
    numbers(name + "/x", x);
  }
  void close() { require(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0 && file_.close() >= 0); }

 private:
  void require(bool success) const {
    if (!success) throw IoError(name_ + ": cannot be written");
  }
  void write(const std::string& name, hid_t type, hsize_t count, const void* from) {
    const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const Handle set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    require(set >= 0 && (count == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, from) >= 0));
  }

  std::string name_;
  Handle file_;
};

void write_local(Writer& out, const std::string& root, const FclibProblem& p, std::int32_t rows,
                 std::int32_t equalities) {
  out.matrix(root + "/W", p.delassus, 0, rows, 0, rows);
  if (equalities == 0) return;
  out.matrix(root + "/V", p.delassus, 0, rows, rows, equalities);
  out.matrix(root + "/R", p.delassus, rows, equalities, rows, equalities);
}

void write_global(Writer& out, const std::string& root, const FclibProblem& p, std::int32_t rows,
                  std::int32_t equalities) {
  out.matrix(root + "/M", p.mass, 0, p.mass.rows, 0, p.mass.columns);
  out.matrix(root + "/H", p.jacobian, 0, p.jacobian.rows, 0, rows);
  if (equalities > 0) out.matrix(root + "/G", p.jacobian, 0, p.jacobian.rows, rows, equalities);
  out.numbers(root + "/vectors/f", p.force);
}

void write_all(const std::filesystem::path& path, const FclibProblem& p, const FclibSolution& solution) {
  Writer out(path);
  const std::string root = p.local ? "/fclib_local" : p.dimension < 5 ? "/fclib_global" : "/fclib_global_rolling";
  const auto rows = static_cast<std::int32_t>(p.num_contact_rows()), equalities = size_of(p.offset) - rows;
  out.group(root);
  out.integers(root + "/spacedim", {p.dimension});
  out.group(root + "/vectors");
  const auto middle = p.offset.begin() + rows;
  out.numbers(root + (p.local ? "/vectors/q" : "/vectors/w"), {p.offset.begin(), middle});
  if (equalities > 0) out.numbers(root + (p.local ? "/vectors/s" : "/vectors/b"), {middle, p.offset.end()});
  out.numbers(root + "/vectors/mu", p.mu);
  if (p.dimension >= 5) out.numbers(root + "/vectors/mu_r", p.mu_r);
  if (p.dimension == 6) out.numbers(root + "/vectors/mu_s", p.mu_s);
  p.local ? write_local(out, root, p, rows, equalities) : write_global(out, root, p, rows, equalities);
  out.group("/solution");
  out.numbers("/solution/u", solution.u);
  out.numbers("/solution/r", solution.r);
  if (!p.local) out.numbers("/solution/v", solution.v);
  if (equalities > 0) out.numbers("/solution/l", solution.l);
  out.close();
}

}  // namespace

FclibProblem read_fclib(const std::filesystem::path& path) {
  probe(path, [&path] { read(path); });
  return read(path);
}

void write_fclib(const std::filesystem::path& path, const FclibProblem& problem, const FclibSolution& solution) {
  require_no_link(path);
  const std::filesystem::path unfinished = path.string() + ".unfinished";
  write_all(unfinished, problem, solution);
  std::filesystem::rename(unfinished, path);
}

}  // namespace talus::io
