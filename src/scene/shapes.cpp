#include "scene/shapes.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/stl.hpp"

namespace talus::scene {
namespace {

bodies::Shape polyhedron_of(const std::vector<std::vector<double>>& rows) {
  std::vector<Vec3> points;
  for (const auto& row : rows) points.emplace_back(row[0], row[1], row[2]);
  return bodies::convex_hull(points);
}

bodies::Shape clump_of(const std::vector<std::vector<double>>& rows) {
  std::vector<bodies::Clump::Ball> balls;
  for (const auto& row : rows) balls.push_back({{row[0], row[1], row[2]}, row[3]});
  return bodies::make_clump(std::move(balls));
}

// What the entry's one large key describes, or nothing for kinds of few numbers; a fault is that key's.
bodies::Shape made_of(const io::Deck& deck, const std::string& kind, const std::string& entry) {
  const std::string key = entry + (kind == "polyhedron" ? "points" : kind == "clump" ? "balls" : "file");
  try {
    if (kind == "polyhedron") return polyhedron_of(deck.rows(key));
    if (kind == "clump") return clump_of(deck.rows(key));
    return bodies::make_mesh(io::read_stl(deck.text(key), deck.number(entry + "scale")));
  } catch (const Error& fault) {
    deck.reject(key, fault.what());
  }
}

bodies::Shape shape_of(const io::Deck& deck, const std::string& entry) {
  const auto kind = deck.text(entry + "kind");
  if (kind == "box") return bodies::Box{deck.vector3(entry + "half_size")};
  if (kind == "capsule") return bodies::Capsule{deck.number(entry + "radius"), deck.number(entry + "half_length")};
  if (kind == "cylinder") return bodies::Cylinder{deck.number(entry + "radius"), deck.number(entry + "half_length")};
  if (kind == "disk") return bodies::Disk{deck.number(entry + "radius")};
  return made_of(deck, kind, entry);
}

bool has_mass(const bodies::Shape& shape) {
  const auto* mesh = std::get_if<bodies::Mesh>(&shape);
  return !mesh || mesh->surface->closed;
}

}  // namespace

std::vector<NamedShape> shapes_of(const io::Deck& deck) {
  std::vector<NamedShape> shapes;
  for (int n = 0; n < deck.size("shapes"); ++n) {
    const auto entry = fmt::format("shapes[{}].", n);
    const bodies::Shape given = shape_of(deck, entry);
    const bodies::Centred own = has_mass(given)
                                    ? bodies::centred(given)
                                    : bodies::Centred{given, Vec3::Zero(), Quat::Identity(), 0, Vec3::Zero()};
    shapes.push_back({deck.text(entry + "name"), given, own});
  }
  return shapes;
}

}  // namespace talus::scene
