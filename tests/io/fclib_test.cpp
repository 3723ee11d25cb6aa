// Reading of stored contact problems: N and r against dense algebra written down here, the three sparse layouts against
// each other, and 2000 damaged copies of a file, each of which must end in one line.

#include "io/hdf5/fclib.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Dense>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>

#include "base/error.hpp"
#include "io/hdf5/probe.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;
using io::FclibProblem;
using Dense = Eigen::MatrixXd;

// A folder that lives as long as the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / fmt::format("talus-fclib-{}", getpid())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

io::SparseMatrix sparse(const Dense& a) {
  io::SparseMatrix m;
  m.rows = static_cast<std::int32_t>(a.rows());
  m.columns = static_cast<std::int32_t>(a.cols());
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      if (a(i, j) != 0) m.row.push_back(i), m.column.push_back(j), m.value.push_back(a(i, j));
    }
  }
  return m;
}

std::vector<double> plain(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

// N of a matrix problem held on one rank.
Dense dense(const problem::MatrixProblem& m) {
  Dense n = Dense::Zero(static_cast<int>(m.num_rows()), static_cast<int>(m.num_rows()));
  for (std::size_t c = 0; c < m.num_blocks(); ++c) {
    for (auto k = static_cast<std::size_t>(m.entry_start[c]); k < static_cast<std::size_t>(m.entry_start[c + 1]); ++k) {
      const double* value = m.value.data() + m.value_start[k];
      for (int i = 0; i < m.sets[c].rows; ++i) {
        for (int j = 0; j < m.column_rows[k]; ++j) {
          n(m.row_start[c] + i, m.row_start[static_cast<std::size_t>(m.column[k])] + j) = *value++;
        }
      }
    }
  }
  return n;
}

// H' M^-1 H + C of the freedoms that came with it.
Dense by_freedoms(const problem::Freedoms& f) {
  Dense mass = Dense::Zero(f.total, f.total), h = Dense::Zero(f.total, std::ssize(f.compliance));
  for (std::size_t k = 0; k < f.mass.size(); ++k) mass(f.mass_row[k], f.mass_column[k]) += f.mass[k];
  for (std::size_t i = 0; i < f.compliance.size(); ++i) {
    for (auto k = f.start[i]; k < f.start[i + 1]; ++k)
      h(f.freedom[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(i)) = f.value[static_cast<std::size_t>(k)];
  }
  return h.transpose() * mass.inverse() * h +
         Dense(Eigen::Map<const Eigen::VectorXd>(f.compliance.data(), h.cols()).asDiagonal());
}

// A global problem of three contacts and one equality row; M symmetric, not diagonal.
struct Global {
  Dense m, h;
  Eigen::VectorXd f, w;
  FclibProblem stored;

  explicit Global(int dimension) {
    std::srand(static_cast<unsigned>(dimension));
    const int rows = 3 * dimension + 1, freedoms = 14;
    const Dense root = Dense::Random(freedoms, freedoms);
    m = root * root.transpose() + Dense::Identity(freedoms, freedoms);
    h = Dense::Random(freedoms, rows);
    h.block(0, 0, 7, dimension).setZero();
    f = Eigen::VectorXd::Random(freedoms);
    w = Eigen::VectorXd::Random(rows);
    stored.dimension = dimension;
    stored.mass = sparse(m);
    stored.jacobian = sparse(h);
    stored.force = plain(f);
    stored.offset = plain(w);
    stored.mu = {0.1, 0.2, 0.3};
    if (dimension >= 5) stored.mu_r = {0.01, 0.02, 0.03};
    if (dimension == 6) stored.mu_s = {0.001, 0.002, 0.003};
  }
  Dense n() const { return h.transpose() * m.inverse() * h; }
  Eigen::VectorXd r() const { return h.transpose() * m.inverse() * f + w; }
};

class Fclib : public testing::TestWithParam<int> {};

TEST_P(Fclib, GlobalIsThatOfDenseAlgebra) {
  const Folder folder;
  const Global global(GetParam());
  const Eigen::VectorXd g = Eigen::VectorXd::Random(global.w.size()), u = global.n() * g + global.r();
  const auto solution = io::stored_solution(global.stored, plain(g), plain(u));
  const Eigen::VectorXd v = global.m.inverse() * (global.h * g + global.f);
  EXPECT_LE((Eigen::Map<const Eigen::VectorXd>(solution.v.data(), v.size()) - v).norm(), 1e-12 * v.norm());
  EXPECT_EQ(solution.l.size(), 1u);
  io::write_fclib(folder / "global.hdf5", global.stored, solution);
  const auto read = io::read_fclib(folder / "global.hdf5");
  EXPECT_EQ(read.dimension, GetParam());
  EXPECT_EQ(read.mu, global.stored.mu);
  EXPECT_EQ(read.mu_r, global.stored.mu_r);
  EXPECT_EQ(read.mu_s, global.stored.mu_s);
  const auto problem = io::matrix_problem(read);
  EXPECT_LE((dense(problem) - global.n()).norm(), 1e-12 * global.n().norm());
  EXPECT_LE((Eigen::Map<const Eigen::VectorXd>(problem.offset.data(), global.w.size()) - global.r()).norm(),
            1e-12 * global.r().norm());
  EXPECT_LE((by_freedoms(problem.freedoms) - global.n()).norm(), 1e-12 * global.n().norm());
  ASSERT_EQ(problem.num_blocks(), 4u);
  EXPECT_EQ(problem.sets[3].kind, problem::SetKind::free);
  EXPECT_LE(io::symmetry_of(read).asymmetry, 1e-15);
  auto half = read;
  for (std::size_t k = 0; k < half.mass.value.size(); ++k)
    half.mass.value[k] *= half.mass.row[k] < half.mass.column[k] ? 0 : 1;
  EXPECT_TRUE(io::symmetry_of(half).one_triangle);
  EXPECT_LE((dense(io::matrix_problem(half)) - global.n()).norm(), 1e-12 * global.n().norm());
  EXPECT_LE((by_freedoms(io::matrix_problem(half).freedoms) - global.n()).norm(), 1e-12 * global.n().norm());
  EXPECT_LE(io::mismatch(half, plain(g), plain(u)), 1e-12 * u.norm());
  auto skew = read;
  for (std::size_t k = 0; k < skew.mass.value.size(); ++k)
    skew.mass.value[k] *= skew.mass.row[k] < skew.mass.column[k] ? 1.1 : 1;
  EXPECT_EQ(io::matrix_problem(skew).freedoms.total, 0);
}

// The same problem once more, reduced to its rows.
TEST_P(Fclib, LocalIsThatOfDenseAlgebra) {
  const Folder folder;
  const Global global(GetParam());
  FclibProblem local = global.stored;
  local.local = true;
  local.delassus = sparse(global.n());
  local.offset = plain(global.r());
  io::write_fclib(folder / "local.hdf5", local, {});
  const auto problem = io::matrix_problem(io::read_fclib(folder / "local.hdf5"));
  EXPECT_LE((dense(problem) - global.n()).norm(), 1e-12 * global.n().norm());
  EXPECT_EQ(problem.offset, local.offset);
}

INSTANTIATE_TEST_SUITE_P(RowsAContact, Fclib, testing::Values(2, 3, 5, 6));

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::optional<fs::path> stored_file(const std::string& name) {
  const char* folder = std::getenv("TALUS_FCLIB");
  if (!folder) return {};
  return fs::path(folder) / name;
}

// All real local files hold compressed rows: such a file with nz = -1 instead of -2 is the same matrix, transposed.
TEST(FclibFile, CompressedColumnsAreThatOfCompressedRows) {
  const auto file = stored_file("RFC3D_sphere_1.hdf5");
  if (!file) GTEST_SKIP() << "TALUS_FCLIB, the folder of stored problems, is not set";
  const Folder folder;
  const std::string bytes = bytes_of(*file);
  const auto rows = io::read_fclib(*file);
  const std::string as_rows{"\xfe\xff\xff\xff", 4};
  int changed = 0;  // one of the -2 in the file is nz
  for (auto place = bytes.find(as_rows); place != std::string::npos; place = bytes.find(as_rows, place + 4)) {
    std::string copy = bytes;
    copy[place] = '\xff';
    std::ofstream(folder / "columns.hdf5", std::ios::binary) << copy;
    try {
      const auto columns = io::read_fclib(folder / "columns.hdf5");
      if (columns.delassus.row == rows.delassus.row) continue;
      ++changed;
      EXPECT_EQ(columns.delassus.row, rows.delassus.column);
      EXPECT_EQ(columns.delassus.column, rows.delassus.row);
      EXPECT_EQ(columns.delassus.value, rows.delassus.value);
    } catch (const Error&) {
    }
  }
  EXPECT_EQ(changed, 1);
}

// Cuts and flipped bits: each copy is read, refused or found damaged, in one line; never a crash or an endless wait.
TEST(FclibFile, DamagedCopiesEndInOneLine) {
  const Folder folder;
  const Global global(5);
  io::write_fclib(folder / "whole.hdf5", global.stored, {});
  const std::string whole = bytes_of(folder / "whole.hdf5");
  std::mt19937_64 random(7);
  int read = 0, refused = 0, damaged = 0;
  for (int n = 0; n < 2000; ++n) {
    std::string copy = whole;
    if (n % 4 == 0) {
      copy.resize(random() % copy.size());
    } else {
      for (auto flips = 1 + random() % (n % 4 == 1 ? 1 : 16); flips > 0; --flips) {
        copy[random() % copy.size()] ^= static_cast<char>(1 << random() % 8);
      }
    }
    const fs::path file = folder / "damaged.hdf5";
    std::ofstream(file, std::ios::binary) << copy;
    try {
      io::matrix_problem(io::read_fclib(file));
      ++read;
    } catch (const Error& e) {
      ++(e.code() == Exit::usage ? refused : damaged);
      EXPECT_TRUE(e.code() == Exit::usage || e.code() == Exit::io);
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    }
  }
  fmt::print("{} read, {} refused, {} damaged\n", read, refused, damaged);
  EXPECT_GT(refused, 100);
  EXPECT_GT(damaged, 100);
}

TEST(Probe, CrashAndEndlessReadAreDamage) {
  EXPECT_NO_THROW(io::probe("file", [] { throw InputError("does not count"); }));
  EXPECT_THROW(io::probe("file", [] { std::abort(); }), IoError);
  EXPECT_THROW(io::probe("file", [] { *static_cast<volatile int*>(nullptr) = 1; }), IoError);
  EXPECT_THROW(io::probe(
                   "file",
                   [] {
                     for (;;) usleep(1000);
                   },
                   0.05),
               IoError);
}

}  // namespace
}  // namespace talus
