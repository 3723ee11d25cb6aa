#pragma once
// The HDF5 library.

#include <string>

namespace talus::io {

std::string hdf5_version();  // its version

}  // namespace talus::io
