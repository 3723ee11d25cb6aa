#pragma once
// Shared by tests: small worlds made without a deck.

#include <cstring>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "bodies/bodies.hpp"
#include "bodies/world.hpp"
#include "comm/comm.hpp"
#include "harness/sphere.hpp"
#include "sim/simulation.hpp"

namespace talus::test {

// A scenario of given bodies and walls; rank n % size makes body n.
class Given : public scene::Scenario {
 public:
  Given(bodies::World world, std::vector<bodies::Body> bodies) : world_(std::move(world)), bodies_(std::move(bodies)) {}
  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override {
    std::pair<double, double> range{1e300, 0};
    for (const auto& b : bodies_) range = {std::min(range.first, b.radius), std::max(range.second, b.radius)};
    return bodies_.empty() ? std::pair{1.0, 1.0} : range;
  }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    for (std::size_t n = 0; n < bodies_.size(); ++n) {
      if (static_cast<int>(n % static_cast<std::size_t>(comm.size())) == comm.rank()) bodies.add(bodies_[n]);
    }
  }

 private:
  bodies::World world_;
  std::vector<bodies::Body> bodies_;
};

inline void add_plane(bodies::World& world, const Vec3& position, const Vec3& normal) {
  bodies::Body wall;
  wall.id = static_cast<GlobalId>(world.walls.size());
  wall.position = position;
  wall.orientation = Quat(Quat::FromTwoVectors(Vec3::UnitZ(), normal.normalized()));
  wall.state = bodies::State::fixed;
  wall.shape = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(bodies::Plane{});
  world.walls.push_back(wall);
}

inline bodies::World world_of(const bodies::Friction& friction, const Vec3& gravity = {0, 0, -9.81}) {
  bodies::World world;
  world.gravity = gravity;
  world.materials.add("", friction);
  return world;
}

// The body with this id, from the rank that owns it. *Collective.*
inline bodies::Body find_body(const sim::Simulation& simulation, GlobalId id) {
  std::string record;
  Rank owner = -1;
  for (const auto& b : simulation.bodies().owned()) {
    if (b.id != id) continue;
    record.assign(reinterpret_cast<const char*>(&b), sizeof(b));
    owner = simulation.comm().rank();
  }
  owner = static_cast<Rank>(simulation.comm().max(std::int64_t{owner}));
  simulation.comm().broadcast(record, owner);
  bodies::Body body;
  std::memcpy(static_cast<void*>(&body), record.data(), sizeof(body));
  return body;
}

}  // namespace talus::test
