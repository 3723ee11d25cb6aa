#include "scene/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "base/error.hpp"
#include "base/random.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::World;

double density_of(const io::Deck& deck, const std::string& material) {
  for (int m = 0; m < deck.size("materials"); ++m) {
    const auto entry = fmt::format("materials[{}].", m);
    if (deck.text(entry + "name") != material) continue;
    if (const double own = deck.number(entry + "density"); own > 0) return own;
  }
  return deck.number("bodies.density");
}

Quat rotation_to(const Vec3& normal) { return Quat(Quat::FromTwoVectors(Vec3::UnitZ(), normal.normalized())); }

std::vector<NamedShape>::const_iterator shape_named(const std::vector<NamedShape>& shapes, const std::string& name) {
  const auto at = std::ranges::find(shapes, name, &NamedShape::name);
  TALUS_REQUIRE(at != shapes.end(), "shape " + name);
  return at;
}

bodies::Shape wall_shape(const io::Deck& deck, const std::vector<NamedShape>& shapes, const std::string& entry) {
  const auto name = deck.text(entry + "shape");
  if (name == "plane") return bodies::Plane{};
  if (name == "box") return bodies::Box{deck.vector3(entry + "half_size")};
  return shape_named(shapes, name)->given;
}

// A plane that forces move along its normal.
void make_platen(Body& wall, const io::Deck& deck, const std::string& entry) {
  const Vec3 across =
      wall.velocity - wall.velocity.dot(wall.orientation * Vec3::UnitZ()) * (wall.orientation * Vec3::UnitZ());
  if (across.norm() > 1e-9 * wall.velocity.norm())
    deck.reject(entry + "velocity", "a velocity along the normal of a wall with mass");
  if (!wall.angular_velocity.isZero()) deck.reject(entry + "angular_velocity", "no turning of a wall with mass");
  wall.state = bodies::State::dynamic;
  wall.mass = deck.number(entry + "mass");
  wall.locked = 0b111011;
}

void add_deck_walls(World& world, const io::Deck& deck, const std::vector<NamedShape>& shapes) {
  for (int w = 0; w < deck.size("walls"); ++w) {
    const auto entry = fmt::format("walls[{}].", w);
    Body wall;
    wall.id = static_cast<GlobalId>(world.walls.size());
    wall.position = deck.vector3(entry + "position");
    wall.velocity = deck.vector3(entry + "velocity");
    wall.angular_velocity = deck.vector3(entry + "angular_velocity");
    wall.material = material_of(world, deck.text(entry + "material"));
    wall.state =
        wall.velocity.isZero() && wall.angular_velocity.isZero() ? bodies::State::fixed : bodies::State::driven;
    wall.shape = world.add_shape(wall_shape(deck, shapes, entry), deck.text(entry + "shape"));
    wall.orientation = from_rotation_vector(deck.vector3(entry + "rotation"));
    if (deck.text(entry + "shape") == "plane") {
      wall.orientation = wall.orientation * rotation_to(deck.vector3(entry + "normal"));
      if (deck.number(entry + "mass") > 0) make_platen(wall, deck, entry);
    }
    world.walls.push_back(wall);
  }
}

// g(t) = g_along + cos(w t) g_across + sin(w t) e x g_across about the axis e: what turns are two loads.
void add_gravity(World& world, const io::Deck& deck) {
  const Vec3 gravity = deck.vector3("gravity"), turning = deck.vector3("gravity_turning");
  const double speed = turning.norm();
  const Vec3 axis = speed > 0 ? Vec3(turning / speed) : Vec3(Vec3::Zero());
  const Vec3 across = speed > 0 ? Vec3(gravity - axis.dot(gravity) * axis) : Vec3(Vec3::Zero());
  world.gravity = gravity - across;
  if (across.isZero()) return;
  bodies::Course sine;
  sine.kind = bodies::Course::Kind::sine;
  sine.frequency = speed / (2 * std::numbers::pi);
  bodies::Course cosine = sine;
  cosine.phase = 0.5 * std::numbers::pi;
  world.loads.push_back({bodies::Load::Kind::acceleration, across, false, Vec3::Zero(), cosine, {}});
  world.loads.push_back({bodies::Load::Kind::acceleration, axis.cross(across), false, Vec3::Zero(), sine, {}});
}

