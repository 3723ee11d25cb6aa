#pragma once
// A surface of triangles, watertight or open: a wall, or, where it is closed, a body.

#include <memory>
#include <optional>
#include <vector>

#include "base/array.hpp"
#include "bodies/frustum.hpp"
#include "bodies/mass.hpp"

namespace talus::bodies {

// Repairs made to the given triangles when a mesh was made of them.
struct MeshRepair {
  std::int64_t dropped = 0;  // triangles without area, or given twice
  bool turned = false;       // a closed surface faced inwards
};

// Vertices that are equal are one. Triangles are found by a tree of boxes.
class MeshSurface {
 public:
  MeshSurface(std::vector<Vec3> vertices, std::vector<Triangle> triangles, bool closed);

  Array<Vec3> vertices;
  Array<Triangle> triangles;
  bool closed = false;  // every edge is between two triangles that agree on the outside

  Vec3 corner(std::int32_t triangle, int c) const { return vertices[triangles[triangle][c]]; }

  // Calls visit(triangle) for every triangle whose box meets [low, high].
  template <class Visit>
  void each_in(const Vec3& low, const Vec3& high, Visit&& visit) const;

 private:
  struct Node {
    Vec3 low, high;
    std::int32_t first = 0;  // leaf: into order_; else the first of two children
    std::int32_t count = 0;  // leaf: triangles; else 0
  };
  void split(std::size_t node, std::span<std::int32_t> part, const std::vector<Vec3>& middles);

  Array<Node> nodes_;
  Array<std::int32_t> order_;
};

struct Mesh {
  static constexpr const char* kName = "mesh";
  std::shared_ptr<const MeshSurface> surface;  // shared by all copies of a world: it is large and never changes
  MeshRepair repair;
  std::optional<Frustum> exact;  // of an open mesh: the surface that balls touch instead of its triangles

  bool is_valid() const { return surface != nullptr; }
  double bounding_radius() const;
  MassProperties mass() const;                             // InputError for an open surface
  void move(const Vec3& origin, const Quat& orientation);  // into the frame given in the present one
};

// From triangles given by their corners, three a triangle. Triangles without area are dropped, closed surfaces that
// face inwards are turned. Throws InputError for corners that are not finite, or when nothing is left.
Mesh make_mesh(std::span<const Vec3> corners);

template <class Visit>
void MeshSurface::each_in(const Vec3& low, const Vec3& high, Visit&& visit) const {
  std::int32_t waiting[64];  // the tree halves: 64 levels hold any mesh
  int depth = 0;
  waiting[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[waiting[--depth]];
    if ((node.low.array() > high.array()).any() || (node.high.array() < low.array()).any()) continue;
    for (std::int32_t t = node.first; t < node.first + node.count; ++t) visit(order_[t]);
    if (node.count > 0) continue;
    waiting[depth++] = node.first;
    waiting[depth++] = node.first + 1;
  }
}

}  // namespace talus::bodies
