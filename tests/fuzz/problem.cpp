// Stored problems: FCLib files and stored steps, as `talus solve` reads them.
#include "fuzz/scratch.hpp"
#include "io/hdf5/fclib.hpp"
#include "io/hdf5/stored_step.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace talus;
  const auto file = fuzz::file_with(data, size);
  fuzz::may_refuse([&] {
    const auto stored = io::read_fclib(file);
    io::matrix_problem(stored);
    fuzz::may_refuse([&] { io::round_problem(stored); });
  });
  fuzz::may_refuse([&] {
    if (io::holds_step(file)) io::part_of(io::read_step(file), 0, 2);
  });
  return 0;
}
