#pragma once
// The PETSc library.

#include <string>

namespace talus::solver {

std::string library();  // its version

}  // namespace talus::solver
