#pragma once
// The HDF5 library.

#include <string>

namespace talus::io {

std::string library();  // its version

}  // namespace talus::io
