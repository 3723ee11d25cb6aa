#include "problem/build.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "bodies/body_at.hpp"
#include "problem/bristles.hpp"
#include "problem/coordinates.hpp"
#include "problem/hertz.hpp"
#include "problem/joint_rows.hpp"
#include "problem/loads.hpp"
#include "problem/restitution.hpp"
#include "problem/rows.hpp"
#include "problem/servo.hpp"

namespace talus::problem {
namespace {

using bodies::Bodies;
using bodies::World;
using collide::Contact;

// v_free = v + h M^-1 f; driven and fixed bodies keep their velocity.
ProblemBody free_motion(const bodies::Body& body, const World& world, const BuildOptions& options) {
  if (body.state != bodies::State::dynamic) return {twist_of(body), 0, 0};
  const Vec3 spin = body.isotropic() ? body.angular_velocity : Vec3(to_scaled(body) * body.angular_velocity);
  ProblemBody moves{{body.velocity + options.step * (free_ways(body) * world.gravity), spin},
                    1 / body.mass,
                    1 / scalar_inertia(body)};
  if (world.loads.empty() && world.drags.empty()) return moves;
  const auto [loads, drag] = load_impulses(body, world, options.time, options.step);
  moves.free.v += moves.inverse_mass * (loads.force + drag.force);
  moves.free.w += moves.inverse_inertia * (from_scaled(body) * (loads.torque + drag.torque));
  return moves;
}

LocalIndex anchor(const Contact& c) { return c.a.is_wall ? c.b.index : c.a.index; }
GlobalId partner_of(const Contact& c) { return c.a.is_wall ? c.id_a : c.id_b; }

bodies::RememberedImpulse memory_of(const Bodies& bodies, const Contact& c) {
  for (const auto& m : bodies.memory[anchor(c)]) {
    if (m.partner == partner_of(c) && m.feature == c.feature) return m;
  }
  return {};
}

// Rows of a block between bounds: normal, friction, and rigid rolling and spinning friction where it has them.
void set_bounds(Block& block, const FrictionRows& friction, double g_n) {
  AdmissibleSet& set = block.set;
  const double f = friction.bound, roll = set.rho * g_n, spin = set.sigma * g_n;
  set.lower = {0, -f, -f, -roll, -roll, -spin};
  set.upper = {AdmissibleSet::kUnbounded, f, f, roll, roll, spin};
  for (int t = 0; t < 2; ++t) {
    block.compliance[1 + t] = friction.compliance[t];
    block.bias[1 + t] = friction.bias[t] - friction.compliance[t] * friction.rest[t];
  }
}

// A body whose contacts have arms along the normal and whose inertia is the same about every axis.
bool is_round(const bodies::Body& body, const World& world) {
  return std::holds_alternative<bodies::Sphere>(world.shapes[body.shape]) && body.isotropic() && body.locked == 0;
}

// Fractions of the radius: least deflections at which a secant is taken. A contact that begins may carry much at the
// end of its first step.
constexpr double kLeastDeflection = 1e-6, kFirstDeflection = 1e-4;

class Builder {
 public:
  Builder(const Bodies& bodies, const World& world, const BuildOptions& options)
      : bodies_(bodies), world_(world), options_(options) {}

  Problem build(std::span<const Contact> contacts) {
    add_bodies();
    const auto joints = joints_in_order();
    place_rows(contacts, joints);
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const auto [index, in_blocks] = problem_.place[c];
      in_blocks ? set_block(index, contacts[c]) : set_round(index, contacts[c]);
    }
    for (const JointEnds& j : joints) add_joint(j);
    each_servo([this](LocalIndex wall) { add_servo(wall); });
    return std::move(problem_);
  }

 private:
  struct JointEnds {
    const bodies::Joint* joint;
    bodies::BodyRef a;
    LocalIndex b;
  };

