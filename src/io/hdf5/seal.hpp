#pragma once
// The seal of a file: a text in front of HDF5's own bytes (its user block) that says what follows, byte for byte. A
// sealed file is looked through before HDF5 opens it, because HDF5 can crash or loop on damaged metadata.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/comm.hpp"

namespace talus::io {

inline constexpr std::int64_t kSealBytes = 32768;  // a power of two, as HDF5 wants it

struct Part {
  std::string name;  // of a dataset; what lies between them is HDF5's metadata
  std::int64_t offset = 0, bytes = 0;
  std::uint32_t crc = 0;  // CRC-32 of zlib
};

// *Collective.* Seals a file whose first kSealBytes are free. `datasets` in any order.
void seal_file(const std::filesystem::path& path, const comm::Comm& comm, std::vector<Part> datasets);

// *Collective.* The parts of a sealed file, each read and found whole; throws IoError that names the first damaged
// dataset, or the bytes, or says that it bears no seal.
std::vector<Part> verify_seal(const std::filesystem::path& path, const comm::Comm& comm);

}  // namespace talus::io
