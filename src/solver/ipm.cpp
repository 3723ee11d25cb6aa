// Primal-dual interior point with Nesterov and Todd's scaling. Each part of a contact is a second-order
// cone of its own, s_k = A_k x = (c_k x_n, x_k), with its multiplier z_k:
//
//   N^ x + r^ = sum_k A_k' z_k,   s_k = A_k x,   s_k o z_k = 0,   s_k, z_k in the cone.
//
// With T_k = T_k', T_k z_k = T_k^-1 s_k = l_k, a Newton step on the centred conditions is (s = A x holds throughout)
//
//   (N^ + sum_k A_k' T_k^-2 A_k) dx = -(N^ x + r^) + sum_k A_k' (z_k + T_k^-1 (l_k \ d_k)),
//   dz_k = T_k^-1 (l_k \ d_k) - T_k^-2 A_k dx,   d_k = t e - l_k o l_k - (T_k^-1 ds_k) o (T_k dz_k) of the predictor
//
// (Mehrotra). In which unknowns it is solved: normal_equations.hpp. Rows without friction (c_k = 0) are held at 0.
// Ranks add up in another order: results agree to rounding.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "solver/family.hpp"
#include "solver/normal_equations.hpp"
#include "solver/sweeps.hpp"

namespace talus::solver {
namespace {

// A vector of a second-order cone of up to three rows: x[0] >= |x[1..]|.
using Jet = std::array<double, 3>;

double inner(const Jet& a, const Jet& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double determinant(const Jet& a) {
  const double length = std::hypot(a[1], a[2]);
  return (a[0] - length) * (a[0] + length);
}
Jet operator+(const Jet& a, const Jet& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Jet operator*(double s, const Jet& a) { return {s * a[0], s * a[1], s * a[2]}; }
Jet product(const Jet& a, const Jet& b) {  // Jordan's a o b
  return {inner(a, b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]};
}
Jet quotient(const Jet& a, const Jet& d) {  // the q with a o q = d
  const double tail = a[1] * d[1] + a[2] * d[2], q = (a[0] * d[0] - tail) / determinant(a);
  return {q, (d[1] - q * a[1]) / a[0], (d[2] - q * a[2]) / a[0]};
}

// The largest step t <= 1 with a + t d in the cone.
double step_to_boundary(const Jet& a, const Jet& d) {
  const double qa = d[0] * d[0] - d[1] * d[1] - d[2] * d[2], qb = a[0] * d[0] - a[1] * d[1] - a[2] * d[2];
  const double qc = determinant(a), disc = qb * qb - qa * qc;
  double t = 1;
  if (d[0] < 0) t = std::min(t, -a[0] / d[0]);
  if (disc < 0) return t;
  const double q = -(qb + std::copysign(std::sqrt(disc), qb));  // roots q / qa and qc / q
  for (const double root : {qa != 0 ? q / qa : -1, q != 0 ? qc / q : -1}) {
    if (root > 0) t = std::min(t, root);
  }
  return t;
}

// T of the point between s and z: T = eta [w0 w'; w  I + w w'/(1 + w0)], |w|_J = 1.
struct Scaling {
  double eta = 1;
  Jet w{1, 0, 0};

  Scaling(const Jet& s, const Jet& z) {
    const double ds = std::sqrt(determinant(s)), dz = std::sqrt(determinant(z));
    const Jet a = (1 / ds) * s, b = (1 / dz) * z;
    const double gamma = std::sqrt(0.5 * (1 + inner(a, b)));
    w = (0.5 / gamma) * Jet{a[0] + b[0], a[1] - b[1], a[2] - b[2]};
    eta = std::sqrt(ds / dz);
  }
  bool finite() const {
    return eta > 0 && std::isfinite(eta) && std::isfinite(1 / (eta * eta)) && std::isfinite(inner(w, w));
  }
  Jet apply(const Jet& x) const { return eta * turned(x, 1); }
  Jet apply_inverse(const Jet& x) const { return (1 / eta) * turned(x, -1); }

 private:
  Jet turned(const Jet& x, double sign) const {
    const double tail = sign * (w[1] * x[1] + w[2] * x[2]), along = x[0] * sign + tail * sign / (1 + w[0]);
    return {w[0] * x[0] + tail, x[1] + along * w[1], x[2] + along * w[2]};
  }
};

// One cone: the rows of x that it binds.
struct Cone {
  std::size_t normal, first, rows;  // the row of x_n; the part's rows, 0 of them: coefficient x_n + offset >= 0
  double coefficient, offset = 0;   // an offset: of bounds

  Jet of(const Vector& x) const {
    Jet s = of_change(x);
    s[0] += offset;
    return s;
  }
  Jet of_change(const Vector& x) const {
    Jet s{coefficient * x[at(normal)], 0, 0};
    for (std::size_t i = 0; i < rows; ++i) s[i + 1] = x[at(first + i)];
    return s;
  }
  void add_transposed(const Jet& z, Vector& y) const {
    y[at(normal)] += coefficient * z[0];
    for (std::size_t i = 0; i < rows; ++i) y[at(first + i)] += z[i + 1];
  }
  static Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
};

// The iteration: x, and the multipliers of its cones.
class InteriorPoint {
 public:
  InteriorPoint(Operator& op, double scale, int unknowns_per_rank)
      : op_(op), x_(Vector::Zero(static_cast<Eigen::Index>(op.num_rows()))) {
    for (const auto& block : op.blocks()) {
      switch (block.set.kind) {
        case SetKind::round_cone:
        case SetKind::polygonal_cone:
          add_cones(block);
          x_[Cone::at(block.row)] = scale;
          break;
        case SetKind::free: break;
        case SetKind::box: add_bounds(block, scale);
      }
    }
    for (const auto& c : cones_) z_.push_back({scale / std::abs(c.coefficient), 0, 0});
    num_cones_ = static_cast<double>(op.comm().sum(static_cast<std::int64_t>(cones_.size())));
    equations_ = make_normal_equations(op, unknowns_per_rank);
  }

  const Vector& x() const { return x_; }

  // *Collective.* One predictor and corrector; u = N^ x + r^. False if nothing moves any more.
  bool step(const Vector& u) {
    std::vector<Jet> s, l;
    std::vector<Scaling> t;
    double gap = 0;
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      s.push_back(cones_[k].of(x_));
      t.emplace_back(s[k], z_[k]);
      l.push_back(t[k].apply(z_[k]));
      gap += inner(s[k], z_[k]);
    }
    gap = op_.comm().sum(gap);
    const bool sound = std::all_of(t.begin(), t.end(), [](const Scaling& k) { return k.finite(); });
    if (op_.comm().any(!sound)) return false;  // s or z has met the boundary
    equations_->factor(roots(t));
    std::vector<Jet> centring(cones_.size());  // T^-1 (l \ d)
    for (std::size_t k = 0; k < cones_.size(); ++k) centring[k] = -1 * z_[k];
    const Move predictor = move(u, t, centring);
    const double reach = longest(s, predictor, 1);
    double left = 0;
    for (std::size_t k = 0; k < cones_.size(); ++k)
      left += inner(s[k] + reach * predictor.ds[k], z_[k] + reach * predictor.dz[k]);
    const double ratio = gap > 0 ? std::clamp(op_.comm().sum(left) / gap, 0.0, 1.0) : 0;
    const double target = ratio * ratio * ratio * gap / std::max(num_cones_, 1.0);
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      const Jet curved = product(t[k].apply_inverse(predictor.ds[k]), t[k].apply(predictor.dz[k]));
      const Jet d = Jet{target, 0, 0} + -1 * product(l[k], l[k]) + -1 * curved;
      centring[k] = t[k].apply_inverse(quotient(l[k], d));
    }
    const Move corrector = move(u, t, centring);
    const double length = longest(s, corrector, kKeptInside);
    if (!(length > kLeastStep)) return false;
    x_ += length * corrector.dx;
    for (std::size_t k = 0; k < cones_.size(); ++k) z_[k] = z_[k] + length * corrector.dz[k];
    return true;
  }

 private:
  static constexpr double kKeptInside = 0.99, kLeastStep = 1e-10;
  static constexpr double kHeld = 1e6;  // N^ has ones on its diagonal
  struct Move {
    Vector dx;
    std::vector<Jet> ds, dz;
  };

  void add_cones(const RowBlock& block) {
    const auto before = cones_.size();
    const double shift = block.set.shift;
    for (int k = 0; k < block.set.num_parts(); ++k) {
      const problem::ConePart part = block.set.part(k);
      const std::size_t first = block.row + static_cast<std::size_t>(part.first),
                        rows = static_cast<std::size_t>(part.rows);
      const double c = part.coefficient;
      if (c > 0) cones_.push_back({block.row, first, rows, c, c * shift});
      for (std::size_t i = 0; i < rows && c == 0; ++i) held_.push_back(first + i);
    }
    if (cones_.size() == before) cones_.push_back({block.row, block.row, 0, 1, shift});
  }
  // The start lies half way between two bounds, `scale` away from one.
  void add_bounds(const RowBlock& block, double scale) {
    for (std::size_t i = 0; i < block.rows(); ++i) {
      const std::size_t row = block.row + i;
      const double lower = block.set.lower[i], upper = block.set.upper[i];
      const bool from_below = lower > -AdmissibleSet::kUnbounded, from_above = upper < AdmissibleSet::kUnbounded;
      if (from_below) cones_.push_back({row, row, 0, 1, -lower});
      if (from_above) cones_.push_back({row, row, 0, -1, upper});
      x_[Cone::at(row)] = from_below && from_above ? 0.5 * (lower + upper)
                          : from_below             ? lower + scale
                          : from_above             ? upper - scale
                                                   : 0;
    }
  }

  // T_k^-1 A_k of each block, one below the other; rows without friction held.
  std::vector<Root> roots(const std::vector<Scaling>& t) const {
    std::vector<Root> roots;
    std::size_t k = 0, held = 0;
    for (const auto& block : op_.blocks()) {
      Root root = Root::Zero(Root::MaxRowsAtCompileTime, Cone::at(block.rows()));
      Eigen::Index above = 0;
      for (; k < cones_.size() && cones_[k].normal < block.row + block.rows(); ++k) {
        const Cone& c = cones_[k];
        for (std::size_t j = 0; j <= c.rows; ++j) {
          Jet unit{};
          unit[j] = j == 0 ? c.coefficient : 1;
          const Jet column = t[k].apply_inverse(unit);
          for (std::size_t i = 0; i <= c.rows; ++i)
            root(above + Cone::at(i), Cone::at((j == 0 ? c.normal : c.first + j - 1) - block.row)) = column[i];
        }
        above += Cone::at(c.rows + 1);
      }
      for (; held < held_.size() && held_[held] < block.row + block.rows(); ++held)
        root(above++, Cone::at(held_[held] - block.row)) = kHeld;
      roots.push_back(root.topRows(above));
    }
    return roots;
  }

  Move move(const Vector& u, const std::vector<Scaling>& t, const std::vector<Jet>& centring) {
    Vector b = -u;
    for (std::size_t k = 0; k < cones_.size(); ++k) cones_[k].add_transposed(z_[k] + centring[k], b);
    for (const auto i : held_) b[Cone::at(i)] = 0;
    Move m{equations_->solve(b), {}, {}};
    for (const auto i : held_) m.dx[Cone::at(i)] = 0;
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      m.ds.push_back(cones_[k].of_change(m.dx));
      m.dz.push_back(centring[k] + -1 * t[k].apply_inverse(t[k].apply_inverse(m.ds[k])));
    }
    return m;
  }

