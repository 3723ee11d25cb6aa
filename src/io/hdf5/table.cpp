#include "io/hdf5/table.hpp"

#include "base/error.hpp"
#include "io/hdf5/hdf5.hpp"

namespace talus::io {
namespace {

constexpr hsize_t kChunkRows = 256;  // rows come to the file in batches of a chunk

}  // namespace

Table::Table(const std::filesystem::path& path, std::vector<observe::Column> columns)
    : path_(path), columns_(std::move(columns)) {
  auto file = Hdf5File::create(path_, comm::Comm::self());
  for (const auto& column : columns_) {
    file.make_growing(column.name, H5T_NATIVE_DOUBLE, 1, {.chunk_rows = kChunkRows, .compress = true}, column.unit, "");
  }
  file.close();
}

void Table::append(std::span<const double> row) {
  TALUS_REQUIRE(row.size() == columns_.size(), "columns of " + path_.string());
  rows_.insert(rows_.end(), row.begin(), row.end());
  if (rows_.size() >= kChunkRows * columns_.size()) flush();
}

void Table::flush() {
  if (rows_.empty()) return;
  const std::size_t width = columns_.size(), count = rows_.size() / width;
  auto file = Hdf5File::change(path_, comm::Comm::self());
  std::vector<double> values(count);
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t r = 0; r < count; ++r) values[r] = rows_[r * width + c];
    file.append(columns_[c].name, H5T_NATIVE_DOUBLE, 1, count, 0, count, values.data());
  }
  file.close();
  rows_.clear();
}

}  // namespace talus::io
