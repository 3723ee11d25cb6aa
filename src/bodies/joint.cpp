#include "bodies/joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace talus::bodies {

std::string fault_of(const Joint& j) {
  constexpr GlobalId kIds = std::int64_t{1} << 31;
  if (j.id < 0 || j.id >= kIds) return "its id must lie between 0 and 2^31 - 1";
  if (!name_of(j.kind)) return "there is no such kind";
  if (j.a == j.b) return fmt::format("joins body {} to itself", j.a);
  if (j.a > j.b || j.a < 0) return "its first body must have the lower id";
  if (j.locks < 0 || j.locks > 63) return "must not lock more than six directions";
  const int turns = std::popcount(static_cast<unsigned>(j.locks >> 3));
  const bool has_axes = j.kind == JointKind::axes || j.kind == JointKind::edge;
  if (has_axes && (j.locks == 0 || (turns == 1 && !j.counts_turns())))
    return "must lock at least one of six directions; a lone turn by itself";
  if (j.kind == JointKind::edge && (turns > 0 || j.rate != 0)) return "an edge has shifts only, and no position";
  if (j.kind == JointKind::distance && !(j.reference > 0)) return "a distance must be above 0";
  if (j.kind == JointKind::gear && ((j.ways[0] == 0 && j.turns[0] == 0) || (j.ways[1] == 0 && j.turns[1] == 0)))
    return "a gear's weights must not all be 0 at one end";
  if (j.drive < -1) return fmt::format("there is no drive {}", j.drive);
  if (!(j.rate >= 0 && j.rate <= 1)) return "its rate must lie between 0 and 1";
  if (!(j.limit >= 0)) return "its limit must not be below 0";
  for (std::size_t i : {0, 1}) {
    if (!(j.stiffness[i] >= 0 && j.damping[i] >= 0)) return "stiffness and damping must not be below 0";
    if (j.rate == 0 && j.stiffness[i] > 0 && j.damping[i] > 0)
      return "a row without a position has stiffness or damping, not both";
  }
  for (const double x : {j.reference, j.ways[0], j.ways[1], j.turns[0], j.turns[1], j.stiffness[0], j.stiffness[1],
                         j.damping[0], j.damping[1], j.limit}) {
    if (!std::isfinite(x)) return "a number is not finite";
  }
  const auto is_rotation = [](const Quat& q) { return std::abs(q.norm() - 1) < 1e-6; };
  const bool placed = j.point_a.allFinite() && j.point_b.allFinite() && is_rotation(j.frame_a) &&
                      is_rotation(j.frame_b) && is_rotation(j.home_a) && is_rotation(j.home_b);
  return placed ? "" : "a point is not finite or a frame is no rotation";
}

}  // namespace talus::bodies
