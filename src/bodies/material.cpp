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

}  // namespace

int Materials::add(const std::string& name, const Friction& friction) {
  names_.push_back(name);
  own_.push_back(friction);
  rebuild();
  return size() - 1;
}

void Materials::set_pair(int a, int b, const Friction& friction) {
  given_.push_back({a, b, friction});
  rebuild();
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
                           combine(rule_, own_[a].sigma, own_[b].sigma), combine(rule_, own_[a].restitution, own_[b].restitution)};
    }
  }
  for (const auto& g : given_) {
    table_[static_cast<std::size_t>(g.a) * n + static_cast<std::size_t>(g.b)] = g.friction;
    table_[static_cast<std::size_t>(g.b) * n + static_cast<std::size_t>(g.a)] = g.friction;
  }
}

}  // namespace talus::bodies
