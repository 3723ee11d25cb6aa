// Linear guideways: carriages that ride on rails on four rows of balls each, driven by motors or left at rest, under load.
//
//   talus run input/guideway.yaml && postproc/guideway.py out/guideway
//   mpirun -n 2 talus run input/guideway-bank.yaml
//
// A rail runs along x; z is up, y across. The balls of a row touch rail and carriage along the contact direction
// d = (0, s cos a, u sin a), s, u = -1, 1: upper rows (u = 1) carry what presses the carriage down, lower ones what lifts it.
// Raceways are so long that no ball leaves them within `travel`: balls go half as far as the carriage.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "drivers/setup.hpp"

namespace talus::drivers {
namespace {

using bodies::Body;
using bodies::Raceway;

constexpr int kRows = 4;
constexpr GlobalId kWatched = 16;     // carriages in the series, the first ones
constexpr double kMostStrain = 0.01;  // of deflection to radius: beyond, a contact is no longer small

class Guideway : public sim::Scenario {
 public:
  explicit Guideway(const io::Deck& deck)
      : deck_(deck), radius_(deck.number("bodies.radius")), ball_radius_(radius_ + 0.5 * deck.number("guideway.oversize")),
        pitch_(deck.number("guideway.pitch")), travel_(deck.number("guideway.travel")), speed_(deck.number("guideway.speed")),
        rails_(deck.integer("guideway.rails")), carriages_(deck.integer("guideway.carriages")), balls_(deck.integer("guideway.balls")),
        world_(world_from(deck)) {
    check();
    // 1. Rails, and beside flat raceways what keeps balls from rolling sideways, without friction.
    first_rail_ = std::ssize(world_.walls);
    retainer_ = world_.materials.add("retainer", {});
    world_.materials.set_pair(material_of(world_, deck.text("bodies.material")), retainer_, {});
    for (GlobalId rail = 0; rail < rails_; ++rail) {
      add_wall(rail, rail_pieces(), material_of(world_, deck.text("bodies.material")));
    }
    for (GlobalId rail = 0; rail < rails_ && is_flat(); ++rail) add_wall(rail, retainer_pieces(), retainer_);
    // 2. The carriage's raceways, from its centre.
    carriage_shape_ = static_cast<std::int32_t>(world_.shapes.size());
    world_.shapes.push_back(carriage_pieces());
    // 3. The load, what pushes along the rail behind it (a load that grows rolls balls aside), and what motors ask for.
    const double ramp = deck.number("guideway.ramp");
    add_load(bodies::Load::Kind::force, deck.vector3("guideway.force"), 0, ramp);
    add_load(bodies::Load::Kind::torque, deck.vector3("guideway.moment"), 0, ramp);
    add_load(bodies::Load::Kind::force, deck.number("guideway.push") * Vec3::UnitX(), ramp, 2 * ramp);
    if (speed_ != 0) world_.drives.push_back({bodies::Drive::Kind::speed, speed_, {}});
  }

  bodies::World world() const override { return world_; }
  std::pair<double, double> radii() const override { return {ball_radius_, carriage(0).radius}; }
  std::int64_t num_bodies(double) const override { return num_carriages() * (1 + kRows * balls_); }
  void populate(bodies::Bodies& bodies, const comm::Comm& comm) const override {
    const auto share = sim::share_of(comm, 0, num_bodies(0));
    for (GlobalId n = share.first; n < share.last; n += share.stride) bodies.add(n < num_carriages() ? carriage(n) : ball(n - num_carriages()));
  }
  std::vector<GlobalId> probes() const override {
    std::vector<GlobalId> ids;
    for (GlobalId n = 0; n < std::min(num_carriages(), kWatched); ++n) ids.push_back(first_carriage() + n);
    return ids;
  }

  // Of each carriage to its rail along x: dry friction of its seals, then its motor.
  std::vector<bodies::Joint> joints(const comm::Comm& comm) const override {
    std::vector<bodies::Joint> joints;
    const auto share = sim::share_of(comm, 0, num_carriages());
    for (GlobalId n = share.first; n < share.last; n += share.stride) {
      bodies::Joint along;
      along.a = first_rail_ + n / carriages_, along.b = first_carriage() + n;
      along.point_a = carriage(n).position - world_.walls[static_cast<std::size_t>(along.a)].position;
      along.frame_a = along.frame_b = Quat(Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX()));
      along.locks = bodies::locks::way;
      along.rate = 0;
      if (const double seals = deck_.number("guideway.seals"); seals > 0) {
        joints.push_back(along);
        joints.back().id = 2 * n;
        joints.back().limit = seals;
      }
      if (speed_ == 0) continue;
      joints.push_back(along);
      joints.back().id = 2 * n + 1;
      joints.back().drive = 0;
    }
    return joints;
  }
  std::vector<sim::JointProbe> joint_probes() const override {
    std::vector<sim::JointProbe> probes;
    for (GlobalId n = 0; n < std::min(num_carriages(), kWatched); ++n) {
      if (deck_.number("guideway.seals") > 0) probes.push_back({fmt::format("seals{}", n), 2 * n, 2 * n, false, "m", true});
      if (speed_ != 0) probes.push_back({fmt::format("motor{}", n), 2 * n + 1, 2 * n + 1, false, "m", true});
    }
    return probes;
  }

