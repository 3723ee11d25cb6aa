#pragma once
// Raceways: surfaces that balls run on, as one rigid shape of several pieces. A piece has one side, in front of which
// balls are; internal edges, where pieces meet flush, are not felt. Only spheres touch them.
//
// In its own frame a piece runs along x and faces z, and touches the plane z = 0 from above along its middle line:
//
//   strip   |x| <= half_length, |y| <= half_width, z = 0
//   groove  inside of a tube about (x, 0, radius):  |x| <= half_length, section angle |theta| <= half_angle
//   bend    the same of a tube that turns upwards about (0, y, radius + turn):  angle along |phi| <= half_turn

#include <array>
#include <variant>
#include <vector>

#include "base/array.hpp"
#include "bodies/mass.hpp"

namespace talus::bodies {

struct Strip {
  double half_length = 1, half_width = 1;  // m
};

struct Groove {
  double radius = 1;       // of the tube, m
  double half_length = 1;  // m
  double half_angle = 1;   // rad; pi: all around
};

struct Bend {
  double radius = 1;      // of the tube, m
  double turn = 2;        // of its middle line, m; above `radius`
  double half_turn = 1;   // rad
  double half_angle = 1;  // rad; pi: all around
};

struct Raceway {
  static constexpr const char* kName = "raceway";
  struct Piece {
    std::variant<Strip, Groove, Bend> form;
    Vec3 position = Vec3::Zero();  // of the piece's frame in the raceway's
    Quat orientation = Quat::Identity();
  };
  Array<Piece> pieces;

  bool is_valid() const;
  double bounding_radius() const;  // of a ball about the origin that holds all pieces
  MassProperties mass() const;     // InputError: it is a surface
};

// The point of a piece that is nearest to x, both in the raceway's frame.
struct OnPiece {
  Vec3 point;
  Vec3 normal;  // of the surface there, out to where balls are
  bool border;  // the surface ends there
};
OnPiece nearest_on(const Raceway::Piece& piece, const Vec3& x);

// Principal curvatures at a point of the surface (in the raceway's frame), 1/m: along and across the piece, hollow ones
// below 0.
std::array<double, 2> curvatures_at(const Raceway& raceway, const Vec3& point);

// A point of a piece in the raceway's frame; s along, t across, both from -1 to 1.
Vec3 point_on(const Raceway::Piece& piece, double s, double t);

}  // namespace talus::bodies
