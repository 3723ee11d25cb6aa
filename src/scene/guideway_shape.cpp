#include "scene/guideway_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/key.hpp"

namespace talus::scene {
namespace {

using bodies::Raceway;

constexpr double kMostStrain = 0.01;     // of deflection to radius: beyond, a contact is no longer small
constexpr double kMostClearance = 0.05;  // of the radius: beyond, the carriage's load goes other ways than along d
constexpr double kPlay = 0.02;           // of the radius: between balls and guards, channels, end caps
constexpr double kLead = 2;              // length of a lead-in, in radii: there raceways recede by the play

}  // namespace

GuidewayShape::GuidewayShape(const Values& deck, const GuidewayOptions& given, double radius)
    : given_(given), radius_(radius), ball_radius_(radius + 0.5 * given.oversize),
      ahead_(given.speed == 0 ? 0 : std::copysign(0.25 * given.travel, given.speed)),
      groove_radius_(2 * given.conformity * radius), balls_(given.balls) {
  check(deck);
  if (given_.recirculating) fill_loop(deck);
}

void GuidewayShape::check(const Values& deck) const {
  const double oversize = given_.oversize, most = 2 * kMostStrain * radius_, least = -2 * kMostClearance * radius_;
  if (oversize > most)
    deck.reject("guideway.oversize",
                fmt::format("expected at most {:g} m: beyond, contacts are no longer small", most));
  if (oversize < least)
    deck.reject("guideway.oversize",
                fmt::format("expected at least {:g} m: with more clearance balls leave their raceways", least));
  if (given_.pitch < 2 * ball_radius_)
    deck.reject("guideway.pitch", "expected at least a ball's diameter: the balls of a row do not fit");
  for (const auto& [key, apart] :
       {std::pair{"guideway.row_width", given_.row_width}, {"guideway.row_height", given_.row_height}}) {
    if (apart < 2 * ball_radius_)
      deck.reject(key, "expected at least a ball's diameter: the balls of two rows do not fit");
  }
  if (!is_flat() && groove_radius_ <= (1 + kMostStrain) * ball_radius_)
    deck.reject("guideway.conformity", "expected grooves that are wider than the balls");
  if (given_.recirculating && (given_.turn <= tube() || given_.turn < 0.5 * given_.pitch)) {
    deck.reject("guideway.turn", fmt::format("expected more than {:g} m: balls do not fit in narrower turns",
                                             std::max(tube(), 0.5 * given_.pitch)));
  }
  if (!given_.recirculating && given_.loop_balls > 0)
    deck.reject("guideway.loop_balls", "goes with guideway.recirculating: true");
}

double GuidewayShape::length() const {
  return 2 * (half_straight() + (given_.recirculating ? given_.turn + tube() : 0));
}

double GuidewayShape::top() const {
  return 0.5 * given_.row_height + (given_.recirculating ? 2 * given_.turn * std::sin(given_.angle) : 0) + 2 * tube();
}

// Half the length of a carriage's raceway. Where balls do not recirculate, they go half as far as the carriage.
double GuidewayShape::half_straight() const {
  return 0.5 * static_cast<double>(given_.balls) * given_.pitch +
         (given_.recirculating ? kLead * radius_ : 0.25 * given_.travel);
}

double GuidewayShape::tube() const { return (1 + kPlay) * std::max(radius_, ball_radius_); }

Vec3 GuidewayShape::contact_direction(int row) const {
  return {0, (row % 2 ? 1 : -1) * std::cos(given_.angle), (row < 2 ? 1 : -1) * std::sin(given_.angle)};
}

// A row's loaded balls.
Vec3 GuidewayShape::row_place(int row) const {
  return {0, (row % 2 ? 0.5 : -0.5) * given_.row_width, (row < 2 ? 0.5 : -0.5) * given_.row_height};
}

// --- Where balls stand. ---

GuidewayShape::Place GuidewayShape::ball(int row, GlobalId n) const {
  if (given_.recirculating) return on_loop(row, ways_[n]);
  const double x = (static_cast<double>(n) - 0.5 * static_cast<double>(given_.balls - 1)) * given_.pitch + ahead_;
  return {row_place(row) + x * Vec3::UnitX(), Vec3::UnitX()};
}

// From the rear end of the straight part.
GuidewayShape::Place GuidewayShape::on_loop(int row, double way) const {
  const double straight = 2 * half_straight(), half_loop = 0.5 * loop(), within = std::fmod(way, half_loop);
  const double sign =
      std::fmod(way, loop()) < half_loop ? 1 : -1;  // the second half is the first one, turned by 180 degrees
  const double phi = std::max(0.0, within - straight) / given_.turn, x = std::min(within, straight) - 0.5 * straight;
  const Vec3 d = contact_direction(row), along = Vec3::UnitX();
  const Vec3 from_middle = (x + given_.turn * std::sin(phi)) * along - given_.turn * std::cos(phi) * d;
  return {row_place(row) + given_.turn * d + sign * from_middle, sign * (std::cos(phi) * along + std::sin(phi) * d)};
}

// Where the next ball stands, a pitch away as the crow flies: by bisection, since a chord is at least 2 / pi of its
// arc.
double GuidewayShape::way_after(double way) const {
  const Vec3 here = on_loop(0, way).position;
  double low = way + given_.pitch, high = way + 0.5 * std::numbers::pi * given_.pitch;
  for (int n = 0; n < 60; ++n) {
    const double middle = 0.5 * (low + high);
    ((on_loop(0, middle).position - here).norm() < given_.pitch ? low : high) = middle;
  }
  return high;
}

// A pitch from ball to ball, as many as there is room for, or as the deck says. What room is left is between last and
// first.
void GuidewayShape::fill_loop(const Values& deck) {
  const Vec3 first = on_loop(0, 0).position;
  double way = 0;
  do {
    ways_.push_back(way);
    way = way_after(way);
  } while (way < loop() &&
           (loop() - way > 2 * given_.pitch || (on_loop(0, way).position - first).norm() >= given_.pitch));
  if (given_.loop_balls > std::ssize(ways_)) {
    deck.reject("guideway.loop_balls",
                fmt::format("expected at most {}: more balls do not fit in a loop of {:g} m, a pitch of {:g} m apart",
                            ways_.size(), loop(), given_.pitch));
  }
  if (given_.loop_balls > 0) ways_.resize(given_.loop_balls);
  balls_ = std::ssize(ways_);
}

// --- Surfaces. ---

Raceway::Piece GuidewayShape::facing(const Line& line, double distance, Form form) {
  Mat3 axes;
  axes << line.along, line.out.cross(line.along), line.out;
  return {form, line.centre - distance * line.out, Quat(axes)};
}

void GuidewayShape::add_raceway(Raceway& to, const Line& line, double half_length) const {
  if (given_.raceway == "flat") return to.pieces.push_back(facing(line, radius_, bodies::Strip{half_length, radius_}));
  if (given_.raceway == "groove")
    return to.pieces.push_back(
        facing(line, radius_, bodies::Groove{groove_radius_, half_length, 0.25 * std::numbers::pi}));
  // Two arcs that touch the ball at +-arch and meet in the middle.
  const double half_angle =
      given_.arch -
      std::asin((1 - radius_ / groove_radius_) * std::sin(given_.arch));  // from the touching point to where they meet
  for (const double side : {-given_.arch, given_.arch}) {
    const Vec3 out = Eigen::AngleAxisd(side, line.along) * line.out;
    to.pieces.push_back(
        facing({line.centre, line.along, out}, radius_, bodies::Groove{groove_radius_, half_length, half_angle}));
  }
}

Raceway GuidewayShape::rail(double half_length) const {
  Raceway rail;
  for (int row = 0; row < kRows; ++row)
    add_raceway(rail, {row_place(row), Vec3::UnitX(), contact_direction(row)}, half_length);
  return rail;
}

Raceway GuidewayShape::guards(double half_length) const {
  Raceway guards;
  for (int row = 0; row < kRows; ++row) {
    const Vec3 across = contact_direction(row).cross(Vec3::UnitX());
    for (const double side : {-1.0, 1.0}) {
      guards.pieces.push_back(facing({row_place(row), Vec3::UnitX(), side * across}, (1 + kPlay) * ball_radius_,
                                     bodies::Strip{half_length, radius_}));
    }
  }
  return guards;
}

Raceway GuidewayShape::carriage() const {
  Raceway carriage;
  for (int row = 0; row < kRows; ++row) {
    if (given_.recirculating) {
      add_loop(carriage, row);
    } else {
      add_raceway(carriage, {row_place(row), Vec3::UnitX(), -contact_direction(row)}, half_straight());
    }
  }
  return carriage;
}

// Loaded raceway, lead-ins, on which it recedes to the channel's wall, end caps, return channel.
void GuidewayShape::add_loop(Raceway& to, int row) const {
  constexpr double kPi = std::numbers::pi;
  const Vec3 x = Vec3::UnitX(), d = contact_direction(row), middle = row_place(row), axis = middle + given_.turn * d;
  const double lead = kLead * radius_, half_loaded = half_straight() - lead, slope = std::asin(kPlay / kLead);
  add_raceway(to, {middle, x, -d}, half_loaded);
  for (const double end : {-1.0, 1.0}) {
    const Eigen::AngleAxisd tilt(end * slope, x.cross(d));
    const Vec3 along = tilt * x, out = tilt * -d, seam = middle + end * half_loaded * x + radius_ * d;
    add_raceway(to, {seam + radius_ * out + 0.5 * end * lead * along, along, out}, 0.5 * lead);
    to.pieces.push_back(facing({axis + end * (half_straight() + given_.turn) * x, end * d, -end * x}, tube(),
                               bodies::Bend{tube(), given_.turn, 0.5 * kPi, kPi}));
  }
  to.pieces.push_back(facing({axis + given_.turn * d, x, -d}, tube(), bodies::Groove{tube(), half_straight(), kPi}));
}

void GuidewayOptions::keys(Keys<GuidewayOptions>& key) {
  using namespace keys;
  using O = GuidewayOptions;
  key.all(Restart::state, only_for({"guideway"}));
  key("guideway.rails", &O::rails, within(1, 1000), "Rails side by side.");
  key("guideway.carriages", &O::carriages, within(1, 100000), "Carriages on each rail, each with its own drive.");
  key("guideway.rail_spacing", &O::rail_spacing, needs_above("guideway.rails", 1), in("m"), above(0),
      "Distance between the middles of neighbouring rails.");
  key("guideway.carriage_spacing", &O::carriage_spacing, needs_above("guideway.carriages", 1), in("m"), above(0),
      "Distance between the middles of neighbouring carriages.");
  key("guideway.balls", &O::balls, within(1, 1000),
      "Loaded balls of each of a carriage's four rows: the length of its raceways divided by the pitch.");
  key("guideway.pitch", &O::pitch, in("m"), above(0),
      "Distance between neighbouring balls of a row; at least a diameter.");
  key("guideway.recirculating", &O::recirculating,
      "The rows are closed loops: lead-ins, end caps and a return channel in the carriage bring balls back.");
  key("guideway.turn", &O::turn, needs("guideway.recirculating"), in("m"), above(0),
      "Radius of the path of the balls' centres through the end caps, where they turn back.");
  key("guideway.loop_balls", &O::loop_balls, within(0, 10000),
      "Number of balls in a loop; 0 = as many as fit one pitch apart.");
  key("guideway.spacers", &O::spacers, in("N/m"), at_least(0),
      "Stiffness of plastic spacers that keep neighbouring balls one pitch apart; 0 = no spacers.");
  key("guideway.oversize", &O::oversize, in("m"),
      "Diameter of the balls minus the diameter that just fits: above 0 preload, below 0 clearance.");
  key("guideway.raceway", &O::raceway, one_of({"flat", "groove", "gothic"}),
      "flat = strips with guards at their sides; groove = circular grooves; gothic = two arcs on each side, so that a "
      "ball touches the raceways at four points.");
  key("guideway.conformity", &O::conformity, needs("guideway.raceway", {"groove", "gothic"}), above(0.5),
      "Radius of grooves divided by the diameter of the balls that fit.");
  key("guideway.arch", &O::arch, needs("guideway.raceway", {"gothic"}), in("rad"), within(0.05, 0.78),
      "Angle between the contact direction and the points at which gothic arcs touch a ball.");
  key("guideway.angle", &O::angle, in("rad"), within(0.1, 1.5), "Angle of the contact direction to the horizontal.");
  key("guideway.row_width", &O::row_width, in("m"), above(0),
      "Distance between the balls' centres of left and right rows.");
  key("guideway.row_height", &O::row_height, in("m"), above(0),
      "Distance between the balls' centres of upper and lower rows.");
  key("guideway.mass", &O::mass, in("kg"), above(0), "Mass of a carriage.");
  key("guideway.size", &O::size, in("m"), above(0),
      "Edge lengths of the block from which the moments of inertia of a carriage are computed.");
  key("guideway.travel", &O::travel, in("m"), at_least(0),
      "Distance that a carriage may move from its start. Its raceways are longer by half of it, as balls roll.");
  key("guideway.speed", &O::speed, in("m/s"), Restart::may_change,
      "Speed at which a motor keeps each carriage; 0 = no motors.");
  key("guideway.force", &O::force, in("N"), Restart::may_change, "Force on each carriage, in world axes.");
  key("guideway.point", &O::point, needs("guideway.force"), in("m"), Restart::may_change,
      "Point at which the force acts, relative to the centre of the carriage between its rows.");
  key("guideway.moment", &O::moment, in("N m"), Restart::may_change, "Moment on each carriage.");
  key("guideway.ramp", &O::ramp, AnyOf{needs("guideway.force"), needs("guideway.moment"), needs("guideway.push")},
      in("s"), at_least(0), Restart::may_change,
      "Time in which force and moment grow from 0 to their full values; the push grows in an equal time after that.");
  key("guideway.push", &O::push, in("N"), Restart::may_change,
      "Additional force along x on each carriage, which begins to grow when force and moment are there in full.");
  key("guideway.seals", &O::seals, in("N"), at_least(0), "Dry friction of a carriage's seals and scrapers.");
  key("guideway.table", &O::table, in("kg"), at_least(0),
      "Mass of a machine table that rests on all carriages; 0 = no table.");
  key("guideway.table_size", &O::table_size, needs("guideway.table"), in("m"), above(0), "Edge lengths of the table.");
  key("guideway.bolts", &O::bolts, needs("guideway.table"), in("N/m"), above(0),
      "Stiffness of the bolts between a carriage and the table; against rotations, times (carriage length / 2)^2.");
}

}  // namespace talus::scene
