#pragma once
// The files of a time series: the same rows in a CSV file with units in its header and in an HDF5 file.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/comm.hpp"
#include "io/hdf5/table.hpp"
#include "io/row_file.hpp"

namespace talus::io {

class SeriesFile {
 public:
  // *Collective*; only the root writes, <stem>.csv and <stem>.h5. Rows behind the start are dropped: they will come
  // again. The CSV file is what counts: the other is made again from its rows, so that a run that was killed while
  // writing it can go on. A CSV file that is damaged or missing is restored from the other, if that has the same rows.
  SeriesFile(const comm::Comm& comm, const std::filesystem::path& stem, std::vector<observe::Column> columns,
             const StreamStart& start);
  SeriesFile(const SeriesFile&) = delete;
  SeriesFile& operator=(const SeriesFile&) = delete;

  void append(
      const std::vector<double>& row);  // *Not collective.* The root's row counts; a failure is kept for flush()
  void flush();                         // *Collective.* Throws if this or an append() before has failed
  RowsMark mark() const;                // *Collective.* Of the CSV file
  const std::string& notice() const { return file_.notice(); }  // what a user is to be told of the start

 private:
  void open(const StreamStart& start);
  bool restore(const RowsMark& mark, const std::string& run);
  void rebuild(const std::string& run);

  comm::Comm comm_;
  std::filesystem::path h5_;
  std::vector<observe::Column> columns_;
  RowFile file_;
  std::optional<Table> table_;
  std::string failure_;  // of the first write that failed
};

}  // namespace talus::io
