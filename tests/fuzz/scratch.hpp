#pragma once
// Shared by fuzz targets: bytes as a file, and the exceptions that a target may throw.

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"

namespace talus::fuzz {

// The file of this process, with these bytes.
inline std::filesystem::path file_with(const std::uint8_t* data, std::size_t size, const char* suffix = "") {
  static const std::string folder = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
  const std::filesystem::path file = folder + "/talus-fuzz-" + std::to_string(getpid()) + suffix;
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  return file;
}

// Refusing input is right; all else that is thrown is a fault.
template <class Act>
void may_refuse(const Act& act) {
  try {
    act();
  } catch (const Error&) {
  }
}

}  // namespace talus::fuzz