 private:
  void check() const {
    const double oversize = deck_.number("guideway.oversize"), preload = 0.5 * oversize;
    if (ball_radius_ <= 0) deck_.reject("guideway.oversize", "expected more than minus the balls' diameter");
    if (pitch_ < 2 * ball_radius_) deck_.reject("guideway.pitch", "expected at least a ball's diameter: the balls of a row do not fit");
    if (oversize > 0 && !world_.materials.springs_of_pair(material(), material()).any()) {
      deck_.reject("guideway.oversize", "a preload goes with contacts that give: contact.young or stiffness above 0");
    }
    if (preload > kMostStrain * radius_) {
      deck_.reject("guideway.oversize", fmt::format("expected at most {:g} m: beyond, contacts are no longer small", 2 * kMostStrain * radius_));
    }
    if (!is_flat() && groove_radius() <= (1 + kMostStrain) * ball_radius_) {
      deck_.reject("guideway.conformity", "expected grooves that are wider than the balls");
    }
    if (std::abs(speed_) * deck_.number("time.end") > travel_) {
      deck_.reject("guideway.travel", fmt::format("expected at least the way of the run, {:g} m", std::abs(speed_) * deck_.number("time.end")));
    }
    if (carriages_ > 1 && deck_.number("guideway.carriage_spacing") < 2 * half_row()) {
      deck_.reject("guideway.carriage_spacing", fmt::format("expected at least the length of a carriage's raceways, {:g} m", 2 * half_row()));
    }
  }

  bool is_flat() const { return deck_.text("guideway.raceway") == "flat"; }
  int material() const { return material_of(world_, deck_.text("bodies.material")); }
  double groove_radius() const { return 2 * deck_.number("guideway.conformity") * radius_; }
  GlobalId num_carriages() const { return rails_ * carriages_; }
  GlobalId first_carriage() const { return world_.first_body_id(); }

  // Half the length of a carriage's raceway: its balls, and how far they go.
  double half_row() const { return 0.5 * (static_cast<double>(balls_) * pitch_ + 0.5 * travel_); }
  double half_rail() const {
    return half_row() + travel_ + 0.5 * static_cast<double>(carriages_ - 1) * deck_.number("guideway.carriage_spacing");
  }

  // From rail to carriage through the balls of a row.
  Vec3 contact_direction(int row) const {
    const double angle = deck_.number("guideway.angle");
    return {0, (row % 2 ? 1 : -1) * std::cos(angle), (row < 2 ? 1 : -1) * std::sin(angle)};
  }
  // Of a row's balls, about the carriage's centre.
  Vec3 row_place(int row) const {
    return {0, (row % 2 ? 0.5 : -0.5) * deck_.number("guideway.row_width"), (row < 2 ? 0.5 : -0.5) * deck_.number("guideway.row_height")};
  }

  // A piece along x that faces `out` and touches a ball of the nominal radius about `centre`, or leaves it some play.
  static Raceway::Piece facing(const Vec3& out, const Vec3& centre, double distance, decltype(Raceway::Piece::form) form) {
    Mat3 axes;
    axes << Vec3::UnitX(), out.cross(Vec3::UnitX()), out;
    return {form, centre - distance * out, Quat(axes)};
  }

