// Linear guideways: carriages that ride on rails on four rows of balls each, driven by motors or left at rest, under
// load.
//
//   talus run input/guideway.yaml && postproc/guideway.py out/guideway
//   talus run input/guideway-recirculating.yaml
//   mpirun -n 2 talus run input/guideway-bank.yaml
//
// Which surfaces, and where balls stand: guideway_shape.hpp.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/guideway_shape.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

using bodies::Body;
using bodies::Load;

constexpr int kRows = GuidewayShape::kRows;
constexpr GlobalId kWatched = 16;  // carriages in the series, the first ones

class Guideway : public Scenario {
 public:
  explicit Guideway(const io::Deck& deck)
      : setup_(deck), given_(read<GuidewayOptions>(deck)), shape_(deck, given_, setup_.bodies.radius),
        world_(world_from(deck, setup_)) {
    check(deck);
    // 1. Rails and, next to flat raceways, frictionless guards that keep balls from rolling sideways.
    first_rail_ = std::ssize(world_.walls);
    const int guard = world_.materials.add("guard", {});
    world_.materials.set_pair(material(), guard, {});
    for (GlobalId rail = 0; rail < given_.rails; ++rail) add_wall(rail, shape_.rail(half_rail()), material());
    for (GlobalId rail = 0; rail < given_.rails && shape_.is_flat(); ++rail)
      add_wall(rail, shape_.guards(half_rail()), guard);
    if (given_.table > 0) add_table();
    // 2. The carriage's raceways, from its centre.
    carriage_shape_ = world_.add_shape(shape_.carriage());
    // 3. The load; after it the push along the rail, because a load that still grows rolls balls aside; and the motors.
    const double ramp = given_.ramp;
    add_load(Load::Kind::force, given_.force, 0, ramp);
    world_.loads.back().point = given_.point;
    add_load(Load::Kind::torque, given_.moment, 0, ramp);
    add_load(Load::Kind::force, given_.push * Vec3::UnitX(), ramp, 2 * ramp);
    if (given_.speed != 0) world_.drives.push_back({bodies::Drive::Kind::speed, given_.speed, {}});
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return {shape_.ball_radius(), carriage(0).radius}; }
  std::int64_t num_bodies(double) const override { return num_carriages() * (1 + kRows * shape_.balls()); }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto ids = ids_of_rank(comm, 0, num_bodies(0));
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride)
      bodies.add(n < num_carriages() ? carriage(n) : ball(n - num_carriages()));
  }
  std::vector<GlobalId> probes() const override {
    std::vector<GlobalId> ids;
    for (GlobalId n = 0; n < std::min(num_carriages(), kWatched); ++n) ids.push_back(first_carriage() + n);
    return ids;
  }

  // A carriage that has left its rail.
  std::string fault(const bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto off = std::ranges::find_if(
        bodies.owned(), [this](const Body& body) { return is_carriage(body.id) && has_left_rail(body); });
    const bool mine = off != bodies.owned().end();
    const GlobalId first = comm.max(mine ? off->id : GlobalId{-1});
    if (first < 0) return {};
    Vec3 way = mine && off->id == first ? gone(*off) : Vec3(Vec3::Zero());
    comm.sum({way.data(), 3});
    return fmt::format("carriage {} has left its rail: it has gone ({:g}, {:g}, {:g}) m; guideway.travel is {:g} m",
                       first - first_carriage(), way.x(), way.y(), way.z(), given_.travel);
  }

  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override {
    std::vector<bodies::Joint> joints;
    const auto ids = ids_of_rank(comm, 0, num_carriages());
    for (GlobalId n = ids.first; n < ids.last; n += ids.stride) {
      add_joints_of_carriage(joints, n);
      if (given_.table > 0) joints.push_back(bolts(n));
      for (GlobalId b = n * kRows * shape_.balls(); given_.spacers > 0 && b < (n + 1) * kRows * shape_.balls(); ++b) {
        if ((b + 1) % shape_.balls() != 0) joints.push_back(spacer_behind(b));
      }
    }
    return joints;
  }
  std::vector<observe::JointProbe> joint_probes() const override {
    std::vector<observe::JointProbe> probes;
    for (GlobalId n = 0; n < std::min(num_carriages(), kWatched); ++n) {
      if (given_.seals > 0) probes.push_back({fmt::format("seals{}", n), 2 * n, 2 * n, false, "m", true});
      if (given_.speed != 0) probes.push_back({fmt::format("motor{}", n), 2 * n + 1, 2 * n + 1, false, "m", true});
    }
    return probes;
  }

 private:
  void check(const Values& deck) const {
    if (given_.oversize > 0 && !world_.materials.springs_of_pair(material(), material()).any()) {
      deck.reject("guideway.oversize", "a preload goes with contacts that give: contact.young or stiffness above 0");
    }
    if (const double way = std::abs(given_.speed) * setup_.time.end; way > (1 + 1e-9) * given_.travel) {
      deck.reject("guideway.travel", fmt::format("expected at least the way of the run, {:g} m", way));
    }
    if (given_.carriages > 1 && given_.carriage_spacing < shape_.length()) {
      deck.reject("guideway.carriage_spacing",
                  fmt::format("expected at least the length of a carriage's raceways, {:g} m", shape_.length()));
    }
    check_load(deck);
  }

  // Roughly: all of the load on half of the balls. Beyond, Hertz' theory, and steel, say no more what happens.
  void check_load(const Values& deck) const {
    constexpr double kMostStrain = 0.01;  // of deflection to radius
    const double modulus = world_.materials.springs_of_pair(material(), material()).contact_modulus,
                 radius = setup_.bodies.radius;
    const double most =
        modulus * std::pow(kMostStrain, 1.5) * radius * radius * static_cast<double>(given_.balls) * kRows / 2;
    if (const double force = given_.force.norm(); modulus > 0 && force > most) {
      deck.reject(
          "guideway.force",
          fmt::format("expected at most {:.3g} N: beyond, balls are compressed by more than {:g} of their radius", most,
                      kMostStrain));
    }
  }

  int material() const { return material_of(world_, setup_.bodies.material); }
  GlobalId num_carriages() const { return given_.rails * given_.carriages; }
  GlobalId first_carriage() const { return world_.first_body_id(); }
  bool is_carriage(GlobalId id) const { return id >= first_carriage() && id < first_carriage() + num_carriages(); }
  double half_rail() const {
    return 0.5 * shape_.length() + given_.travel +
           0.5 * static_cast<double>(given_.carriages - 1) * given_.carriage_spacing;
  }

  Vec3 gone(const Body& carriage) const { return carriage.position - place_of(carriage.id - first_carriage()); }
  // Farther along than balls or rail reach, or farther across than contacts can give.
  bool has_left_rail(const Body& body) const {
    const Vec3 way = gone(body);
    return std::abs(way.x()) > given_.travel + given_.pitch || way.tail<2>().norm() > 0.5 * shape_.ball_radius();
  }

  double rail_y(GlobalId rail) const {
    return (static_cast<double>(rail) - 0.5 * static_cast<double>(given_.rails - 1)) * given_.rail_spacing;
  }
  void add_wall(GlobalId rail, bodies::Raceway raceway, int material) {
    Body wall;
    wall.id = std::ssize(world_.walls);
    wall.position = {0, rail_y(rail), 0};
    wall.state = bodies::State::fixed;
    wall.material = material;
    wall.shape = world_.add_shape(std::move(raceway));
    world_.walls.push_back(wall);
  }

  // On all carriages, just above them: the last wall.
  void add_table() {
    const bodies::Box block{0.5 * given_.table_size};
    Body table;
    table.id = std::ssize(world_.walls);
    table.state = bodies::State::dynamic;
    table.material = material();
    table.mass = given_.table;
    table.inertia = table.mass / block.mass().measure * block.mass().inertia.diagonal();
    table.position = {0, 0, table_foot() + 0.5 * given_.table_size.z()};
    table.velocity = {given_.speed, 0, 0};
    table.shape = world_.add_shape(block);
    world_.walls.push_back(table);
  }
  double table_foot() const { return std::max(shape_.top(), 0.5 * given_.size.z()); }
  bodies::Joint bolts(GlobalId n) const {
    const Body& table = world_.walls.back();
    const double stiffness = given_.bolts, arm = 0.5 * given_.size.x();
    bodies::Joint weld;
    weld.id = (2 + kRows * shape_.balls()) * num_carriages() + n;
    weld.a = table.id, weld.b = first_carriage() + n;
    weld.point_b = {0, 0, table_foot()};
    weld.point_a = place_of(n) + weld.point_b - table.position;
    weld.locks = bodies::locks::weld;
    weld.stiffness = {stiffness, stiffness * arm * arm};
    return weld;
  }

  // On each carriage; it grows from 0.
  void add_load(Load::Kind kind, const Vec3& amount, double start, double end) {
    Load load{kind, amount, false, Vec3::Zero(), {}, {first_carriage(), first_carriage() + num_carriages() - 1}};
    if (end > start) load.course.kind = bodies::Course::Kind::ramp, load.course.start = start, load.course.end = end;
    world_.loads.push_back(load);
  }

  // Joints of carriage n to its rail along x: dry friction of its seals, then its motor.
  void add_joints_of_carriage(std::vector<bodies::Joint>& joints, GlobalId n) const {
    bodies::Joint along;
    along.a = first_rail_ + n / given_.carriages, along.b = first_carriage() + n;
    along.point_a = place_of(n) - world_.walls[along.a].position;
    along.frame_a = along.frame_b = Quat(Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX()));
    along.locks = bodies::locks::way;
    along.rate = 0;
    if (const double seals = given_.seals; seals > 0) {
      joints.push_back(along);
      joints.back().id = 2 * n;
      joints.back().limit = seals;
    }
    if (given_.speed == 0) return;
    joints.push_back(along);
    joints.back().id = 2 * n + 1;
    joints.back().drive = 0;
  }
  // Ball b and the next of its row: a spring that rests at a pitch.
  bodies::Joint spacer_behind(GlobalId b) const {
    bodies::Joint spacer;
    spacer.id = 2 * num_carriages() + b;
    spacer.a = first_carriage() + num_carriages() + b, spacer.b = spacer.a + 1;
    spacer.kind = bodies::JointKind::distance;
    spacer.reference = given_.pitch;
    spacer.stiffness[0] = given_.spacers;
    return spacer;
  }

  Vec3 place_of(GlobalId carriage) const {  // at the start
    const double place =
        static_cast<double>(carriage % given_.carriages) - 0.5 * static_cast<double>(given_.carriages - 1);
    return {place * given_.carriage_spacing, rail_y(carriage / given_.carriages), 0};
  }
  Body carriage(GlobalId n) const {
    Body body;
    body.id = first_carriage() + n;
    body.shape = carriage_shape_;
    body.material = material();
    body.radius = bodies::bounding_radius(world_.shapes[carriage_shape_]);
    body.mass = given_.mass;
    const bodies::MassProperties block = bodies::Box{0.5 * given_.size}.mass();
    body.inertia = body.mass / block.measure * block.inertia.diagonal();
    body.position = place_of(n);
    body.velocity = {given_.speed, 0, 0};
    return body;
  }

  // Ball n of all, row after row, carriage after carriage. Seen from the carriage it goes backwards around its row at
  // half its speed.
  Body ball(GlobalId n) const {
    const Body on = carriage(n / (kRows * shape_.balls()));
    const int row = static_cast<int>(n / shape_.balls() % kRows);
    const GuidewayShape::Place place = shape_.ball(row, n % shape_.balls());
    Body body = make_sphere(world_, setup_, first_carriage() + num_carriages() + n,
                            {shape_.ball_radius(), 0, 0, setup_.bodies.material});
    body.position = on.position + place.position;
    body.velocity = on.velocity - 0.5 * given_.speed * place.along;
    body.angular_velocity =
        0.5 * given_.speed / shape_.ball_radius() * shape_.contact_direction(row).cross(Vec3::UnitX());
    return body;
  }

  Setup setup_;
  GuidewayOptions given_;
  GuidewayShape shape_;
  bodies::World world_;
  GlobalId first_rail_ = 0;
  std::int32_t carriage_shape_ = 0;
};

}  // namespace

std::unique_ptr<Scenario> make_guideway(const io::Deck& deck) { return std::make_unique<Guideway>(deck); }

}  // namespace talus::scene
