#include "bodies/material.hpp"

#include <algorithm>
#include <cmath>

namespace talus::bodies {
namespace {

double combine(PairRule rule, double a, double b) {
  switch (rule) {
    case PairRule::min: return std::min(a, b);
    case PairRule::max: return std::max(a, b);
    case PairRule::mean: return 0.5 * (a + b);
    case PairRule::geometric: return std::sqrt(a * b);
  }
  return 0;
}

// Stiffness of two springs in series; 0 stands for rigid. Stiffnesses are those of a contact of two equal bodies.
double in_series(double a, double b) { return a > 0 && b > 0 ? a * b / (a + b) : std::max(a, b); }
double between(double a, double b) { return a > 0 && b > 0 ? 2 * in_series(a, b) : std::max(a, b); }

}  // namespace

Friction Materials::Own::at(double radius) const {
  Friction scaled = friction;
  scaled.rho += ratios.rho_ratio * radius;
  scaled.sigma += ratios.sigma_ratio * radius;
  return scaled;
}

int Materials::add(const std::string& name, const Friction& friction, const Elasticity& elasticity,
                   const FrictionRatios& ratios) {
  names_.push_back(name);
  elastic_.push_back(elasticity);
  own_.push_back({friction, ratios});
  rebuild();
  return size() - 1;
}

void Materials::set_pair(int a, int b, const Friction& friction, const FrictionRatios& ratios) {
  given_.push_back({a, b, {friction, ratios}});
  rebuild();
}

Springs Materials::springs_of_pair(int a, int b) const {
  const auto &x = elastic_[a], &y = elastic_[b];
  const auto contact = [](const Elasticity& e) { return e.young / (1 - e.poisson * e.poisson); };
  const auto shear = [](const Elasticity& e) { return 0.5 * e.young / ((1 + e.poisson) * (2 - e.poisson)); };
  return {between(x.stiffness, y.stiffness),
          between(x.damping, y.damping),
          between(x.tangential_stiffness, y.tangential_stiffness),
          between(x.rolling_stiffness, y.rolling_stiffness),
          in_series(contact(x), contact(y)),
          in_series(shear(x), shear(y))};
}

int Materials::find(const std::string& name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  return at == names_.end() ? -1 : static_cast<int>(at - names_.begin());
}

Friction Materials::combined(const Friction& a, const Friction& b) const {
  return {combine(rule_, a.mu, b.mu), combine(rule_, a.rho, b.rho), combine(rule_, a.sigma, b.sigma),
          combine(rule_, a.restitution, b.restitution)};
}

void Materials::rebuild() {
  const auto n = own_.size();
  table_.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      table_[a * n + b] = {own_[a], own_[b], combined(own_[a].friction, own_[b].friction),
                           own_[a].ratios.any() || own_[b].ratios.any()};
    }
  }
  for (const auto& [a, b, own] : given_)
    table_[a * n + b] = table_[b * n + a] = {own, own, own.friction, own.ratios.any()};
}

}  // namespace talus::bodies
