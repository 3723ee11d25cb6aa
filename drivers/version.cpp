#include "drivers/version.hpp"

#include <fmt/format.h>

#include "balance/methods.hpp"
#include "comm/library.hpp"
#include "drivers/commit.hpp"  // made by the build
#include "io/hdf5/library.hpp"
#include "solver/library.hpp"

namespace talus::drivers {

std::string version_line() {
  std::string line = fmt::format("talus {}, commit {} ({}; {}; HDF5 {}; PETSc {}", TALUS_VERSION, TALUS_COMMIT,
                                 TALUS_COMPILER, comm::library(), io::library(), solver::library());
  for (const auto& method : balance::methods()) {
    if (!method.needs.empty()) line += fmt::format("; {} {}", method.available() ? "with" : "without", method.needs);
  }
  return line + ")";
}

}  // namespace talus::drivers
