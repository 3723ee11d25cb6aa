#pragma once
// The shapes that bodies and walls name, in a file of frames, so that they can be drawn.

#include <span>

#include "bodies/shape.hpp"

namespace talus::io {

class Hdf5File;

// *Collective.* Makes the group /talus/shapes, a row a shape; the root's shapes are those that are written.
void write_shapes(Hdf5File& file, std::span<const bodies::Shape> shapes, bool root);

}  // namespace talus::io