  // *Collective.* The step that stays inside all cones: `kept` of the way to the first boundary, at most 1.
  double longest(const std::vector<Jet>& s, const Move& m, double kept) const {
    double t = 1;
    for (std::size_t k = 0; k < cones_.size(); ++k) {
      t = std::min({t, step_to_boundary(s[k], (1 / kept) * m.ds[k]), step_to_boundary(z_[k], (1 / kept) * m.dz[k])});
    }
    if (!m.dx.allFinite()) t = 0;
    return op_.comm().min(t);
  }

  Operator& op_;
  Vector x_;
  std::vector<Cone> cones_;
  std::vector<std::size_t> held_;  // rows of parts without friction
  std::vector<Jet> z_;
  double num_cones_ = 0;  // over all ranks
  std::unique_ptr<NormalEquations> equations_;
};

}  // namespace

namespace {

// A point inside all cones has a natural map of the size of what is left of its barrier, when rounding ends the steps.
// Sweeps from there put multipliers on the boundary.
void polish(Operator& op, const RowOptions& options, double seconds, RowReport& report, Vector& x) {
  constexpr int kMostSweeps = 3000;
  RowOptions rest = options;
  rest.max_sweeps = std::min(kMostSweeps, options.max_sweeps - report.sweeps);
  rest.max_seconds = seconds;
  Vector moved = x;
  const RowReport swept = solve_mnest(op, rest, moved);
  if (!(value_of(swept.residual, options.norm) < value_of(report.residual, options.norm))) return;
  x = moved;
  for (const auto& point : swept.history)
    report.history.push_back({report.sweeps + point.sweeps, point.value, point.seconds});
  report.sweeps += swept.sweeps;
  report.residual = swept.residual;
  report.status = swept.status;
}

}  // namespace

RowReport solve_ipm(Operator& op, const RowOptions& options, Vector& x) {
  constexpr int kMostSteps = 100;
  const double end = wall_seconds() + options.max_seconds;
  Watch watch(op, options);
  Vector u;
  op.project(x);
  op.gradient(x, u);
  bool going = !watch.met(x, u);
  const double scale = op.comm().max(op.num_rows() > 0 ? op.offset().cwiseAbs().maxCoeff() : 0.0);
  if (!going || scale == 0) return watch.end(x);
  InteriorPoint point(op, scale, options.unknowns_per_rank);  // a start near the boundary is of no use to it
  while (going && !watch.out_of_sweeps() && watch.report.sweeps < kMostSteps) {
    op.gradient(point.x(), u);
    going = point.step(u);
    ++watch.report.sweeps;
    op.gradient(point.x(), u);
    going = !watch.met(point.x(), u) && going;
  }
  RowReport report = watch.end(x);
  if (report.status == Status::missed) polish(op, options, end - wall_seconds(), report, x);
  return report;
}

}  // namespace talus::solver
