#pragma once
// A growing table of numbers in an HDF5 file, a dataset a column with its unit, for one rank alone.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace talus::io {

struct Column {
  std::string name, unit;  // unit: "1" for none
};

class Table {
 public:
  // Begins the file anew. All members throw IoError; after that nothing more can be written.
  Table(const std::filesystem::path& path, std::vector<Column> columns);
  Table(Table&&) noexcept;
  ~Table();  // what was not flushed may be lost

  void append(std::span<const double> row);
  void flush();

 private:
  void write_rows();
  struct File;

  std::filesystem::path path_;
  std::vector<Column> columns_;
  std::unique_ptr<File> file_;
  std::vector<double> rows_;  // not yet in the file
};

}  // namespace talus::io