  // Rows lie class by class. They are made in the order of contacts, cube after cube, which is that of bodies in
  // memory.
  void place_rows(std::span<const Contact> contacts, std::span<const JointEnds> joints) {
    const auto& levels = options_.levels;
    const int cubes = levels ? num_classes(*levels) : 0;
    const int classes = levels ? std::max(1, cubes + options_.joint_colours) : 1;
    Array<LocalIndex> rounds(classes, 0), blocks(classes, 0);
    problem_.place.reserve(contacts.size());
    for (const Contact& c : contacts) {  // the class first, then the place in it
      const LocalIndex in = levels ? class_of(c.cube, *levels) : 0;
      const bool round = is_round_pair(c);
      ++(round ? rounds : blocks)[in];
      problem_.place.push_back({in, !round});
    }
    problem_.num_contact_blocks = std::reduce(blocks.begin(), blocks.end());
    Array<LocalIndex> next_round(classes), next_block(classes);
    std::exclusive_scan(rounds.begin(), rounds.end(), next_round.begin(), LocalIndex{0});
    std::exclusive_scan(blocks.begin(), blocks.end(), next_block.begin(), LocalIndex{0});
    for (RowPlace& p : problem_.place) p.index = (p.in_blocks ? next_block : next_round)[p.index]++;
    problem_.class_end = std::move(next_round);

    for (const JointEnds& j : joints) ++blocks[levels ? cubes + j.joint->colour : 0];
    each_servo([&](LocalIndex) { ++blocks.back(); });
    problem_.block_class_end.resize(classes);
    std::partial_sum(blocks.begin(), blocks.end(), problem_.block_class_end.begin());
    const LocalIndex num_blocks = problem_.num_contact_blocks;
    problem_.contacts.resize(contacts.size() - num_blocks);
    problem_.start.resize(problem_.contacts.size());
    problem_.blocks.resize(num_blocks);
    problem_.block_start.resize(num_blocks, Vec6::Zero());
    if (has_basis()) problem_.friction.resize(num_blocks);
  }
  bool has_basis() const { return problem::has_basis(options_.law); }
  bool is_round_pair(const Contact& c) const {
    if (has_basis() || !is_round(body(c.b), world_) || springs(c).any()) return false;
    const auto& a = body(c.a);
    return c.a.is_wall ? a.state != bodies::State::dynamic : is_round(a, world_);
  }

  void add_bodies() {
    problem_.step = options_.step;
    problem_.time = options_.time;
    problem_.num_owned = bodies_.num_owned;
    problem_.num_local = bodies_.num_local();
    problem_.bodies.reserve(bodies_.local.size() + world_.walls.size());
    for (const auto& body : bodies_.local) problem_.bodies.push_back(free_motion(body, world_, options_));
    for (const auto& wall : world_.walls) {
      const ProblemBody moves = free_motion(wall, world_, options_);
      if (wall.state == bodies::State::dynamic) {
        const auto l = static_cast<LocalIndex>(problem_.large.size());
        const LocalIndex at = problem_.add({RowBody::Kind::large, l}, {moves.free, 0, 0});
        problem_.large.push_back({at, moves.inverse_mass, moves.inverse_inertia, {}});
      } else {
        problem_.add({RowBody::Kind::wall, static_cast<LocalIndex>(problem_.others.size())}, moves);
      }
    }
    last_cube_.resize(problem_.large.size());
  }
  // The share of a large body in the contact's cube. Contacts come cube after cube.
  LocalIndex share_of(LocalIndex l, CubeKey cube) {
    const CubeKey last = std::exchange(last_cube_[l], cube);
    const auto& shares = problem_.large[l].shares;
    return shares.empty() || last != cube ? add_share(l) : shares.back();
  }
  LocalIndex add_share(LocalIndex l) {
    Large& large = problem_.large[l];
    const Twist free = problem_.bodies[large.body].free;
    large.shares.push_back(problem_.add({RowBody::Kind::share, l}, {free, large.inverse_mass, large.inverse_inertia}));
    return large.shares.back();
  }
  const bodies::Body& body(bodies::BodyRef b) const { return body_at(bodies_, world_, b); }
  // How the surface of A moves in itself at the contact.
  Twist surface_motion(const Contact& c) const {
    const auto surface = world_.surface_of(c.a);
    if (!surface.any()) return {};
    return surface.at(body(c.a).orientation, arm(body(c.a), c.point), c.normal);
  }
  // An immovable body that moves as the wall does at the contact, where its position is.
  LocalIndex stand_in(const Contact& c) {
    const auto& wall = body(c.a);
    const Twist own{twist_of(wall).at(arm(wall, c.point)), wall.angular_velocity};
    return problem_.add({RowBody::Kind::stand_in, c.a.index}, {own + surface_motion(c), 0, 0});
  }
  // How A's surface moves, beyond what the rows of a wall with mass know, in multipliers' order.
  Vec6 kept_motion(const Contact& c, const Mat3& frame) const {
    Twist motion = surface_motion(c);
    motion.v += kept_velocity(body(c.a));
    return to_rows({motion.v, motion.w}, frame);
  }
  // From the centre of the body, or of its image that is nearest.
  Vec3 arm(const bodies::Body& body, const Vec3& point) const { return world_.periods.shortest(point - body.position); }
  bodies::Friction friction(const Contact& c) const {
    const auto &a = body(c.a), &b = body(c.b);
    return world_.materials.of_pair(a.material, b.material, c.a.is_wall ? b.radius : std::min(a.radius, b.radius));
  }
  bodies::Springs springs(const Contact& c) const {
    return world_.materials.springs_of_pair(body(c.a).material, body(c.b).material);
  }

