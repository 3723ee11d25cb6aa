#pragma once
// A lock that a crash does not leave shut: it is of an open file, and the system gives it up with the process, also on
// shared file systems that have locks.

#include <filesystem>

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

 private:
  int file_ = -1;
};

}  // namespace talus::io
