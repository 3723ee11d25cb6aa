#include "solver/iterate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/kernel.hpp"

namespace talus::solver {

struct SweepPacks {
  Pack objective{}, restart{};
};

struct ResidualPacks {
  Pack squares{}, energy{}, worst{}, slide{}, roll{}, spin{}, relaxation{};
  Mask worst_batch{};
};

void Iterate::begin(const problem::Problem& problem, const comm::Sharing& sharing) {
  problem_ = &problem;
  sharing_ = &sharing;
  zero_norm_ = -1;
  current_ = 0;
  const std::size_t n = problem.bodies.size();
  bodies_.assign((n + 1) * kBodyDoubles, 0.0);
  inverse_masses_.assign(2 * (n + 1), 1.0);
  masses_.assign(2 * static_cast<std::size_t>(problem.num_owned), 0.0);
  for (std::size_t b = 0; b < n; ++b) {
    const auto& body = problem.bodies[b];
    double* d = bodies_.data() + b * kBodyDoubles;
    for (int i = 0; i < 3; ++i) d[i] = body.velocity[i], d[4 + i] = body.angular_velocity[i];
    d[3] = inverse_masses_[2 * b] = body.inverse_mass;
    d[7] = inverse_masses_[2 * b + 1] = body.inverse_inertia;
    if (b < static_cast<std::size_t>(problem.num_owned) && body.inverse_mass > 0) {
      masses_[2 * b] = 1 / body.inverse_mass;
      masses_[2 * b + 1] = 1 / body.inverse_inertia;
    }
  }
  for (std::size_t s = 0; s < sharing.items.size(); ++s) {
    double* d = bodies_.data() + static_cast<std::size_t>(sharing.items[s]) * kBodyDoubles;
    d[3] *= sharing.workers(s);
    d[7] *= sharing.workers(s);
  }
  item_start_.assign(sharing.items.size() * kBodyDoubles, 0.0);
  item_of_.assign(static_cast<std::size_t>(problem.num_local), -1);
  for (std::size_t s = 0; s < sharing.items.size(); ++s) {
    item_of_[static_cast<std::size_t>(sharing.items[s])] = static_cast<LocalIndex>(s);
  }
  std::vector<int> counts;
  for (const auto& list : sharing.shared) counts.push_back(static_cast<int>(list.size()));
  exchange_ = comm::Exchange(comm_, sharing.neighbours, std::move(counts), 6);
  batches_.arrange(problem, bodies_);
  before_ = bodies_;  // v_free, for now
  add_start_impulses();
  before_ = bodies_;
}

// v = v_free + M^-1 D g for the start's impulses. With split masses each rank adds its share; the exchange sums them.
void Iterate::add_start_impulses() {
  save_items();
  for (std::size_t k = 0; k < batches_.size(); ++k) {
    const double* d = batches_.data(k);
    PackBodies m(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
    apply_force(d, m, load3(d + kNormal * kWidth), load3(d + kForce * kWidth));
    if (batches_.rolling(k)) apply_torque(m, load3(d + kTorque * kWidth));
    m.scatter(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
  }
  exchange_changes();
}

namespace {

double* velocity_of(AlignedDoubles& bodies, LocalIndex b) {
  return bodies.data() + static_cast<std::size_t>(b) * kBodyDoubles;
}
// The six velocity components of a body record are at 0, 1, 2 and 4, 5, 6.
constexpr std::array<std::size_t, 6> kComponents{0, 1, 2, 4, 5, 6};

}  // namespace

// Shared bodies: each holder has moved its own part, of mass m / workers, from the common velocity in item_start_. The true
// change is the sum over holders of (part - common) / workers, added in the order of ranks, so all copies stay equal bits.
void Iterate::exchange_changes() {
  const auto& sharing = *sharing_;
  if (sharing.items.empty()) return;
  for (std::size_t s = 0; s < sharing.items.size(); ++s) {
    double* v = velocity_of(bodies_, sharing.items[s]);
    const double* start = velocity_of(item_start_, static_cast<LocalIndex>(s));
    const double workers = sharing.workers(s);
    for (std::size_t c : kComponents) v[c] = (v[c] - start[c]) / workers;
  }
  for (std::size_t k = 0; k < sharing.neighbours.size(); ++k) {
    double* out = exchange_.outgoing(k).data();
    for (LocalIndex b : sharing.shared[k]) {
      const double* v = velocity_of(bodies_, b);
      for (std::size_t c : kComponents) *out++ = v[c];
    }
  }
  exchange_.start();
  exchange_.finish();
  // item_start_ takes the sum; bodies_ keeps this rank's change until it is its turn.
  auto add_from = [&](std::size_t k) {
    const double* in = exchange_.incoming(k).data();
    for (LocalIndex b : sharing.shared[k]) {
      double* sum = velocity_of(item_start_, item_of_[static_cast<std::size_t>(b)]);
      for (std::size_t c : kComponents) sum[c] += *in++;
    }
  };
  std::size_t k = 0;
  for (; k < sharing.neighbours.size() && sharing.neighbours[k] < comm_.rank(); ++k) add_from(k);
  for (std::size_t s = 0; s < sharing.items.size(); ++s) {
    const double* v = velocity_of(bodies_, sharing.items[s]);
    double* sum = velocity_of(item_start_, static_cast<LocalIndex>(s));
    for (std::size_t c : kComponents) sum[c] += v[c];
  }
  for (; k < sharing.neighbours.size(); ++k) add_from(k);
  for (std::size_t s = 0; s < sharing.items.size(); ++s) {
    double* v = velocity_of(bodies_, sharing.items[s]);
    const double* sum = velocity_of(item_start_, static_cast<LocalIndex>(s));
    for (std::size_t c : kComponents) v[c] = sum[c];
  }
}

template <bool Rolling>
void Iterate::sweep_batch(std::size_t k, Pack beta, SweepPacks& sums) {
  double* d = batches_.data(k);
  const auto *ia = batches_.body_a(k), *ib = batches_.body_b(k);
  PackBodies m(bodies_.data(), ia, ib);
  const Pack3 n = load3(d + kNormal * kWidth);
  const InverseWeights iw{load(d + kInvWn * kWidth), load(d + kInvWt * kWidth),
                          Rolling ? load(d + kInvWr * kWidth) : Pack{}};
  double* force_z = d + (kForce + 3 * current_) * kWidth;
  double* force_x = d + (kForce + 3 * (1 - current_)) * kWidth;
  const Pack3 z = load3(force_z);
  const Pack3 y = fma(beta, z - load3(force_x), z);
  Split u = split(point_velocity(d, m, n), n);
  u.n += load(d + kBias * kWidth);
  PackImpulse g{split(y, n), Split{}};
  Pack3 torque_z, torque_y;
  Split spin{};
  double* torque_at_x = nullptr;
  if constexpr (Rolling) {
    torque_z = load3(d + (kTorque + 3 * current_) * kWidth);
    torque_at_x = d + (kTorque + 3 * (1 - current_)) * kWidth;
    torque_y = fma(beta, torque_z - load3(torque_at_x), torque_z);
    g.torque = split(torque_y, n);
    spin = split(vector_of(m.w_b) - vector_of(m.w_a), n);
  }
  const PackImpulse p = project_step<Rolling>(d, iw, g, u, spin);
  const Pack3 result = fma(p.force.n, n, p.force.t);
  const Pack3 change = result - y, progress = result - z;
  apply_force(d, m, n, change);
  store3(force_x, result);
  const Pack change_n = p.force.n - g.force.n, progress_n = dot(progress, n);
  const Pack w_n = splat(1) / iw.n, w_t = splat(1) / iw.t;
  sums.objective = fma(load(d + kBias * kWidth), progress_n, sums.objective);
  // -(y - z') . W (z' - x'), sliding and normal rows
  Pack descent = fma(w_n, change_n * progress_n, w_t * fnma(change_n, progress_n, dot(change, progress)));
  if constexpr (Rolling) {
    const Pack3 torque = fma(p.torque.n, n, p.torque.t);
    const Pack3 turn = torque - torque_y;
    apply_torque(m, turn);
    store3(torque_at_x, torque);
    descent += dot(turn, torque - torque_z) / iw.r;
  }
  sums.restart -= descent;
  m.scatter(bodies_.data(), ia, ib);
}

SweepSums Iterate::sweep(double beta) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem_->num_local) * kBodyDoubles; ++i) {
    const double z = bodies_[i];
    bodies_[i] = z + beta * (z - before_[i]);
    before_[i] = z;
  }
  save_items();
  SweepPacks packs;
  const Pack b = splat(beta);
  for (std::size_t k = 0; k < batches_.size(); ++k) {
    batches_.rolling(k) ? sweep_batch<true>(k, b, packs) : sweep_batch<false>(k, b, packs);
  }
  current_ = 1 - current_;
  exchange_changes();
  std::array<double, 2> sums{sum_lanes(packs.objective) + energy_change(), sum_lanes(packs.restart)};
  comm_.sum(sums);
  return {sums[0], sums[1]};
}

