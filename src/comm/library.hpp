#pragma once
// The MPI library.

#include <string>

namespace talus::comm {

std::string library();  // its name and version; may be asked at any time

}  // namespace talus::comm
