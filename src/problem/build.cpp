#include "problem/build.hpp"

#include <algorithm>
#include <numeric>

#include "problem/coordinates.hpp"

namespace talus::problem {
namespace {

using bodies::Bodies;
using bodies::World;
using collide::Contact;

// v_free = v + h M^-1 f; driven and fixed bodies keep their velocity.
ProblemBody free_motion(const bodies::Body& body, const Vec3& gravity, double step) {
  if (body.state != bodies::State::dynamic) return {body.velocity, body.angular_velocity, 0, 0};
  const Vec3 spin = body.isotropic() ? body.angular_velocity : Vec3(to_scaled(body) * body.angular_velocity);
  return {body.velocity + step * (free_ways(body) * gravity), spin, 1 / body.mass, 1 / scalar_inertia(body)};
}

// b_n = Phi/h; an overlap is not pushed out faster than the cap.
double normal_bias(double gap, const BuildOptions& options) {
  const double bias = gap / options.step;
  return options.max_recovery_speed > 0 ? std::max(bias, -options.max_recovery_speed) : bias;
}

LocalIndex anchor(const Contact& c, LocalIndex num_local) { return c.a < num_local ? c.a : c.b; }

ContactImpulse remembered(const Bodies& bodies, const Contact& c) {
  const bool anchored_at_a = c.a < bodies.num_local();
  const GlobalId partner = anchored_at_a ? c.id_b : c.id_a;
  for (const auto& m : bodies.remembered(anchor(c, bodies.num_local()))) {
    if (m.partner == partner && m.feature == c.feature) return {m.force, m.torque};
  }
  return {};
}

// A body whose contacts have arms along the normal and whose inertia is the same about every axis.
bool is_round(const bodies::Body& body, const World& world) {
  return std::holds_alternative<bodies::Sphere>(world.shapes[static_cast<std::size_t>(body.shape)]) && body.isotropic() &&
         body.locked == 0;
}

// Rows n, t1, t2; the same for the same normal.
Mat3 frame_of(const Vec3& normal) {
  Mat3 frame;
  frame.row(0) = normal;
  frame.row(1) = normal.unitOrthogonal();
  frame.row(2) = normal.cross(normal.unitOrthogonal());
  return frame;
}

// Impulse and angular impulse as a cone's rows n, t1, t2, r1, r2, s, and back.
Vec6 to_rows(const ContactImpulse& impulse, const Mat3& frame) {
  const Vec3 p = frame * impulse.force, q = frame * impulse.torque;
  return Vec6(p[0], p[1], p[2], q[1], q[2], q[0]);
}
ContactImpulse from_rows(const Vec6& g, const Mat3& frame) {
  return {frame.transpose() * g.head<3>(), frame.transpose() * Vec3(g[5], g[3], g[4])};
}

class Builder {
 public:
  Builder(const Bodies& bodies, const World& world, const BuildOptions& options)
      : bodies_(bodies), world_(world), options_(options) {}

  Problem build(std::span<const Contact> contacts) {
    add_bodies();
    const auto classes = static_cast<std::size_t>(options_.levels == 0 ? 1 : num_classes(options_.levels));
    problem_.class_end.assign(classes, 0);
    problem_.block_class_end.assign(classes, 0);
    problem_.contacts.reserve(contacts.size());
    problem_.start.reserve(contacts.size());
    for (const Contact& c : contacts) {
      const auto in = static_cast<std::size_t>(options_.levels == 0 ? 0 : class_of(c.cube, options_.levels));
      const auto& a = body(c.a);
      const bool round = is_round(body(c.b), world_) &&
                         (c.a < problem_.num_local ? is_round(a, world_) : a.state != bodies::State::dynamic);
      ++(round ? problem_.class_end : problem_.block_class_end)[in];
      round ? add_round(c) : add_block(c);
    }
    for (auto* ends : {&problem_.class_end, &problem_.block_class_end}) std::partial_sum(ends->begin(), ends->end(), ends->begin());
    return std::move(problem_);
  }

 private:
  void add_bodies() {
    problem_.step = options_.step;
    problem_.num_owned = bodies_.num_owned;
    problem_.num_local = bodies_.num_local();
    problem_.bodies.reserve(bodies_.local.size() + world_.walls.size());
    for (const auto& body : bodies_.local) problem_.bodies.push_back(free_motion(body, world_.gravity, options_.step));
    for (const auto& wall : world_.walls) {
      const ProblemBody moves = free_motion(wall, world_.gravity, options_.step);
      if (wall.state == bodies::State::dynamic) {
        problem_.large.push_back({static_cast<LocalIndex>(problem_.bodies.size()), moves.inverse_mass, moves.inverse_inertia, {}});
      }
      problem_.bodies.push_back({moves.velocity, moves.angular_velocity, 0, 0});
    }
    last_cube_.resize(problem_.large.size());
  }
  // The share of a large body in the contact's cube. Contacts come cube after cube.
  LocalIndex share_of(LocalIndex wall, CubeKey cube) {
    const auto at = std::find_if(problem_.large.begin(), problem_.large.end(), [wall](const Large& l) { return l.body == wall; });
    auto& last = last_cube_[static_cast<std::size_t>(at - problem_.large.begin())];
    if (at->shares.empty() || last != cube) {
      ProblemBody share = problem_.bodies[static_cast<std::size_t>(wall)];
      share.inverse_mass = at->inverse_mass, share.inverse_inertia = at->inverse_inertia;
      at->shares.push_back(static_cast<LocalIndex>(problem_.bodies.size()));
      problem_.bodies.push_back(share);
      last = cube;
    }
    return at->shares.back();
  }
  const bodies::Body& body(LocalIndex b) const {
    return b < problem_.num_local ? bodies_.local[static_cast<std::size_t>(b)]
                                  : world_.walls[static_cast<std::size_t>(b - problem_.num_local)];
  }
  const bodies::Friction& friction(const Contact& c) const {
    return world_.materials.of_pair(body(c.a).material, body(c.b).material);
  }

