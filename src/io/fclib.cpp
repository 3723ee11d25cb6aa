#include "io/fclib.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "io/hdf5.hpp"

namespace talus::io {
namespace {

constexpr double kRoundTolerance = 1e-12;

// Deflate, the strongest filter of these files, stores at least one byte for 1032: what claims more is damaged.
constexpr hsize_t kMostCompression = 1032;

// Datasets of an FCLib file: int32 or float64, often compressed.
class Datasets {
 public:
  explicit Datasets(const std::filesystem::path& file) : name_(file.string()), file_(open(file)) {}

  [[noreturn]] void fail(const std::string& what) const { throw IoError(fmt::format("{}: {}", name_, what)); }

  bool has(const std::string& group) const { return H5Lexists(file_, group.c_str(), H5P_DEFAULT) > 0; }

  // All rows of a dataset of `width` columns.
  std::vector<double> numbers(const std::string& name, std::size_t width = 1) const {
    const auto values = read<double>(name, H5T_NATIVE_DOUBLE, width);
    if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) {
      fail(name + " holds a number that is not finite");
    }
    return values;
  }
  std::vector<std::int32_t> integers(const std::string& name) const {
    return read<std::int32_t>(name, H5T_NATIVE_INT32, 1);
  }
  std::int32_t integer(const std::string& name) const {
    const auto values = integers(name);
    if (values.size() != 1) fail(name + " is not one integer");
    return values[0];
  }

 private:
  static Handle open(const std::filesystem::path& file) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // our messages, not HDF5's stack
    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (id < 0) throw IoError(fmt::format("{}: cannot be opened as an HDF5 file (missing or damaged)", file.string()));
    return {id, H5Fclose};
  }

  template <class T>
  std::vector<T> read(const std::string& name, hid_t type, std::size_t width) const {
    const Handle dataset(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (dataset < 0) fail("has no dataset " + name);
    const Handle space(H5Dget_space(dataset), H5Sclose), stored(H5Dget_type(dataset), H5Tclose);
    if (space < 0 || stored < 0) fail("dataset " + name + " is damaged");
    if (H5Tget_class(stored) != H5Tget_class(type) || H5Tget_size(stored) != sizeof(T)) {
      fail("dataset " + name + " is of a wrong type");
    }
    hsize_t extent[2] = {0, 1};
    const int rank = width > 1 ? 2 : 1;
    if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, extent, nullptr) < 0 ||
        extent[1] != width || extent[0] > std::numeric_limits<std::int32_t>::max()) {
      fail("dataset " + name + " has a wrong shape");
    }
    const hsize_t count = extent[0] * extent[1];
    if (count * sizeof(T) / kMostCompression > H5Dget_storage_size(dataset)) fail("dataset " + name + " is shorter than it says");
    std::vector<T> values(count);
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) fail("cannot read " + name);
    return values;
  }

  std::string name_;
  Handle file_;
};

// Triplets only; there `p` holds the column and `i` the row.
SparseMatrix read_matrix(const Datasets& file, const std::string& group) {
  SparseMatrix a;
  a.rows = file.integer(group + "/m");
  a.columns = file.integer(group + "/n");
  const auto count = file.integer(group + "/nz"), most = file.integer(group + "/nzmax");
  if (count < 0) file.fail(group + " is not stored as triplets");
  if (a.rows < 0 || a.columns < 0 || count > most) file.fail(group + " has impossible sizes");
  a.column = file.integers(group + "/p");
  a.row = file.integers(group + "/i");
  a.value = file.numbers(group + "/x");
  const auto n = static_cast<std::size_t>(count);
  if (a.column.size() < n || a.row.size() < n || a.value.size() < n) file.fail(group + " holds fewer entries than it says");
  a.column.resize(n);
  a.row.resize(n);
  a.value.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    if (a.row[k] < 0 || a.row[k] >= a.rows || a.column[k] < 0 || a.column[k] >= a.columns) {
      file.fail(fmt::format("{}: entry {} lies outside of the matrix", group, k));
    }
  }
  return a;
}

std::vector<double> read_coefficients(const Datasets& file, const std::string& name, std::size_t count) {
  const auto values = file.numbers(name);
  if (values.size() != count) file.fail(fmt::format("{} has {} values for {} contacts", name, values.size(), count));
  if (std::any_of(values.begin(), values.end(), [](double x) { return x < 0; })) file.fail(name + " holds a negative value");
  return values;
}

