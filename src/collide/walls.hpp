#pragma once
// Walls against one body at a time. Walls are few and large: each is tried, after a cheap bound.

#include <span>
#include <vector>

#include "collide/pairs.hpp"

namespace talus::collide {

class Walls {
 public:
  // Those that are not removed by this time, s.
  Walls(const bodies::World& world, const bodies::ContactRange& range, double time = 0);

  // The touches of one wall: [first, end).
  struct Group {
    std::size_t wall, image, first, end;
    double least = 0;  // gap
  };

  // Appends the touches in range, normals from wall to body. Where walls meet, as two boxes side by side, a body that
  // crosses from one to the other does not feel the edge: a wall is left out where all its touches lie in another one
  // that is nearer.
  std::span<const Group> find(const bodies::Body& body, Touches& touches);
  // False if no wall moves and the body touches none while its reach stays in this ball about its place, m.
  bool may_meet(const bodies::Body& body, double reach) const;
  const Placed& in_place(const Group& group) const { return walls_[group.image].placed; }

 private:
  // A wall, or an image of one where space repeats.
  struct Wall {
    Placed placed;
    bool is_plane;
    bodies::SurfaceMotion surface;
    double bound;  // radius about its place, m
    std::size_t wall;
    std::uint64_t image;  // 0: itself
  };
  double most_range(const Wall& wall, const bodies::Body& wall_body, const bodies::Body& body) const;
  void add_images(const Wall& wall);
  bool hidden(const Group& group, const Touches& touches, double tolerance) const;

  const bodies::World& world_;
  bodies::ContactRange range_;
  std::vector<Wall> walls_;
  std::vector<Group> groups_;  // of the body at hand
};

}  // namespace talus::collide
