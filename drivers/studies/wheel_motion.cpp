#include "drivers/studies/wheel_motion.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/turn.hpp"
#include "collide/collide.hpp"
#include "motion/motion.hpp"
#include "problem/build.hpp"
#include "problem/coordinates.hpp"

namespace talus::drivers {
namespace {

class PaperWheel : public WheelMotion {
 public:
  explicit PaperWheel(const WheelSpec& spec) : spec_(spec) {
    q_[4] = spec.tilt;
    q_[2] = spec.radius * std::cos(spec.tilt) + spec.gap;
    v_[0] = spec.speed;
    v_[3] = spec.turning;
  }

  OneContact contact(double step) override {
    jacobian_ = jacobian();
    mass_.compute(mass());
    free_ = v_ - step * Vec6(mass_.solve(coriolis()));
    OneContact c;
    c.n = jacobian_ * mass_.solve(jacobian_.transpose());
    c.r = jacobian_ * free_;
    c.gap_bias = gap() / step;
    c.velocity = jacobian_ * v_;
    return c;
  }

  Vec3 advance(const Vec3& impulse, double step) override {
    const Vec6 next = free_ + Vec6(mass_.solve(jacobian_.transpose() * impulse));
    q_ += step * v_;
    v_ = next;
    return jacobian_ * v_;
  }

  WheelState state() const override {
    return {q_.head<3>(), q_[4], 0.5 * v_.dot(mass() * v_) + spec_.mass * spec_.gravity * q_[2], gap()};
  }

 private:
  using Jacobian = Eigen::Matrix<double, 3, 6>;
  double gap() const { return q_[2] - spec_.radius * std::abs(std::cos(q_[4])); }

  // v_c - R psi' sin(theta) e1 + R theta' e2 - R phi' e1;  e1 along the horizontal diameter, e2 along the axle.
  Jacobian jacobian() const {
    const double s = std::sin(q_[4]), c = std::cos(q_[4]);
    const Vec3 e1(std::cos(q_[3]), std::sin(q_[3]), 0), e2(-std::sin(q_[3]) * c, std::cos(q_[3]) * c, s);
    Jacobian j;
    j << Mat3::Identity(), -spec_.radius * s * e1, spec_.radius * e2, -spec_.radius * e1;
    return j;
  }

  // 2 T = m |r'|^2 + I_t (theta'^2 + psi'^2 cos^2 theta) + I_a (phi' + psi' sin theta)^2
  Mat6 mass() const {
    const double s = std::sin(q_[4]), c = std::cos(q_[4]);
    Mat6 m = Mat6::Zero();
    m.diagonal() << Vec3::Constant(spec_.mass), spec_.transversal * c * c + spec_.axial * s * s, spec_.transversal,
        spec_.axial;
    m(3, 5) = m(5, 3) = spec_.axial * s;
    return m;
  }

  // M q'' + c = forces
  Vec6 coriolis() const {
    const double s = std::sin(q_[4]), c = std::cos(q_[4]);
    const double psi = v_[3], theta = v_[4], spin = v_[5] + psi * s;
    Vec6 force = Vec6::Zero();
    force[2] = spec_.mass * spec_.gravity;
    force[3] = theta * c * (-2 * spec_.transversal * s * psi + spec_.axial * (psi * s + spin));
    force[4] = psi * c * (spec_.transversal * psi * s - spec_.axial * spin);
    force[5] = spec_.axial * psi * theta * c;
    return force;
  }

  WheelSpec spec_;
  Vec6 q_ = Vec6::Zero(), v_ = Vec6::Zero();  // x, y, z, psi, theta, phi, and their rates
  Jacobian jacobian_;
  Eigen::LDLT<Mat6> mass_;
  Vec6 free_;  // velocities at the step's end without contact
};

WheelState state_of(const bodies::Body& wheel, const WheelSpec& spec) {
  const double lean = (wheel.orientation * Vec3::UnitZ()).z();  // sin(theta)
  const double energy = 0.5 * (wheel.mass * wheel.velocity.squaredNorm() + wheel.angular_velocity.dot(wheel.spin())) +
                        spec.mass * spec.gravity * wheel.position.z();
  return {wheel.position, std::asin(std::clamp(lean, -1.0, 1.0)), energy,
          wheel.position.z() - spec.radius * std::sqrt(std::max(0.0, 1 - lean * lean))};
}

class ExponentialWheel : public WheelMotion {
 public:
  explicit ExponentialWheel(const WheelSpec& spec) : spec_(spec), wheel_(wheel_body(spec)) {}

  OneContact contact(double step) override {
    const Vec3 axle = wheel_.orientation * Vec3::UnitZ();
    const Vec3 arm = spec_.radius * (axle.z() * axle - Vec3::UnitZ()).normalized();
    for (int i = 0; i < 3; ++i)
      on_wheel_.row(i) << Vec3::Unit(i).transpose(), arm.cross(Vec3(Vec3::Unit(i))).transpose();
    inverse_mass_.setZero();
    inverse_mass_.diagonal().head<3>().setConstant(1 / spec_.mass);
    const Mat3 axes = wheel_.orientation.toRotationMatrix();
    inverse_mass_.bottomRightCorner<3, 3>() = axes * wheel_.inertia.cwiseInverse().asDiagonal() * axes.transpose();
    Vec6 v, force = Vec6::Zero();
    v << wheel_.velocity, wheel_.angular_velocity;
    force[2] = -spec_.mass * spec_.gravity;
    force.tail<3>() = -wheel_.angular_velocity.cross(wheel_.spin());
    free_ = v + step * inverse_mass_ * force;
    OneContact c;
    c.n = on_wheel_ * inverse_mass_ * on_wheel_.transpose();
    c.r = on_wheel_ * free_ + state().gap / step * c.normal;
    c.velocity = on_wheel_ * v;
    return c;
  }

