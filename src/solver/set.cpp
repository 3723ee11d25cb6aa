#include "solver/set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace talus::solver {
namespace {

using problem::ConePart;

double length_of(const double* x, const ConePart& part) {
  return part.rows == 1 ? std::abs(x[part.first])
                        : std::sqrt(x[part.first] * x[part.first] + x[part.first + 1] * x[part.first + 1]);
}

// The sliding part of x. A regular polygon has corners at the distance c at the angles 2 pi k / corners, half a side
// seen under pi / corners. A vector lies towards one side; with its parts across and along that side (along >= 0 by
// symmetry)
//
//   distance^2 = max(0, across - c cos)^2 + max(0, along - c sin)^2,
//
// so a polygon is two parts of one row, with the coefficients c cos and c sin. In a circle `across` is the length.
struct Slide {
  double across, along = 0, cos = 1, sin = 0;
  std::array<double, 2> normal{}, tangent{};  // of the side

  Slide(const AdmissibleSet& set, const double* x) {
    if (set.corners == 0) {
      across = length_of(x, set.part(0));
      return;
    }
    const double half = std::numbers::pi / set.corners,
                 middle = half * (2 * std::floor(std::atan2(x[2], x[1]) / (2 * half)) + 1);
    cos = std::cos(half), sin = std::sin(half);
    normal = {std::cos(middle), std::sin(middle)};
    tangent = {-normal[1], normal[0]};
    across = normal[0] * x[1] + normal[1] * x[2], along = tangent[0] * x[1] + tangent[1] * x[2];
    if (along < 0) along = -along, tangent = {-tangent[0], -tangent[1]};
  }
};

// One part in the projection: its length l, its coefficient c, its weight over that of the normal row.
struct Binding {
  double length, coefficient, ratio;
  double breakpoint() const { return coefficient > 0 ? length / coefficient : 0; }
};

// The normal multiplier (cone.hpp): parts bind from the largest breakpoint down.
double project_normal(double a_n, std::span<Binding> parts) {
  for (std::size_t end = 1; end < parts.size(); ++end) {
    for (std::size_t i = end; i > 0 && parts[i - 1].breakpoint() < parts[i].breakpoint(); --i)
      std::swap(parts[i - 1], parts[i]);
  }
  double numerator = a_n, denominator = 1, g = a_n;
  for (const Binding& part : parts) {
    if (!(g < part.breakpoint())) continue;
    const double q = part.coefficient * part.ratio;
    numerator += q * part.length;
    denominator += q * part.coefficient;
    g = numerator / denominator;
  }
  return g < 0 ? 0 : g;
}

void shorten(double* x, const ConePart& part, double length, double limit) {
  for (int i = part.first; length > limit && i < part.first + part.rows; ++i) x[i] *= limit / length;
}

// The friction of a given normal multiplier x[0]; `slide` is that of x.
void limit_friction(const AdmissibleSet& set, const Slide& slide, double* x) {
  if (set.corners > 0) {
    const double across = std::min(slide.across, set.mu * slide.cos * x[0]),
                 along = std::min(slide.along, set.mu * slide.sin * x[0]);
    for (std::size_t i = 0; i < 2; ++i) x[1 + i] = across * slide.normal[i] + along * slide.tangent[i];
  }
  for (int k = set.corners > 0 ? 1 : 0; k < set.num_parts(); ++k)
    shorten(x, set.part(k), k == 0 ? slide.across : length_of(x, set.part(k)), set.part(k).coefficient * x[0]);
}

void project_on_cone(const AdmissibleSet& set, double* x, const double* metric) {
  const Slide slide(set, x);
  std::array<Binding, 4> parts;
  std::size_t count = 0;
  const double ratio = metric[1] / metric[0];
  parts[count++] = {slide.across, set.mu * slide.cos, ratio};
  if (set.corners > 0) parts[count++] = {slide.along, set.mu * slide.sin, ratio};
  for (int k = 1; k < set.num_parts(); ++k) {
    const ConePart part = set.part(k);
    parts[count++] = {length_of(x, part), part.coefficient, metric[part.first] / metric[0]};
  }
  x[0] = project_normal(x[0], std::span(parts.data(), count));
  limit_friction(set, slide, x);
}

double between(const AdmissibleSet& box, int row, double x) {
  const auto i = static_cast<std::size_t>(row);
  return std::min(std::max(x, box.lower[i]), box.upper[i]);
}

double& kind_of_row(SetResidual& r, SetKind kind, int row) {
  switch (kind) {
    case SetKind::free: return r.joint;
    case SetKind::box: return r.box;
    case SetKind::round_cone:
    case SetKind::polygonal_cone: break;
  }
  return row < 3 ? r.slide : row < 5 ? r.roll : r.spin;
}

}  // namespace

