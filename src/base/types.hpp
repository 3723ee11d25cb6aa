#pragma once
// The vocabulary of all rooms: vectors, ids, ranks.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>

namespace talus {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Quat = Eigen::Quaternion<double, Eigen::DontAlign>;

using LocalIndex = std::int32_t;  // a body or contact on this rank
using GlobalId = std::int64_t;    // a body in the world, for its whole life
using Rank = int;

}  // namespace talus