void Iterate::save_items() {
  for (std::size_t s = 0; s < sharing_->items.size(); ++s) {
    const double* v = velocity_of(bodies_, sharing_->items[s]);
    std::copy(v, v + kBodyDoubles, velocity_of(item_start_, static_cast<LocalIndex>(s)));
  }
}

// 1/2 (v_z - v_x)' M (v_z + v_x) over owned bodies, J.
double Iterate::energy_change() const {
  double sum = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(problem_->num_owned); ++b) {
    const double *z = bodies_.data() + b * kBodyDoubles, *x = before_.data() + b * kBodyDoubles;
    double linear = 0, angular = 0;
    for (int i = 0; i < 3; ++i) {
      linear += (z[i] - x[i]) * (z[i] + x[i]);
      angular += (z[4 + i] - x[4 + i]) * (z[4 + i] + x[4 + i]);
    }
    sum += masses_[2 * b] * linear + masses_[2 * b + 1] * angular;
  }
  return 0.5 * sum;
}

void Iterate::take_back() {
  bodies_.swap(before_);
  std::copy(bodies_.begin(), bodies_.end(), before_.begin());
  current_ = 1 - current_;
}

template <bool Rolling>
void Iterate::residual_batch(std::size_t k, const AlignedDoubles& bodies, Pack scale, ResidualPacks& sums) const {
  const double* d = batches_.data(k);
  const auto *ia = batches_.body_a(k), *ib = batches_.body_b(k);
  const PackBodies m(bodies.data(), ia, ib);
  Pack mass, inertia, inertia_t;
  const Pack arm_a = load(d + kArmA * kWidth), arm_b = load(d + kArmB * kWidth);
  for (int l = 0; l < kWidth; ++l) {
    const double* a = inverse_masses_.data() + 2 * static_cast<std::size_t>(ia[l]);
    const double* b = inverse_masses_.data() + 2 * static_cast<std::size_t>(ib[l]);
    mass[l] = a[0] + b[0];
    inertia[l] = a[1] + b[1];
    inertia_t[l] = a[1] * arm_a[l] * arm_a[l] + b[1] * arm_b[l] * arm_b[l];
  }
  const Pack w_n = mass, w_t = mass + inertia_t, one = splat(1);
  const InverseWeights iw{one / w_n, one / w_t, one / inertia};
  const Pack3 n = load3(d + kNormal * kWidth);
  Split u = split(point_velocity(d, m, n), n);
  const Split velocity = u;
  u.n += load(d + kBias * kWidth);
  PackImpulse g{split(scale * load3(d + (kForce + 3 * current_) * kWidth), n), Split{}};
  Split spin{};
  if constexpr (Rolling) {
    g.torque = split(scale * load3(d + (kTorque + 3 * current_) * kWidth), n);
    spin = split(vector_of(m.w_b) - vector_of(m.w_a), n);
  }
  const PackImpulse p = project_step<Rolling>(d, iw, g, u, spin);
  const Pack d_n = g.force.n - p.force.n;
  const Pack3 d_t = g.force.t - p.force.t;
  const Pack slide = fma(w_n * d_n, w_n * d_n, w_t * w_t * dot(d_t, d_t));
  Pack row = slide, energy = fma(w_n * d_n, d_n, w_t * dot(d_t, d_t));
  Pack opening = load(d + kMu * kWidth) * sqrt(dot(velocity.t, velocity.t));
  if constexpr (Rolling) {
    const Pack3 r_t = g.torque.t - p.torque.t;
    const Pack r_n = g.torque.n - p.torque.n;
    const Pack length_scaled = inertia * w_n;  // w_r^2 (w_n / w_r)
    const Pack roll = length_scaled * dot(r_t, r_t), twist = length_scaled * r_n * r_n;
    row += roll + twist;
    energy += inertia * fma(r_n, r_n, dot(r_t, r_t));
    sums.roll = max(sums.roll, roll);
    sums.spin = max(sums.spin, twist);
    opening += load(d + kRho * kWidth) * sqrt(dot(spin.t, spin.t)) + load(d + kSigma * kWidth) * max(spin.n, -spin.n);
  }
  sums.slide = max(sums.slide, slide);
  sums.squares += row;
  sums.energy += energy;
  const Mask worse = row > sums.worst;
  sums.worst = select(worse, row, sums.worst);
  sums.worst_batch = worse ? Mask{} + static_cast<std::int64_t>(k) : sums.worst_batch;
  sums.relaxation = max(sums.relaxation, select(p.force.n > Pack{}, opening, Pack{}));
}

