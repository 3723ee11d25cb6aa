#pragma once
// The data that every rank has: shapes, materials and the walls (fixed or driven bodies of the size of the domain).

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/array.hpp"
#include "base/periods.hpp"
#include "bodies/body.hpp"
#include "bodies/body_ref.hpp"
#include "bodies/drive.hpp"
#include "bodies/flow.hpp"
#include "bodies/load.hpp"
#include "bodies/material.hpp"
#include "bodies/shape.hpp"
#include "bodies/surface_motion.hpp"

namespace talus::bodies {

// A motor that presses a wall of finite mass along axis z of its frame: with this force, up to this speed.
struct Servo {
  double force = 0;  // N; 0: there is none
  double speed = 0;  // m/s
};

struct World {
  Array<Shape> shapes{Sphere{}};                    // shape 0: the sphere
  std::map<std::int32_t, std::string> shape_names;  // of those that the deck names
  Materials materials;
  Array<Body> walls;                 // ids 0, 1, ... (wall w has id w); bodies follow from first_body_id()
  Array<SurfaceMotion> surfaces;     // of walls, in their order; walls beyond its end have none
  Array<Servo> servos;               // as `surfaces`
  Array<double> removed_at;          // s: from then on nothing touches the wall, which keeps its id; as `surfaces`
  Vec3 gravity = Vec3(0, 0, -9.81);  // m/s^2
  std::vector<Load> loads;           // in addition to gravity
  std::vector<Drag> drags;
  TargetIndex index_of_loads, index_of_drags;
  Array<Drive> drives;           // of joints
  double restitution_speed = 0;  // m/s: slower impacts do not bounce
  Periods periods;
  Array<Flow> flows;  // of feeds and outlets

  std::int32_t add_shape(Shape shape, const std::string& name = {}) {
    shapes.push_back(std::move(shape));
    const auto index = static_cast<std::int32_t>(shapes.size()) - 1;
    if (!name.empty()) shape_names.emplace(index, name);
    return index;
  }
  // Before the first step, when all loads are there.
  void index_targets() { index_of_loads.build(loads), index_of_drags.build(drags); }
  // How a body's surface moves in itself; nothing unless it is such a wall.
  SurfaceMotion surface_of(BodyRef body) const {
    const auto index = static_cast<std::size_t>(body.index);
    return body.is_wall && index < surfaces.size() ? surfaces[index] : SurfaceMotion{};
  }
  bool is_removed(std::size_t wall, double time) const { return wall < removed_at.size() && removed_at[wall] <= time; }
  GlobalId first_body_id() const { return static_cast<GlobalId>(walls.size()); }
};

// A bound on how fast the surface moves by turning, m/s: what turning adds to the approach of two surfaces (of round
// ones nothing).
inline double turning_speed(const Body& body) {
  return body.shape == 0 ? 0.0 : body.angular_velocity.norm() * body.radius;
}

// How far contacts reach beyond surfaces. Two bodies with the normal n from A to B are in contact range when their gap
// is at most
//
//   delta = max(envelope, h |v_B - v_A|, h/2 (|v_A| + |v_B| - n.(v_B - v_A)))
//
// so that fast bodies are caught before they meet. The last: what stands in a body's way leaves it a velocity u with
// u.(u - v) <= 0, that is on the ball about v/2 of radius |v|/2. Two that fall together meet when the lower one lands,
// and a wall meets a body that runs ahead of it when the floor stops the body. At a fixed wall the last term is never
// above the second.
struct ContactRange {
  double envelope = 0;  // m
  double step = 0;      // h, s

  // Radius about the centre that holds all of a body's contact points: reach_A + reach_B covers every gap up to delta.
  double reach(const Body& body) const {
    return body.radius + std::max(0.5 * envelope, step * (body.velocity.norm() + turning_speed(body)));
  }
  double distance(const Body& a, const Body& b, const Vec3& normal) const {
    return distance(a, b, -normal.dot(b.velocity - a.velocity));
  }
  // The range of two surfaces with these velocities where they are closest; `approach` is the speed along the normal,
  // `turning` the part that rotation adds to it, m/s.
  double distance(const Vec3& velocity_a, const Vec3& velocity_b, double approach, double turning) const {
    const double speed =
        std::max((velocity_b - velocity_a).norm(), 0.5 * (velocity_a.norm() + velocity_b.norm() + approach));
    return std::max(envelope, step * (speed + turning));
  }
  // Whatever the normal.
  double largest_distance(const Body& a, const Body& b) const {
    return distance(a, b, (b.velocity - a.velocity).norm());
  }

 private:
  double distance(const Body& a, const Body& b, double approach) const {
    return distance(a.velocity, b.velocity, approach, turning_speed(a) + turning_speed(b));
  }
};

}  // namespace talus::bodies
