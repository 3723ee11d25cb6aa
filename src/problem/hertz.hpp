#pragma once
// Hertz' contact of two surfaces with relative principal curvatures p, q (each the sum over both bodies, 1/m, above 0):
// the ellipse with axes a = kappa b obeys
//
//   ((kappa^2 + 1) E - 2 K) / ((kappa^2 - 1) E) = |p - q| / (p + q),      K, E: complete elliptic integrals, k^2 = 1 -
//   1/kappa^2 F = 4/3 E* sqrt(R d^3),   R = 2 / ((p + q) D^3),   D^3 = (2 K / pi)^3 pi / (2 kappa^2 E),   sqrt(a b) =
//   spread sqrt(R d)
//
// of circles R = 1/p, spread = 1. Mindlin's tangential stiffness is taken of the circle of the same area.

namespace talus::problem {

struct HertzPair {
  double radius;  // R, m
  double spread;
};

HertzPair hertz_pair(double p, double q);

}  // namespace talus::problem
