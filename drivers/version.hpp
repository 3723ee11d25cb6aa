#pragma once
// What this executable was made from.

#include <string>

namespace talus::drivers {

std::string version_line();  // version, commit, compiler, libraries

}  // namespace talus::drivers
