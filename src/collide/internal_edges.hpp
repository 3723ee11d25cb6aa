#pragma once
// Ground made of bodies feels like one: a body that crosses from one flat-sided piece to the next, flush with it, does
// not feel the edge between. Its touches with a piece are left out where all of them lie in another piece that is
// nearer.

#include <span>
#include <vector>

#include "base/types.hpp"
#include "collide/pairs.hpp"

namespace talus::collide {

// A box or polyhedron: its sides can go on in those of another.
bool is_piece(const bodies::Shape& shape);

// Does the point lie in the shape, or within `tolerance` of it?
bool lies_in(const Placed& shape, const Vec3& point, double tolerance);

class InternalEdges {
 public:
  // A body touches a piece, all as seen from the body's centre.
  struct Crossing {
    LocalIndex body;
    std::size_t meeting;  // a number that says which touches
    Placed piece;
    int level, contact_level;             // of the piece; of the contact's cube
    double radius;                        // of the body
    std::vector<Vec3> points = {};        // of the touches, on the piece
    double least = 1e300, most = -1e300;  // gap
  };
  explicit InternalEdges(double envelope) : envelope_(envelope) {}

  void add(Crossing crossing, std::span<const Touch> touches, const Vec3& centre, bool piece_is_a);

  // By meeting: is it left out? Every rank with the contact decides alike, for only pieces count that it knows for
  // certain: within the envelope, and on levels up to the contact's.
  std::vector<char> hidden(std::size_t num_meetings);

 private:
  bool hides(const Crossing& other, const Crossing& one, const Vec3& point) const;

  double envelope_;
  std::vector<Crossing> all_;
};

}  // namespace talus::collide