// Walls come first, then the bodies of the list; "" is all.
bodies::Targets targets_of(const io::Deck& deck, const std::string& name) {
  if (name.empty()) return {};
  const GlobalId walls = deck.size("walls");
  for (GlobalId w = 0; w < walls; ++w) {
    if (deck.text(fmt::format("walls[{}].name", w)) == name) return {w, w};
  }
  GlobalId n = 0;
  while (deck.text(fmt::format("bodies.list[{}].name", n)) != name) ++n;
  return {walls + n, walls + n};
}

// Motion is prescribed for what nothing pushes.
void require_driven(World& world, const io::Deck& deck, const std::string& entry, const bodies::Targets& target) {
  if (target.first != target.last) deck.reject(entry + "body", "the name of a driven body or of a wall for this kind");
  if (const auto body = target.first - deck.size("walls"); body >= 0) {
    if (deck.text(fmt::format("bodies.list[{}].state", body)) != "driven")
      deck.reject(entry + "body", "a driven body or a wall for this kind");
    return;
  }
  Body& wall = world.walls[target.first];
  if (wall.state == bodies::State::dynamic) deck.reject(entry + "body", "a wall without mass for this kind");
  wall.state = bodies::State::driven;
}

void add_loads(World& world, const io::Deck& deck) {
  using Kind = bodies::Load::Kind;
  static const std::map<std::string, Kind> kinds{{"force", Kind::force},
                                                 {"torque", Kind::torque},
                                                 {"acceleration", Kind::acceleration},
                                                 {"velocity", Kind::velocity},
                                                 {"angular_velocity", Kind::angular_velocity}};
  for (int n = 0; n < deck.size("loads"); ++n) {
    const auto entry = fmt::format("loads[{}].", n);
    const auto kind = deck.text(entry + "kind");
    const auto targets = targets_of(deck, deck.text(entry + "body"));
    if (kind == "drag") {
      world.drags.push_back({deck.number(entry + "linear"), deck.number(entry + "quadratic"),
                             deck.number(entry + "angular"), deck.vector3(entry + "wind"), targets});
      continue;
    }
    if (kind == "velocity" || kind == "angular_velocity") require_driven(world, deck, entry, targets);
    const Vec3 point = kind == "force" ? deck.vector3(entry + "point") : Vec3(Vec3::Zero());
    world.loads.push_back({kinds.at(kind), deck.vector3(entry + "amount"), deck.text(entry + "axes") == "body", point,
                           course_of(deck, entry), targets});
  }
}

bodies::PairRule rule_of(const std::string& name) {
  static const std::map<std::string, bodies::PairRule> rules{{"min", bodies::PairRule::min},
                                                             {"max", bodies::PairRule::max},
                                                             {"mean", bodies::PairRule::mean},
                                                             {"geometric", bodies::PairRule::geometric}};
  return rules.at(name);
}

}  // namespace

bodies::Course course_of(const io::Deck& deck, const std::string& entry) {
  using Kind = bodies::Course::Kind;
  static const std::map<std::string, Kind> kinds{
      {"constant", Kind::constant}, {"ramp", Kind::ramp}, {"sine", Kind::sine}, {"table", Kind::table}};
  bodies::Course course;
  course.kind = kinds.at(deck.text(entry + "course"));
  if (course.kind == Kind::table) {
    for (const auto& row : deck.rows(entry + "table")) course.table.emplace_back(row[0], row[1]);
    return course;
  }
  course.start = deck.number(entry + "start");
  if (const double end = deck.number(entry + "end"); end > 0) course.end = end;
  if (course.kind == Kind::ramp && deck.number(entry + "end") == 0) course.kind = Kind::constant;
  if (course.kind != Kind::sine) return course;
  course.frequency = deck.number(entry + "frequency");
  course.phase = deck.number(entry + "phase");
  return course;
}

