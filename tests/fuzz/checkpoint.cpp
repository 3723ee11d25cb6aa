// Checkpoints. Bytes as a file are stopped by their seal. To come behind it, bytes after an 'e' edit a whole checkpoint
// (TALUS_FUZZ_CHECKPOINT), which is sealed anew: each nine are a place in its datasets and a value to put there.
#include "io/hdf5/checkpoint.hpp"

#include <cstdlib>
#include <cstring>
#include <iterator>
#include <vector>

#include "comm/comm.hpp"
#include "fuzz/scratch.hpp"
#include "io/hdf5/seal.hpp"

namespace {

using namespace talus;

struct Whole {
  std::string bytes;
  std::vector<io::Part> datasets;

  Whole() {
    const char* path = std::getenv("TALUS_FUZZ_CHECKPOINT");
    if (!path) return;
    std::ifstream in(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
    for (const auto& part : io::verify_seal(path, comm::Comm::world())) {
      if (part.name != "metadata" && part.bytes > 0) datasets.push_back(part);
    }
  }
};

void edit(std::string& bytes, const std::vector<io::Part>& datasets, const std::uint8_t* data, std::size_t size) {
  for (; size >= 9; data += 9, size -= 9) {
    const auto& part = datasets[data[0] % datasets.size()];
    std::uint32_t place = 0;
    std::memcpy(&place, data + 1, sizeof place);
    const auto words = part.bytes / 4;  // values of four bytes, or halves of those of eight
    if (words > 0) std::memcpy(bytes.data() + part.offset + 4 * (place % words), data + 5, 4);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static comm::Environment environment(*argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Whole whole;
  const comm::Comm comm = comm::Comm::world();
  std::filesystem::path file;
  if (size > 0 && data[0] == 'e' && !whole.bytes.empty()) {
    std::string bytes = whole.bytes;
    edit(bytes, whole.datasets, data + 1, size - 1);
    file = fuzz::file_with(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    io::seal_file(file, comm, whole.datasets);
  } else {
    file = fuzz::file_with(data, size);
  }
  fuzz::may_refuse([&] { io::read_checkpoint(file, comm); });
  return 0;
}
