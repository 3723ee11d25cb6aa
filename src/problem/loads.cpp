#include "problem/loads.hpp"

#include "problem/coordinates.hpp"

namespace talus::problem {
namespace {

// Axes in which the inertia is diagonal.
Mat3 axes_of(const bodies::Body& body) {
  return body.isotropic() ? Mat3(Mat3::Identity()) : body.orientation.toRotationMatrix();
}

ContactImpulse impulse_of(const bodies::Load& load, const bodies::Body& body, double time, double step) {
  const Vec3 amount = load.course.integral(time, time + step) *
                      (load.in_body_axes ? Vec3(body.orientation * load.amount) : load.amount);
  switch (load.kind) {
    case bodies::Load::Kind::force: return {amount, (body.orientation * load.point).cross(amount)};
    case bodies::Load::Kind::torque: return {Vec3::Zero(), amount};
    case bodies::Load::Kind::acceleration: return {body.mass * amount, Vec3::Zero()};
    case bodies::Load::Kind::velocity:
    case bodies::Load::Kind::angular_velocity: break;  // of driven bodies
  }
  return {};
}

}  // namespace

LoadImpulses load_impulses(const bodies::Body& body, const bodies::World& world, double time, double step) {
  LoadImpulses sum;
  world.index_of_loads.each(world.loads, body.id, [&](const bodies::Load& load) {
    const ContactImpulse impulse = impulse_of(load, body, time, step);
    sum.loads.force += impulse.force, sum.loads.torque += impulse.torque;
  });
  const Mat3 ways = free_ways(body), turns = free_turns(body);
  sum.loads = {ways * sum.loads.force, turns * sum.loads.torque};
  world.index_of_drags.each(world.drags, body.id, [&](const bodies::Drag& drag) {
    const Vec3 velocity =
        body.velocity + step * (ways * world.gravity) + (sum.loads.force + sum.drag.force) / body.mass;
    const double c = step * (drag.linear + drag.quadratic * (body.velocity - drag.wind).norm());
    sum.drag.force -= c / (1 + c / body.mass) * (ways * (velocity - drag.wind));
    const Mat3 axes = axes_of(body);
    const Vec3 spin = axes.transpose() * (body.spin() + sum.loads.torque + sum.drag.torque);  // J w*
    const double k = step * drag.angular;
    sum.drag.torque -= turns * (axes * Vec3(k * spin.array() / (body.inertia.array() + k)));
  });
  return sum;
}

}  // namespace talus::problem
