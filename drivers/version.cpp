#include "drivers/version.hpp"

#include <fmt/format.h>

#include "balance/methods.hpp"
#include "comm/mpi_version.hpp"
#include "drivers/commit.hpp"  // made by the build
#include "io/hdf5/hdf5_version.hpp"
#include "solver/petsc_version.hpp"

namespace talus::drivers {

std::string version_line() {
  std::string line = fmt::format("talus {}, commit {} ({}; {}; HDF5 {}; PETSc {}", TALUS_VERSION, TALUS_COMMIT,
                                 TALUS_COMPILER, comm::mpi_version(), io::hdf5_version(), solver::petsc_version());
  for (const auto& method : balance::methods()) {
    if (!method.needs.empty()) line += fmt::format("; {} {}", method.available() ? "with" : "without", method.needs);
  }
  return line + ")";
}

}  // namespace talus::drivers
