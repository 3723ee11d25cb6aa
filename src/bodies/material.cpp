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

// Of springs one behind the other; one that is 0 is rigid. Stiffnesses are those of a contact of two alike.
double in_series(double a, double b) { return a > 0 && b > 0 ? a * b / (a + b) : std::max(a, b); }
double between(double a, double b) { return a > 0 && b > 0 ? 2 * in_series(a, b) : std::max(a, b); }

}  // namespace

int Materials::add(const std::string& name, const Friction& friction, const Elasticity& elasticity) {
  names_.push_back(name);
  elastic_.push_back(elasticity);
  own_.push_back(friction);
  rebuild();
  return size() - 1;
}

void Materials::set_pair(int a, int b, const Friction& friction) {
  given_.push_back({a, b, friction});
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

void Materials::rebuild() {
  const auto n = own_.size();
  table_.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      table_[a * n + b] = {combine(rule_, own_[a].mu, own_[b].mu), combine(rule_, own_[a].rho, own_[b].rho),
                           combine(rule_, own_[a].sigma, own_[b].sigma),
                           combine(rule_, own_[a].restitution, own_[b].restitution)};
    }
  }
  for (const auto& g : given_) {
    table_[g.a * n + g.b] = g.friction;
    table_[g.b * n + g.a] = g.friction;
  }
}

}  // namespace talus::bodies
