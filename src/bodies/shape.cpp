#include "bodies/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace talus::bodies {
namespace {

template <class... F>
struct Visitor : F... {
  using F::operator()...;
};
template <class... F>
Visitor(F...) -> Visitor<F...>;  // clang 14 finds none by itself

bool positive(double x) { return std::isfinite(x) && x > 0; }
bool valid(const Sphere&) { return true; }
bool valid(const Plane&) { return true; }
bool valid(const Box& b) { return positive(b.half_size.x()) && positive(b.half_size.y()) && positive(b.half_size.z()); }
bool valid(const Capsule& c) { return positive(c.radius) && positive(c.half_length); }
bool valid(const Cylinder& c) { return positive(c.radius) && positive(c.half_length); }
bool valid(const Disk& d) { return positive(d.radius); }
bool valid(const Polyhedron& p) { return !p.faces.empty(); }
bool valid(const Clump& c) { return !c.balls.empty(); }
bool valid(const Mesh& m) { return m.surface != nullptr; }
bool valid(const Strip& s) { return positive(s.half_length) && positive(s.half_width); }
bool valid(const Groove& g) { return positive(g.radius) && positive(g.half_length) && positive(g.half_angle); }
bool valid(const Bend& b) {
  return positive(b.radius) && positive(b.turn - b.radius) && positive(b.half_turn) && positive(b.half_angle);
}
bool valid(const Raceway& r) {
  const auto whole = [](const Raceway::Piece& p) {
    return std::visit([](const auto& form) { return valid(form); }, p.form);
  };
  return !r.pieces.empty() && std::ranges::all_of(r.pieces, whole);
}

}  // namespace

const char* kind_name(const Shape& shape) {
  return std::visit([]<class S>(const S&) { return S::kName; }, shape);
}

void check_shape(const Shape& shape) {
  if (!std::visit([](const auto& s) { return valid(s); }, shape))
    throw InputError("a shape's sizes must be finite and above 0");
}

double bounding_radius(const Shape& shape, double radius) {
  return std::visit(Visitor{[&](const Sphere&) { return radius; },
                            [](const Plane&) { return std::numeric_limits<double>::infinity(); },
                            [](const auto& s) { return s.bounding_radius(); }},
                    shape);
}

MassProperties mass_properties(const Shape& shape, double radius) {
  return std::visit(
      Visitor{[&](const Sphere&) { return Sphere::mass(radius); },
              [](const Plane&) -> MassProperties { throw InputError("a plane has no volume: it is a wall only"); },
              [](const auto& s) { return s.mass(); }},
      shape);
}

Centred centred(Shape shape, double radius) {
  const MassProperties mass = mass_properties(shape, radius);
  const PrincipalFrame frame = principal_frame(mass.inertia);
  std::visit(
      [&](auto& s) {
        if constexpr (requires { s.move(mass.centre, frame.orientation); }) s.move(mass.centre, frame.orientation);
      },
      shape);
  return {std::move(shape), mass.centre, frame.orientation, mass.measure, frame.moments};
}

}  // namespace talus::bodies
