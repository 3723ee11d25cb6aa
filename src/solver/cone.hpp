#pragma once
// Projection on one contact's admissible set in a diagonal metric (ROLL appendix C):
//
//   min  w_n (g - a_n)^2 + sum_i w_i |x_i - a_i|^2   over  c_i g >= |x_i|,   i = slide, roll, spin.
//
// Each part keeps its direction, so with l_i = |a_i| it is a one-dimensional convex piecewise-quadratic problem in g:
//   g = (a_n + sum q_i l_i) / (1 + sum q_i c_i) over the parts that bind,  q_i = c_i w_i / w_n,
// and part i binds where g < l_i / c_i. Parts are tried from the largest breakpoint down. Zero coefficients and the
// polar cone need no case of their own: with c_i = 0 part i never binds and is scaled to zero; in the polar cone g < 0
// -> 0.

#include <array>

#include "solver/pack.hpp"

namespace talus::solver {

// Normal multiplier for sliding only (one part): weights as inverses, iw = 1/w.
[[gnu::always_inline]] inline Pack project_normal(Pack a_n, Pack length, Pack mu, Pack iw_n, Pack iw_t) {
  const Pack zero{};
  const Pack q = mu * iw_n;  // q_t * iw_t
  const Pack bound = fma(q, length, iw_t * a_n) / fma(mu, q, iw_t);
  return max(zero, select(length > mu * a_n, bound, a_n));
}

// Normal multiplier for several parts: lengths l, coefficients c, and the ratios w_i / w_n.
template <std::size_t kParts>
[[gnu::always_inline]] inline Pack project_normal(Pack a_n, const std::array<Pack, kParts>& l,
                                                  const std::array<Pack, kParts>& c,
                                                  const std::array<Pack, kParts>& ratio) {
  struct Part {
    Pack breakpoint, numerator, denominator;
  };
  const Pack zero{};
  auto part = [&](Pack l_i, Pack c_i, Pack r_i) {
    const Pack q = c_i * r_i;
    return Part{select(c_i > zero, l_i / c_i, zero), q * l_i, q * c_i};
  };
  auto order = [](Part& first, Part& second) {  // larger breakpoint first
    const Mask swap = first.breakpoint < second.breakpoint;
    const Part f = first, s = second;
    first = {select(swap, s.breakpoint, f.breakpoint), select(swap, s.numerator, f.numerator),
             select(swap, s.denominator, f.denominator)};
    second = {select(swap, f.breakpoint, s.breakpoint), select(swap, f.numerator, s.numerator),
              select(swap, f.denominator, s.denominator)};
  };
  std::array<Part, kParts> p;
  for (std::size_t i = 0; i < kParts; ++i) p[i] = part(l[i], c[i], ratio[i]);
  for (std::size_t end = kParts; end > 1; --end) {
    for (std::size_t i = 0; i + 1 < end; ++i) order(p[i], p[i + 1]);
  }
  Pack numerator = a_n, denominator = splat(1), g = a_n;
  for (const Part& k : p) {
    const Mask binds = g < k.breakpoint;
    numerator += select(binds, k.numerator, zero);
    denominator += select(binds, k.denominator, zero);
    g = numerator / denominator;
  }
  return max(zero, g);
}

inline Pack project_normal(Pack a_n, const Pack3& l, const Pack3& c, const Pack3& ratio) {
  return project_normal<3>(a_n, {l.x, l.y, l.z}, {c.x, c.y, c.z}, {ratio.x, ratio.y, ratio.z});
}

// The factor that shortens a part of length l to the limit c g.
inline Pack scale_of(Pack l, Pack limit) { return select(l > limit, limit / l, splat(1)); }

}  // namespace talus::solver
