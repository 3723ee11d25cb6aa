#pragma once
// The MPI library.

#include <string>

namespace talus::comm {

std::string mpi_version();  // its name and version; may be asked at any time

}  // namespace talus::comm
