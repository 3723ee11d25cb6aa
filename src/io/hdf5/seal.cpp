#include "io/hdf5/seal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "base/error.hpp"
#include "comm/agree.hpp"
#include "io/durable.hpp"

namespace talus::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFirstLine = "talus seal 1";
constexpr const char* kMetadata = "metadata";

// A file that is closed with its owner.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : path_(path) {
    require_regular(path);
    number_ = ::open(path.c_str(), flags);
    if (number_ < 0) fail("cannot be opened");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }

  std::int64_t size() const {
    struct stat now {};
    if (::fstat(number_, &now) != 0) fail("cannot be read");
    return now.st_size;
  }
  void read(char* to, std::int64_t bytes, std::int64_t offset) const {
    while (bytes > 0) {
      const auto got = ::pread(number_, to, static_cast<std::size_t>(bytes), offset);
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) errno = 0;
      if (got <= 0) fail("cannot be read");
      to += got, bytes -= got, offset += got;
    }
  }
  void write(const std::string& text) const {
    for (std::size_t done = 0; done < text.size();) {
      const auto put = ::pwrite(number_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (put < 0 && errno != EINTR) fail("cannot be sealed");
      done += static_cast<std::size_t>(std::max<ssize_t>(put, 0));
    }
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw IoError(fmt::format("{}: {}: {}", path_.string(), what, errno != 0 ? std::strerror(errno) : "it ends early"));
  }
  const fs::path& path_;
  int number_ = -1;
};

std::uint32_t crc_of(const std::string& text) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

std::uint32_t crc_of(const Descriptor& file, std::int64_t offset, std::int64_t bytes) {
  constexpr std::int64_t kBlock = 1 << 20;
  std::string block;
  uLong crc = 0;
  for (std::int64_t done = 0; done < bytes; done += std::ssize(block)) {
    block.resize(std::min(kBlock, bytes - done));
    file.read(block.data(), std::ssize(block), offset + done);
    crc = ::crc32(crc, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(block.size()));
  }
  return static_cast<std::uint32_t>(crc);
}

// *Collective.* Each rank reads its share of each part; the root puts the checksums of shares together.
void find_checksums(const fs::path& path, const comm::Comm& comm, std::vector<Part>& parts) {
  const auto share = [&](const Part& part, std::int64_t rank) {
    return part.bytes / comm.size() * rank + std::min(part.bytes % comm.size(), rank);
  };
  std::vector<double> mine;  // they hold 32 bits
  comm::agree(comm, [&] {
    const Descriptor file(path, O_RDONLY);
    for (const Part& part : parts) {
      const auto first = share(part, comm.rank()), end = share(part, comm.rank() + 1);
      mine.push_back(crc_of(file, part.offset + first, end - first));
    }
  });
  const auto all = comm.gather_to_root(mine);
  for (std::size_t p = 0; p < parts.size() && comm.is_root(); ++p) {
    uLong crc = 0;
    for (std::int64_t r = 0; r < comm.size(); ++r) {
      const auto crc_here = static_cast<uLong>(all[static_cast<std::size_t>(r) * parts.size() + p]);
      crc = ::crc32_combine(crc, crc_here, share(parts[p], r + 1) - share(parts[p], r));
    }
    parts[p].crc = static_cast<std::uint32_t>(crc);
  }
}

// Datasets by place, and HDF5's metadata between them, without gaps up to `size`.
std::vector<Part> with_metadata(std::vector<Part> datasets, std::int64_t size) {
  std::sort(datasets.begin(), datasets.end(), [](const Part& a, const Part& b) { return a.offset < b.offset; });
  std::vector<Part> all;
  std::int64_t end = kSealBytes;
  const auto fill = [&](std::int64_t to) {
    if (to > end) all.push_back({kMetadata, end, to - end, 0});
  };
  for (Part& part : datasets) {
    fill(part.offset);
    end = part.offset + part.bytes;
    all.push_back(std::move(part));
  }
  fill(size);
  return all;
}

std::string text_of(const std::vector<Part>& parts, std::int64_t size) {
  std::string text = fmt::format("{}\nbytes {}\n", kFirstLine, size);
  for (const Part& part : parts)
    text += fmt::format("part {} {} {:08x} {}\n", part.offset, part.bytes, part.crc, part.name);
  text += fmt::format("end {:08x}\n", crc_of(text));
  if (std::ssize(text) > kSealBytes) throw IoError("the seal of a file has no room for all its parts");
  text.resize(kSealBytes, '\0');
  return text;
}

// The parts that a seal lists. Its own checksum, its zeros and the size of the file are checked first.
std::vector<Part> parse(const std::string& text, const fs::path& path, std::int64_t size) {
  if (text.rfind(kFirstLine, 0) != 0)
    throw IoError(path.string() + ": has no seal of Talus (another file, or damaged in its first bytes)");
  const auto damaged = IoError(path.string() + ": its seal (the first bytes) is damaged");
  const auto end = text.find("end ");
  if (end == std::string::npos || text.substr(end, 13) != fmt::format("end {:08x}\n", crc_of(text.substr(0, end))) ||
      text.find_first_not_of('\0', end + 13) != std::string::npos) {
    throw damaged;
  }
  std::istringstream lines(text.substr(0, end));
  std::string word, line;
  std::getline(lines, line);
  std::int64_t bytes = -1, covered = kSealBytes;
  if (!(lines >> word >> bytes) || word != "bytes") throw damaged;
  if (bytes != size)
    throw IoError(fmt::format("{}: is {} bytes long, {} when it was written", path.string(), size, bytes));
  std::vector<Part> parts;
  for (Part part; lines >> word >> part.offset >> part.bytes >> std::hex >> part.crc >> std::dec >> part.name;
       parts.push_back(part)) {
    if (word != "part" || part.offset != covered || part.bytes < 0 || part.bytes > size - covered) throw damaged;
    covered += part.bytes;
  }
  if (covered != size) throw damaged;
  return parts;
}

}  // namespace

void seal_file(const fs::path& path, const comm::Comm& comm, std::vector<Part> datasets) {
  std::int64_t size = 0;
  comm::agree(comm, [&] { size = Descriptor(path, O_RDONLY).size(); });
  auto parts = with_metadata(std::move(datasets), size);
  find_checksums(path, comm, parts);
  comm::agree(comm, [&] {
    if (comm.is_root()) Descriptor(path, O_WRONLY).write(text_of(parts, size));
  });
}

std::vector<Part> verify_seal(const fs::path& path, const comm::Comm& comm) {
  std::string text;
  std::int64_t size = 0;
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    const Descriptor file(path, O_RDONLY);
    size = file.size();
    text.resize(std::min(size, kSealBytes));
    file.read(text.data(), std::ssize(text), 0);
    parse(text, path, size);
  });
  comm.broadcast(text);
  size = comm.max(size);
  const auto expected = parse(text, path, size);
  auto parts = expected;
  find_checksums(path, comm, parts);
  comm::agree(comm, [&] {
    if (!comm.is_root()) return;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (parts[p].crc == expected[p].crc) continue;
      const std::string place = fmt::format("bytes {} to {}", parts[p].offset, parts[p].offset + parts[p].bytes - 1);
      throw IoError(parts[p].name == kMetadata
                        ? fmt::format("{}: HDF5's metadata at {} is damaged", path.string(), place)
                        : fmt::format("{}: dataset {} is damaged ({})", path.string(), parts[p].name, place));
    }
  });
  return expected;
}

}  // namespace talus::io
