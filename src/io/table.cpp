#include "io/table.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/hdf5.hpp"

namespace talus::io {
namespace {

constexpr hsize_t kChunkRows = 256;  // rows come to the file in batches of a chunk

}  // namespace

struct Table::File {
  std::filesystem::path path;
  Handle file;
  std::vector<Handle> datasets;
  hsize_t rows = 0;

  // HDF5 would try again to write what it could not, at every close: the handles stay open until the process ends.
  [[noreturn]] void fail(const std::string& what) {
    for (auto& dataset : datasets) dataset.leak();
    file.leak();
    throw IoError(fmt::format("{}: {}", path.string(), what));
  }
  Handle check(hid_t id, Handle::Close closer, const std::string& what) {
    if (id < 0) fail(what);
    return {id, closer};
  }

  void add(const Column& column) {
    const hsize_t none = 0, endless = H5S_UNLIMITED;
    Handle space = check(H5Screate_simple(1, &none, &endless), H5Sclose, "cannot describe " + column.name);
    Handle storage = check(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot describe " + column.name);
    if (H5Pset_chunk(storage, 1, &kChunkRows) < 0 || H5Pset_fletcher32(storage) < 0) fail("cannot be given checksums");
    datasets.push_back(check(H5Dcreate2(file, column.name.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, storage, H5P_DEFAULT),
                             H5Dclose, "cannot create " + column.name));
    Handle text = check(H5Tcopy(H5T_C_S1), H5Tclose, "cannot describe " + column.name);
    H5Tset_size(text, column.unit.size());
    Handle scalar = check(H5Screate(H5S_SCALAR), H5Sclose, "cannot describe " + column.name);
    Handle unit = check(H5Acreate2(datasets.back(), "unit", text, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                        "cannot describe " + column.name);
    if (H5Awrite(unit, text, column.unit.data()) < 0) fail("cannot describe " + column.name);
  }

  // Rows [rows, rows + count) of one column.
  void extend(hid_t dataset, const std::vector<double>& values, const std::string& name) {
    const hsize_t count = values.size(), extent = rows + count;
    if (H5Dset_extent(dataset, &extent) < 0) fail("cannot write " + name);
    Handle space = check(H5Dget_space(dataset), H5Sclose, "cannot write " + name);
    Handle memory = check(H5Screate_simple(1, &count, nullptr), H5Sclose, "cannot write " + name);
    if (H5Sselect_hyperslab(space, H5S_SELECT_SET, &rows, nullptr, &count, nullptr) < 0 ||
        H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()) < 0) {
      fail("cannot write " + name);
    }
  }
};

Table::Table(const std::filesystem::path& path, std::vector<Column> columns) : path_(path), columns_(std::move(columns)) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // our messages, not HDF5's stack
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);  // all its metadata carry checksums
  constexpr std::size_t kBatches = 2;  // of a column in memory: one that is not full, and the next. HDF5 would keep a megabyte a column
  H5Pset_cache(access, 0, 2 * kBatches + 1, kBatches * kChunkRows * sizeof(double), 1);
  const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (id < 0) throw IoError(path.string() + ": cannot be created");
  file_ = std::make_unique<File>(File{path, {id, H5Fclose}, {}});
  for (const auto& column : columns_) file_->add(column);
}

Table::Table(Table&&) noexcept = default;
Table::~Table() = default;

void Table::append(std::span<const double> row) {
  TALUS_REQUIRE(row.size() == columns_.size(), "columns of " + path_.string());
  rows_.insert(rows_.end(), row.begin(), row.end());
  if (rows_.size() >= kChunkRows * columns_.size()) write_rows();
}

void Table::write_rows() {
  const std::size_t width = columns_.size(), count = rows_.size() / width;
  std::vector<double> values(count);
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < count; ++r) values[r] = rows_[r * width + c];
    file_->extend(file_->datasets[c], values, columns_[c].name);
  }
  file_->rows += count;
  rows_.clear();
}

void Table::flush() {
  if (!rows_.empty()) write_rows();
  if (H5Fflush(file_->file, H5F_SCOPE_GLOBAL) < 0) file_->fail("cannot be written out");
}

}  // namespace talus::io