Quat from_rotation_vector(const Vec3& v) {
  const double angle = v.norm();
  return angle > 0 ? Quat(Eigen::AngleAxisd(angle, v / angle)) : Quat(Quat::Identity());
}

int material_of(const World& world, const std::string& name) {
  const int index = world.materials.find(name);
  TALUS_REQUIRE(index >= 0, "material " + name);
  return index;
}

World world_from(const io::Deck& deck, const std::vector<NamedShape>& shapes) {
  World world;
  for (const auto& shape : shapes) world.add_shape(shape.own.shape, shape.name);
  world.restitution_speed = deck.number("contact.restitution_speed");
  world.periods.length = deck.vector3("domain.period");
  world.materials = bodies::Materials(rule_of(deck.text("contact.pair_rule")));
  auto friction = [&deck](const std::string& at) {
    return bodies::Friction{deck.number(at + "mu"), deck.number(at + "rho"), deck.number(at + "sigma"),
                            deck.number(at + "restitution")};
  };
  auto elasticity = [&deck](const std::string& at) {
    const bodies::Elasticity e{
        deck.number(at + "stiffness"),         deck.number(at + "damping"), deck.number(at + "tangential_stiffness"),
        deck.number(at + "rolling_stiffness"), deck.number(at + "young"),   deck.number(at + "poisson")};
    if (e.young > 0 && (e.stiffness > 0 || e.tangential_stiffness > 0))
      deck.reject(at + "young", "either this or stiffnesses");
    if (e.damping > 0 && e.stiffness == 0 && e.young == 0)
      deck.reject(at + "damping", "a damper goes with a spring: stiffness or young above 0");
    return e;
  };
  world.materials.add("", friction("contact."), elasticity("contact."));
  for (int m = 0; m < deck.size("materials"); ++m) {
    const auto entry = fmt::format("materials[{}].", m);
    world.materials.add(deck.text(entry + "name"), friction(entry), elasticity(entry));
  }
  for (int p = 0; p < deck.size("contact.pairs"); ++p) {
    const auto entry = fmt::format("contact.pairs[{}].", p);
    world.materials.set_pair(material_of(world, deck.text(entry + "a")), material_of(world, deck.text(entry + "b")),
                             friction(entry));
  }
  add_deck_walls(world, deck, shapes);
  add_gravity(world, deck);
  add_loads(world, deck);
  return world;
}

namespace {

void add_fixed(World& world, const io::Deck& deck, const bodies::Shape& shape, const Vec3& position,
               const Quat& orientation) {
  Body wall;
  wall.id = static_cast<GlobalId>(world.walls.size());
  wall.position = position;
  wall.orientation = orientation;
  wall.state = bodies::State::fixed;
  wall.material = material_of(world, deck.text("bodies.material"));
  wall.shape = world.add_shape(shape);
  world.walls.push_back(wall);
}

}  // namespace

void add_plane(World& world, const io::Deck& deck, const Vec3& position, const Vec3& normal) {
  add_fixed(world, deck, bodies::Plane{}, position, rotation_to(normal));
}

void add_box(World& world, const io::Deck& deck, const Vec3& position, const Vec3& rotation, const Vec3& half_size) {
  add_fixed(world, deck, bodies::Box{half_size}, position, from_rotation_vector(rotation));
}

void add_container(World& world, const io::Deck& deck, double width) {
  add_plane(world, deck, Vec3::Zero(), Vec3::UnitZ());
  for (int axis = 0; axis < 2; ++axis) {
    for (double side : {-1.0, 1.0}) {
      const Vec3 outward = side * Vec3::Unit(axis);
      add_plane(world, deck, 0.5 * width * outward, -outward);
    }
  }
}

