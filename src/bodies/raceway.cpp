#include "bodies/raceway.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace talus::bodies {
namespace {

// Direction within the section of a tube, from its middle to the wall at an angle theta from -z.
Vec3 outwards(double theta) { return {0, std::sin(theta), -std::cos(theta)}; }

// About y from -z to x.
Vec3 turned(const Vec3& v, double phi) { return Eigen::AngleAxisd(-phi, Vec3::UnitY()) * v; }

Vec3 place(const Strip& s, double along, double across) { return {along * s.half_length, across * s.half_width, 0}; }
Vec3 place(const Groove& g, double along, double across) {
  return Vec3(along * g.half_length, 0, g.radius) + g.radius * outwards(across * g.half_angle);
}
Vec3 place(const Bend& b, double along, double across) {
  const Vec3 from_axis = Vec3(0, 0, -b.turn) + b.radius * outwards(across * b.half_angle);
  return Vec3(0, 0, b.radius + b.turn) + turned(from_axis, along * b.half_turn);
}

OnPiece nearest(const Strip& s, const Vec3& x) {
  const Vec3 p(std::clamp(x.x(), -s.half_length, s.half_length), std::clamp(x.y(), -s.half_width, s.half_width), 0);
  return {p, Vec3::UnitZ(), p.head<2>() != x.head<2>()};
}

// The distance to a circle's point falls towards the angle of x, along the tube and across it, so that both angles are
// clamped one after the other.
OnPiece nearest(const Groove& g, const Vec3& x) {
  const double theta = std::atan2(x.y(), g.radius - x.z()), angle = std::clamp(theta, -g.half_angle, g.half_angle),
               along = std::clamp(x.x(), -g.half_length, g.half_length);
  return {Vec3(along, 0, g.radius) + g.radius * outwards(angle), -outwards(angle), along != x.x() || angle != theta};
}
OnPiece nearest(const Bend& b, const Vec3& x) {
  const Vec3 axis(0, 0, b.radius + b.turn), from_axis = x - axis;
  const double phi = std::atan2(from_axis.x(), -from_axis.z()), along = std::clamp(phi, -b.half_turn, b.half_turn);
  const Vec3 in_section = turned(from_axis, -along) + Vec3(0, 0, b.turn);
  const double theta = std::atan2(in_section.y(), -in_section.z()),
               angle = std::clamp(theta, -b.half_angle, b.half_angle);
  const Vec3 wall = outwards(angle);
  return {axis + turned(Vec3(0, 0, -b.turn) + b.radius * wall, along), -turned(wall, along),
          along != phi || angle != theta};
}

std::array<double, 2> curvatures(const Strip&, const Vec3&) { return {0, 0}; }
std::array<double, 2> curvatures(const Groove& g, const Vec3&) { return {0, -1 / g.radius}; }
std::array<double, 2> curvatures(const Bend& b, const Vec3& p) {
  const double from_axis = std::hypot(p.x(), p.z() - b.radius - b.turn);  // turn + radius cos theta
  return {-(from_axis - b.turn) / (b.radius * from_axis), -1 / b.radius};
}

// About the piece's origin.
double reach(const Strip& s) { return std::hypot(s.half_length, s.half_width); }
double reach(const Groove& g) {
  return std::hypot(g.half_length, 2 * g.radius * std::sin(0.5 * std::min(g.half_angle, std::numbers::pi)));
}
double reach(const Bend& b) { return 2 * (b.radius + b.turn); }

bool all_positive(auto... sizes) { return ((std::isfinite(sizes) && sizes > 0) && ...); }
bool are_positive(const Strip& s) { return all_positive(s.half_length, s.half_width); }
bool are_positive(const Groove& g) { return all_positive(g.radius, g.half_length, g.half_angle); }
bool are_positive(const Bend& b) { return all_positive(b.radius, b.turn - b.radius, b.half_turn, b.half_angle); }

Vec3 in_piece(const Raceway::Piece& piece, const Vec3& x) {
  return piece.orientation.conjugate() * (x - piece.position);
}

}  // namespace

bool Raceway::is_valid() const {
  const auto is_whole = [](const Piece& p) {
    return std::visit([](const auto& form) { return are_positive(form); }, p.form);
  };
  return !pieces.empty() && std::ranges::all_of(pieces, is_whole);
}

double Raceway::bounding_radius() const {
  double radius = 0;
  for (const Piece& p : pieces) {
    radius = std::max(radius, p.position.norm() + std::visit([](const auto& form) { return reach(form); }, p.form));
  }
  return radius;
}

MassProperties Raceway::mass() const { throw InputError("a raceway is a surface: its body's mass must be given"); }

OnPiece nearest_on(const Raceway::Piece& piece, const Vec3& x) {
  OnPiece at = std::visit([local = in_piece(piece, x)](const auto& form) { return nearest(form, local); }, piece.form);
  at.point = piece.position + piece.orientation * at.point;
  at.normal = piece.orientation * at.normal;
  return at;
}

std::array<double, 2> curvatures_at(const Raceway& raceway, const Vec3& point) {
  const auto apart = [&](const Raceway::Piece& piece) {
    return (nearest_on(piece, point).point - point).squaredNorm();
  };
  const auto piece = std::ranges::min_element(raceway.pieces, {}, apart);
  return std::visit([local = in_piece(*piece, point)](const auto& form) { return curvatures(form, local); },
                    piece->form);
}

Vec3 point_on(const Raceway::Piece& piece, double s, double t) {
  return piece.position +
         piece.orientation * std::visit([&](const auto& form) { return place(form, s, t); }, piece.form);
}

}  // namespace talus::bodies
