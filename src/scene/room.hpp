#pragma once
// Room for bodies that appear in a region: places that touch no other body and no wall.

#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/cube.hpp"
#include "bodies/world.hpp"
#include "collide/walls.hpp"

namespace talus::scene {

class Room {
 public:
  // Around what this rank owns and the walls that stand at the time; `largest` is the largest radius of any body that
  // will be placed in the region, m.
  Room(std::span<const bodies::Body> owned, const bodies::World& world, double time,
       const std::pair<Vec3, Vec3>& region, double largest);

  // Whether a body of this rank or a wall takes the body's place.
  bool is_taken(const bodies::Body& body);
  // Whether a body takes it that has been placed, here or in another region.
  bool meets_placed(const bodies::Body& body) const { return meets(placed_, body); }
  void add_placed(const bodies::Body& body) { add(placed_, body); }

 private:
  // Bodies by the cube of their centre, and large ones, tried one by one.
  class Crowd {
   public:
    explicit Crowd(double edge) : grid_{edge} {}
    void add(const bodies::Body& body) { cells_[grid_.cube_at(0, body.position).key()].push_back(body); }
    void add_large(const bodies::Body& body) { large_.push_back(body); }
    std::span<const bodies::Body> large() const { return large_; }
    void each_near(const Vec3& point, double reach, const std::function<void(const bodies::Body&)>& visit) const;

   private:
    CubeGrid grid_;
    std::unordered_map<CubeKey, std::vector<bodies::Body>> cells_;
    std::vector<bodies::Body> large_;
  };

  void add(Crowd& crowd, const bodies::Body& body) const;
  bool meets(const Crowd& crowd, const bodies::Body& body) const;
  bool overlap(const bodies::Body& a, const bodies::Body& b) const;

  const bodies::World& world_;
  Vec3 centre_, half_;       // of a box about the region
  double largest_, common_;  // of those that are placed, and of those in cubes
  Crowd owned_, placed_;
  collide::Walls walls_;
  collide::Touches touches_;
};

}  // namespace talus::scene
