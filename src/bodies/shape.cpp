#include "bodies/shape.hpp"

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

}  // namespace

const char* kind_name(const Shape& shape) {
  return std::visit([]<class S>(const S&) { return S::kName; }, shape);
}

std::string numbered_kinds() {
  return []<std::size_t... N>(std::index_sequence<N...>) {
    std::string text;
    ((text += (N > 0 ? ", " : "") + std::to_string(N) + " " + std::variant_alternative_t<N, Shape>::kName), ...);
    return text;
  }
  (std::make_index_sequence<std::variant_size_v<Shape>>{});
}

void check_shape(const Shape& shape) {
  if (!std::visit([](const auto& s) { return s.is_valid(); }, shape))
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
