#pragma once
// The PETSc library.

#include <string>

namespace talus::solver {

std::string petsc_version();  // its version

}  // namespace talus::solver
