#pragma once
// The shapes that bodies and walls name, in a file of frames, so that they can be drawn.

#include <span>
#include <vector>

#include "bodies/shape.hpp"

namespace talus::io {

class Hdf5File;

// The size of a shape as a file tells it; zero where a radius or points tell it.
struct ShapeSize {
  std::int32_t kind = 0;  // as in bodies::Shape
  Vec3 half_size = Vec3::Zero();
};

// *Not collective.* By the shapes' numbers.
std::vector<ShapeSize> read_shape_sizes(const Hdf5File& file);

// *Collective.* Makes the group /talus/shapes, a row a shape; the root's shapes are those that are written.
void write_shapes(Hdf5File& file, std::span<const bodies::Shape> shapes, bool root);

}  // namespace talus::io
