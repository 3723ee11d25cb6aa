#include "collide/convex.hpp"

#include <cmath>
#include <numbers>

namespace talus::collide {
namespace {

// The unit vector across the axis that is nearest to a direction; `across` where the direction runs along the axis.
Vec3 outward(const Vec3& axis, const Vec3& across, const Vec3& direction, double least) {
  const Vec3 third = axis.cross(across);
  const double x = direction.dot(across), y = direction.dot(third), length = std::hypot(x, y);
  return length > least ? Vec3((x * across + y * third) / length) : across;
}

}  // namespace

PointCore::PointCore(const bodies::Sphere&, const Placed& placed) {
  centre = placed.position;
  margin = size = placed.radius;
}

SegmentCore::SegmentCore(const bodies::Capsule& capsule, const Placed& placed)
    : axis(placed.rotation.col(2)), half(capsule.half_length * axis) {
  centre = placed.position;
  margin = size = capsule.radius;
}

BoxCore::BoxCore(const bodies::Box& box, const Placed& placed)
    : half_(box.half_size), axes_{placed.rotation.col(0), placed.rotation.col(1), placed.rotation.col(2)} {
  centre = placed.position;
  size = box.half_size.minCoeff();
}

Vec3 BoxCore::support(const Vec3& direction) const {
  Vec3 point = centre;
  for (int i = 0; i < 3; ++i) point += std::copysign(half_[i], direction.dot(axes_[i])) * axes_[i];
  return point;
}

// Corner c: bit i set where axis i is positive.
Vec3 BoxCore::corner(int c) const {
  Vec3 point = centre;
  for (int i = 0; i < 3; ++i) point += (c >> i & 1 ? half_[i] : -half_[i]) * axes_[i];
  return point;
}

void BoxCore::face(const Vec3& direction, Face& face) const {
  int axis = 0;
  double most = -1;
  for (int i = 0; i < 3; ++i) {
    const double along = std::abs(direction.dot(axes_[i]));
    if (along > most + 1e-9) {  // of equals the first, in spite of rounding
      most = along;
      axis = i;
    }
  }
  const bool positive = direction.dot(axes_[axis]) > 0;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3, base = positive ? 1 << axis : 0;
  const int loop[4] = {base, base | 1 << u, base | 1 << u | 1 << v, base | 1 << v};
  for (int n = 0; n < 4; ++n) {
    const int c = positive ? loop[n] : loop[3 - n];
    face.add(c, corner(c));
  }
  face.normal = positive ? axes_[axis] : Vec3(-axes_[axis]);
}

TriangleCore::TriangleCore(const Vec3& a, const Vec3& b, const Vec3& c)
    : normal((b - a).cross(c - a).normalized()), corners_{a, b, c}, edges_{(b - a).normalized(), (c - b).normalized(),
                                                                           (a - c).normalized()} {
  centre = (a + b + c) / 3;
  size = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
}

Vec3 TriangleCore::support(const Vec3& direction) const {
  const double a = direction.dot(corners_[0]), b = direction.dot(corners_[1]), c = direction.dot(corners_[2]);
  return a >= b ? (a >= c ? corners_[0] : corners_[2]) : (b >= c ? corners_[1] : corners_[2]);
}

void TriangleCore::face(const Vec3& direction, Face& face) const {
  const bool front = direction.dot(normal) > 0;
  for (int n = 0; n < 3; ++n) {
    const int c = front ? n : 2 - n;
    face.add(c, corners_[c]);
  }
  face.normal = front ? normal : Vec3(-normal);
}

HullCore::HullCore(const bodies::Polyhedron& hull, const Placed& placed) : hull_(hull) {
  centre = placed.position;
  size = 0.5 * placed.radius;
  for (const Vec3& v : hull.vertices) vertices_.push_back(placed.position + placed.rotation * v);
  for (const auto& f : hull.faces) normals_.push_back(placed.rotation * f.normal);
  for (const Vec3& d : hull.edge_directions) edges_.push_back(placed.rotation * d);
}

Vec3 HullCore::support(const Vec3& direction) const {
  std::size_t best = 0;
  double most = direction.dot(vertices_[0]);
  for (std::size_t v = 1; v < vertices_.size(); ++v) {
    const double along = direction.dot(vertices_[v]);
    if (along > most) {
      most = along;
      best = v;
    }
  }
  return vertices_[best];
}

void HullCore::face(const Vec3& direction, Face& face) const {
  std::size_t best = 0;
  double most = -2;
  for (std::size_t f = 0; f < normals_.size(); ++f) {
    const double along = direction.dot(normals_[f]);
    if (along > most + 1e-9) {
      most = along;
      best = f;
    }
  }
  for (const auto v : hull_.faces[best].loop) face.add(v, vertices_[v]);
  face.normal = normals_[best];
}

RoundCore::RoundCore(double radius, double half_length, const Placed& placed)
    : radius_(radius), half_length_(half_length), axis_(placed.rotation.col(2)), across_(placed.rotation.col(0)) {
  centre = placed.position;
  size = half_length > 0 ? std::min(radius, half_length) : radius;
}

Vec3 RoundCore::support(const Vec3& direction) const {
  return centre + std::copysign(half_length_, direction.dot(axis_)) * axis_ +
         radius_ * outward(axis_, across_, direction, 0);
}

// The rim's point is centre + radius outward.
std::array<Vec3, 2> RoundCore::bends(const Vec3& direction) const {
  const Vec3 around = axis_.cross(direction);
  const double sine = around.norm();
  return {sine > 0 ? Vec3(std::sqrt(radius_ / sine) / sine * around) : Vec3(Vec3::Zero()), Vec3::Zero()};
}

// The cap where it faces the direction more than the side does, else the line of the side that is farthest out.
void RoundCore::face(const Vec3& direction, Face& face) const {
  const double along = direction.dot(axis_);
  if (half_length_ == 0 || std::abs(along) > 0.7) {
    const double sign = along < 0 ? -1 : 1;
    const Vec3 cap = centre + sign * half_length_ * axis_;
    for (int n = 0; n < kRimPoints; ++n) {
      face.add((along < 0 ? 16 : 0) + n, rim_point(n, cap, radius_, sign * axis_, across_, direction));
    }
    face.normal = sign * axis_;
    return;
  }
  const Vec3 out = radius_ * (direction - along * axis_).normalized();
  face.add(32, centre + out - half_length_ * axis_);
  face.add(33, centre + out + half_length_ * axis_);
}

Vec3 rim_point(int n, const Vec3& centre, double radius, const Vec3& axis, const Vec3& across, const Vec3& direction) {
  const Vec3 first = outward(axis, across, direction, 1e-7);
  const double angle = 2 * std::numbers::pi * n / kRimPoints;
  return centre + radius * (std::cos(angle) * first + std::sin(angle) * axis.cross(first));
}

}  // namespace talus::collide
