#pragma once
// Friction and restitution of pairs of materials. Each material has its own coefficients; a pair takes those given for it, or
// combines the two materials' by one rule.

#include <string>
#include <vector>

namespace talus::bodies {

struct Friction {
  double mu = 0;     // sliding
  double rho = 0;    // rolling, m
  double sigma = 0;  // spinning, m
  double restitution = 0;  // e: what is left of the normal speed after an impact, 0 to 1
};

enum class PairRule { min, max, mean, geometric };

class Materials {
 public:
  explicit Materials(PairRule rule = PairRule::min) : rule_(rule) {}
  int add(const std::string& name, const Friction& friction);  // returns its index
  void set_pair(int a, int b, const Friction& friction);
  int find(const std::string& name) const;  // -1: there is none
  const Friction& of_pair(int a, int b) const { return table_[static_cast<std::size_t>(a * size() + b)]; }
  int size() const { return static_cast<int>(names_.size()); }

 private:
  void rebuild();
  struct Given {
    int a, b;
    Friction friction;
  };
  PairRule rule_;
  std::vector<std::string> names_;
  std::vector<Friction> own_;
  std::vector<Given> given_;
  std::vector<Friction> table_;  // size() x size()
};

}  // namespace talus::bodies
