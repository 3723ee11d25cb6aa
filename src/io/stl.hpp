#pragma once
// STL files, text or binary.

#include <string>
#include <vector>

#include "base/types.hpp"

namespace talus::io {

// The corners of all triangles, three a triangle, times `scale` (m a file unit). Normals in the file are ignored: the
// order of corners decides. Throws IoError where the file cannot be read, InputError where it is not STL. Not
// collective.
std::vector<Vec3> read_stl(const std::string& path, double scale = 1);

}  // namespace talus::io
