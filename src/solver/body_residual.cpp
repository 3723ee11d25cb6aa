#include "solver/body_residual.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "comm/exact_sum.hpp"
#include "problem/rows.hpp"
#include "solver/fixed_sum.hpp"
#include "solver/kernel.hpp"

namespace talus::solver {

void BodyResidual::begin(const problem::Problem& problem, const Batches& batches, const BlockRows& blocks,
                         const AlignedDoubles& inverse_masses, Law law, bool split) {
  problem_ = &problem;
  batches_ = &batches;
  blocks_ = &blocks;
  inverse_masses_ = &inverse_masses;
  law_ = law;
  split_ = split;
  zero_norm_ = -1;
}

// Unsplit inverse masses of the bodies in a pack's lanes. `mass` and `inertia` are those of their records, which hold
// where masses are not split.
std::pair<Pack, Pack> BodyResidual::inverse_masses_of(const std::int32_t* body, Pack mass, Pack inertia) const {
  for (int l = 0; split_ && l < kWidth; ++l) {
    const double* of = inverse_masses_->data() + 2 * static_cast<std::size_t>(body[l]);
    mass[l] = of[0], inertia[l] = of[1];
  }
  return {mass, inertia};
}

template <bool Rolling>
void BodyResidual::add_batch(std::size_t k, const AlignedDoubles& bodies, Pack scale, Packs& packs) {
  const double* d = batches_->data(k);
  const auto *ia = batches_->body_a(k), *ib = batches_->body_b(k);
  const PackBodies m(bodies.data(), ia, ib);
  const auto [mass_a, inertia_a] = inverse_masses_of(ia, m.v_a.c3, m.w_a.c3);
  const auto [mass_b, inertia_b] = inverse_masses_of(ib, m.v_b.c3, m.w_b.c3);
  const Pack arm_a = load(d + kArmA * kWidth), arm_b = load(d + kArmB * kWidth), one = splat(1);
  const Pack inertia = inertia_a + inertia_b, w_n = mass_a + mass_b,
             w_t = w_n + (inertia_a * arm_a * arm_a + inertia_b * arm_b * arm_b);
  const InverseWeights iw{one / w_n, one / w_t, one / inertia};
  const Pack3 n = load3(d + kNormal * kWidth);
  Split u = split(point_velocity(d, m, n), n);
  const Split velocity = u;
  u.n += load(d + kBias * kWidth);
  const Pack open = max(u.n, Pack{});  // stays under Coulomb's law
  PackImpulse g{split(scale * load3(d + (kForce + 3 * current_) * kWidth), n), Split{}};
  Split spin{};
  if constexpr (Rolling) {
    g.torque = split(scale * load3(d + (kTorque + 3 * current_) * kWidth), n);
    spin = split(vector_of(m.w_b) - vector_of(m.w_a), n);
  }
  const Pack gap = relaxation_gap<Rolling>(d, velocity, spin);
  if (law_ == Law::coulomb) u.n += gap;
  const PackImpulse p = project_step<Rolling>(d, iw, g, u, spin);
  const Pack d_n = g.force.n - p.force.n;
  const Pack3 d_t = g.force.t - p.force.t;
  const Pack slide = fma(w_n * d_n, w_n * d_n, w_t * w_t * dot(d_t, d_t));
  Pack row = slide, energy = fma(w_n * d_n, d_n, w_t * dot(d_t, d_t));
  if constexpr (Rolling) {
    const Pack3 r_t = g.torque.t - p.torque.t;
    const Pack r_n = g.torque.n - p.torque.n;
    const Pack length_scaled = inertia * w_n;  // w_r^2 (w_n / w_r)
    const Pack roll = length_scaled * dot(r_t, r_t), twist = length_scaled * r_n * r_n;
    row += roll + twist;
    energy += inertia * fma(r_n, r_n, dot(r_t, r_t));
    packs.roll = max(packs.roll, roll);
    packs.spin = max(packs.spin, twist);
  }
  solver::store(rows_.data() + k * kWidth, row);
  solver::store(energies_.data() + k * kWidth, energy);
  packs.slide = max(packs.slide, slide);
  packs.energy = max(packs.energy, energy);
  packs.bias = max(packs.bias, max(u.n * u.n, load(d + kBias * kWidth) * load(d + kBias * kWidth)) / w_n);
  packs.not_a_number += row - row;
  const Mask worse = row > packs.worst;
  packs.worst = select(worse, row, packs.worst);
  packs.worst_batch = worse ? Mask{} + static_cast<std::int64_t>(k) : packs.worst_batch;
  const Mask presses = p.force.n > Pack{};
  const Pack opening = select(presses, law_ == Law::coulomb ? open : gap, Pack{});
  packs.relaxation = max(packs.relaxation, opening);
  packs.pressing += presses;
  solver::store(openings_.data() + k * kWidth, opening);
}

void BodyResidual::add_blocks(const AlignedDoubles& bodies, double scale, Packs& packs) {
  const auto raise = [](Pack& most, double value) { most[0] = std::max(most[0], value); };
  for (std::size_t k = 0; k < blocks_->size(); ++k) {
    const BlockResidual r = blocks_->residual(k, scale, current_, bodies);
    const std::size_t at = batches_->size() * kWidth + k;
    rows_[at] = r.row(), energies_[at] = r.energy, openings_[at] = r.relaxation;
    packs.blocks.add(r, static_cast<LocalIndex>(problem_->contacts.size() + k));
    raise(packs.energy, r.energy);
    raise(packs.bias, r.bias);
    raise(packs.relaxation, r.relaxation);
    packs.pressing[0] -= r.presses;
  }
}

// The largest of packs and blocks.
SquaredResidual BodyResidual::largest_of(const Packs& packs) const {
  SquaredResidual largest = packs.blocks;
  largest.slide = std::max(largest.slide, max_lanes(packs.slide));
  largest.roll = std::max(largest.roll, max_lanes(packs.roll));
  largest.spin = std::max(largest.spin, max_lanes(packs.spin));
  largest.is_finite &= sum_lanes(packs.not_a_number) == 0;
  int lane = 0;
  for (int l = 1; l < kWidth; ++l) {
    if (packs.worst[l] > packs.worst[lane]) lane = l;
  }
  if (batches_->size() == 0 || largest.row > packs.worst[lane]) return largest;
  largest.row = packs.worst[lane];
  largest.worst = batches_->contact(static_cast<std::size_t>(packs.worst_batch[lane]))[lane];
  return largest;
}

BodyResidual::Packs BodyResidual::evaluate(const AlignedDoubles& bodies, double scale) {
  const std::size_t rows = (batches_->size() + (blocks_->size() + kWidth - 1) / kWidth) * kWidth;
  rows_.assign(rows, 0.0);
  energies_.assign(rows, 0.0);
  openings_.assign(rows, 0.0);
  Packs packs;
  const Pack s = splat(scale);
  for (std::size_t k = 0; k < batches_->size(); ++k) {
    batches_->rolling(k) ? add_batch<true>(k, bodies, s, packs) : add_batch<false>(k, bodies, s, packs);
  }
  add_blocks(bodies, scale, packs);
  return packs;
}

// *Collective.* `largest`: over all ranks.
double BodyResidual::sum_rows(const AlignedDoubles& rows, double largest) const {
  return sum_rows(rows, largest, rows, largest).first;
}

// *Collective.* Of two at once.
std::pair<double, double> BodyResidual::sum_rows(const AlignedDoubles& a, double largest_a, const AlignedDoubles& b,
                                                 double largest_b) const {
  const FixedScale scale_a(largest_a), scale_b(largest_b);
  FixedSum sum_a, sum_b;
  for (std::size_t at = 0; at < a.size(); at += kWidth) {
    sum_a.add(load(a.data() + at), scale_a);
    sum_b.add(load(b.data() + at), scale_b);
  }
  const auto sums = sum_over_ranks(comm_, std::array{sum_a, sum_b}, std::array{scale_a, scale_b});
  return {sums[0], sums[1]};
}

double BodyResidual::norm_at_zero_impulses(const AlignedDoubles& bodies) {
  if (zero_norm_ >= 0) return zero_norm_;
  AlignedDoubles free = bodies;
  for (std::size_t b = 0; b < problem_->bodies.size(); ++b) {
    double* v = record_of(free, static_cast<LocalIndex>(b));
    const auto& body = problem_->bodies[b];
    for (int i = 0; i < 3; ++i) v[i] = body.free.v[i], v[4 + i] = body.free.w[i];
  }
  const double largest = comm_.max(max_lanes(evaluate(free, 0).energy));
  zero_norm_ = std::sqrt(sum_rows(energies_, largest));
  return zero_norm_;
}

bool BodyResidual::may_hide(int current, double tolerance) const {
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon(), kPart = 0.1;
  Pack squares{};  // of w |g|, m^2/s^2
  for (std::size_t k = 0; k < batches_->size(); ++k) {
    const double* d = batches_->data(k);
    const Pack iw_n = load(d + kInvWn * kWidth), iw_t = min(iw_n, load(d + kInvWt * kWidth));
    const Pack3 force = load3(d + (kForce + 3 * current) * kWidth);
    squares = max(squares, dot(force, force) / (iw_t * iw_t));
    if (!batches_->rolling(k)) continue;
    const Pack3 torque = load3(d + (kTorque + 3 * current) * kWidth);
    squares = max(squares, dot(torque, torque) / (iw_n * load(d + kInvWr * kWidth)));
  }
  double most = std::sqrt(max_lanes(squares));
  for (std::size_t k = 0; k < blocks_->size(); ++k) most = std::max(most, blocks_->size(k, current));
  return !(kRounding * comm_.max(most) <= kPart * tolerance);
}

Residual BodyResidual::unhidden(const AlignedDoubles& bodies, int current) const {
  std::vector<problem::ContactImpulse> impulses(problem_->contacts.size());
  batches_->store_impulses(impulses, current);
  SquaredResidual largest;
  std::array<comm::ExactSum, 2> sums;
  const auto add = [&](const SetResidual& r, std::size_t place) {
    largest.add(r, static_cast<LocalIndex>(place));
    sums[0].add(r.row());
    sums[1].add(r.energy);
  };
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    const problem::RoundContact& contact = problem_->contacts[c];
    const problem::Block block = problem::block_of(*problem_, contact);
    const Vec6 g = problem::to_rows(impulses[c], problem::frame_of(contact.normal));
    add(unhidden_residual(block, natural_weights(block, *inverse_masses_), g, bodies, law_), c);
  }
  for (std::size_t k = 0; k < blocks_->size(); ++k) add(blocks_->unhidden(k, current, bodies), impulses.size() + k);
  comm::exact_sum(comm_, sums);
  Residual r = largest.over_ranks(comm_);
  largest.set_rms(sums[0].value(), comm_.sum(problem_->num_rows()), r);
  if (zero_norm_ > 0) r.relative = std::sqrt(sums[1].value()) / zero_norm_;
  return r;
}

