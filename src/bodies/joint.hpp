#pragma once
// A joint as a description: which directions of one body's motion relative to another are locked. Kept with both of its
// bodies, wherever these go.

#include "base/types.hpp"

namespace talus::bodies {

struct Joint {
  GlobalId id = -1;
  GlobalId a = -1, b = -1;            // a < b; a may be a wall, b may not
  Vec3 point_a = Vec3::Zero();        // in the frames of both bodies, m
  Vec3 point_b = Vec3::Zero();
  Quat frame_a = Quat::Identity();    // axes of the joint to the frames of both bodies
  Quat frame_b = Quat::Identity();
  std::int32_t locks = 0;             // bit i: no motion along axis i (of A's side); bit 3 + i: no turn about it
  std::int32_t colour = 0;            // joints of one colour share no body
};

namespace locks {  // z is the axis of what turns or slides
inline constexpr std::int32_t ball = 0b000111, weld = 0b111111, revolute = 0b011111, prismatic = 0b111011,
                              cylindrical = 0b011011, planar = 0b011100;
}

}  // namespace talus::bodies
