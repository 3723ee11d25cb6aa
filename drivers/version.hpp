#pragma once
// The version of this executable, and the compiler and libraries that built it.

#include <string>

namespace talus::drivers {

std::string version_line();  // version, commit, compiler, libraries

}  // namespace talus::drivers
