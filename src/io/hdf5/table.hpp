#pragma once
// A growing table of numbers in an HDF5 file, a dataset a column with its unit, for one rank alone. The file is open
// only while a batch of rows goes into it: HDF5 would keep ever more of an open one in memory, and who reads it finds
// it whole.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "observe/column.hpp"

namespace talus::io {

class Table {
 public:
  // Begins the file anew. All members throw IoError; a write that fails ends all ranks.
  Table(const std::filesystem::path& path, std::vector<observe::Column> columns, const std::string& run);

  void append(std::span<const double> row);
  void flush();  // what was not flushed is not in the file

 private:
  std::filesystem::path path_;
  std::vector<observe::Column> columns_;
  std::vector<double> rows_;  // not yet in the file
};

// *Not collective.* The rows of a file that this run has written; none of another or of one that is damaged.
std::vector<std::vector<double>> read_table(const std::filesystem::path& path,
                                            const std::vector<observe::Column>& columns, const std::string& run);

}  // namespace talus::io
