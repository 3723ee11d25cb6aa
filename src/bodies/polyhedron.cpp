#include "bodies/polyhedron.hpp"

#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/error.hpp"

namespace talus::bodies {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// Qhull's state, freed with all it holds.
struct Qhull {
  qhT state{};
  std::FILE* messages = std::fopen("/dev/null", "w");

  explicit Qhull(std::span<const Vec3> points)
      : coordinates(points.front().data(), points.front().data() + 3 * points.size()) {
    if (messages == nullptr) throw IoError("/dev/null: cannot be opened");
    qh_zero(&state, messages);
    char command[] = "qhull Qt";
    failed = qh_new_qhull(&state, 3, static_cast<int>(points.size()), coordinates.data(), False, command, nullptr,
                          messages) != 0;
  }
  ~Qhull() {
    qh_freeqhull(&state, !qh_ALL);
    int left, bytes;
    qh_memfreeshort(&state, &left, &bytes);
    std::fclose(messages);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  std::vector<double> coordinates;
  bool failed = false;
};

// Triangles of the hull as indices into the points.
std::vector<Triangle> hull_triangles(std::span<const Vec3> points) {
  Qhull hull(points);
  if (hull.failed) throw InputError("the points have no convex hull of any volume (all in one plane or nearly so)");
  std::vector<Triangle> triangles;
  qhT* qh = &hull.state;  // the name that Qhull's macros use
  facetT* facet;
  FORALLfacets {
    Triangle t{};
    std::size_t n = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) {
      if (n < 3) t[n] = qh_pointid(qh, vertex->point);
      ++n;
    }
    const Vec3 outward(facet->normal[0], facet->normal[1], facet->normal[2]);
    const Vec3 turn = (points[at(t[1])] - points[at(t[0])]).cross(points[at(t[2])] - points[at(t[0])]);
    if (turn.dot(outward) < 0) std::swap(t[1], t[2]);
    triangles.push_back(t);
  }
  return triangles;
}

// Triangles whose normals agree are one face; its loop are the edges that no second triangle of it has.
Polyhedron::Face face_of(std::span<const Triangle> triangles, const Vec3& normal) {
  std::map<std::int32_t, std::int32_t> next;
  for (const Triangle& t : triangles) {
    for (std::size_t e = 0; e < 3; ++e) next[t[e]] = -1;
  }
  std::map<std::pair<std::int32_t, std::int32_t>, bool> inner;
  for (const Triangle& t : triangles) {
    for (std::size_t e = 0; e < 3; ++e) inner[{t[(e + 1) % 3], t[e]}] = true;
  }
  for (const Triangle& t : triangles) {
    for (std::size_t e = 0; e < 3; ++e) {
      if (!inner.contains({t[e], t[(e + 1) % 3]})) next[t[e]] = t[(e + 1) % 3];
    }
  }
  Polyhedron::Face face{{}, normal};
  auto start = std::find_if(next.begin(), next.end(), [](const auto& n) { return n.second >= 0; });
  for (std::int32_t v = start->first; face.loop.empty() || v != start->first; v = next[v]) {
    if (v < 0 || face.loop.size() > next.size()) throw InputError("the convex hull of the points is degenerate");
    face.loop.push_back(v);
  }
  return face;
}

std::vector<Polyhedron::Face> merged_faces(std::span<const Vec3> points, std::vector<Triangle> triangles) {
  const auto normal_of = [&](const Triangle& t) {
    return Vec3((points[at(t[1])] - points[at(t[0])]).cross(points[at(t[2])] - points[at(t[0])]));
  };
  std::stable_sort(triangles.begin(), triangles.end(), [&](const auto& x, const auto& y) {
    return normal_of(x).squaredNorm() > normal_of(y).squaredNorm();
  });
  std::vector<Polyhedron::Face> faces;
  std::vector<bool> done(triangles.size(), false);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (done[i]) continue;
    const Vec3 normal = normal_of(triangles[i]).normalized();
    const Vec3& origin = points[at(triangles[i][0])];
    std::vector<Triangle> same;
    for (std::size_t j = i; j < triangles.size(); ++j) {
      if (done[j]) continue;
      double off = 0;
      for (const auto v : triangles[j]) off = std::max(off, std::abs(normal.dot(points[at(v)] - origin)));
      if (off > 1e-12) continue;
      done[j] = true;
      same.push_back(triangles[j]);
    }
    faces.push_back(face_of(same, normal));
  }
  return faces;
}

}  // namespace

double Polyhedron::bounding_radius() const {
  double radius = 0;
  for (const Vec3& v : vertices) radius = std::max(radius, v.norm());
  return radius;
}

MassProperties Polyhedron::mass() const {
  std::vector<Triangle> triangles;
  for (const Face& f : faces) {
    for (std::size_t v = 1; v + 1 < f.loop.size(); ++v) triangles.push_back({f.loop[0], f.loop[v], f.loop[v + 1]});
  }
  return mass_within(vertices, triangles);
}

void Polyhedron::move(const Vec3& origin, const Quat& orientation) {
  for (Vec3& v : vertices) v = orientation.conjugate() * (v - origin);
  for (Face& f : faces) f.normal = orientation.conjugate() * f.normal;
  for (Vec3& d : edge_directions) d = orientation.conjugate() * d;
}

Polyhedron convex_hull(std::span<const Vec3> points) {
  if (points.size() < 4) throw InputError("a convex hull needs at least 4 points");
  if (points.size() > 100000) throw InputError("a convex hull of more than 100000 points");
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    if (!p.allFinite()) throw InputError("a point of a convex hull is not finite");
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double size = (high - low).norm();
  if (!(size > 0) || !std::isfinite(size))
    throw InputError("the points of a convex hull are all the same or out of range");
  std::vector<Vec3> unit;  // about the origin, of size 1
  for (const Vec3& p : points) unit.emplace_back((p - 0.5 * (low + high)) / size);

  Polyhedron hull;
  hull.faces = merged_faces(unit, hull_triangles(unit));
  std::map<std::int32_t, std::int32_t> number;  // of the vertices in use
  for (auto& face : hull.faces) {
    for (auto& v : face.loop) {
      const auto [entry, is_new] = number.try_emplace(v, static_cast<std::int32_t>(hull.vertices.size()));
      if (is_new) hull.vertices.push_back(points[at(v)]);
      v = entry->second;
    }
  }
  for (const auto& face : hull.faces) {
    for (std::size_t e = 0; e < face.loop.size(); ++e) {
      const auto a = face.loop[e], b = face.loop[(e + 1) % face.loop.size()];
      if (a > b) continue;  // the neighbour has it too
      const Vec3 direction = (hull.vertices[at(b)] - hull.vertices[at(a)]).normalized();
      const bool known = std::any_of(hull.edge_directions.begin(), hull.edge_directions.end(),
                                     [&](const Vec3& d) { return d.cross(direction).norm() < 1e-12; });
      if (!known) hull.edge_directions.push_back(direction);
    }
  }
  if (!(hull.mass().measure > 1e-9 * size * size * size))
    throw InputError("the convex hull of the points has no volume");
  return hull;
}

}  // namespace talus::bodies