BodyResidual::Found BodyResidual::at(const AlignedDoubles& bodies, int current, double kinetic, bool relative) {
  current_ = current;
  const double at_zero = relative ? norm_at_zero_impulses(bodies) : 0;
  const Packs packs = evaluate(bodies, 1);
  SquaredResidual largest = largest_of(packs);
  std::array<double, 4> most{max_lanes(packs.energy), max_lanes(packs.relaxation), kinetic, max_lanes(packs.bias)};
  Residual r = largest.over_ranks(comm_, most);
  r.relaxation = problem_->step * most[1];
  std::array<std::int64_t, 2> counts{problem_->num_rows(), 0};
  for (int l = 0; l < kWidth; ++l) counts[1] -= packs.pressing[l];  // true is -1
  comm_.sum(counts);
  const auto [squares, openings] = sum_rows(rows_, largest.row, openings_, most[1]);
  largest.set_rms(squares, counts[0], r);
  r.relaxation_mean = counts[1] > 0 ? problem_->step * openings / static_cast<double>(counts[1]) : 0;
  if (relative) r.relative = at_zero > 0 ? std::sqrt(sum_rows(energies_, most[0])) / at_zero : 0;
  return {r, std::max({most[0], most[2], most[3]})};
}

}  // namespace talus::solver
