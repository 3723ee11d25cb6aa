#pragma once
// The wheel of REG (Table 1) between two contact solves, in three schemes. Rotation Rz(psi) Rx(theta) Ry(phi), z up,
// axle R e_y; the contact is the lowest point of the rim.

#include <memory>

#include "bodies/world.hpp"
#include "drivers/studies/wheel_models.hpp"

namespace talus::drivers {

struct WheelSpec {
  double radius = 0.5;                    // m
  double mass = 1;                        // kg
  double axial = 0.6, transversal = 0.3;  // moments of inertia, kg m^2
  double mu = 0.3;
  double gravity = 9.81;             // m/s^2
  double tilt = 0.3490658503988659;  // theta, rad
  double speed = 6;                  // x', m/s
  double turning = -2;               // psi', rad/s
  double gap = 0;                    // m
};

struct WheelState {
  Vec3 position = Vec3::Zero();
  double tilt = 0;    // rad
  double energy = 0;  // J
  double gap = 0;     // m
};

class WheelMotion {
 public:
  virtual ~WheelMotion() = default;
  // The contact at the start of a step of length h.
  virtual OneContact contact(double step) = 0;
  // The step with this impulse at it; returns the new velocity of the contact point.
  virtual Vec3 advance(const Vec3& impulse, double step) = 0;
  virtual WheelState state() const = 0;
};

bodies::World wheel_world(const WheelSpec& spec);  // a floor
bodies::Body wheel_body(const WheelSpec& spec);    // a disk

// "Paper scheme": Euler-rate coordinates, Lagrange mass matrix, q+ = q + h v with the known v, no stabilisation.
std::unique_ptr<WheelMotion> paper_wheel(const WheelSpec& spec);
// "Exponential": q+ = exp(h v+) q, Phi/h in the normal row, gyroscopic torque as it is at the start of the step.
std::unique_ptr<WheelMotion> exponential_wheel(const WheelSpec& spec);
// "Production scheme": the rooms of a run: Phi/h in the normal row, q+ from v+, free rotation by motion.
std::unique_ptr<WheelMotion> production_wheel(const WheelSpec& spec);

}  // namespace talus::drivers
