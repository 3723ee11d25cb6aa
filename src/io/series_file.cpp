#include "io/series_file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <fstream>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"
#include "io/hdf5/hdf5.hpp"

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
  fmt::memory_buffer line;
  for (double value : row) fmt::format_to(std::back_inserter(line), FMT_COMPILE("{},"), value);
  line.data()[line.size() - 1] = '\n';
  return to_string(line);
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

// Neither of this run nor of one that was killed while it wrote, which leaves an HDF5 file that does not open.
bool is_foreign(const std::filesystem::path& h5, const std::string& run) {
  std::string start(8, '\0');
  std::ifstream(h5, std::ios::binary).read(start.data(), std::ssize(start));
  if (start != "\x89HDF\r\n\x1a\n") return true;
  try {
    return Hdf5File::open_alone(h5).run() != run;
  } catch (const IoError&) {
    return false;
  }
}

}  // namespace

SeriesFile::SeriesFile(const comm::Comm& comm, const std::filesystem::path& stem, std::vector<observe::Column> columns,
                       const StreamStart& start)
    : comm_(comm), h5_(stem.string() + ".h5"), columns_(std::move(columns)),
      file_(stem.string() + ".csv", header_line(columns_)) {
  comm::agree(comm_, [&] {
    if (comm_.is_root()) open(start);
  });
}

void SeriesFile::open(const StreamStart& start) {
  require_no_link(file_.path());
  const auto* mark = start.mark_of(file_.path());
  const bool good = !mark || (std::filesystem::exists(file_.path()) && file_.holds(*mark));
  if (good || !restore(*mark, start.run)) file_.open(start);
  rebuild(start.run);
}

// From the rows of the HDF5 file, if these are what the mark says, to the last bit.
bool SeriesFile::restore(const RowsMark& mark, const std::string& run) {
  RowFile copy(h5_.string() + ".csv.unfinished", header_line(columns_));
  const auto rows = read_table(h5_, columns_, run);
  if (rows.empty()) return false;
  copy.begin();
  for (std::size_t r = 0; r < rows.size() && copy.mark().bytes < mark.bytes; ++r) copy.append(line_of(rows[r]));
  copy.flush();
  const bool same = copy.mark().bytes == mark.bytes && copy.mark().crc == mark.crc;
  if (!same) {
    std::filesystem::remove(copy.path());
    return false;
  }
  std::string aside;
  if (std::filesystem::exists(file_.path())) aside = ", set aside as " + set_aside(file_.path()).string();
  move_durably(copy.path(), file_.path());
  file_.go_on(mark);
  file_.notice(
      fmt::format("{}: was damaged or missing{}; restored from {}", file_.path().string(), aside, h5_.string()));
  return true;
}

// The HDF5 file, from the rows of the CSV file. One of another run is set aside.
void SeriesFile::rebuild(const std::string& run) {
  require_no_link(h5_);
  if (std::filesystem::exists(h5_) && is_foreign(h5_, run)) {
    const auto aside = set_aside(h5_).string();
    file_.notice(fmt::format("{}{}{}: is none that this run has written; set aside as {}", file_.notice(),
                             file_.notice().empty() ? "" : "; ", h5_.string(), aside));
  }
  table_.emplace(h5_, columns_, run);
  std::ifstream csv(file_.path());
  std::string line;
  std::getline(csv, line);
  while (std::getline(csv, line)) table_->append(numbers_of(line));
  table_->flush();
}

void SeriesFile::flush() {
  comm::agree(comm_, [this] {
    if (!failure_.empty()) throw IoError(failure_);
    if (!comm_.is_root()) return;
    file_.sync();
    table_->flush();
  });
}

RowsMark SeriesFile::mark() const { return shared(comm_, file_.mark()); }

void SeriesFile::append(const std::vector<double>& row) {
  if (!comm_.is_root() || !failure_.empty()) return;
  try {
    file_.append(line_of(row));
    table_->append(row);
  } catch (const IoError& error) {
    failure_ = error.what();
  }
}

}  // namespace talus::io