  // Where the two meet in this step faster than the threshold, they part again.
  double normal_bias(const Contact& c, double restitution) const {
    const double bias = gap_bias(c.gap, options_);
    if (restitution == 0) return bias;
    const double before = normal_speed(c, false), free = normal_speed(c, true);
    if (-before <= world_.restitution_speed || c.gap + options_.step * free >= 0) return bias;
    return std::min(bias, -rebound_speed(restitution, -before, (before - free) / options_.step, c.gap, options_.step));
  }
  double normal_speed(const Contact& c, bool free) const { return c.normal.dot(point_velocity(c, free)); }
  // v_B + w_B x r_B - v_A - w_A x r_A, with the motion of A's surface in itself, at the start of the step or as the
  // bodies move freely.
  Vec3 point_velocity(const Contact& c, bool free) const {
    const auto at_point = [&](bodies::BodyRef b) -> Vec3 {
      const bodies::Body& moved = body(b);
      const Vec3 arm = this->arm(moved, c.point);
      return (free ? unscaled(moved, problem_.bodies[problem_.at(b)].free) : twist_of(moved)).at(arm);
    };
    return at_point(c.b) - at_point(c.a) - surface_motion(c).v;
  }

  void set_round(LocalIndex place, const Contact& contact) {
    const auto f = friction(contact);
    RoundContact& row = problem_.contacts[place];
    row = {problem_.at(contact.a),
           contact.b.index,
           contact.normal,
           0,
           0,
           normal_bias(contact, f.restitution),
           f.mu,
           f.rho,
           f.sigma};
    row.arm_b = -contact.normal.dot(arm(body(contact.b), contact.point));
    if (const auto& wall = body(contact.a); !contact.a.is_wall) {
      row.arm_a = contact.normal.dot(arm(wall, contact.point));
    } else if (!wall.angular_velocity.isZero() || world_.surface_of(contact.a).any()) {
      row.a = stand_in(contact);
    }
    if (options_.warm_start) {
      const auto m = memory_of(bodies_, contact);
      problem_.start[place] = {m.force, m.torque};
    }
  }

