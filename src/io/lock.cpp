#include "io/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "io/durable.hpp"

namespace talus::io {

Lock::~Lock() {
  if (held()) ::close(file_);
}

std::optional<bool> Lock::is_taken(const std::filesystem::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return std::nullopt;
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  const bool known = ::fcntl(opened, F_OFD_GETLK, &whole) == 0;
  ::close(opened);
  return known ? std::optional(whole.l_type != F_UNLCK) : std::nullopt;
}

bool Lock::take(const std::filesystem::path& file) {
  require_no_link(file);
  const int opened = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) throw IoError(fmt::format("{}: cannot be made: {}", file.string(), std::strerror(errno)));
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(opened, F_OFD_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES)) {
    ::close(opened);
    return false;
  }
  file_ = opened;
  return true;
}

}  // namespace talus::io