void equalise_parts(const AdmissibleSet& set, double* rows) {
  if (!set.is_cone()) return;
  const auto equalise = [rows](int first, int end) {
    if (first < end) std::fill(rows + first, rows + end, *std::max_element(rows + first, rows + end));
  };
  const int end = std::min<int>(set.rows, 3);
  equalise(1, end);
  equalise(end, set.rows);
}

AdmissibleSet scaled(const AdmissibleSet& set, const double* root) {
  AdmissibleSet s = set;
  const auto bound = [](double x, double by) { return std::abs(x) < AdmissibleSet::kUnbounded ? x * by : x; };
  switch (set.kind) {
    case SetKind::round_cone:
    case SetKind::polygonal_cone:
      s.mu *= root[1] / root[0];
      if (set.rows > 4) s.rho *= root[3] / root[0];
      if (set.rows > 5) s.sigma *= root[5] / root[0];
      s.shift *= root[0];
      break;
    case SetKind::free: break;
    case SetKind::box:
      for (std::size_t i = 0; i < static_cast<std::size_t>(set.rows); ++i)
        s.lower[i] = bound(set.lower[i], root[i]), s.upper[i] = bound(set.upper[i], root[i]);
  }
  return s;
}

void project(const AdmissibleSet& set, double* x, const double* metric) {
  switch (set.kind) {
    case SetKind::round_cone:
    case SetKind::polygonal_cone:
      x[0] += set.shift;
      project_on_cone(set, x, metric);
      x[0] -= set.shift;
      break;
    case SetKind::free: break;
    case SetKind::box:
      for (int i = 0; i < set.rows; ++i) x[i] = between(set, i, x[i]);
  }
}

void project_friction(const AdmissibleSet& set, double* x) {
  x[0] += set.shift;
  limit_friction(set, Slide(set, x), x);
  x[0] -= set.shift;
}

void descend_by_rows(const AdmissibleSet& box, const double* a, int stride, double* slope, double* x) {
  for (int i = 0; i < box.rows; ++i) {
    const double *row = a + i * stride, old = x[i];
    x[i] = between(box, i, old - slope[i] / (row[i] > 0 ? row[i] : 1));
    for (int j = 0; j < box.rows; ++j) slope[j] += row[j] * (x[i] - old);
  }
}

double size_of(const AdmissibleSet& set, const double* x) {
  if (set.is_cone()) return x[0];
  double most = 0;
  for (int i = 0; i < set.rows; ++i) most = std::max(most, std::abs(x[i]) / (set.is_angular(i) ? set.length : 1));
  return most;
}

double distance(const AdmissibleSet& set, const double* x) {
  SetRows nearest{}, metric = kUnitMetric;
  std::copy_n(x, set.rows, nearest.begin());
  for (int i = 0; i < set.rows; ++i) {
    if (set.is_angular(i)) metric[static_cast<std::size_t>(i)] /= set.length * set.length;
  }
  project(set, nearest.data(), metric.data());
  double square = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(set.rows); ++i)
    square += metric[i] * (x[i] - nearest[i]) * (x[i] - nearest[i]);
  return std::sqrt(square);
}