  // u = F (v_B + w_B x r_B - v_A - w_A x r_A), and F (w_B - w_A) turned to r1, r2, s where it rolls or spins.
  void set_block(LocalIndex place, const Contact& contact) {
    const auto f = friction(contact);
    const bool bounded = has_bounds(options_.law);
    const auto memory = memory_of(bodies_, contact);
    const ContactImpulse last = carried_on(memory, contact.normal);
    const double last_normal = std::max(0.0, last.force.dot(contact.normal));
    if (has_basis()) problem_.friction[place] = friction_rows(contact, memory.mode, last.force);
    const Mat3 frame = has_basis() ? problem_.friction[place].frame : frame_of(contact.normal);
    Block& block = problem_.blocks[place];
    const auto &body_a = body(contact.a), &body_b = body(contact.b);
    const bool movable = body_a.state == bodies::State::dynamic;
    const bool stands_in = !movable && world_.surface_of(contact.a).any();
    const LocalIndex a = stands_in ? stand_in(contact) : problem_.at(contact.a);
    const RowBody is = problem_.what(a);
    block.a = is.kind == RowBody::Kind::large ? share_of(is.index, contact.cube) : a, block.b = contact.b.index;
    const bool rolls = f.rho > 0 || f.sigma > 0;
    block.set = std::visit([&](const auto& law) { return law.set(rolls ? 6 : 3, f); }, options_.law);
    block.set.length = length_of(block);
    const auto fill = [&](Mat6& on, const bodies::Body& body, const Vec3& arm, double sign) {
      const Mat3 unscale = from_scaled(body) * free_turns(body);
      on.topLeftCorner<3, 3>() = sign * frame * free_ways(body);
      for (int i = 0; i < 3; ++i) on.block<1, 3>(i, 3) = sign * arm.cross(Vec3(frame.row(i))).transpose() * unscale;
      if (!rolls) return;
      const Mat3 turn = sign * frame * unscale;
      on.bottomRightCorner<3, 3>() << turn.row(1), turn.row(2), turn.row(0);
    };
    fill(block.on_a, body_a, stands_in ? Vec3(Vec3::Zero()) : arm(body_a, contact.point), -1);
    fill(block.on_b, body_b, arm(body_b, contact.point), 1);
    block.bias[0] = normal_bias(
        contact, f.restitution == 0 ? 0 : std::min(f.restitution, lossless_restitution(block, problem_.bodies)));
    if (const auto given = springs(contact); given.any())
      soften(block, springs_now(given, contact, last_normal), contact.gap, to_rows(last, frame));
    if (contact.a.is_wall && movable) {
      const Vec6 kept = kept_motion(contact, frame);
      block.bias -= kept;
      if (bounded)
        for (int t = 0; t < 2; ++t) problem_.friction[place].bias[t] -= kept[1 + t];
    }
    if (bounded) set_bounds(block, problem_.friction[place], last_normal);
    if (options_.warm_start)
      problem_.block_start[place].head(block.set.rows) = to_rows(last, frame).head(block.set.rows);
  }

  Vec3 beside_velocity(const Contact& c) const {
    bodies::Body a = body(c.a);
    const auto& b = body(c.b);
    a.angular_velocity += surface_motion(c).w;
    return way_beside_velocity(a, arm(a, c.point), b, arm(b, c.point), options_.step);
  }
  FrictionRows friction_rows(const Contact& c, std::int32_t last_mode, const Vec3& last_force) const {
    const double last_normal = last_force.dot(c.normal);
    const ContactStart start{c.normal,
                             point_velocity(c, false),
                             last_force - last_normal * c.normal,
                             std::max(0.0, last_normal),
                             last_mode,
                             friction(c).mu,
                             options_.step,
                             beside_velocity(c)};
    return std::visit(
        [&](const auto& law) {
          if constexpr (std::is_same_v<decltype(law), const CircularLaw&>)
            return FrictionRows{};
          else
            return law.rows(start);
        },
        options_.law);
  }

  // Hertz and Mindlin by secants: k = F/d = 4/3 E* sqrt(R d), k_t = 8 G* c (hertz.hpp), at the last deflection d, or at
  // what the last force makes: a contact that slides may be pressed and open by the relaxation.
  bodies::Springs springs_now(const bodies::Springs& given, const Contact& contact, double last_force) const {
    if (given.contact_modulus == 0) return given;
    std::array<double, 2> curvature{};
    for (bodies::BodyRef b : {contact.a, contact.b}) {
      const auto& shape = world_.shapes[body(b).shape];
      const auto* raceway = std::get_if<bodies::Raceway>(&shape);
      const bool sphere = std::holds_alternative<bodies::Sphere>(shape);
      const auto own =
          raceway ? bodies::curvatures_at(*raceway, body(b).orientation.conjugate() * arm(body(b), contact.point))
                  : std::array{sphere ? 1 / body(b).radius : 0.0, sphere ? 1 / body(b).radius : 0.0};
      curvature[0] += own[0], curvature[1] += own[1];
    }
    const HertzPair pair = hertz_pair(curvature[0], curvature[1]);
    const double modulus = 4.0 / 3.0 * given.contact_modulus,
                 least = last_force > 0 ? kLeastDeflection : kFirstDeflection;
    const double by_force =
        std::pow(std::max(0.0, last_force / options_.step) / (modulus * std::sqrt(pair.radius)), 2.0 / 3.0);
    const double patch = std::sqrt(pair.radius * std::max({-contact.gap, by_force, least * pair.radius}));
    bodies::Springs now = given;
    now.normal = modulus * patch;
    now.tangential = 8 * given.shear_modulus * pair.spread * patch;
    return now;
  }