  Vec3 advance(const Vec3& impulse, double step) override {
    const Vec6 v = free_ + inverse_mass_ * on_wheel_.transpose() * impulse;
    wheel_.velocity = v.head<3>(), wheel_.angular_velocity = v.tail<3>();
    wheel_.position += step * wheel_.velocity;
    wheel_.orientation = (bodies::exponential(step * wheel_.angular_velocity) * wheel_.orientation).normalized();
    return on_wheel_ * v;
  }

  WheelState state() const override { return state_of(wheel_, spec_); }

 private:
  WheelSpec spec_;
  bodies::Body wheel_;
  Eigen::Matrix<double, 3, 6> on_wheel_;
  Mat6 inverse_mass_;
  Vec6 free_;  // velocities at the step's end without contact
};

class ProductionWheel : public WheelMotion {
 public:
  explicit ProductionWheel(const WheelSpec& spec) : spec_(spec), world_(wheel_world(spec)) {
    bodies_.add(wheel_body(spec));
  }

  OneContact contact(double step) override {
    const bodies::ContactRange range{0.01 * spec_.radius, step};
    auto contacts = collide::find_contacts(bodies_, world_, {{4 * spec_.radius}, range, [](CubeKey) { return true; }});
    const auto lowest = std::ranges::min_element(contacts, {}, &collide::Contact::gap);
    touches_ = lowest != contacts.end();
    contacts = touches_ ? std::vector{*lowest} : std::vector<collide::Contact>{};
    problem_ = problem::build_problem(bodies_, world_, contacts, {.step = step, .warm_start = false});
    OneContact c;
    if (!touches_) return c.n.setIdentity(), c.r = Vec3::UnitZ(), c;
    const Mat3 frame = problem_.blocks[0].on_b.topLeftCorner<3, 3>();
    on_wheel_ = frame.transpose() * problem_.blocks[0].on_b.topRows<3>();
    c.normal = contacts[0].normal;
    c.n = on_wheel_ * inverse_mass().asDiagonal() * on_wheel_.transpose();
    c.r = on_wheel_ * free() + problem_.blocks[0].bias[0] * c.normal;
    const auto& wheel = bodies_.local[0];
    c.velocity = wheel.velocity + wheel.angular_velocity.cross(contacts[0].point - wheel.position);
    return c;
  }

  Vec3 advance(const Vec3& impulse, double step) override {
    Vec6 v = free();
    if (touches_) v += inverse_mass().cwiseProduct(on_wheel_.transpose() * impulse);
    problem::Solution solution;
    solution.local = {{v.head<3>(), v.tail<3>()}};
    motion::advance(bodies_, world_, solution, {}, step);
    return touches_ ? Vec3(on_wheel_ * v) : Vec3(Vec3::Zero());
  }

  WheelState state() const override { return state_of(bodies_.local[0], spec_); }

 private:
  Vec6 free() const { return problem_.bodies[0].free.stacked(); }
  Vec6 inverse_mass() const {
    Vec6 m;
    m << Vec3::Constant(problem_.bodies[0].inverse_mass), Vec3::Constant(problem_.bodies[0].inverse_inertia);
    return m;
  }

  WheelSpec spec_;
  bodies::World world_;
  bodies::Bodies bodies_;
  problem::Problem problem_;
  Eigen::Matrix<double, 3, 6> on_wheel_;  // the contact's velocity from the wheel's (scaled), world axes
  bool touches_ = false;
};

}  // namespace

bodies::World wheel_world(const WheelSpec& spec) {
  bodies::World world;
  world.gravity = {0, 0, -spec.gravity};
  world.shapes = {bodies::Sphere{}, bodies::Plane{}, bodies::Disk{spec.radius}};
  world.materials.add("", {spec.mu, 0, 0, 0});
  bodies::Body floor;
  floor.id = 0, floor.shape = 1, floor.state = bodies::State::fixed;
  world.walls.push_back(floor);
  return world;
}

bodies::Body wheel_body(const WheelSpec& spec) {
  bodies::Body wheel;
  wheel.id = 1, wheel.shape = 2, wheel.radius = spec.radius, wheel.mass = spec.mass;
  wheel.inertia = {spec.transversal, spec.transversal, spec.axial};  // the disk's axis is z of its frame
  wheel.position = {0, 0, spec.radius * std::cos(spec.tilt) + spec.gap};
  wheel.orientation = Eigen::AngleAxisd(spec.tilt - 0.5 * std::numbers::pi, Vec3::UnitX());
  wheel.velocity = {spec.speed, 0, 0};
  wheel.angular_velocity = {0, 0, spec.turning};
  return wheel;
}

std::unique_ptr<WheelMotion> paper_wheel(const WheelSpec& spec) { return std::make_unique<PaperWheel>(spec); }
std::unique_ptr<WheelMotion> exponential_wheel(const WheelSpec& spec) {
  return std::make_unique<ExponentialWheel>(spec);
}
std::unique_ptr<WheelMotion> production_wheel(const WheelSpec& spec) { return std::make_unique<ProductionWheel>(spec); }

}  // namespace talus::drivers
