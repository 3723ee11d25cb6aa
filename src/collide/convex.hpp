#pragma once
// Convex shapes in place, as distance algorithms see them: a core, known by its farthest point along a direction, and a
// margin around it. A sphere is a point with a margin, a capsule a segment with a margin; others have none.

#include <array>
#include <span>
#include <vector>

#include "collide/touch.hpp"

namespace talus::collide {

// The part of a core that faces a direction: a polygon (counter-clockwise seen from outside), a segment or a point.
struct Face {
  std::vector<Vec3> points;
  std::vector<std::int32_t> ids;  // of the points, in the shape
  Vec3 normal = Vec3::Zero();     // of a polygon, outward

  void clear() {
    points.clear();
    ids.clear();
  }
  void add(std::int32_t id, const Vec3& point) {
    points.push_back(point);
    ids.push_back(id);
  }
};

class Convex {
 public:
  virtual Vec3 support(const Vec3& direction) const = 0;           // a farthest point of the core
  virtual void face(const Vec3& direction, Face& face) const = 0;  // unit direction
  virtual std::span<const Vec3> normals() const = 0;               // of faces, up to sign
  virtual std::span<const Vec3> edges() const = 0;                 // directions, up to sign
  // p, q: the farthest point moves by p p^T + q q^T as a unit direction turns. At a corner both are 0; a rim has one.
  virtual std::array<Vec3, 2> bends(const Vec3&) const { return {Vec3::Zero(), Vec3::Zero()}; }
  virtual bool flat_sided() const { return true; }  // normals and edges say all; else the core is curved

  Vec3 centre = Vec3::Zero();
  double margin = 0;  // m
  double size = 0;    // m, about half the width

 protected:
  ~Convex() = default;
};

class PointCore final : public Convex {
 public:
  PointCore(const bodies::Sphere&, const Placed& placed);
  Vec3 support(const Vec3&) const override { return centre; }
  void face(const Vec3&, Face& face) const override { face.add(0, centre); }
  std::span<const Vec3> normals() const override { return {}; }
  std::span<const Vec3> edges() const override { return {}; }
};

class SegmentCore final : public Convex {
 public:
  SegmentCore(const bodies::Capsule& capsule, const Placed& placed);
  Vec3 support(const Vec3& direction) const override { return centre + (direction.dot(half) < 0 ? -1 : 1) * half; }
  void face(const Vec3&, Face& face) const override {
    face.add(0, centre - half);
    face.add(1, centre + half);
  }
  std::span<const Vec3> normals() const override { return {}; }
  std::span<const Vec3> edges() const override { return {&axis, 1}; }

  Vec3 axis, half;
};

class BoxCore final : public Convex {
 public:
  BoxCore(const bodies::Box& box, const Placed& placed);
  Vec3 support(const Vec3& direction) const override;
  void face(const Vec3& direction, Face& face) const override;
  std::span<const Vec3> normals() const override { return axes_; }
  std::span<const Vec3> edges() const override { return axes_; }
  Vec3 corner(int c) const;

 private:
  Vec3 half_;
  std::array<Vec3, 3> axes_;
};

class TriangleCore final : public Convex {
 public:
  TriangleCore(const Vec3& a, const Vec3& b, const Vec3& c);
  Vec3 support(const Vec3& direction) const override;
  void face(const Vec3& direction, Face& face) const override;
  std::span<const Vec3> normals() const override { return {&normal, 1}; }
  std::span<const Vec3> edges() const override { return edges_; }

  Vec3 normal;

 private:
  std::array<Vec3, 3> corners_, edges_;
};

class HullCore final : public Convex {
 public:
  HullCore(const bodies::Polyhedron& hull, const Placed& placed);
  Vec3 support(const Vec3& direction) const override;
  void face(const Vec3& direction, Face& face) const override;
  std::span<const Vec3> normals() const override { return normals_; }
  std::span<const Vec3> edges() const override { return edges_; }

 private:
  const bodies::Polyhedron& hull_;
  std::vector<Vec3> vertices_, normals_, edges_;
};

// A cylinder, or a disk: of no length.
class RoundCore final : public Convex {
 public:
  RoundCore(const bodies::Cylinder& cylinder, const Placed& placed)
      : RoundCore(cylinder.radius, cylinder.half_length, placed) {}
  RoundCore(const bodies::Disk& disk, const Placed& placed) : RoundCore(disk.radius, 0, placed) {}
  Vec3 support(const Vec3& direction) const override;
  void face(const Vec3& direction, Face& face) const override;
  std::span<const Vec3> normals() const override { return {&axis_, 1}; }
  std::span<const Vec3> edges() const override { return {&axis_, half_length_ > 0 ? 1u : 0u}; }
  std::array<Vec3, 2> bends(const Vec3& direction) const override;
  bool flat_sided() const override { return false; }

 private:
  RoundCore(double radius, double half_length, const Placed& placed);
  double radius_, half_length_;
  Vec3 axis_, across_;
};

// How many points stand for a rim that lies flat; the first is the farthest along the direction asked for.
inline constexpr int kRimPoints = 6;

// Point n of a rim: about `axis`, starting at the farthest point along `direction`, or at `across` if none is farthest.
Vec3 rim_point(int n, const Vec3& centre, double radius, const Vec3& axis, const Vec3& across, const Vec3& direction);

// The core that stands for a shape.
template <class S>
struct CoreOf;
template <>
struct CoreOf<bodies::Sphere> {
  using type = PointCore;
};
template <>
struct CoreOf<bodies::Capsule> {
  using type = SegmentCore;
};
template <>
struct CoreOf<bodies::Box> {
  using type = BoxCore;
};
template <>
struct CoreOf<bodies::Cylinder> {
  using type = RoundCore;
};
template <>
struct CoreOf<bodies::Disk> {
  using type = RoundCore;
};
template <>
struct CoreOf<bodies::Polyhedron> {
  using type = HullCore;
};
template <class S>
concept ConvexShape = requires {
  typename CoreOf<S>::type;
};

}  // namespace talus::collide