  // C = 1/(h (h k + c)), b = Phi k/(h k + c) of the normal row; C = 1/(k h^2), b = -C g_prev of the others, whose
  // springs are stretched as the last impulse tells.
  void soften(Block& block, const bodies::Springs& k, double gap, const Vec6& last) const {
    const double h = options_.step;
    if (k.normal > 0) {
      const double stiff = h * k.normal + k.damping;
      block.compliance[0] = 1 / (h * stiff);
      block.bias[0] = gap * k.normal / stiff;
    }
    for (int i = 1; i < block.set.rows; ++i) {
      const double stiffness = i < 3 ? k.tangential : k.rolling;
      if (stiffness == 0) continue;
      block.compliance[i] = 1 / (stiffness * h * h);
      block.bias[i] = -block.compliance[i] * last[i];
    }
  }

  // The joints whose body B is owned here, by colour and id.
  std::vector<JointEnds> joints_in_order() const {
    std::vector<std::pair<GlobalId, LocalIndex>> jointed;
    if (!bodies_.joints.items().empty()) {
      for (LocalIndex b = 0; b < problem_.num_local; ++b) {
        if (!bodies_.joints[b].empty()) jointed.emplace_back(body({b}).id, b);
      }
    }
    std::sort(jointed.begin(), jointed.end());
    std::vector<JointEnds> all;
    for (const auto& [id, b] : jointed) {
      if (b >= problem_.num_owned) continue;
      for (const auto& joint : bodies_.joints[b]) {
        if (joint.b != id) continue;
        bodies::BodyRef a{static_cast<LocalIndex>(joint.a), true};
        if (joint.a >= world_.first_body_id()) {
          const auto at = std::lower_bound(jointed.begin(), jointed.end(), std::pair{joint.a, LocalIndex{0}});
          TALUS_REQUIRE(at != jointed.end() && at->first == joint.a, "no copy of a joint's first body");
          a = {at->second};
        }
        all.push_back({&joint, a, b});
      }
    }
    std::sort(all.begin(), all.end(), [](const JointEnds& x, const JointEnds& y) {
      return std::pair{x.joint->colour, x.joint->id} < std::pair{y.joint->colour, y.joint->id};
    });
    return all;
  }
  void add_joint(const JointEnds& ends);
  void each_servo(auto&& visit) const {
    for (LocalIndex w = 0; options_.has_servos && w < std::ssize(world_.servos); ++w)
      if (world_.servos[w].force > 0 && world_.walls[w].state == bodies::State::dynamic) visit(w);
  }
  void add_servo(LocalIndex wall);
  double length_of(const Block& block) const {
    return angular_length(problem_.bodies[static_cast<std::size_t>(block.a)],
                          problem_.bodies[static_cast<std::size_t>(block.b)]);
  }

