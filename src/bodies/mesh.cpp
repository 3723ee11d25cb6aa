#include "bodies/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace talus::bodies {
namespace {

constexpr std::int32_t kLeaf = 4;  // triangles
constexpr std::size_t kMostTriangles = 20000000;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

bool before(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

// Equal corners become one vertex.
std::pair<std::vector<Vec3>, std::vector<Triangle>> joined(std::span<const Vec3> corners) {
  std::vector<std::int32_t> order(corners.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return before(corners[at(a)], corners[at(b)]); });
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles(corners.size() / 3);
  for (const auto c : order) {
    if (vertices.empty() || vertices.back() != corners[at(c)]) vertices.push_back(corners[at(c)]);
    triangles[at(c / 3)][at(c % 3)] = static_cast<std::int32_t>(vertices.size() - 1);
  }
  return {std::move(vertices), std::move(triangles)};
}

bool has_area(const std::vector<Vec3>& vertices, const Triangle& t) {
  const Vec3 u = vertices[at(t[1])] - vertices[at(t[0])], v = vertices[at(t[2])] - vertices[at(t[0])];
  return u.cross(v).norm() > 1e-12 * std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()});
}

std::int64_t drop_useless(const std::vector<Vec3>& vertices, std::vector<Triangle>& triangles) {
  const auto given = triangles.size();
  std::erase_if(triangles, [&](const Triangle& t) { return !has_area(vertices, t); });
  for (auto& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  return static_cast<std::int64_t>(given - triangles.size());
}

// Every edge occurs once in each direction.
bool is_closed(const std::vector<Triangle>& triangles) {
  std::vector<std::pair<std::int32_t, std::int32_t>> forth, back;
  for (const Triangle& t : triangles) {
    for (std::size_t e = 0; e < 3; ++e) {
      forth.emplace_back(t[e], t[(e + 1) % 3]);
      back.emplace_back(t[(e + 1) % 3], t[e]);
    }
  }
  std::sort(forth.begin(), forth.end());
  std::sort(back.begin(), back.end());
  return forth == back && std::adjacent_find(forth.begin(), forth.end()) == forth.end();
}

}  // namespace

MeshSurface::MeshSurface(std::vector<Vec3> vertices_given, std::vector<Triangle> triangles_given,
                         bool is_closed_surface)
    : vertices(std::move(vertices_given)), triangles(std::move(triangles_given)), closed(is_closed_surface) {
  std::vector<Vec3> middles;
  for (std::int32_t t = 0; t < std::ssize(triangles); ++t) {
    middles.emplace_back((corner(t, 0) + corner(t, 1) + corner(t, 2)) / 3);
  }
  order_.resize(triangles.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.emplace_back();
  split(0, order_, middles);
}

void MeshSurface::split(std::size_t node, std::span<std::int32_t> part, const std::vector<Vec3>& middles) {
  Vec3 low = Vec3::Constant(1e300), high = -low, least = low, most = high;
  for (const auto t : part) {
    for (int c = 0; c < 3; ++c) {
      low = low.cwiseMin(corner(t, c));
      high = high.cwiseMax(corner(t, c));
    }
    least = least.cwiseMin(middles[at(t)]);
    most = most.cwiseMax(middles[at(t)]);
  }
  nodes_[node].low = low;
  nodes_[node].high = high;
  if (std::ssize(part) <= kLeaf) {
    nodes_[node].first = static_cast<std::int32_t>(part.data() - order_.data());
    nodes_[node].count = static_cast<std::int32_t>(part.size());
    return;
  }
  Eigen::Index axis = 0;
  (most - least).maxCoeff(&axis);
  const auto half = part.size() / 2;
  std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half), part.end(), [&](auto a, auto b) {
    const double x = middles[at(a)][axis], y = middles[at(b)][axis];
    return x != y ? x < y : a < b;
  });
  const auto children = nodes_.size();
  nodes_[node].first = static_cast<std::int32_t>(children);
  nodes_.resize(children + 2);
  split(children, part.first(half), middles);
  split(children + 1, part.subspan(half), middles);
}

double Mesh::bounding_radius() const {
  double radius = 0;
  for (const Vec3& v : surface->vertices) radius = std::max(radius, v.norm());
  return radius;
}

MassProperties Mesh::mass() const {
  if (!surface->closed) throw InputError("an open mesh has no volume: it can be a wall, not a body");
  return mass_within(surface->vertices, surface->triangles);
}

void Mesh::move(const Vec3& origin, const Quat& orientation) {
  auto vertices = surface->vertices;
  for (Vec3& v : vertices) v = orientation.conjugate() * (v - origin);
  surface = std::make_shared<const MeshSurface>(std::move(vertices), surface->triangles, surface->closed);
}

Mesh make_mesh(std::span<const Vec3> corners) {
  if (corners.size() % 3 != 0 || corners.empty()) throw InputError("a mesh needs three corners a triangle");
  if (corners.size() > 3 * kMostTriangles) throw InputError("a mesh of more than 20 million triangles");
  for (const Vec3& c : corners) {
    if (!c.allFinite() || c.cwiseAbs().maxCoeff() > 1e100)
      throw InputError("a corner of a mesh is not finite, or out of range");
  }
  auto [vertices, triangles] = joined(corners);
  Mesh mesh;
  mesh.repair.dropped = drop_useless(vertices, triangles);
  if (triangles.empty()) throw InputError("a mesh without any triangle of positive area");
  const bool closed = is_closed(triangles);
  if (closed && mass_within(vertices, triangles).measure < 0) {
    for (auto& t : triangles) std::swap(t[1], t[2]);
    mesh.repair.turned = true;
  }
  mesh.surface = std::make_shared<const MeshSurface>(std::move(vertices), std::move(triangles), closed);
  return mesh;
}

}  // namespace talus::bodies