ResidualPacks Iterate::residual_sums(const AlignedDoubles& bodies, double scale) const {
  ResidualPacks sums;
  const Pack s = splat(scale);
  for (std::size_t k = 0; k < batches_.size(); ++k) {
    batches_.rolling(k) ? residual_batch<true>(k, bodies, s, sums) : residual_batch<false>(k, bodies, s, sums);
  }
  return sums;
}

double Iterate::zero_impulse_norm() {
  if (zero_norm_ >= 0) return zero_norm_;
  AlignedDoubles free = bodies_;
  for (std::size_t b = 0; b < problem_->bodies.size(); ++b) {
    double* v = velocity_of(free, static_cast<LocalIndex>(b));
    const auto& body = problem_->bodies[b];
    for (int i = 0; i < 3; ++i) v[i] = body.velocity[i], v[4 + i] = body.angular_velocity[i];
  }
  zero_norm_ = std::sqrt(comm_.sum(sum_lanes(residual_sums(free, 0).energy)));
  return zero_norm_;
}

Residual Iterate::residual(bool relative) {
  const ResidualPacks packs = residual_sums(bodies_, 1);
  std::array<double, 3> sums{sum_lanes(packs.squares), sum_lanes(packs.energy),
                             static_cast<double>(problem_->contacts.size())};
  comm_.sum(sums);
  std::array<double, 4> most{std::sqrt(max_lanes(packs.slide)), std::sqrt(max_lanes(packs.roll)),
                             std::sqrt(max_lanes(packs.spin)), problem_->step * max_lanes(packs.relaxation)};
  comm_.max(most);
  Residual r;
  r.rms = sums[2] > 0 ? std::sqrt(sums[0] / sums[2]) : 0;
  r.slide_max = most[0], r.roll_max = most[1], r.spin_max = most[2], r.relaxation = most[3];
  int lane = 0;
  for (int l = 1; l < kWidth; ++l) {
    if (packs.worst[l] > packs.worst[lane]) lane = l;
  }
  std::tie(r.max, r.worst_rank) = comm_.max_with_rank(std::sqrt(packs.worst[lane]));
  if (r.worst_rank == comm_.rank() && batches_.size() > 0) {
    r.worst = batches_.contact(static_cast<std::size_t>(packs.worst_batch[lane]))[lane];
  }
  if (relative) {
    const double zero = zero_impulse_norm();
    r.relative = zero > 0 ? std::sqrt(sums[1]) / zero : 0;
  }
  return r;
}

void Iterate::store(problem::Solution& solution) const {
  solution.impulses.resize(problem_->contacts.size());
  batches_.store_impulses(solution.impulses, current_);
  const auto n = static_cast<std::size_t>(problem_->num_local);
  solution.velocity.resize(n);
  solution.angular_velocity.resize(n);
  for (std::size_t b = 0; b < n; ++b) {
    const double* v = bodies_.data() + b * kBodyDoubles;
    solution.velocity[b] = Vec3(v[0], v[1], v[2]);
    solution.angular_velocity[b] = Vec3(v[4], v[5], v[6]);
  }
}

}  // namespace talus::solver