  const Bodies& bodies_;
  const World& world_;
  const BuildOptions& options_;
  Problem problem_;
  Array<CubeKey> last_cube_;  // by large body
};

void Builder::add_joint(const JointEnds& ends) {
  const bodies::Joint& joint = *ends.joint;
  ContactImpulse last;
  for (const auto& m : bodies_.memory[ends.b]) {
    if (m.partner == joint.a && m.feature == feature_of(joint)) last = {m.force, m.torque};
  }
  auto [block, start, found] = joint_rows(joint, body(ends.a), body({ends.b}), world_, {options_.time, options_.step},
                                          last, options_.warm_start);
  const LocalIndex a = problem_.at(ends.a);
  const RowBody is = problem_.what(a);
  block.a = is.kind == RowBody::Kind::large ? add_share(is.index) : a;  // one per joint, by whichever rank
  block.b = ends.b;
  block.set.length = length_of(block);
  found.a = ends.a, found.b = ends.b, found.place = static_cast<LocalIndex>(&joint - bodies_.joints.items().data());
  problem_.joints.push_back(found);
  problem_.blocks.push_back(block);
  problem_.block_start.push_back(start);
}

void Builder::add_servo(LocalIndex wall) {
  Block block = servo_row(world_.servos[wall], world_.walls[wall], options_.step);
  block.a = problem_.add({RowBody::Kind::stand_in, wall}, {servo_limit(world_.servos[wall], world_.walls[wall]), 0, 0});
  block.b = add_share(problem_.what(problem_.at({wall, true})).index);
  problem_.blocks.push_back(block);
  problem_.block_start.push_back(block.set.upper[0] * Vec6::UnitX());
}

}  // namespace

double gap_bias(double gap, const BuildOptions& options) {
  const double bias = (gap < 0 ? options.recovery_rate : 1) * gap / options.step;
  if (options.split_recovery) return std::max(bias, 0.0);
  return options.max_recovery_speed > 0 ? std::max(bias, -options.max_recovery_speed) : bias;
}

Problem build_problem(const Bodies& bodies, const World& world, std::span<const Contact> contacts,
                      const BuildOptions& options) {
  return Builder(bodies, world, options).build(contacts);
}

void renew_bounds(Problem& problem, const Solution& solution) {
  for (std::size_t k = 0; k < problem.friction.size(); ++k) {
    const double g_n = solution.block_impulses[k][0];
    problem.friction[k].set_bound(problem.blocks[k].set.mu * g_n);
    set_bounds(problem.blocks[k], problem.friction[k], g_n);
  }
  problem.start = solution.impulses;
  problem.block_start = solution.block_impulses;
}

ContactImpulse impulse_of(const Problem& problem, const Solution& solution, const Contact& contact, std::size_t c) {
  const RowPlace place = problem.place[c];
  if (!place.in_blocks) return solution.impulses[place.index];
  const LocalIndex block = place.index;
  return from_rows(solution.block_impulses[block],
                   problem.friction.empty() ? frame_of(contact.normal) : problem.friction[block].frame);
}

namespace {

// A body with the spin of the solution, or a wall with that of its surface.
bodies::Body solved(const Bodies& bodies, const World& world, const Problem& problem, const Solution& solution,
                    bodies::BodyRef b) {
  bodies::Body body = body_at(bodies, world, b);
  if (body.state == bodies::State::dynamic)
    body.angular_velocity = from_scaled(body) * twist_of(problem, solution, problem.at(b)).w;
  else
    body.angular_velocity += body.orientation * world.surface_of(b).rotation;
  return body;
}

}  // namespace

std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses_to_remember(const Bodies& bodies,
                                                                                   const World& world,
                                                                                   std::span<const Contact> contacts,
                                                                                   const Problem& problem,
                                                                                   const Solution& solution) {
  std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> all;
  all.reserve(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts[c];
    const ContactImpulse impulse = impulse_of(problem, solution, contact, c);
    const auto [index, in_blocks] = problem.place[c];
    const std::int32_t mode = problem.friction.empty() ? 0 : problem.friction[index].mode;
    bodies::RememberedImpulse kept{partner_of(contact), contact.feature, mode,
                                   impulse.force,       impulse.torque,  contact.normal};
    if (in_blocks) {
      kept = turned_with(solved(bodies, world, problem, solution, contact.a),
                         solved(bodies, world, problem, solution, contact.b), kept, problem.step);
    }
    all.emplace_back(anchor(contact), kept);
  }
  for (std::size_t j = 0; j < problem.joints.size(); ++j) {
    const JointBlock& joint = problem.joints[j];
    all.emplace_back(joint.b, to_remember(bodies.joints.items()[joint.place], joint,
                                          solution.block_impulses[problem.num_contact_blocks + j]));
  }
  return all;
}

}  // namespace talus::problem
