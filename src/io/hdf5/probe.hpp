#pragma once
// Files of others may be damaged in ways on which the HDF5 library crashes or never ends. So they are read first where
// that does no harm.

#include <filesystem>
#include <functional>

namespace talus::io {

// *Not collective.* Calls `read` in a child process; what it throws there does not count. Throws IoError if the child
// crashes or has not ended after `seconds` of CPU, or six times that of wall time.
void probe(const std::filesystem::path& file, const std::function<void()>& read, double seconds = 10);

}  // namespace talus::io
