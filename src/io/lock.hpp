#pragma once
// A lock that a crash does not leave shut: it is of an open file, and the system gives it up with the process, also on
// shared file systems that have locks.

#include <filesystem>
#include <optional>

namespace talus::io {

// All *not collective*.
class Lock {
 public:
  Lock() = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock();

  // False if another holds the lock of this file, which is made if need be. Throws IoError where it cannot be made. A
  // file system without locks grants it to everybody.
  bool take(const std::filesystem::path& file);
  bool held() const { return file_ >= 0; }
  // Does anybody hold the lock of this file? Not known where there is no such file or the file system has no locks.
  // Only reads.
  static std::optional<bool> is_taken(const std::filesystem::path& file);

 private:
  int file_ = -1;
};

}  // namespace talus::io
