// Meshes and bodies from files of others: the first byte chooses STL, CSV, LAMMPS dumps or LAMMPS data.
#include "fuzz/scratch.hpp"
#include "io/body_rows.hpp"
#include "io/stl.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string file = talus::fuzz::file_with(data + 1, size - 1);
  const auto take = [](std::int64_t, const talus::io::BodyRow&) {};
  talus::fuzz::may_refuse([&] {
    if (data[0] == 'c') {
      talus::io::read_csv_rows(file, -1, take);
    } else if (data[0] == 'd') {
      talus::io::read_dump_rows(file, -1, take);
    } else if (data[0] == 'l') {
      talus::io::read_lammps_rows(
          file, [](std::int64_t row) { return row % 2 == 0; }, take);
    } else {
      talus::io::read_stl(file);
    }
  });
  return 0;
}
