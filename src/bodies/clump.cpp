#include "bodies/clump.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "bodies/shape.hpp"

namespace talus::bodies {
namespace {

using Ball = Clump::Ball;

bool overlap(const std::vector<Ball>& balls) {
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      if ((balls[i].centre - balls[j].centre).norm() < balls[i].radius + balls[j].radius) return true;
    }
  }
  return false;
}

// Moments of a union of balls: int 1, x, x x' over lines along z, on each of which the union is a few intervals.
struct Moments {
  double zeroth = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();

  void add(double x, double y, double low, double high, double weight) {
    const double length = weight * (high - low), z1 = weight * (high * high - low * low) / 2,
                 z2 = weight * (high * high * high - low * low * low) / 3;
    zeroth += length;
    first += Vec3(x * length, y * length, z1);
    Mat3 xx;
    xx << x * x * length, x * y * length, x * z1, x * y * length, y * y * length, y * z1, x * z1, y * z1, z2;
    second += xx;
  }
};

void add_line(const std::vector<Ball>& balls, double x, double y, double weight, Moments& moments) {
  std::vector<std::pair<double, double>> intervals;
  for (const Ball& b : balls) {
    const double dx = x - b.centre.x(), dy = y - b.centre.y(), inside = b.radius * b.radius - dx * dx - dy * dy;
    if (inside > 0) intervals.emplace_back(b.centre.z() - std::sqrt(inside), b.centre.z() + std::sqrt(inside));
  }
  std::sort(intervals.begin(), intervals.end());
  for (std::size_t i = 0; i < intervals.size();) {
    double high = intervals[i].second;
    std::size_t end = i + 1;
    for (; end < intervals.size() && intervals[end].first <= high; ++end) high = std::max(high, intervals[end].second);
    moments.add(x, y, intervals[i].first, high, weight);
    i = end;
  }
}

}  // namespace

double Clump::bounding_radius() const {
  double radius = 0;
  for (const Ball& b : balls) radius = std::max(radius, b.centre.norm() + b.radius);
  return radius;
}

MassProperties Clump::mass() const {
  if (!overlap(balls)) {
    std::vector<MassProperties> parts;
    for (const Ball& b : balls) {
      parts.push_back(Sphere::mass(b.radius));
      parts.back().centre = b.centre;
    }
    return sum(parts);
  }
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const Ball& b : balls) {
    low = low.cwiseMin(b.centre - Vec3::Constant(b.radius));
    high = high.cwiseMax(b.centre + Vec3::Constant(b.radius));
  }
  constexpr int kLines = 500;
  const double dx = (high.x() - low.x()) / kLines, dy = (high.y() - low.y()) / kLines;
  Moments moments;
  for (int i = 0; i < kLines; ++i) {
    for (int j = 0; j < kLines; ++j)
      add_line(balls, low.x() + (i + 0.5) * dx, low.y() + (j + 0.5) * dy, dx * dy, moments);
  }
  const Vec3 centre = moments.first / moments.zeroth;
  const Mat3 about = moments.second - moments.zeroth * centre * centre.transpose();
  return {moments.zeroth, centre, about.trace() * Mat3::Identity() - about};
}

void Clump::move(const Vec3& origin, const Quat& orientation) {
  for (Ball& b : balls) b.centre = orientation.conjugate() * (b.centre - origin);
}

Clump make_clump(std::vector<Ball> balls) {
  if (balls.empty()) throw InputError("a clump needs at least one sphere");
  if (balls.size() > 10000) throw InputError("a clump of more than 10000 spheres");
  for (const Ball& b : balls) {
    if (!b.centre.allFinite() || !std::isfinite(b.radius) || !(b.radius > 0)) {
      throw InputError("a clump's spheres need finite centres and radii above 0");
    }
  }
  return {std::move(balls)};
}

}  // namespace talus::bodies
