#pragma once
// The index of a stream for ParaView before 5.12: XDMF 2, one grid of points per frame over all segments.

#include <filesystem>

#include "io/hdf5/trajectory.hpp"

namespace talus::io {

// *Not collective.* An index of segments that lie in its folder, whole or as before. Frames without points are left
// out: ParaView takes none. Throws IoError.
void write_xdmf(const std::filesystem::path& index, const std::vector<std::filesystem::path>& segments,
                const observe::FrameTable& table);

}  // namespace talus::io