void read_bodies(const Datasets& file, FclibProblem& p) {
  if (!file.has("/talus")) file.fail("has no group /talus, which says what the bodies are");
  p.radius = file.numbers("/talus/radius");
  const auto place = file.numbers("/talus/position", 3);
  p.body_a = file.integers("/talus/body_a");
  p.body_b = file.integers("/talus/body_b");
  const auto step = file.numbers("/talus/step");
  const std::size_t n = p.num_bodies();
  if (6 * n != static_cast<std::size_t>(p.mass.rows) || place.size() != 3 * n) {
    file.fail(fmt::format("/talus names {} bodies, M has {} rows", n, p.mass.rows));
  }
  if (std::any_of(p.radius.begin(), p.radius.end(), [](double r) { return r <= 0; })) file.fail("a radius is not positive");
  for (std::size_t b = 0; b < n; ++b) p.position.emplace_back(place[3 * b], place[3 * b + 1], place[3 * b + 2]);
  if (p.body_a.size() != p.num_contacts() || p.body_b.size() != p.num_contacts()) {
    file.fail("/talus/body_a or body_b does not have one entry a contact");
  }
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const auto a = p.body_a[c], b = p.body_b[c], fixed = static_cast<std::int32_t>(n);
    if (a < 0 || b < 0 || a > fixed || b > fixed || a == b) file.fail(fmt::format("contact {} has impossible bodies", c));
  }
  if (step.size() != 1 || step[0] <= 0) file.fail("/talus/step is not one positive number");
  p.step = step[0];
}

// What one contact's columns of H hold: [side: A, B][row of the contact][linear x y z, angular x y z].
using Block = std::array<std::array<std::array<double, 6>, 6>, 2>;

std::vector<Block> contact_blocks(const FclibProblem& p) {
  std::vector<Block> blocks(p.num_contacts(), Block{});
  const auto& h = p.jacobian;
  for (std::size_t k = 0; k < h.value.size(); ++k) {
    const auto contact = static_cast<std::size_t>(h.column[k] / p.dimension);
    const auto body = h.row[k] / 6;
    const bool of_a = body == p.body_a[contact];
    if (!of_a && body != p.body_b[contact]) {
      throw IoError(fmt::format("{}: contact {} acts on body {}, which is not one of its two", p.source, contact, body));
    }
    const auto row = static_cast<std::size_t>(h.column[k] % p.dimension), dof = static_cast<std::size_t>(h.row[k] % 6);
    blocks[contact][of_a ? 0 : 1][row][dof] += h.value[k];
  }
  return blocks;
}

Vec3 linear(const std::array<double, 6>& row) { return {row[0], row[1], row[2]}; }
Vec3 angular(const std::array<double, 6>& row) { return {row[3], row[4], row[5]}; }

// One contact taken from its columns of H and held against the round form, in which A's entries mirror B's:
// a force row e acts on B by e at the arm -arm_b n, so by -arm_b n x e; an angular row acts by e.
class RoundForm {
 public:
  RoundForm(const FclibProblem& p, const Block& block, std::size_t contact) : rows_(static_cast<std::size_t>(p.dimension)) {
    const auto fixed = static_cast<std::int32_t>(p.num_bodies());
    a_moves_ = p.body_a[contact] != fixed;
    b_moves_ = p.body_b[contact] != fixed;
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto part = row < 3 ? linear : angular;
      direction_[row] = b_moves_ ? part(block[1][row]) : Vec3(-part(block[0][row]));
    }
    const Vec3 lever = direction_[0].cross(direction_[1]);
    if (a_moves_) arm_a_ = -lever.dot(angular(block[0][1]));
    if (b_moves_) arm_b_ = -lever.dot(angular(block[1][1]));
    holds_ = orthonormal(0, 1, 2) && (rows_ == 3 || (orthonormal(5, 3, 4) && near(direction_[5], direction_[0], 1)));
    for (std::size_t row = 0; row < rows_; ++row) {
      holds_ = holds_ && (!a_moves_ || matches(block[0][row], row, -1, arm_a_)) &&
               (!b_moves_ || matches(block[1][row], row, 1, arm_b_));
    }
  }

  bool holds() const { return holds_; }
  const Vec3& direction(std::size_t row) const { return direction_[row]; }
  double arm_a() const { return arm_a_; }
  double arm_b() const { return arm_b_; }

 private:
  static bool near(const Vec3& x, const Vec3& y, double scale) {
    return (x - y).cwiseAbs().maxCoeff() <= kRoundTolerance * scale;
  }
  bool orthonormal(std::size_t n, std::size_t t, std::size_t s) const {
    const Vec3 &x = direction_[n], &y = direction_[t], &z = direction_[s];
    return near({x.norm(), y.norm(), z.norm()}, Vec3::Ones(), 1) && near({x.dot(y), y.dot(z), z.dot(x)}, Vec3::Zero(), 1);
  }
  bool matches(const std::array<double, 6>& entries, std::size_t row, double sign, double arm) const {
    const Vec3& e = direction_[row];
    if (row >= 3) return near(linear(entries), Vec3::Zero(), 1) && near(angular(entries), sign * e, 1);
    const Vec3 turn = row == 0 ? Vec3(Vec3::Zero()) : Vec3(-arm * direction_[0].cross(e));
    return near(linear(entries), sign * e, 1) && near(angular(entries), turn, std::abs(arm));
  }

  std::size_t rows_;
  bool a_moves_, b_moves_, holds_ = false;
  std::array<Vec3, 6> direction_;
  double arm_a_ = 0, arm_b_ = 0;
};

