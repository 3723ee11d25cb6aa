#pragma once
// Friction and restitution of pairs of materials. Each material has its own coefficients; a pair takes those given for
// it, or combines the two materials' by one rule.

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/array.hpp"

namespace talus::bodies {

struct Friction {
  double mu = 0;           // sliding
  double rho = 0;          // rolling, m
  double sigma = 0;        // spinning, m
  double restitution = 0;  // e: what is left of the normal speed after an impact, 0 to 1
};

// Rolling and spinning friction relative to the smaller radius of a contact, added to the lengths.
struct FrictionRatios {
  double rho_ratio = 0, sigma_ratio = 0;
  bool any() const { return rho_ratio > 0 || sigma_ratio > 0; }
};

// Compliance of the contacts of a material; 0: rigid. Springs are given, or follow from moduli (Hertz, Mindlin).
struct Elasticity {
  double stiffness = 0;             // of the normal row, N/m
  double damping = 0;               // parallel to that, N s/m
  double tangential_stiffness = 0;  // N/m
  double rolling_stiffness = 0;     // of rolling and spinning rows, N m
  double young = 0;                 // E, Pa; instead of the stiffnesses
  double poisson = 0;
};

// The springs of a pair: 1/k = (1/k_A + 1/k_B)/2; if one is rigid, the other's k.
struct Springs {
  double normal = 0, damping = 0, tangential = 0, rolling = 0;
  double contact_modulus = 0;  // E*, 1/E* = sum (1 - nu^2)/E, Pa
  double shear_modulus = 0;    // G*, 1/G* = sum (2 - nu)/G
  bool any() const { return normal > 0 || tangential > 0 || rolling > 0 || contact_modulus > 0; }
};

enum class PairRule { min, max, mean, geometric };

class Materials {
 public:
  explicit Materials(PairRule rule = PairRule::min) : rule_(rule) {}
  // Returns its index.
  int add(const std::string& name, const Friction& friction, const Elasticity& elasticity = {},
          const FrictionRatios& ratios = {});
  void set_pair(int a, int b, const Friction& friction, const FrictionRatios& ratios = {});
  int find(const std::string& name) const;  // -1: there is none
  const std::string& name(int a) const { return names_[a]; }
  const Friction& own(int a) const { return own_[a].friction; }
  // At a contact of this radius, m: the smaller one of two bodies, that of the body at a wall.
  Friction of_pair(int a, int b, double radius) const {
    const Own* given = given_for(a, b);
    return given ? given->at(radius) : combined(own_[a].at(radius), own_[b].at(radius));
  }
  double restitution_of_pair(int a, int b) const { return of_pair(a, b, 0).restitution; }
  bool any_restitution() const;
  Springs springs_of_pair(int a, int b) const;
  int size() const { return static_cast<int>(own_.size()); }

 private:
  struct Own {
    Friction friction;
    FrictionRatios ratios;
    Friction at(double radius) const;
  };
  // Coefficients that a pair has instead of the rule; null if none are given.
  const Own* given_for(int a, int b) const {
    if (given_.empty()) return nullptr;
    const auto at = given_.find(std::minmax(a, b));
    return at == given_.end() ? nullptr : &at->second;
  }
  Friction combined(const Friction& a, const Friction& b) const;
  PairRule rule_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> numbers_;  // by name
  std::vector<Own> own_;
  Array<Elasticity> elastic_;
  std::map<std::pair<int, int>, Own> given_;  // the lower number first
};

}  // namespace talus::bodies
