#include "io/row_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {
namespace {

std::uint32_t crc_after(std::uint32_t crc, const std::string& text) {
  return static_cast<std::uint32_t>(
      ::crc32(crc, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

}  // namespace

const RowsMark* StreamStart::mark_of(const std::filesystem::path& file) const {
  const auto mark = std::ranges::find(rows, file.filename().string(), &RowsMark::file);
  return step > 0 && mark != rows.end() ? &*mark : nullptr;
}

RowFile::RowFile(std::filesystem::path file, std::string header)
    : path_(std::move(file)), header_(std::move(header)), file_(nullptr, &std::fclose) {
  mark_.file = path_.filename().string();
}

void RowFile::fail(int error) const {
  throw IoError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(error)));
}

void RowFile::open(const StreamStart& start) {
  require_no_link(path_);
  const auto* mark = start.mark_of(path_);
  const bool there = std::filesystem::exists(path_);
  if (mark && there) {
    if (!holds(*mark)) {
      throw IoError(fmt::format(
          "{}: does not hold the rows that this run has written up to step {} (damaged, or of another run); move "
          "it away to go on without them",
          path_.string(), start.step));
    }
    return go_on(*mark);
  }
  if (mark) notice_ = fmt::format("{}: is not there; its rows up to step {} are lost", path_.string(), start.step);
  if (there && start.step > 0) {
    notice_ = fmt::format("{}: is none that this run has written; set aside as {}", path_.string(),
                          set_aside(path_).string());
  }
  begin();
}

bool RowFile::holds(const RowsMark& mark) const {
  std::ifstream in(path_, std::ios::binary);
  std::string block;
  std::uint32_t crc = 0;
  for (std::int64_t left = mark.bytes; left > 0; left -= std::ssize(block)) {
    block.resize(static_cast<std::size_t>(std::min<std::int64_t>(left, 1 << 20)));
    if (!in.read(block.data(), std::ssize(block))) return false;
    crc = crc_after(crc, block);
  }
  return crc == mark.crc;
}

void RowFile::begin() {
  require_no_link(path_);
  file_.reset(std::fopen(path_.c_str(), "w"));
  if (!file_) fail(errno);
  mark_ = {mark_.file, 0, 0};
  append(header_);
  flush();
}

void RowFile::go_on(const RowsMark& mark) {
  std::string found(header_.size(), '\0');
  std::ifstream(path_, std::ios::binary).read(found.data(), std::ssize(found));
  if (found != header_)
    throw IoError(path_.string() +
                  ": holds other columns than this run writes; move it away to go on without its rows");
  std::filesystem::resize_file(path_, static_cast<std::uintmax_t>(mark.bytes));
  file_.reset(std::fopen(path_.c_str(), "a"));
  if (!file_) fail(errno);
  mark_ = mark;
}

void RowFile::append(const std::string& line) {
  if (std::fputs(line.c_str(), file_.get()) < 0) fail(errno);
  mark_.bytes += std::ssize(line);
  mark_.crc = crc_after(mark_.crc, line);
}

void RowFile::flush() {
  if (std::fflush(file_.get()) != 0) fail(errno);
}

void RowFile::sync() {
  flush();
  if (::fsync(fileno(file_.get())) != 0) fail(errno);
  struct stat open {
  }, named{};
  const bool same = ::fstat(fileno(file_.get()), &open) == 0 && ::stat(path_.c_str(), &named) == 0 &&
                    open.st_ino == named.st_ino && open.st_dev == named.st_dev;
  if (!same) throw IoError(path_.string() + ": was removed or replaced while the run wrote to it");
}

RowsMark RowFile::mark() const { return mark_; }

RowsMark shared(const comm::Comm& comm, RowsMark mark) {
  mark.bytes = comm.max(comm.is_root() ? mark.bytes : 0);
  mark.crc = static_cast<std::uint32_t>(comm.max(std::int64_t{comm.is_root() ? mark.crc : 0}));
  return mark;
}

}  // namespace talus::io