AdmissibleSet directions(const AdmissibleSet& set) {
  AdmissibleSet d = set;
  d.shift = 0;
  for (double& x : d.lower) x = x > -AdmissibleSet::kUnbounded ? 0 : x;
  for (double& x : d.upper) x = x < AdmissibleSet::kUnbounded ? 0 : x;
  return d;
}

double relaxation_gap(const AdmissibleSet& set, const double* u) {
  if (!set.is_cone()) return 0;
  const SetRows against{0, -u[1], set.rows > 2 ? -u[2] : 0};
  const Slide slide(set, against.data());
  double gap = set.mu * (slide.across * slide.cos + slide.along * slide.sin);
  for (int k = 1; k < set.num_parts(); ++k) gap += set.part(k).coefficient * length_of(u, set.part(k));
  return gap;
}

namespace {

// The residual of a set whose natural map, over the weights, is d.
SetResidual residual_of(const AdmissibleSet& set, const double* d, const double* metric, const double* weight) {
  SetResidual r;
  for (int i = 0; i < set.rows; ++i) {
    const double energy = metric[i] * (d[i] * d[i]);
    r.energy += energy;
    kind_of_row(r, set.kind, i) += energy * weight[i] * (set.is_angular(i) ? set.length * set.length : 1);
  }
  return r;
}

// u.x / (|x| + |u|) in the metric; it counts as rows do that share in u.x.
SetResidual complementarity(const AdmissibleSet& set, const double* x, const double* u, const double* metric,
                            const double* weight) {
  double work = 0, of_x = 0, of_u = 0, shared = 0, speed = 0;
  for (int i = 0; i < set.rows; ++i) {
    const double x_i = x[i] + (i == 0 ? set.shift : 0);
    work += x_i * u[i];
    of_x += metric[i] * x_i * x_i;
    of_u += u[i] * u[i] / metric[i];
    shared += std::abs(x_i * u[i]);
    speed += std::abs(x_i * u[i]) * weight[i] * (set.is_angular(i) ? set.length * set.length : 1);
  }
  SetResidual r;
  if (shared == 0) return r;
  const double length = work / (std::sqrt(of_x) + std::sqrt(of_u));
  r.energy = length * length;
  r.slide = r.energy * (speed / shared);
  return r;
}

}  // namespace

SetResidual natural_map(const AdmissibleSet& set, const double* x, const double* u, const double* metric,
                        const double* weight) {
  SetRows p{};
  for (int i = 0; i < set.rows; ++i) p[static_cast<std::size_t>(i)] = x[i] - u[i] / metric[i];
  project(set, p.data(), metric);
  SetRows d{};
  for (int i = 0; i < set.rows; ++i) d[static_cast<std::size_t>(i)] = x[i] - p[static_cast<std::size_t>(i)];
  SetResidual r = residual_of(set, d.data(), metric, weight);
  r.presses = set.is_cone() && p[0] > 0;
  return r;
}

SetResidual unhidden_natural_map(const AdmissibleSet& set, const double* x, const double* u, const double* metric,
                                 const double* weight) {
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  SetRows d{};
  double size = 0;
  for (int i = 0; i < set.rows; ++i) size += metric[i] * x[i] * x[i];
  SetResidual r = natural_map(set, x, u, metric, weight);
  if (r.energy > kRounding * kRounding * size) return r;
  if (set.is_cone()) {
    AdmissibleSet cone = set;
    cone.shift = 0;
    for (const SetResidual& bound :
         {natural_map(cone, d.data(), u, metric, weight), complementarity(set, x, u, metric, weight)}) {
      if (!(bound.energy <= r.energy)) r = bound;
    }
    return r;
  }
  for (int i = 0; i < set.rows; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double step = u[i] / metric[i];
    d[k] = step;
    if (set.kind == SetKind::free) continue;
    if (step > 0 && set.lower[k] > -AdmissibleSet::kUnbounded) d[k] = std::min(step, x[i] - set.lower[k]);
    if (step < 0 && set.upper[k] < AdmissibleSet::kUnbounded) d[k] = std::max(step, x[i] - set.upper[k]);
  }
  return residual_of(set, d.data(), metric, weight);
}

}  // namespace talus::solver
