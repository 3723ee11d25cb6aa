#include "io/durable.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>

#include "base/error.hpp"

namespace talus::io {
namespace {

void sync_path(const std::filesystem::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) throw IoError(fmt::format("{}: cannot be synced: {}", path.string(), std::strerror(errno)));
}

}  // namespace

void require_regular(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto status = std::filesystem::status(file, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw IoError(file.string() + ": is not a regular file");
}

void require_no_link(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto status = std::filesystem::symlink_status(file, unknown);
  if (std::filesystem::is_symlink(status)) throw IoError(file.string() + ": cannot be written: it is a symbolic link");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw IoError(file.string() + ": cannot be written: it is not a regular file");
}

void sync_file(const std::filesystem::path& file) { sync_path(file, O_RDONLY); }

void check_written(const std::ostream& stream, const std::filesystem::path& file) {
  if (!stream) throw IoError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

void check_writable(const std::filesystem::path& file) {
  const auto folder = file.parent_path().empty() ? std::filesystem::path(".") : file.parent_path();
  const bool there = ::access(file.c_str(), F_OK) == 0;
  const bool good = there ? !std::filesystem::is_directory(file) && ::access(file.c_str(), W_OK) == 0
                          : std::filesystem::is_directory(folder) && ::access(folder.c_str(), W_OK) == 0;
  if (good) return;
  const char* why = there && std::filesystem::is_directory(file)     ? "it is a folder"
                    : there || std::filesystem::is_directory(folder) ? "no permission"
                                                                     : "its folder does not exist";
  throw IoError(fmt::format("{}: cannot be written: {}", file.string(), why));
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  check_written(out, file);
}

void write_whole(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write) {
  const std::filesystem::path unfinished = file.string() + ".unfinished";
  require_no_link(file);
  require_no_link(unfinished);
  std::ofstream out(unfinished);
  write(out);
  out.close();
  check_written(out, unfinished);
  std::filesystem::rename(unfinished, file);
}

std::filesystem::path set_aside(const std::filesystem::path& file) {
  std::filesystem::path aside = file.string() + ".aside";
  for (int n = 1; std::filesystem::exists(std::filesystem::symlink_status(aside)); ++n)
    aside = fmt::format("{}.aside.{}", file.string(), n);
  std::filesystem::rename(file, aside);
  return aside;
}

void move_durably(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::rename(from, to);
  sync_path(to.parent_path().empty() ? "." : to.parent_path(), O_RDONLY | O_DIRECTORY);
}

void check_room(const std::filesystem::path& file, std::int64_t bytes) {
  require_no_link(file);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT, 0666);
  struct stat now {};
  if (descriptor < 0 || ::fstat(descriptor, &now) != 0) {
    throw IoError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
  }
  const bool full =
      ::fallocate(descriptor, 0, now.st_size, bytes) != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG);
  const std::string why = full ? std::strerror(errno) : "";
  const bool cut = ::ftruncate(descriptor, now.st_size) == 0;
  ::close(descriptor);
  if (!full && cut) return;
  if (now.st_size == 0) std::filesystem::remove(file);
  throw IoError(fmt::format("{}: no room for {:.1f} MB: {}", file.string(), 1e-6 * static_cast<double>(bytes), why));
}

}  // namespace talus::io
