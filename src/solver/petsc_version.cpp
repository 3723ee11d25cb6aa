#include "solver/petsc_version.hpp"

#include <fmt/format.h>
#include <petscsys.h>

#include "base/error.hpp"

namespace talus::solver {

std::string petsc_version() {
  PetscInt major = 0, minor = 0, subminor = 0;
  TALUS_REQUIRE(PetscGetVersionNumber(&major, &minor, &subminor, nullptr) == 0, "PETSc knows its version");
  return fmt::format("{}.{}.{}", major, minor, subminor);
}

}  // namespace talus::solver
