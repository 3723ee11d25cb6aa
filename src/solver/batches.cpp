#include "solver/batches.hpp"

#include <algorithm>

namespace talus::solver {
namespace {

// How many batches stay open behind the newest: wide enough to fill lanes, narrow enough to stay in cache.
constexpr std::int32_t kWindow = 64;

}  // namespace

void Batches::place(const problem::Problem& problem) {
  offset_.clear();
  rolling_.clear();
  contacts_.clear();
  used_.clear();
  class_end_.clear();
  last_.assign(problem.bodies.size(), -1);
  std::size_t next_offset = 0, c = 0;
  for (const LocalIndex end : problem.class_end) {
    const auto first = static_cast<std::int32_t>(size());
    for (; c < static_cast<std::size_t>(end); ++c) next_offset = place_contact(problem, c, first, next_offset);
    class_end_.push_back(size());
  }
  data_.resize(next_offset * kWidth);
}

// Puts contact c into the first batch that may take it, not before batch `first`; returns where the next block begins.
std::size_t Batches::place_contact(const problem::Problem& problem, std::size_t c, std::int32_t first,
                                   std::size_t next_offset) {
  const auto& contact = problem.contacts[c];
  const auto a = static_cast<std::size_t>(contact.a), b = static_cast<std::size_t>(contact.b);
  const bool a_moves = problem.bodies[a].inverse_mass > 0, b_moves = problem.bodies[b].inverse_mass > 0;
  const auto count = static_cast<std::int32_t>(rolling_.size());
  std::int32_t at = std::max(first, count - kWindow);
  if (a_moves) at = std::max(at, last_[a] + 1);
  if (b_moves) at = std::max(at, last_[b] + 1);
  const char rolls = contact.rolls();
  while (at < count &&
         (used_[static_cast<std::size_t>(at)] == kWidth || rolling_[static_cast<std::size_t>(at)] != rolls)) {
    ++at;
  }
  if (at == count) {
    rolling_.push_back(rolls);
    used_.push_back(0);
    offset_.push_back(next_offset);
    contacts_.insert(contacts_.end(), kWidth, -1);
    next_offset += rolls ? kRollingFields : kSlidingFields;
  }
  const auto k = static_cast<std::size_t>(at);
  contacts_[k * kWidth + static_cast<std::size_t>(used_[k]++)] = static_cast<std::int32_t>(c);
  if (a_moves) last_[a] = at;
  if (b_moves) last_[b] = at;
  return next_offset;
}

void Batches::fill(const problem::Problem& problem, const AlignedDoubles& bodies) {
  const auto idle = static_cast<std::int32_t>(problem.bodies.size());
  bodies_.assign(2 * size() * kWidth, idle);
  driven_.assign(size(), 0);
  const auto drives = [&](LocalIndex b) {
    const auto& body = problem.bodies[static_cast<std::size_t>(b)];
    return body.inverse_mass == 0 && !body.free.is_zero();
  };
  const auto inverse_mass = [&](LocalIndex b) { return bodies[static_cast<std::size_t>(b) * kBodyDoubles + 3]; };
  const auto inverse_inertia = [&](LocalIndex b) { return bodies[static_cast<std::size_t>(b) * kBodyDoubles + 7]; };
  for (std::size_t k = 0; k < size(); ++k) {
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      double* d = data(k) + lane;
      auto put = [d](int field, double value) { d[field * kWidth] = value; };
      auto put3 = [&put](int field, const Vec3& value) {
        for (int i = 0; i < 3; ++i) put(field + i, value[i]);
      };
      const std::int32_t index = contacts_[k * kWidth + lane];
      if (index < 0) {
        for (int field = 0; field < (rolling(k) ? kRollingFields : kSlidingFields); ++field) put(field, 0);
        put(kInvWn, 1);
        put(kInvWt, 1);
        if (rolling(k)) put(kInvWr, 1);
        continue;
      }
      const auto& c = problem.contacts[static_cast<std::size_t>(index)];
      const auto& start = problem.start[static_cast<std::size_t>(index)];
      bodies_[2 * k * kWidth + lane] = c.a;
      bodies_[(2 * k + 1) * kWidth + lane] = c.b;
      driven_[k] |= drives(c.a) || drives(c.b);
      const double mass_a = inverse_mass(c.a), mass_b = inverse_mass(c.b);
      const double inertia_a = inverse_inertia(c.a), inertia_b = inverse_inertia(c.b);
      put3(kNormal, c.normal);
      put(kArmA, c.arm_a);
      put(kArmB, c.arm_b);
      put(kBias, c.bias);
      put(kInvWn, 1 / (mass_a + mass_b));
      put(kInvWt, 1 / (mass_a + mass_b + inertia_a * c.arm_a * c.arm_a + inertia_b * c.arm_b * c.arm_b));
      put(kMu, c.mu);
      put3(kForce, start.force);
      put3(kForce + 3, start.force);
      if (!rolling(k)) continue;
      put(kInvWr, 1 / (inertia_a + inertia_b));
      put(kRho, c.rho);
      put(kSigma, c.sigma);
      put3(kTorque, start.torque);
      put3(kTorque + 3, start.torque);
    }
  }
}

void Batches::arrange(const problem::Problem& problem, const AlignedDoubles& bodies) {
  place(problem);
  fill(problem, bodies);
}

void Batches::keep(int buffer) {
  kept_.clear();
  for (std::size_t k = 0; k < size(); ++k) {
    const double *force = data(k) + (kForce + 3 * buffer) * kWidth, *torque = data(k) + (kTorque + 3 * buffer) * kWidth;
    kept_.insert(kept_.end(), force, force + 3 * kWidth);
    if (rolling(k)) kept_.insert(kept_.end(), torque, torque + 3 * kWidth);
  }
}

void Batches::restore() {
  const double* from = kept_.data();
  const auto take = [&from](double* field) {
    std::copy_n(from, 3 * kWidth, field);
    std::copy_n(from, 3 * kWidth, field + 3 * kWidth);
    from += 3 * kWidth;
  };
  for (std::size_t k = 0; k < size(); ++k) {
    take(data(k) + kForce * kWidth);
    if (rolling(k)) take(data(k) + kTorque * kWidth);
  }
}

void Batches::store_impulses(std::vector<problem::ContactImpulse>& to, int buffer) const {
  for (std::size_t k = 0; k < size(); ++k) {
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      const std::int32_t index = contacts_[k * kWidth + lane];
      if (index < 0) continue;
      const double* d = data(k) + lane;
      auto get3 = [d](int field) { return Vec3(d[field * kWidth], d[(field + 1) * kWidth], d[(field + 2) * kWidth]); };
      auto& impulse = to[static_cast<std::size_t>(index)];
      impulse.force = get3(kForce + 3 * buffer);
      impulse.torque = rolling(k) ? get3(kTorque + 3 * buffer) : Vec3(Vec3::Zero());
    }
  }
}

}  // namespace talus::solver
