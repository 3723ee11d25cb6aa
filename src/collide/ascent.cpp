#include "collide/ascent.hpp"

#include <algorithm>
#include <cmath>

namespace talus::collide {
namespace {

constexpr double kNear = 0.05;    // rad: kinks and normals so near the guess are tried
constexpr std::size_t kMost = 8;  // kinks, the nearest

class Ascent {
 public:
  Ascent(const Convex& a, const Convex& b, const Vec3& guess)
      : a_(a), b_(b), guess_(guess), best_(guess), most_(separation(a, b, guess)),
        rounding_(4e-16 * (a.support(guess).norm() + b.support(-guess).norm())),
        flat_(a.flat_sided() && b.flat_sided()) {}

  Vec3 best() {
    find_kinks();
    for (std::size_t i = 0; i < num_kinks_; ++i) {
      for (std::size_t j = i + 1; j < num_kinks_; ++j) offer(kinks_[i].cross(kinks_[j]), 1e-9);
    }
    for (const Convex* shape : {&a_, &b_}) {
      for (const Vec3& f : shape->normals()) {
        if (std::abs(guess_.dot(f)) < std::cos(kNear)) continue;
        offer(f, 0);
        if (!shape->flat_sided()) climb_from(beside(f, *shape));
      }
    }
    climb_from(guess_);
    return best_;
  }

 private:
  void climb_from(const Vec3& start) {
    for (std::size_t i = 0; i < num_kinks_; ++i) climb(start, &kinks_[i]);
    climb(start, nullptr);
  }

  // A round cap's normal is a peak unless the other's point stands beyond the rim: the way up is towards that point.
  Vec3 beside(const Vec3& line, const Convex& round) const {
    const Vec3 n = guess_.dot(line) < 0 ? Vec3(-line) : line;
    const Vec3 w = &round == &a_ ? Vec3(b_.support(-n) - a_.centre) : Vec3(b_.centre - a_.support(n)),
               across = w - w.dot(n) * n;
    return (n + 1e-6 * across.stableNormalized()).normalized();
  }

  void find_kinks() {
    std::array<double, kMost> sines;
    for (const Convex* shape : {&a_, &b_}) {
      for (const Vec3& e : shape->edges()) {
        const double sine = std::abs(guess_.dot(e));
        if (sine > kNear) continue;
        if (num_kinks_ == kMost && sine >= sines[kMost - 1]) continue;
        std::size_t at = num_kinks_ < kMost ? num_kinks_++ : kMost - 1;
        for (; at > 0 && sines[at - 1] > sine; --at) sines[at] = sines[at - 1], kinks_[at] = kinks_[at - 1];
        sines[at] = sine;
        kinks_[at] = e;
      }
    }
  }

  // A normal up to length and sign.
  void offer(const Vec3& line, double least_length) {
    const double length = line.norm();
    if (!(length > least_length)) return;
    keep(guess_.dot(line) < 0 ? Vec3(-line / length) : Vec3(line / length), true);
  }
  void keep(const Vec3& n, bool equal_is_enough) {
    const double g = separation(a_, b_, n);
    if (!(equal_is_enough ? g >= most_ - rounding_ : g > most_ + rounding_)) return;
    most_ = std::max(most_, g);
    best_ = n;
  }

  // Newton's step from n; where the separation bends up, it is taken to bend down as much.
  Vec3 step(const Vec3& n, const Vec3& w, const Vec3* kink) const {
    const double g = n.dot(w);
    const auto [pa, qa] = a_.bends(n);
    const auto [pb, qb] = b_.bends(-n);
    const Vec3 t = kink ? kink->cross(n).normalized() : n.unitOrthogonal(), s = n.cross(t);
    const double wt = w.dot(t), ws = w.dot(s);
    const auto along = [&](const Vec3& x, const Vec3& y) {  // of all four
      return pa.dot(x) * pa.dot(y) + qa.dot(x) * qa.dot(y) + (pb.dot(x) * pb.dot(y) + qb.dot(x) * qb.dot(y));
    };
    const double tt = along(t, t), st = along(s, t), ss = along(s, s);
    const auto solved = [&](double bend) -> Vec3 {
      if (kink) return wt / (tt + bend) * t;
      const double det = (tt + bend) * (ss + bend) - st * st;
      return ((tt + bend) * ws - st * wt) / det * s + ((ss + bend) * wt - st * ws) / det * t;
    };
    const bool is_hill = kink ? tt + g > 0 : tt + g > 0 && (tt + g) * (ss + g) - st * st > 0;
    return solved(is_hill ? g : std::max(std::abs(g), rounding_));
  }

  // How steep the separation is: how far the two farthest points are from standing on one line along n.
  static double slope(const Vec3& n, const Vec3& w, const Vec3* kink) {
    return kink ? std::abs(w.dot(kink->cross(n))) : (w - w.dot(n) * n).norm();
  }

  void climb(const Vec3& start, const Vec3* kink) {
    Vec3 n = kink ? Vec3((start - start.dot(*kink) * *kink).normalized()) : start;
    Vec3 w = difference(n);
    bool arrived = false;
    for (int k = 0; k < 30 && !arrived; ++k) {
      const Vec3 turn = step(n, w, kink);
      const double far = turn.norm();
      double part = far > 0.3 ? 0.3 / far : 1;
      Vec3 next, there;
      const auto is_higher = [&] {
        next = (n + part * turn).normalized();
        there = difference(next);
        return next.dot(there) >= n.dot(w) - rounding_;
      };
      const double least =
          flat_ ? 1e-4 : std::min(1e-4, 1e-6 / far);  // rims: a top may be near although the step is long
      while (!is_higher() && part > least) part *= 0.25;
      if (part <= least) break;
      arrived = far < 1e-11 || slope(n, w, kink) < rounding_;
      n = next;
      w = there;
    }
    keep(n, arrived);
  }

  Vec3 difference(const Vec3& n) const { return b_.support(-n) - a_.support(n); }

  const Convex &a_, &b_;
  Vec3 guess_, best_;
  double most_, rounding_;
  bool flat_;
  std::array<Vec3, kMost> kinks_;
  std::size_t num_kinks_ = 0;
};

}  // namespace

double separation(const Convex& a, const Convex& b, const Vec3& normal) {
  return normal.dot(b.support(-normal) - a.support(normal));
}

Vec3 ascend(const Convex& a, const Convex& b, const Vec3& guess) {
  const Vec3 found = Ascent(a, b, guess).best();
  return (found - guess).norm() > 1e-6 ? Ascent(a, b, found).best() : found;  // far from the guess other kinks are near
}

}  // namespace talus::collide
