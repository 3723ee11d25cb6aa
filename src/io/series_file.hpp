#pragma once
// The files of a time series: the same rows in a CSV file with units in its header and in an HDF5 file.

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/comm.hpp"
#include "io/hdf5/table.hpp"

namespace talus::io {

class SeriesFile {
 public:
  // *Collective*; only the root writes, <stem>.csv and <stem>.h5. Continues existing files if `last_step` > 0; rows
  // behind that step and a row that was cut off are dropped: they will come again. (The CSV file is what counts: the
  // other is made again from its rows, so that a run that was killed while writing it can go on.)
  SeriesFile(const comm::Comm& comm, const std::filesystem::path& stem, std::vector<observe::Column> columns,
             std::int64_t last_step);
  ~SeriesFile();
  SeriesFile(const SeriesFile&) = delete;
  SeriesFile& operator=(const SeriesFile&) = delete;

  void append(
      const std::vector<double>& row);  // *Not collective.* The root's row counts; a failure is kept for flush()
  void flush();                         // *Collective.* Throws if this or an append() before has failed

 private:
  void open(std::int64_t last_step);
  [[noreturn]] void fail(int error) const;

  comm::Comm comm_;
  std::filesystem::path csv_, h5_;
  std::vector<observe::Column> columns_;
  std::FILE* file_ = nullptr;
  std::optional<Table> table_;
  std::string failure_;  // of the first write that failed
};

}  // namespace talus::io
