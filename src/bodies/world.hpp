#pragma once
// What every rank holds whole: shapes, materials and the walls (fixed or driven bodies of the size of the domain).

#include <algorithm>
#include <vector>

#include "base/periods.hpp"
#include "bodies/body.hpp"
#include "bodies/material.hpp"
#include "bodies/shape.hpp"

namespace talus::bodies {

struct World {
  std::vector<Shape> shapes{Sphere{}};  // shape 0: the sphere
  Materials materials;
  std::vector<Body> walls;  // ids 0, 1, ... (wall w has id w); bodies follow from first_body_id()
  Vec3 gravity = Vec3(0, 0, -9.81);  // m/s^2
  Periods periods;

  GlobalId first_body_id() const { return static_cast<GlobalId>(walls.size()); }
};

// A bound on how fast the surface moves by turning, m/s: what turning adds to the approach of two surfaces (of round ones nothing).
inline double turning_speed(const Body& body) { return body.shape == 0 ? 0.0 : body.angular_velocity.norm() * body.radius; }

// How far contacts reach beyond surfaces. Two bodies are in contact range when their gap is at most
// delta = max(envelope, h |v_rel|), so that fast bodies are caught before they meet.
struct ContactRange {
  double envelope = 0;  // m
  double step = 0;      // h, s

  // Radius about the centre that holds all of a body's contact points: reach_A + reach_B covers every gap up to delta.
  double reach(const Body& body) const {
    return body.radius + std::max(0.5 * envelope, step * (body.velocity.norm() + turning_speed(body)));
  }
  double distance(const Vec3& relative_velocity) const {
    return std::max(envelope, step * relative_velocity.norm());
  }
  double distance(const Body& a, const Body& b) const {
    return std::max(envelope, step * ((b.velocity - a.velocity).norm() + turning_speed(a) + turning_speed(b)));
  }
};

}  // namespace talus::bodies