  void add_round(const Contact& contact) {
    const auto& f = friction(contact);
    RoundContact row{contact.a, contact.b, contact.normal, 0, 0, normal_bias(contact.gap, options_), f.mu, f.rho, f.sigma};
    row.arm_b = contact.normal.dot(body(contact.b).position - contact.point);
    if (const auto& wall = body(contact.a); contact.a < problem_.num_local) {
      row.arm_a = contact.normal.dot(contact.point - wall.position);
    } else if (!wall.angular_velocity.isZero()) {
      // A turning wall is, at this contact, an immovable body that moves as the wall does at the point.
      row.a = static_cast<LocalIndex>(problem_.bodies.size());
      problem_.bodies.push_back({wall.velocity + wall.angular_velocity.cross(contact.point - wall.position),
                                 wall.angular_velocity, 0, 0});
    }
    if (!problem_.blocks.empty()) problem_.place.push_back(static_cast<LocalIndex>(problem_.contacts.size()));
    problem_.contacts.push_back(row);
    problem_.start.push_back(options_.warm_start ? remembered(bodies_, contact) : ContactImpulse{});
  }

  // u = F (v_B + w_B x r_B - v_A - w_A x r_A), and F (w_B - w_A) turned to r1, r2, s where it rolls or spins.
  void add_block(const Contact& contact) {
    if (problem_.blocks.empty()) {
      for (std::size_t c = 0; c < problem_.contacts.size(); ++c) problem_.place.push_back(static_cast<LocalIndex>(c));
    }
    const auto& f = friction(contact);
    const Mat3 frame = frame_of(contact.normal);
    Block block;
    const bool large = contact.a >= problem_.num_local && body(contact.a).state == bodies::State::dynamic;
    block.a = large ? share_of(contact.a, contact.cube) : contact.a, block.b = contact.b;
    block.set = SetKind::cone;
    block.mu = f.mu, block.rho = f.rho, block.sigma = f.sigma;
    const bool rolls = f.rho > 0 || f.sigma > 0;
    block.rows = rolls ? 6 : 3;
    block.angular = rolls ? 0b111000 : 0;
    block.bias[0] = normal_bias(contact.gap, options_);
    const auto fill = [&](Mat6& on, const bodies::Body& body, double sign) {
      const Vec3 arm = contact.point - body.position;
      const Mat3 unscale = from_scaled(body) * free_turns(body);
      on.topLeftCorner<3, 3>() = sign * frame * free_ways(body);
      for (int i = 0; i < 3; ++i) on.block<1, 3>(i, 3) = sign * arm.cross(Vec3(frame.row(i))).transpose() * unscale;
      if (!rolls) return;
      const Mat3 turn = sign * frame * unscale;
      on.bottomRightCorner<3, 3>() << turn.row(1), turn.row(2), turn.row(0);
    };
    fill(block.on_a, body(contact.a), -1);
    fill(block.on_b, body(contact.b), 1);
    problem_.place.push_back(-1 - static_cast<LocalIndex>(problem_.blocks.size()));
    problem_.blocks.push_back(block);
    Vec6 start = Vec6::Zero();
    if (options_.warm_start) start.head(block.rows) = to_rows(remembered(bodies_, contact), frame).head(block.rows);
    problem_.block_start.push_back(start);
  }

  const Bodies& bodies_;
  const World& world_;
  const BuildOptions& options_;
  Problem problem_;
  std::vector<CubeKey> last_cube_;  // by large body
};

}  // namespace

Problem build_problem(const Bodies& bodies, const World& world, std::span<const Contact> contacts,
                      const BuildOptions& options) {
  return Builder(bodies, world, options).build(contacts);
}

ContactImpulse impulse_of(const Problem& problem, const Solution& solution, const Contact& contact, std::size_t c) {
  const LocalIndex place = problem.place.empty() ? static_cast<LocalIndex>(c) : problem.place[c];
  if (place >= 0) return solution.impulses[static_cast<std::size_t>(place)];
  return from_rows(solution.block_impulses[static_cast<std::size_t>(-1 - place)], frame_of(contact.normal));
}

std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses_to_remember(const Bodies& bodies,
                                                                                   std::span<const Contact> contacts,
                                                                                   const Problem& problem,
                                                                                   const Solution& solution) {
  std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> all;
  all.reserve(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts[c];
    const bool anchored_at_a = contact.a < bodies.num_local();
    const ContactImpulse impulse = impulse_of(problem, solution, contact, c);
    all.emplace_back(anchor(contact, bodies.num_local()),
                     bodies::RememberedImpulse{anchored_at_a ? contact.id_b : contact.id_a, contact.feature, 0,
                                               impulse.force, impulse.torque});
  }
  return all;
}

}  // namespace talus::problem