Body make_sphere(const World& world, const io::Deck& deck, GlobalId id, const SphereSpec& spec) {
  Body body;
  body.id = id;
  body.radius = spec.radius;
  const double volume = 4.0 / 3.0 * std::numbers::pi * spec.radius * spec.radius * spec.radius;
  body.mass = spec.mass > 0 ? spec.mass : density_of(deck, spec.material) * volume;
  body.inertia.setConstant(spec.inertia > 0 ? spec.inertia : 0.4 * body.mass * spec.radius * spec.radius);
  body.material = material_of(world, spec.material);
  return body;
}

Body make_shaped(const World& world, const io::Deck& deck, const std::vector<NamedShape>& shapes, GlobalId id,
                 const ShapeSpec& spec) {
  const auto shape = shape_named(shapes, spec.shape);
  const auto& own = shape->own;
  if (own.measure == 0)
    throw InputError(fmt::format("shape '{}' is a mesh that is not closed: a wall only", spec.shape));
  const bool is_flat = std::holds_alternative<bodies::Disk>(own.shape);
  if (is_flat && spec.mass == 0) throw InputError("a disk has no volume: its mass must be given");
  Body body;
  body.id = id;
  body.shape = 1 + static_cast<std::int32_t>(shape - shapes.begin());
  body.radius = bodies::bounding_radius(own.shape);
  body.mass = spec.mass > 0 ? spec.mass : density_of(deck, spec.material) * own.measure;
  body.inertia = body.mass / own.measure * own.moments;
  body.material = material_of(world, spec.material);
  if (world.materials.springs_of_pair(body.material, body.material).contact_modulus > 0) {
    throw InputError("a material with young goes with spheres, whose contacts have a radius");
  }
  return body;
}

void place(Body& body, const std::vector<NamedShape>& shapes, const Vec3& position, const Quat& orientation) {
  body.position = position;
  body.orientation = orientation;
  if (body.shape == 0) return;
  const auto& own = shapes[body.shape - 1].own;
  body.position += orientation * own.position;
  body.orientation = orientation * own.orientation;
}

Body make_grain(const World& world, const io::Deck& deck, GlobalId n) {
  const auto seed = static_cast<std::uint64_t>(deck.integer("bodies.seed"));
  const double u = 2 * random_uniform(seed, static_cast<std::uint64_t>(n), 0) - 1;
  const double radius = deck.number("bodies.radius") * (1 + deck.number("bodies.spread") * u);
  return make_sphere(world, deck, world.first_body_id() + n,
                     {radius, deck.number("bodies.mass"), deck.number("bodies.inertia"), deck.text("bodies.material")});
}

std::pair<double, double> grain_radii(const io::Deck& deck) {
  const double radius = deck.number("bodies.radius"), spread = deck.number("bodies.spread");
  return {radius * (1 - spread), radius * (1 + spread)};
}

void add_above_others(bodies::Bodies& bodies, const comm::Comm& comm, std::span<Body> fed) {
  if (fed.empty()) return;
  std::vector<double> heights;
  for (const auto& grain : fed) {
    double& height = heights.emplace_back(grain.position.z());
    for (const auto& other : bodies.owned()) {
      const double apart = 1.01 * (grain.radius + other.radius);
      if (other.position.z() <= grain.position.z() - apart) continue;
      if ((other.position - grain.position).head<2>().norm() < apart)
        height = std::max(height, other.position.z() + apart);
    }
  }
  comm.max(heights);
  for (std::size_t n = 0; n < fed.size(); ++n) {
    fed[n].position.z() = heights[n];
    if (fed[n].id % comm.size() == comm.rank()) bodies.add(fed[n]);
  }
}

std::unique_ptr<Scenario> make_scenario(const io::Deck& deck) {
  using Maker = std::unique_ptr<Scenario> (*)(const io::Deck&);
  static const std::map<std::string, Maker> makers{{"box", make_box},           {"drum", make_drum},
                                                   {"guideway", make_guideway}, {"hopper", make_hopper},
                                                   {"pile", make_pile},         {"rolling-disk", make_rolling_disk},
                                                   {"scene", make_scene}};
  return makers.at(deck.text("scenario"))(deck);
}

}  // namespace talus::scene
