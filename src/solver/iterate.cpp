#include "solver/iterate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "problem/rows.hpp"
#include "solver/certificate.hpp"
#include "solver/kernel.hpp"
#include "solver/schedule_parts.hpp"

namespace talus::solver {
namespace {

Pack in_first_lane(double x) {
  Pack p{};
  p[0] = x;
  return p;
}

}  // namespace

void Iterate::begin(const problem::Problem& problem, const comm::Sharing& sharing, ScheduleKind schedule, Law law) {
  problem_ = &problem;
  sharing_ = &sharing;
  current_ = 0;
  if (!schedule_ || schedule != kind_) schedule_ = make_schedule(schedule, comm_);
  kind_ = schedule;
  law_ = law;
  schedule_->begin(problem, sharing);
  make_bodies();
  split_large();
  batches_.arrange(problem, bodies_);
  bound_coupled_rows();
  blocks_.arrange(problem, bodies_, inverse_masses_, law);
  const bool split = kind_ != ScheduleKind::cubes || !problem.large.empty();
  residual_.begin(problem, batches_, blocks_, inverse_masses_, law, split);
  project_start();
  add_impulses(0);
  before_ = bodies_;
}

void Iterate::make_bodies() {
  const std::size_t n = problem_->bodies.size();
  bodies_.assign((n + 1) * kBodyDoubles, 0.0);
  inverse_masses_.assign(2 * (n + 1), 1.0);
  masses_.assign(2 * (n + 1), 0.0);
  for (std::size_t b = 0; b < n; ++b) {
    const auto& body = problem_->bodies[b];
    double* d = bodies_.data() + b * kBodyDoubles;
    for (int i = 0; i < 3; ++i) d[i] = body.free.v[i], d[4 + i] = body.free.w[i];
    d[3] = inverse_masses_[2 * b] = body.inverse_mass;
    d[7] = inverse_masses_[2 * b + 1] = body.inverse_inertia;
  }
  record_of(bodies_, static_cast<LocalIndex>(n))[3] = record_of(bodies_, static_cast<LocalIndex>(n))[7] = 1;  // idle
  const auto count = [this](LocalIndex b, bool counted) {
    const auto i = static_cast<std::size_t>(b);
    counted = counted && problem_->bodies[i].inverse_mass > 0;
    masses_[2 * i] = counted ? 1 / problem_->bodies[i].inverse_mass : 0;
    masses_[2 * i + 1] = counted ? 1 / problem_->bodies[i].inverse_inertia : 0;
  };
  for (LocalIndex b = 0; b < problem_->num_owned; ++b) count(b, true);
  for (std::size_t s = 0; s < sharing_->items.size(); ++s) {
    double* d = record_of(bodies_, sharing_->items[s]);
    d[3] *= schedule_->parts(s);
    d[7] *= schedule_->parts(s);
    count(sharing_->items[s], schedule_->counts(s));
  }
}

// Shares of a large body: mass m/K each; its energy is counted by the root.
void Iterate::split_large() {
  num_shares_.clear();
  for (const auto& large : problem_->large) num_shares_.push_back(std::ssize(large.shares));
  if (num_shares_.empty()) return;
  comm_.sum(num_shares_);
  for (std::size_t l = 0; l < num_shares_.size(); ++l) {
    const auto& large = problem_->large[l];
    for (LocalIndex share : large.shares) {
      record_of(bodies_, share)[3] *= static_cast<double>(num_shares_[l]);
      record_of(bodies_, share)[7] *= static_cast<double>(num_shares_[l]);
    }
    if (!comm_.is_root()) continue;
    masses_[2 * static_cast<std::size_t>(large.body)] = 1 / large.inverse_mass;
    masses_[2 * static_cast<std::size_t>(large.body) + 1] = 1 / large.inverse_inertia;
  }
}

// v of a large body becomes v + mean over all shares of (v_share - v), summed exactly; then all its shares have it.
void Iterate::gather_large() {
  if (num_shares_.empty()) return;
  large_sums_.assign(problem_->large.size() * kVelocityDoubles, {});
  for (std::size_t l = 0; l < num_shares_.size(); ++l) {
    const double* v = record_of(bodies_, problem_->large[l].body);
    for (LocalIndex share : problem_->large[l].shares) {
      const double* s = record_of(bodies_, share);
      for (std::size_t i = 0; i < kVelocityAt.size(); ++i)
        large_sums_[l * kVelocityDoubles + i].add(s[kVelocityAt[i]] - v[kVelocityAt[i]]);
    }
  }
  comm::exact_sum(comm_, large_sums_);
  for (std::size_t l = 0; l < num_shares_.size(); ++l) {
    double* v = record_of(bodies_, problem_->large[l].body);
    for (std::size_t i = 0; i < kVelocityAt.size(); ++i) {
      if (num_shares_[l] > 0)
        v[kVelocityAt[i]] += large_sums_[l * kVelocityDoubles + i].value() / static_cast<double>(num_shares_[l]);
    }
    for (LocalIndex share : problem_->large[l].shares) {
      for (std::size_t c : kVelocityAt) record_of(bodies_, share)[c] = v[c];
    }
  }
}

// Sliding and rolling rows of one contact are coupled by c = J_B arm_b - J_A arm_a (inverse inertias): little between
// alike spheres, much at a wall. Momentum needs a metric that bounds the block, which the diagonal does not: both
// weights grow by 1 + |c| / sqrt(w_t w_r).
void Iterate::bound_coupled_rows() {
  for (std::size_t k = 0; k < batches_.size(); ++k) {
    if (!batches_.rolling(k)) continue;
    double* d = batches_.data(k);
    const PackBodies m(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
    const Pack c = m.w_b.c3 * load(d + kArmB * kWidth) - m.w_a.c3 * load(d + kArmA * kWidth);
    const Pack iw_t = load(d + kInvWt * kWidth), iw_r = load(d + kInvWr * kWidth);
    const Pack growth = splat(1) + sqrt(c * c * iw_t * iw_r);
    solver::store(d + kInvWt * kWidth, iw_t / growth);
    solver::store(d + kInvWr * kWidth, iw_r / growth);
  }
}

// The start's impulses belong to the last step's normals and may have left the cone: they are projected on it, so that
// a start which is good enough as it is is admissible too.
template <bool Rolling>
void Iterate::project_start(std::size_t k) {
  double* d = batches_.data(k);
  const auto at = [d](int field) { return d + field * kWidth; };
  const Pack3 n = load3(at(kNormal));
  const InverseWeights iw{load(at(kInvWn)), load(at(kInvWt)), Rolling ? load(at(kInvWr)) : Pack{}};
  PackImpulse g{split(load3(at(kForce)), n), Split{}};
  if constexpr (Rolling) g.torque = split(load3(at(kTorque)), n);
  const PackImpulse p = project_step<Rolling>(d, iw, g, Split{}, Split{});
  const Pack3 force = fma(p.force.n, n, p.force.t);
  store3(at(kForce), force);
  store3(at(kForce + 3), force);
  if constexpr (Rolling) {
    const Pack3 torque = fma(p.torque.n, n, p.torque.t);
    store3(at(kTorque), torque);
    store3(at(kTorque + 3), torque);
  }
}

void Iterate::project_start() {
  for (std::size_t k = 0; k < batches_.size(); ++k)
    batches_.rolling(k) ? project_start<true>(k) : project_start<false>(k);
  for (std::size_t k = 0; k < blocks_.size(); ++k) blocks_.project_start(k);
}

// From v_free to v_free + M^-1 D g for the impulses of a buffer, through the same classes and messages as a sweep.
void Iterate::add_impulses(int buffer) {
  schedule_->before_sweep(bodies_);
  for (std::size_t c = 0; c < batches_.num_classes(); ++c) {
    schedule_->before_class(c, bodies_);
    for (std::size_t k = batches_.class_begin(c); k < batches_.class_end(c); ++k) {
      const double* d = batches_.data(k);
      PackBodies m(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
      apply_force(d, m, load3(d + kNormal * kWidth), load3(d + (kForce + 3 * buffer) * kWidth));
      if (batches_.rolling(k)) apply_torque(m, load3(d + (kTorque + 3 * buffer) * kWidth));
      m.scatter(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
    }
    for (std::size_t k = blocks_.class_begin(c); k < blocks_.class_end(c); ++k) blocks_.add_impulse(k, buffer, bodies_);
  }
  schedule_->after_sweep(bodies_);
  gather_large();
}

template <bool Rolling, bool Full>
void Iterate::sweep_batch(std::size_t k, Pack beta, const FixedScale& scale, SweepPacks& sums) {
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
  const PackImpulse p = project_step<Rolling>(d, iw, g, u, spin, law_);
  const Pack3 result = fma(p.force.n, n, p.force.t);
  const Pack3 change = result - y, progress = result - z;
  apply_force(d, m, n, change);
  store3(force_x, result);
  const Pack change_n = p.force.n - g.force.n, progress_n = dot(progress, n);
  sums.objective.add(load(d + kBias * kWidth) * progress_n, scale);
  Pack3 turn, turned;
  if constexpr (Rolling) {
    const Pack3 torque = fma(p.torque.n, n, p.torque.t);
    turn = torque - torque_y;
    turned = torque - torque_z;
    apply_torque(m, turn);
    store3(torque_at_x, torque);
  }
  if constexpr (Full) {
    const Pack w_n = splat(1) / iw.n, w_t = splat(1) / iw.t, w_r = Rolling ? splat(1) / iw.r : Pack{};
    const auto product = [&](const Pack3& a, Pack a_n, const Pack3& a_turn, const Pack3& b, Pack b_n,
                             const Pack3& b_turn) {
      const Pack force = fma(w_n, a_n * b_n, w_t * fnma(a_n, b_n, dot(a, b)));
      return Rolling ? fma(w_r, dot(a_turn, b_turn), force) : force;
    };
    sums.restart.add(-product(change, change_n, turn, progress, progress_n, turned), scale);
    sums.change.add(product(change, change_n, turn, change, change_n, turn), scale);
    sums.progress.add(product(progress, progress_n, turned, progress, progress_n, turned), scale);
  }
  m.scatter(bodies_.data(), ia, ib);
}

// Contribution of the velocities of immovable bodies to the objective: v_driven' D (z' - z), z' being the batch's
// result. (Those of all others are in the kinetic energy.)
void Iterate::add_driven_work(std::size_t k, const FixedScale& scale, FixedSum& sum) const {
  const double* d = batches_.data(k);
  PackBodies m(bodies_.data(), batches_.body_a(k), batches_.body_b(k));
  for (Quad* q : {&m.v_a, &m.w_a, &m.v_b, &m.w_b}) {
    const Mask moves = q->c3 != Pack{};
    for (Pack* c : {&q->c0, &q->c1, &q->c2}) *c = select(moves, Pack{}, *c);
  }
  const auto progress = [&](int field) {
    return load3(d + (field + 3 * (1 - current_)) * kWidth) - load3(d + (field + 3 * current_) * kWidth);
  };
  Pack work = dot(point_velocity(d, m, load3(d + kNormal * kWidth)), progress(kForce));
  if (batches_.rolling(k)) work += dot(vector_of(m.w_b) - vector_of(m.w_a), progress(kTorque));
  sum.add(work, scale);
}

void Iterate::sweep_blocks(std::size_t c, double beta, const FixedScale& scale, SweepPacks& sums) {
  for (std::size_t k = blocks_.class_begin(c); k < blocks_.class_end(c); ++k) {
    const BlockTerms terms = blocks_.sweep(k, beta, current_, bodies_);
    sums.objective.add(in_first_lane(terms.objective), scale);
    sums.restart.add(in_first_lane(terms.restart), scale);
    sums.change.add(in_first_lane(terms.change), scale);
    sums.progress.add(in_first_lane(terms.progress), scale);
  }
}

SweepSums Iterate::sweep(double beta, bool full) {
  for (std::size_t i = 0; i < problem_->bodies.size() * kBodyDoubles; ++i) {
    const double z = bodies_[i];
    bodies_[i] = z + beta * (z - before_[i]);
    before_[i] = z;
  }
  const FixedScale scale(std::ldexp(largest_energy_, 12));  // terms may grow that much before they are cut
  SweepPacks packs;
  const Pack b = splat(beta);
  schedule_->before_sweep(bodies_);
  for (std::size_t c = 0; c < batches_.num_classes(); ++c) {
    schedule_->before_class(c, bodies_);
    for (std::size_t k = batches_.class_begin(c); k < batches_.class_end(c); ++k) {
      if (full) {
        batches_.rolling(k) ? sweep_batch<true, true>(k, b, scale, packs)
                            : sweep_batch<false, true>(k, b, scale, packs);
      } else {
        batches_.rolling(k) ? sweep_batch<true, false>(k, b, scale, packs)
                            : sweep_batch<false, false>(k, b, scale, packs);
      }
      if (batches_.driven(k)) add_driven_work(k, scale, packs.objective);
    }
    sweep_blocks(c, beta, scale, packs);
  }
  schedule_->after_sweep(bodies_);
  gather_large();
  current_ = 1 - current_;
  add_energy_change(scale, packs.objective);
  const auto sums = sum_over_ranks(comm_, std::array{packs.objective, packs.restart, packs.change, packs.progress},
                                   std::array{scale, scale, scale, scale});
  return {sums[0], sums[1], std::sqrt(std::max(0.0, sums[2])), std::sqrt(std::max(0.0, sums[3]))};
}

// 1/2 (v_z - v_x)' M (v_z + v_x) of the bodies that this rank counts, a body in each lane; idle ones behind the last.
void Iterate::add_energy_change(const FixedScale& scale, FixedSum& sum) const {
  const auto n = static_cast<std::int32_t>(problem_->bodies.size());
  const auto product = [](const Quad& z, const Quad& x) {
    return (z.c0 - x.c0) * (z.c0 + x.c0) + (z.c1 - x.c1) * (z.c1 + x.c1) + (z.c2 - x.c2) * (z.c2 + x.c2);
  };
  for (std::int32_t first = 0; first < n; first += kWidth) {
    std::array<std::int32_t, kWidth> lanes;
    Pack mass, inertia;
    for (int l = 0; l < kWidth; ++l) {
      lanes[l] = std::min(first + l, n);
      mass[l] = masses_[2 * lanes[l]];
      inertia[l] = masses_[2 * lanes[l] + 1];
    }
    const auto part = [&](int at) {
      return product(gather(bodies_.data() + at, lanes.data(), kBodyDoubles),
                     gather(before_.data() + at, lanes.data(), kBodyDoubles));
    };
    sum.add(splat(0.5) * (mass * part(0) + inertia * part(4)), scale);
  }
}

void Iterate::take_back() {
  bodies_.swap(before_);
  std::copy(bodies_.begin(), bodies_.end(), before_.begin());
  current_ = 1 - current_;
}

void Iterate::keep() {
  kept_bodies_ = bodies_;
  batches_.keep(current_);
  blocks_.keep(current_);
}

void Iterate::restore() {
  bodies_ = before_ = kept_bodies_;
  batches_.restore();
  blocks_.restore();
}

Residual Iterate::residual(bool relative) {
  schedule_->refresh(bodies_);
  double kinetic = 0;
  for (std::size_t b = 0; b < problem_->bodies.size(); ++b) {
    const double* v = bodies_.data() + b * kBodyDoubles;
    kinetic = std::max(kinetic, masses_[2 * b] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
                                    masses_[2 * b + 1] * (v[4] * v[4] + v[5] * v[5] + v[6] * v[6]));
  }
  const auto at = residual_.at(bodies_, current_, kinetic, relative);
  largest_energy_ = at.largest_energy;
  return at.residual;
}

double Iterate::look(Norm norm, Residual& found) {
  found = residual(norm == Norm::relative);
  return value_of(found, norm);
}

// *Collective.* d'N d of the last sweep's change d.
double Iterate::energy_of_change() const {
  double sum = 0;
  for (std::size_t b = 0; b < problem_->bodies.size(); ++b) {
    const double *z = bodies_.data() + b * kBodyDoubles, *x = before_.data() + b * kBodyDoubles;
    for (int i = 0; i < 3; ++i) {
      sum += masses_[2 * b] * (z[i] - x[i]) * (z[i] - x[i]) +
             masses_[2 * b + 1] * (z[4 + i] - x[4 + i]) * (z[4 + i] - x[4 + i]);
    }
  }
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Vec6 d = blocks_.gain(k, current_);
    sum += d.dot(problem_->blocks[k].compliance.cwiseProduct(d));
  }
  return comm_.sum(sum);
}

bool Iterate::certifies(double fall) {
  const double energy = energy_of_change();
  if (!(kBeyond * std::sqrt(energy) * std::sqrt(largest_energy_) <= fall)) return false;
  std::vector<problem::ContactImpulse> now(problem_->contacts.size()), before(now.size());
  batches_.store_impulses(now, current_);
  batches_.store_impulses(before, 1 - current_);
  Carriers carriers;
  for (std::size_t c = 0; c < now.size(); ++c) {
    const auto& contact = problem_->contacts[c];
    carriers.add(
        set_of_directions(problem::set_of(*problem_, contact), law_),
        problem::by_lengths(now[c].force - before[c].force, now[c].torque - before[c].torque, contact.normal).data());
  }
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    carriers.add(set_of_directions(problem_->blocks[k].set, law_), blocks_.gain(k, current_).data());
  carriers.reduce(comm_);
  carriers_ = carriers.list();
  return carriers.are_admissible();
}

Residual Iterate::residual_from_scratch(const SolverOptions& options, int sweeps) {
  scratch_ = bodies_;
  bodies_.swap(scratch_);
  if (sweeps > 0) {
    for (std::size_t b = 0; b < problem_->bodies.size(); ++b) {
      const Twist& free = problem_->bodies[b].free;
      double* d = record_of(bodies_, static_cast<LocalIndex>(b));
      for (int i = 0; i < 3; ++i) d[i] = free.v[i], d[4 + i] = free.w[i];
    }
    add_impulses(current_);
  }
  const Residual fresh = residual_.may_hide(current_, options.tolerance) ? residual_.unhidden(bodies_, current_)
                                                                         : residual(options.norm == Norm::relative);
  bodies_.swap(scratch_);
  return fresh;
}

void Iterate::store(problem::Solution& solution) {
  schedule_->refresh(bodies_);
  solution.impulses.resize(problem_->contacts.size());
  batches_.store_impulses(solution.impulses, current_);
  blocks_.store(solution.block_impulses, current_);
  const auto twist = [this](LocalIndex b) {
    const double* v = record_of(bodies_, b);
    return Twist{Vec3(v[0], v[1], v[2]), Vec3(v[4], v[5], v[6])};
  };
  solution.local.clear();
  solution.large.clear();
  for (LocalIndex b = 0; b < problem_->num_local; ++b) solution.local.push_back(twist(b));
  for (const auto& large : problem_->large) solution.large.push_back(twist(large.body));
}

}  // namespace talus::solver
