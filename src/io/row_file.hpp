#pragma once
// CSV files that a run adds rows to. A checkpoint says which rows each of them has: a run that goes on from it finds
// exactly these bytes, or a file that is damaged or of another run.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/comm.hpp"

namespace talus::io {

// A file's bytes up to a checkpoint, header and rows.
struct RowsMark {
  std::string file;  // its name in the folder
  std::int64_t bytes = 0;
  std::uint32_t crc = 0;  // CRC-32 of zlib
};

// Where the streams of a run go on.
struct StreamStart {
  std::string run;             // the run's identity, which its HDF5 files carry
  std::int64_t step = 0;       // the step of the folder's checkpoint; 0: files begin
  std::vector<RowsMark> rows;  // what that checkpoint says of files

  const RowsMark* mark_of(const std::filesystem::path& file) const;
};

// All members *not collective*; they throw IoError.
class RowFile {
 public:
  RowFile(std::filesystem::path file, std::string header);

  // Opens the file behind the rows of the start; without them a new file begins, and one that is in the way is set
  // aside. Throws where the file does not hold these rows.
  void open(const StreamStart& start);
  bool holds(const RowsMark& mark) const;  // as its first bytes
  void begin();                            // with nothing but the header
  void go_on(const RowsMark& mark);        // behind these rows, which it holds
  void append(const std::string& line);    // with its end
  void flush();                            // to the file
  void sync();                             // to the disk; throws if somebody has removed the file, too
  RowsMark mark() const;                   // of all rows so far
  const std::filesystem::path& path() const { return path_; }
  const std::string& notice() const { return notice_; }  // what a user is to be told of the start
  void notice(const std::string& text) { notice_ = text; }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  std::string header_, notice_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  RowsMark mark_;
};

// *Collective.* The root's, on all ranks.
RowsMark shared(const comm::Comm& comm, RowsMark mark);

}  // namespace talus::io