std::vector<double> diagonal(const FclibProblem& p) {
  const auto& m = p.mass;
  std::vector<double> entries(static_cast<std::size_t>(m.rows), 0.0);
  for (std::size_t k = 0; k < m.value.size(); ++k) {
    if (m.row[k] == m.column[k]) {
      entries[static_cast<std::size_t>(m.row[k])] += m.value[k];
    } else if (m.value[k] != 0) {
      throw IoError(p.source + ": M is not diagonal");
    }
  }
  return entries;
}

// v_free = M^-1 f.
problem::ProblemBody free_body(const FclibProblem& p, const std::vector<double>& masses, std::size_t body) {
  const double* m = masses.data() + 6 * body;
  const double* f = p.force.data() + 6 * body;
  for (int i = 0; i < 6; ++i) {
    const double of_axis_x = m[i / 3 * 3];
    if (!(m[i] > 0) || std::abs(m[i] - of_axis_x) > kRoundTolerance * of_axis_x) {
      throw IoError(fmt::format("{}: the masses of body {} are not those of a round body", p.source, body));
    }
  }
  return {Vec3(f[0] / m[0], f[1] / m[1], f[2] / m[2]), Vec3(f[3] / m[3], f[4] / m[4], f[5] / m[5]), 1 / m[0], 1 / m[3]};
}

RoundForm round_form(const FclibProblem& p, const Block& block, std::size_t contact) {
  RoundForm form(p, block, contact);
  if (!form.holds()) throw IoError(fmt::format("{}: contact {} is not one of round bodies", p.source, contact));
  return form;
}

}  // namespace

FclibProblem read_fclib(const std::filesystem::path& path) {
  const Datasets file(path);
  FclibProblem p;
  p.source = path.string();
  const bool rolls = file.has("/fclib_global_rolling");
  if (!rolls && !file.has("/fclib_global")) file.fail("holds no global problem of FCLib");
  const std::string root = rolls ? "/fclib_global_rolling" : "/fclib_global";
  p.dimension = file.integer(root + "/spacedim");
  if (p.dimension != (rolls ? 6 : 3)) file.fail(fmt::format("{} rows a contact are not read", p.dimension));
  if (file.has(root + "/G")) file.fail("has equality rows (G), which are not read");
  p.mass = read_matrix(file, root + "/M");
  p.jacobian = read_matrix(file, root + "/H");
  p.force = file.numbers(root + "/vectors/f");
  p.offset = file.numbers(root + "/vectors/w");
  if (p.mass.rows != p.mass.columns || p.jacobian.rows != p.mass.rows || p.jacobian.columns % p.dimension != 0 ||
      p.force.size() != static_cast<std::size_t>(p.mass.rows) ||
      p.offset.size() != static_cast<std::size_t>(p.jacobian.columns)) {
    file.fail("the sizes of M, H, f and w do not fit together");
  }
  const auto contacts = static_cast<std::size_t>(p.jacobian.columns / p.dimension);
  p.mu = read_coefficients(file, root + "/vectors/mu", contacts);
  if (rolls) p.mu_r = read_coefficients(file, root + "/vectors/mu_r", contacts);
  if (rolls) p.mu_s = read_coefficients(file, root + "/vectors/mu_s", contacts);
  read_bodies(file, p);
  return p;
}

problem::Problem round_problem(const FclibProblem& p) {
  problem::Problem problem;
  problem.step = p.step;
  problem.num_owned = problem.num_local = static_cast<LocalIndex>(p.num_bodies());
  const auto masses = diagonal(p);
  for (std::size_t b = 0; b < p.num_bodies(); ++b) problem.bodies.push_back(free_body(p, masses, b));
  problem.bodies.push_back({});  // the immovable one
  const auto blocks = contact_blocks(p);
  const auto rows = static_cast<std::size_t>(p.dimension);
  problem.contacts.reserve(p.num_contacts());
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const RoundForm form = round_form(p, blocks[c], c);
    for (std::size_t row = 1; row < rows; ++row) {
      if (p.offset[rows * c + row] != 0) {
        throw IoError(fmt::format("{}: contact {} has an offset w across the normal", p.source, c));
      }
    }
    problem.contacts.push_back({p.body_a[c], p.body_b[c], form.direction(0), form.arm_a(), form.arm_b(), p.offset[rows * c],
                                p.mu[c], rows > 3 ? p.mu_r[c] : 0, rows > 3 ? p.mu_s[c] : 0});
  }
  problem.class_end = {static_cast<LocalIndex>(p.num_contacts())};
  problem.start.resize(problem.contacts.size());
  return problem;
}

std::vector<Vec3> row_directions(const FclibProblem& p) {
  std::vector<Vec3> directions;
  directions.reserve(p.offset.size());
  const auto blocks = contact_blocks(p);
  for (std::size_t c = 0; c < p.num_contacts(); ++c) {
    const RoundForm form = round_form(p, blocks[c], c);
    for (std::size_t row = 0; row < static_cast<std::size_t>(p.dimension); ++row) directions.push_back(form.direction(row));
  }
  return directions;
}

}  // namespace talus::io
