#include "drivers/version.hpp"

#include <fmt/format.h>

#include "comm/library.hpp"
#include "drivers/commit.hpp"  // made by the build
#include "io/library.hpp"
#include "partition/method.hpp"
#include "solver/library.hpp"

namespace talus::drivers {

std::string version_line() {
  return fmt::format("talus {}, commit {} ({}; {}; HDF5 {}; PETSc {}; {} ParMETIS)", TALUS_VERSION, TALUS_COMMIT,
                     TALUS_COMPILER, comm::library(), io::library(), solver::library(),
                     partition::has_method(partition::Method::parmetis) ? "with" : "without");
}

}  // namespace talus::drivers
