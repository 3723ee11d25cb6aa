#include "collide/expansion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::collide {
namespace {

constexpr int kMostPoints = 600;

class Polytope {
 public:
  Polytope(const Convex& a, const Convex& b) : a_(a), b_(b) {}

  Vec3 nearest_normal(double tolerance) {
    if (!start()) return Vec3::Zero();
    for (int n = 0; n < kMostPoints; ++n) {
      const auto face = std::min_element(faces_.begin(), faces_.end(),
                                         [](const Side& x, const Side& y) { return x.distance < y.distance; });
      if (face == faces_.end() || !(face->distance < least_ - tolerance)) break;
      const Side nearest = *face;
      const Vec3 w = farthest(nearest.normal);
      if (!(nearest.normal.dot(w) > nearest.distance + 0.1 * tolerance)) break;
      grow(w);
      if (faces_.size() > 2 * points_.size()) break;  // more than a closed surface has: rounding has torn it
    }
    return -way_out_;
  }

 private:
  struct Side {
    std::array<int, 3> corners;  // counter-clockwise from outside
    Vec3 normal;
    double distance;  // of its plane from the origin; negative while the origin is not inside yet
  };

  // A farthest point of B - A along a direction; keeps the least of the distances.
  Vec3 farthest(const Vec3& direction) {
    const Vec3 w = b_.support(direction) - a_.support(-direction);
    if (const double out = direction.dot(w); out < least_) {
      least_ = out;
      way_out_ = direction;
    }
    return w;
  }
  Vec3 farther(const Vec3& direction, const Vec3& from) {  // of both ways along a direction
    const Vec3 forth = farthest(direction), back = farthest(-direction);
    return direction.dot(forth - from) > direction.dot(from - back) ? forth : back;
  }

  bool start() {
    points_.push_back(farthest(Vec3::UnitX()));
    points_.push_back(farthest(-Vec3::UnitX()));
    size_ = points_[0].norm() + points_[1].norm();
    const double flat = 1e-11 * size_;
    const Vec3 line = points_[1] - points_[0];
    if (!(line.norm() > flat)) return false;
    points_.push_back(farther(line.unitOrthogonal(), points_[0]));
    Vec3 across = line.cross(points_[2] - points_[0]);
    if (!(across.norm() > flat * line.norm())) {  // flat that way: the other
      points_[2] = farther(line.cross(line.unitOrthogonal()).normalized(), points_[0]);
      across = line.cross(points_[2] - points_[0]);
      if (!(across.norm() > flat * line.norm())) return false;
    }
    across.normalize();
    points_.push_back(farther(across, points_[0]));
    const double height = across.dot(points_[3] - points_[0]);
    if (!(std::abs(height) > flat)) return false;
    if (height > 0) std::swap(points_[1], points_[2]);
    for (const auto& f : {std::array{0, 1, 2}, std::array{0, 2, 3}, std::array{0, 3, 1}, std::array{1, 3, 2}}) add(f);
    return true;
  }

  void add(const std::array<int, 3>& corners) {
    const auto at = [&](int c) -> const Vec3& { return points_[corners[c]]; };
    const Vec3 normal = (at(1) - at(0)).cross(at(2) - at(0));
    const double twice_area = normal.norm();
    const bool sliver = !(twice_area > 1e-16 * size_ * size_);
    const Vec3 unit = sliver ? normal : Vec3(normal / twice_area);
    faces_.push_back({corners, unit, sliver ? std::numeric_limits<double>::infinity() : unit.dot(at(0))});
  }

  // Removes the faces that the new point sees, and joins the rim of the hole to the point.
  void grow(const Vec3& w) {
    points_.push_back(w);
    rim_.clear();
    std::erase_if(faces_, [&](const Side& f) {
      const bool seen = f.normal.dot(w) > f.distance + 1e-15 * size_;
      for (std::size_t i = 0; seen && i < 3; ++i) rim_.emplace_back(f.corners[i], f.corners[(i + 1) % 3]);
      return seen;
    });
    for (const auto& [from, to] : rim_) {
      if (std::find(rim_.begin(), rim_.end(), std::pair{to, from}) == rim_.end())
        add({from, to, static_cast<int>(points_.size()) - 1});
    }
  }

  const Convex &a_, &b_;
  double size_ = 0;  // what rounding is measured by, m
  Array<Vec3> points_;
  std::vector<Side> faces_;
  std::vector<std::pair<int, int>> rim_;
  double least_ = std::numeric_limits<double>::infinity();
  Vec3 way_out_ = Vec3::Zero();
};

}  // namespace

Vec3 expand(const Convex& a, const Convex& b, double tolerance) { return Polytope(a, b).nearest_normal(tolerance); }

}  // namespace talus::collide
