#pragma once
// Frames for other tools: an index for ParaView (XDMF), tables (CSV), a dump for OVITO (LAMMPS). Numbers keep all
// digits.

#include <filesystem>
#include <string>
#include <vector>

namespace talus::io {

// *Not collective.* Converts one file of a stream, or all streams of an output folder, to "xdmf", "csv" or "lammps" (of
// the bodies alone); the results are written next to them and are returned. Throws InputError if there is nothing to
// convert.
std::vector<std::filesystem::path> convert(const std::filesystem::path& from, const std::string& to);

}  // namespace talus::io
