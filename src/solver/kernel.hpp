#pragma once
// One pack of round contacts: its relative velocities, its local step, its effect on the bodies. The local block of
// sliding contacts is diagonal, so that a weighted projection solves the local problem exactly. Sliding and rolling
// rows of one contact are coupled: their weights are larger than the diagonal (Iterate::bound_coupled_rows), so that
// the metric bounds the block and the projection is one step of the local problem.

#include "solver/batches.hpp"
#include "solver/cone.hpp"
#include "solver/solver.hpp"

namespace talus::solver {

struct PackBodies {
  Quad v_a, w_a, v_b, w_b;  // c3 holds the inverse mass or inertia

  PackBodies(const double* bodies, const std::int32_t* a, const std::int32_t* b)
      : v_a(gather(bodies, a, kBodyDoubles)), w_a(gather(bodies + 4, a, kBodyDoubles)),
        v_b(gather(bodies, b, kBodyDoubles)), w_b(gather(bodies + 4, b, kBodyDoubles)) {}

  void scatter(double* bodies, const std::int32_t* a, const std::int32_t* b) const {
    solver::scatter(v_a, bodies, a, kBodyDoubles);
    solver::scatter(w_a, bodies + 4, a, kBodyDoubles);
    solver::scatter(v_b, bodies, b, kBodyDoubles);
    solver::scatter(w_b, bodies + 4, b, kBodyDoubles);
  }
};

inline Pack3 vector_of(const Quad& q) { return {q.c0, q.c1, q.c2}; }
inline void add_to(Quad& q, Pack s, const Pack3& a) {
  q.c0 = fma(s, a.x, q.c0);
  q.c1 = fma(s, a.y, q.c1);
  q.c2 = fma(s, a.z, q.c2);
}

// u = v_B - v_A + n x (arm_a w_A + arm_b w_B)
inline Pack3 point_velocity(const double* d, const PackBodies& m, const Pack3& n) {
  const Pack3 s = fma(load(d + kArmA * kWidth), vector_of(m.w_a), load(d + kArmB * kWidth) * vector_of(m.w_b));
  return vector_of(m.v_b) - vector_of(m.v_a) + cross(n, s);
}

// M^-1 D (dp, dq): dp acts at the contact point.
inline void apply_force(const double* d, PackBodies& m, const Pack3& n, const Pack3& dp) {
  const Pack3 turn = cross(n, dp);
  add_to(m.v_b, m.v_b.c3, dp);
  add_to(m.v_a, -m.v_a.c3, dp);
  add_to(m.w_b, -(m.w_b.c3 * load(d + kArmB * kWidth)), turn);
  add_to(m.w_a, -(m.w_a.c3 * load(d + kArmA * kWidth)), turn);
}
inline void apply_torque(PackBodies& m, const Pack3& dq) {
  add_to(m.w_b, m.w_b.c3, dq);
  add_to(m.w_a, -m.w_a.c3, dq);
}

// A vector split along the normal and across it.
struct Split {
  Pack n;
  Pack3 t;
};
inline Split split(const Pack3& x, const Pack3& n) {
  const Pack along = dot(x, n);
  return {along, fnma(along, n, x)};
}

// Inverse weights 1/w of the normal, sliding and angular rows.
struct InverseWeights {
  Pack n, t, r;
};

struct PackImpulse {
  Split force;
  Split torque;
};

// mu |u_T| + rho |w_T| + sigma |w_n|
template <bool Rolling>
Pack relaxation_gap(const double* d, const Split& u, const Split& spin) {
  const Pack slide = load(d + kMu * kWidth) * sqrt(dot(u.t, u.t));
  if constexpr (!Rolling) return slide;
  return slide +
         (load(d + kRho * kWidth) * sqrt(dot(spin.t, spin.t)) + load(d + kSigma * kWidth) * max(spin.n, -spin.n));
}

// P_W(g - u / w), part by part. `spin` is the relative angular velocity; unused without rolling. Under Coulomb's law
// the contact's own problem instead: friction does not push it apart, the normal multiplier alone bounds friction.
template <bool Rolling>
[[gnu::always_inline]] inline PackImpulse project_step(const double* d, const InverseWeights& iw, const PackImpulse& g,
                                                       const Split& u, const Split& spin, Law law = Law::ccp) {
  const Pack a_n = fnma(iw.n, u.n, g.force.n);
  const Pack3 a_t = fnma(iw.t, u.t, g.force.t);
  const Pack length = sqrt(dot(a_t, a_t));
  const Pack mu = load(d + kMu * kWidth);
  if constexpr (!Rolling) {
    const Pack g_n = law == Law::coulomb ? max(a_n, Pack{}) : project_normal(a_n, length, mu, iw.n, iw.t);
    return PackImpulse{Split{g_n, scale_of(length, mu * g_n) * a_t}, Split{}};
  } else {
    const Pack3 b_t = fnma(iw.r, spin.t, g.torque.t);
    const Pack b_n = fnma(iw.r, spin.n, g.torque.n);
    const Pack roll = sqrt(dot(b_t, b_t)), twist = max(b_n, -b_n);
    const Pack rho = load(d + kRho * kWidth), sigma = load(d + kSigma * kWidth);
    const Pack ratio_r = iw.n / iw.r;
    const Pack g_n = law == Law::coulomb ? max(a_n, Pack{})
                                         : project_normal(a_n, {length, roll, twist}, {mu, rho, sigma},
                                                          {iw.n / iw.t, ratio_r, ratio_r});
    return PackImpulse{Split{g_n, scale_of(length, mu * g_n) * a_t},
                       Split{scale_of(twist, sigma * g_n) * b_n, scale_of(roll, rho * g_n) * b_t}};
  }
}

}  // namespace talus::solver
