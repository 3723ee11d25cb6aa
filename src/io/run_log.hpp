#pragma once
// The log of a run, log.jsonl: one JSON object per line about the start of each session, its progress now and then,
// each warning, and its end. Lines are only ever added, so that other programs can follow a run while it writes.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/json.hpp"

namespace talus::io {

// All *not collective*: the root's.
class RunLog {
 public:
  RunLog() = default;
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;
  ~RunLog();

  // Opens the file behind its last line; makes it if need be. Throws IoError where that fails.
  void open(const std::filesystem::path& file);
  // Adds a line with the event, the clock's time (s since 1970) and the entries. Does nothing before open(). A line
  // that cannot be written does not end a run: the files that hold results do.
  void add(const std::string& event, Json entries);

 private:
  int file_ = -1;
};

// The members of one line by name, as text.
using LogLine = std::map<std::string, std::string>;

// *Not collective.* All lines in their order; one that a crash has cut short is left out. Empty if there is no such
// file.
std::vector<LogLine> read_log(const std::filesystem::path& file);

}  // namespace talus::io