  // What one side of a row is made of: `out` leads from it to the balls.
  void add_raceway(Raceway& to, const Vec3& out, const Vec3& centre, double half_length) const {
    const auto kind = deck_.text("guideway.raceway");
    if (kind == "flat") return to.pieces.push_back(facing(out, centre, radius_, bodies::Strip{half_length, radius_}));
    if (kind == "groove") {
      return to.pieces.push_back(facing(out, centre, radius_, bodies::Groove{groove_radius(), half_length, 0.25 * std::numbers::pi}));
    }
    // Two arcs that touch the ball at +-arch and meet in the middle.
    const double arch = deck_.number("guideway.arch"), r = groove_radius(), off = r - radius_;
    const double half_angle = arch - std::asin(off / r * std::sin(arch));  // from the touching point to where they meet
    for (const double side : {-arch, arch}) {
      const Vec3 turned = Eigen::AngleAxisd(side, Vec3::UnitX()) * out;
      to.pieces.push_back(facing(turned, centre, radius_, bodies::Groove{r, half_length, half_angle}));
    }
  }
  Raceway rail_pieces() const {
    Raceway rail;
    for (int row = 0; row < kRows; ++row) add_raceway(rail, contact_direction(row), row_place(row), half_rail());
    return rail;
  }
  Raceway carriage_pieces() const {
    Raceway carriage;
    for (int row = 0; row < kRows; ++row) add_raceway(carriage, -contact_direction(row), row_place(row), half_row());
    return carriage;
  }
  Raceway retainer_pieces() const {
    constexpr double kPlay = 0.02;  // of the radius
    Raceway retainer;
    for (int row = 0; row < kRows; ++row) {
      const Vec3 across = contact_direction(row).cross(Vec3::UnitX());
      for (const double side : {-1.0, 1.0}) {
        retainer.pieces.push_back(facing(side * across, row_place(row), (1 + kPlay) * ball_radius_, bodies::Strip{half_rail(), radius_}));
      }
    }
    return retainer;
  }

  double rail_y(GlobalId rail) const {
    return (static_cast<double>(rail) - 0.5 * static_cast<double>(rails_ - 1)) * deck_.number("guideway.rail_spacing");
  }
  void add_wall(GlobalId rail, Raceway raceway, int material) {
    Body wall;
    wall.id = std::ssize(world_.walls);
    wall.position = {0, rail_y(rail), 0};
    wall.state = bodies::State::fixed;
    wall.material = material;
    wall.shape = static_cast<std::int32_t>(world_.shapes.size());
    world_.shapes.push_back(std::move(raceway));
    world_.walls.push_back(wall);
  }

  // On each carriage; it grows from 0.
  void add_load(bodies::Load::Kind kind, const Vec3& amount, double start, double end) {
    bodies::Load load{kind, amount, false, Vec3::Zero(), {}, {first_carriage(), first_carriage() + num_carriages() - 1}};
    if (end > start) load.course.kind = bodies::Course::Kind::ramp, load.course.start = start, load.course.end = end;
    world_.loads.push_back(load);
  }

  Body carriage(GlobalId n) const {
    Body body;
    body.id = first_carriage() + n;
    body.shape = carriage_shape_;
    body.material = material();
    body.radius = bodies::bounding_radius(world_.shapes[static_cast<std::size_t>(carriage_shape_)]);
    body.mass = deck_.number("guideway.mass");
    const bodies::MassProperties block = bodies::Box{0.5 * deck_.vector3("guideway.size")}.mass();
    body.inertia = body.mass / block.measure * block.inertia.diagonal();
    const double place = static_cast<double>(n % carriages_) - 0.5 * static_cast<double>(carriages_ - 1);
    body.position = {place * deck_.number("guideway.carriage_spacing"), rail_y(n / carriages_), 0};
    body.velocity = {speed_, 0, 0};
    return body;
  }

  // Ball n of all, row after row, carriage after carriage. It rolls along, and starts where it will end, mirrored.
  Body ball(GlobalId n) const {
    const Body on = carriage(n / (kRows * balls_));
    const int row = static_cast<int>(n / balls_ % kRows);
    Body body = make_sphere(world_, deck_, first_carriage() + num_carriages() + n, {ball_radius_, 0, 0, deck_.text("bodies.material")});
    const double ahead = speed_ == 0 ? 0 : std::copysign(0.25 * travel_, speed_);
    const double along = (static_cast<double>(n % balls_) - 0.5 * static_cast<double>(balls_ - 1)) * pitch_ + ahead;
    body.position = on.position + row_place(row) + along * Vec3::UnitX();
    body.velocity = 0.5 * on.velocity;
    body.angular_velocity = 0.5 * speed_ / ball_radius_ * contact_direction(row).cross(Vec3::UnitX());
    return body;
  }

  const io::Deck& deck_;
  double radius_, ball_radius_, pitch_, travel_, speed_;
  GlobalId rails_, carriages_, balls_;
  bodies::World world_;
  GlobalId first_rail_ = 0;
  int retainer_ = 0;
  std::int32_t carriage_shape_ = 0;
};

}  // namespace

std::unique_ptr<sim::Scenario> make_guideway(const io::Deck& deck) { return std::make_unique<Guideway>(deck); }

}  // namespace talus::drivers
