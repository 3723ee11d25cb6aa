#include "io/hdf5/table.hpp"

#include "base/error.hpp"
#include "io/hdf5/hdf5.hpp"

namespace talus::io {
namespace {

constexpr hsize_t kChunkRows = 1024;  // rows come to the file in batches of a chunk

}  // namespace

Table::Table(const std::filesystem::path& path, std::vector<observe::Column> columns, const std::string& run)
    : path_(path), columns_(std::move(columns)) {
  auto file = Hdf5File::create(path_, comm::Comm::self());
  for (const auto& column : columns_) {
    file.make_growing(column.name, H5T_NATIVE_DOUBLE, 1, {.chunk_rows = kChunkRows, .compress = true}, column.unit, "");
  }
  file.set_run(run);
  file.close();
}

std::vector<std::vector<double>> read_table(const std::filesystem::path& path,
                                            const std::vector<observe::Column>& columns, const std::string& run) {
  std::vector<std::vector<double>> rows;
  try {
    const auto file = Hdf5File::open_alone(path);
    if (file.run() != run) return {};
    rows.resize(file.rows(columns.front().name), std::vector<double>(columns.size()));
    std::vector<double> values(rows.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      file.read(columns[c].name, H5T_NATIVE_DOUBLE, 1, 0, values.size(), values.data());
      for (std::size_t r = 0; r < rows.size(); ++r) rows[r][c] = values[r];
    }
  } catch (const IoError&) {
    return {};
  }
  return rows;
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
