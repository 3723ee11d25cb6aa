#pragma once
// Room for bodies that appear: places in a region that touch no other body and no wall.

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/cube.hpp"
#include "bodies/world.hpp"
#include "collide/walls.hpp"
#include "comm/comm.hpp"

namespace talus::scene {

class Room {
 public:
  // Around what this rank owns and the walls that stand at the time; `largest` is the largest radius of any body that
  // will be placed, m.
  Room(std::span<const bodies::Body> owned, const bodies::World& world, double time,
       const std::pair<Vec3, Vec3>& region, double largest);

  // *Collective.* Gives each body of the batch, the same on all ranks, the first of its places that is free, and counts
  // those before the first body for which there is none. Those that are placed take room.
  using PlaceOf = std::function<Vec3(std::int64_t body, std::int64_t attempt)>;
  std::int64_t place(const comm::Comm& comm, std::span<bodies::Body> batch, std::int64_t attempts,
                     const PlaceOf& place_of);

 private:
  // Balls by the cube of their centre.
  class Crowd {
   public:
    explicit Crowd(double edge) : grid_{edge} {}
    void add(const bodies::Body& body);
    void each_near(const Vec3& point, double reach, const std::function<void(const bodies::Body&)>& visit) const;

   private:
    CubeGrid grid_;
    std::unordered_map<CubeKey, std::vector<bodies::Body>> cells_;
  };

  bool meets(const Crowd& crowd, const bodies::Body& body) const;
  bool meets_large(const bodies::Body& body) const;
  bool overlap(const bodies::Body& a, const bodies::Body& b) const;

  const bodies::World& world_;
  double largest_;  // of those that are placed and of those in crowds
  Crowd owned_, placed_;
  std::vector<bodies::Body> large_;
  collide::Walls walls_;
};

}  // namespace talus::scene
