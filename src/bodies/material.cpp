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
  numbers_.emplace(name, size());
  elastic_.push_back(elasticity);
  own_.push_back({friction, ratios});
  return size() - 1;
}

void Materials::set_pair(int a, int b, const Friction& friction, const FrictionRatios& ratios) {
  given_[std::minmax(a, b)] = {friction, ratios};
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
  const auto at = numbers_.find(name);
  return at == numbers_.end() ? -1 : at->second;
}

Friction Materials::combined(const Friction& a, const Friction& b) const {
  return {combine(rule_, a.mu, b.mu), combine(rule_, a.rho, b.rho), combine(rule_, a.sigma, b.sigma),
          combine(rule_, a.restitution, b.restitution)};
}

bool Materials::any_restitution() const {
  const auto bounces = [](const Own& own) { return own.friction.restitution > 0; };
  return std::ranges::any_of(own_, bounces) ||
         std::ranges::any_of(given_, [&](const auto& g) { return bounces(g.second); });
}

}  // namespace talus::bodies
