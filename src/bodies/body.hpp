#pragma once
// The state of a body: one plain record, so that it travels between ranks and into files whole; `fields.hpp` names its
// parts.

#include "base/types.hpp"

namespace talus::bodies {

enum class State : std::int32_t {
  dynamic = 0,  // moved by forces and contacts
  fixed = 1,    // never moves
  driven = 2,   // moves with its prescribed velocity, whatever pushes it
};

struct Body {
  GlobalId id = -1;
  Vec3 position = Vec3::Zero();          // of the centre of mass, world, m
  Quat orientation = Quat::Identity();   // body frame to world
  Vec3 velocity = Vec3::Zero();          // world, m/s
  Vec3 angular_velocity = Vec3::Zero();  // world axes, rad/s (of a sphere: no frame of its own is needed)
  double mass = 1;                       // kg
  Vec3 inertia = Vec3::Ones();           // kg m^2, principal moments: about the axes of the body frame
  double radius = 1;                     // m; of a sphere, or of the smallest sphere about the centre
  std::int32_t shape = 0;                // index into World::shapes
  std::int32_t material = 0;             // index into Materials
  State state = State::dynamic;
  std::int32_t locked = 0;  // bit i: it does not move along axis i of its frame; bit 3 + i: nor turn about it

  double inverse_mass() const { return state == State::dynamic ? 1 / mass : 0; }
  // Is the inertia the same about every axis?
  bool isotropic() const { return inertia.x() == inertia.y() && inertia.y() == inertia.z(); }
  // J w about the centre, world axes, N m s.
  Vec3 spin() const {
    if (isotropic()) return inertia.x() * angular_velocity;
    const Vec3 local = orientation.conjugate() * angular_velocity;
    return orientation * Vec3(inertia.cwiseProduct(local));
  }
};

// The impulse that a contact carried in the last step, kept by one of its two bodies (the anchor) wherever that goes,
// so that the next solve starts from it. World axes; the impulse on the body of the higher id.
struct RememberedImpulse {
  GlobalId partner = -1;
  std::int32_t feature = 0;
  std::int32_t mode = 0;       // bits of problem::Mode, of laws that stick or slide
  Vec3 force = Vec3::Zero();   // N s
  Vec3 torque = Vec3::Zero();  // N m s
  Vec3 normal = Vec3::Zero();  // of the contact in that step, from the body of the lower id; 0: a joint
};

}  // namespace talus::bodies
