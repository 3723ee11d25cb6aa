#include "io/series_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/csv_rows.hpp"

namespace talus::io {
namespace {

std::string header_line(const std::vector<observe::Column>& columns) {
  std::string line;
  for (const auto& [name, unit] : columns) {
    line += fmt::format("{}{}{}", line.empty() ? "" : ",", name, unit == "1" ? "" : " [" + unit + "]");
  }
  return line + "\n";
}

// Numbers of a row, as few digits as bring them back.
std::string line_of(const std::vector<double>& row) {
  std::string line;
  for (double value : row) line += fmt::format("{}{}", line.empty() ? "" : ",", value);
  return line + "\n";
}

std::vector<double> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  for (const char* at = line.c_str(); *at;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at) return {};
    at = *end == ',' ? end + 1 : end;
  }
  return numbers;
}

}  // namespace

SeriesFile::SeriesFile(const comm::Comm& comm, const std::filesystem::path& stem, std::vector<observe::Column> columns,
                       std::int64_t last_step)
    : comm_(comm), csv_(stem.string() + ".csv"), h5_(stem.string() + ".h5"), columns_(std::move(columns)) {
  comm::agree(comm_, [&] {
    if (comm_.is_root()) open(last_step);
  });
}

void SeriesFile::open(std::int64_t last_step) {
  const std::string header = header_line(columns_);
  std::vector<std::vector<double>> rows;
  const auto take = [&](const std::string& line) {
    auto row = numbers_of(line);
    if (row.size() != columns_.size()) return false;
    rows.push_back(std::move(row));
    return true;
  };
  const auto kept = last_step > 0 && std::filesystem::exists(csv_) ? kept_rows(csv_, header, last_step, take) : 0;
  if (kept > 0) std::filesystem::resize_file(csv_, kept);
  file_ = std::fopen(csv_.c_str(), kept > 0 ? "a" : "w");
  if (!file_ || (kept == 0 && std::fputs(header.c_str(), file_) < 0)) fail(errno);
  table_.emplace(h5_, columns_);
  for (const auto& row : rows) table_->append(row);
  table_->flush();
}

SeriesFile::~SeriesFile() {
  if (file_) std::fclose(file_);
}

void SeriesFile::fail(int error) const {
  throw IoError(fmt::format("{}: cannot be written: {}", csv_.string(), std::strerror(error)));
}

void SeriesFile::flush() {
  comm::agree(comm_, [this] {
    if (!failure_.empty()) throw IoError(failure_);
    if (!file_) return;
    if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) fail(errno);
    table_->flush();
  });
}

void SeriesFile::append(const std::vector<double>& row) {
  if (!file_ || !failure_.empty()) return;
  try {
    if (std::fputs(line_of(row).c_str(), file_) < 0) fail(errno);
    table_->append(row);
  } catch (const IoError& error) {
    failure_ = error.what();
  }
}

}  // namespace talus::io
