#include "drivers/version.hpp"

#include <fmt/format.h>

#include "balance/method.hpp"
#include "comm/library.hpp"
#include "drivers/commit.hpp"  // made by the build
#include "io/hdf5/library.hpp"
#include "solver/library.hpp"

namespace talus::drivers {

std::string version_line() {
  return fmt::format("talus {}, commit {} ({}; {}; HDF5 {}; PETSc {}; {} ParMETIS)", TALUS_VERSION, TALUS_COMMIT,
                     TALUS_COMPILER, comm::library(), io::library(), solver::library(),
                     balance::has_method(balance::Method::parmetis) ? "with" : "without");
}

}  // namespace talus::drivers
