#include "scene/shapes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/key.hpp"
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

// A shape of points, spheres or triangles; a fault is that key's.
bodies::Shape made_of(const Values& deck, const ShapeEntry& entry) {
  const bool is_hull = entry.kind == "polyhedron", is_clump = entry.kind == "clump";
  try {
    if (is_hull) return polyhedron_of(entry.points);
    if (is_clump) return clump_of(entry.balls);
    return bodies::make_mesh(io::read_stl(entry.file, entry.scale));
  } catch (const Error& fault) {
    deck.reject(entry, is_hull ? "points" : is_clump ? "balls" : "file", fault.what());
  }
}

bodies::Shape shape_of(const Values& deck, const ShapeEntry& entry) {
  if (entry.kind == "box") return bodies::Box{entry.half_size};
  if (entry.kind == "capsule") return bodies::Capsule{entry.radius, entry.half_length};
  if (entry.kind == "cylinder") return bodies::Cylinder{entry.radius, entry.half_length};
  if (entry.kind == "disk") return bodies::Disk{entry.radius};
  TALUS_REQUIRE(entry.kind == "polyhedron" || entry.kind == "clump" || entry.kind == "mesh",
                "kind of shape " + entry.kind);
  return made_of(deck, entry);
}

bool has_mass(const bodies::Shape& shape) {
  const auto* mesh = std::get_if<bodies::Mesh>(&shape);
  return !mesh || mesh->surface->closed;
}

}  // namespace

void ShapeEntry::keys(Keys<ShapeEntry>& key) {
  using namespace keys;
  key.all(Restart::state);
  key("shapes[].name", &ShapeEntry::name, required, not_empty,
      "Name by which bodies and walls refer to it; plane and box are taken.");
  key("shapes[].kind", &ShapeEntry::kind, one_of({"box", "capsule", "cylinder", "disk", "polyhedron", "clump", "mesh"}),
      required,
      "polyhedron = convex hull of points; clump = spheres joined into one rigid body; mesh = triangles of an STL "
      "file, for a wall or, if closed, for a body.");
  key("shapes[].half_size", &ShapeEntry::half_size, in("m"), required, above(0), where("kind", {"box"}),
      "Half the edges.");
  key("shapes[].radius", &ShapeEntry::radius, in("m"), required, above(0),
      where("kind", {"capsule", "cylinder", "disk"}), "Radius.");
  key("shapes[].half_length", &ShapeEntry::half_length, in("m"), required, above(0),
      where("kind", {"capsule", "cylinder"}), "Half the length; for a capsule without its caps.");
  key("shapes[].points", &ShapeEntry::points, in("m"), required, columns(3), where("kind", {"polyhedron"}),
      "Points x, y, z; the polyhedron is their convex hull.");
  key("shapes[].balls", &ShapeEntry::balls, in("m"), required, columns(4), where("kind", {"clump"}),
      "One row x, y, z, radius per sphere; spheres may overlap.");
  key("shapes[].file", &ShapeEntry::file, required, not_empty, names_file(), where("kind", {"mesh"}),
      "STL file, text or binary, relative to the deck; with --set to the working folder.");
  key("shapes[].scale", &ShapeEntry::scale, in("m"), above(0), where("kind", {"mesh"}),
      "Length of one unit of the file; 0.001 for millimetres.");
}

std::vector<NamedShape> shapes_of(const Values& deck, const std::vector<ShapeEntry>& entries) {
  std::vector<NamedShape> shapes;
  for (const ShapeEntry& entry : entries) {
    const bodies::Shape given = shape_of(deck, entry);
    const bodies::Centred own = has_mass(given)
                                    ? bodies::centred(given)
                                    : bodies::Centred{given, Vec3::Zero(), Quat::Identity(), 0, Vec3::Zero()};
    if (const double least = own.moments.minCoeff();
        has_mass(given) && !(least > 0 && std::isfinite(own.moments.sum())))
      deck.reject(entry, "name",
                  fmt::format("too small or too large a shape: its moments of inertia come to {:g}", least));
    shapes.push_back({entry.name, given, own});
  }
  return shapes;
}

std::vector<NamedShape>::const_iterator shape_named(const std::vector<NamedShape>& shapes, const std::string& name) {
  const auto at = std::ranges::find(shapes, name, &NamedShape::name);
  TALUS_REQUIRE(at != shapes.end(), "shape " + name);
  return at;
}

}  // namespace talus::scene
