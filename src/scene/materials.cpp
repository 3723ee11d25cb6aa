#include "scene/materials.hpp"

#include "base/key.hpp"
#include "problem/laws.hpp"

namespace talus::scene {

using namespace keys;
using bodies::PairRule;

namespace {

// Keys of the unnamed material and of named ones, whose defaults are those of the unnamed one.
template <class T>
void add_elasticity(Keys<T>& key, const std::string& group) {
  const auto add = [&](const std::string& name, auto... declared) {
    if (group == "contact.")
      key(group + name, declared...);
    else
      key(group + name, declared..., as("contact." + name));
  };
  add("stiffness", &T::stiffness, in("N/m"), at_least(0),
      "Normal stiffness of a contact; 0 = rigid. For two materials 1/k = (1/k_a + 1/k_b)/2.");
  add("damping", &T::damping, in("N s/m"), at_least(0),
      "Normal damping of a contact, parallel to the spring of stiffness or young.");
  add("tangential_stiffness", &T::tangential_stiffness, in("N/m"), at_least(0),
      "Tangential stiffness of sticking contacts, which remember their elongation from step to step; 0 = rigid.");
  AnyOf rolling;
  for (const char* of : {"contact.", "materials[].", "contact.pairs[]."})
    for (const char* name : {"rho", "sigma", "rho_ratio", "sigma_ratio"})
      rolling.push_back(needs(std::string(of) + name));
  add("rolling_stiffness", &T::rolling_stiffness, in("N m"), at_least(0), rolling,
      "Stiffness of rolling and spinning friction, per radian; 0 = rigid.");
  add("young", &T::young, in("Pa"), at_least(0),
      "Young's modulus. Contacts of spheres then follow Hertz and Mindlin; set instead of stiffness and "
      "tangential_stiffness. 0 = rigid.");
  AnyOf moduli{needs("materials[].young")};
  if (group == "contact.") moduli.push_back(needs("contact.young"));
  add("poisson", &T::poisson, within(0, 0.5), moduli, "Poisson's ratio.");
}

template <class T>
void add_ratios(Keys<T>& key, const std::string& group) {
  const auto add = [&](const std::string& name, auto member, const char* help) {
    if (group == "materials[].")
      key(group + name, member, at_least(0), as("contact." + name), help);
    else
      key(group + name, member, at_least(0), help);
  };
  add("rho_ratio", &T::rho_ratio,
      "Rolling friction rho divided by the smaller radius of the two bodies in contact; set instead of rho.");
  add("sigma_ratio", &T::sigma_ratio,
      "Spinning friction sigma divided by the smaller radius of the two bodies in contact; set instead of sigma.");
}

}  // namespace

void PairEntry::keys(Keys<PairEntry>& key) {
  key("contact.pairs[].a", &PairEntry::a, required,
      "Name of one material; \"\" = the unnamed material, whose values are those of contact.*.");
  key("contact.pairs[].b", &PairEntry::b, required, "Name of the other material; it may be the same one.");
  key("contact.pairs[].mu", &PairEntry::mu, required, at_least(0), "Sliding friction of the pair.");
  key("contact.pairs[].rho", &PairEntry::rho, in("m"), required, at_least(0), "Rolling friction of the pair.");
  key("contact.pairs[].sigma", &PairEntry::sigma, in("m"), required, at_least(0), "Spinning friction of the pair.");
  add_ratios(key, "contact.pairs[].");
  key("contact.pairs[].restitution", &PairEntry::restitution, as("contact.restitution"), within(0, 1),
      "Restitution of the pair.");
}

void MaterialEntry::keys(Keys<MaterialEntry>& key) {
  key("materials[].name", &MaterialEntry::name, required, not_empty, Restart::state,
      "Name that bodies, walls and pairs use.");
  key("materials[].mu", &MaterialEntry::mu, as("contact.mu"), at_least(0), "Sliding friction.");
  key("materials[].rho", &MaterialEntry::rho, in("m"), as("contact.rho"), at_least(0), "Rolling friction.");
  key("materials[].sigma", &MaterialEntry::sigma, in("m"), as("contact.sigma"), at_least(0), "Spinning friction.");
  add_ratios(key, "materials[].");
  key("materials[].restitution", &MaterialEntry::restitution, as("contact.restitution"), within(0, 1), "Restitution.");
  add_elasticity(key, "materials[].");
  key("materials[].density", &MaterialEntry::density, in("kg/m3"), at_least(0), Restart::state,
      "Density; 0 = bodies.density.");
}

void MaterialOptions::keys(Keys<MaterialOptions>& key) {
  key("contact.mu", &MaterialOptions::mu, at_least(0),
      "Coefficient of sliding friction: largest friction force / normal force.");
  key("contact.rho", &MaterialOptions::rho, in("m"), at_least(0),
      "Coefficient of rolling friction, a length: largest rolling moment / normal force.");
  key("contact.sigma", &MaterialOptions::sigma, in("m"), at_least(0),
      "Coefficient of spinning friction, a length: largest moment about the normal / normal force.");
  add_ratios(key, "contact.");
  key("contact.restitution", &MaterialOptions::restitution, within(0, 1),
      "Coefficient of restitution: normal speed after an impact / normal speed before it; 0 = inelastic.");
  key("contact.restitution_speed", &MaterialOptions::restitution_speed, in("m/s"), at_least(0),
      AnyOf{needs("contact.restitution"), needs("materials[].restitution"), needs("contact.pairs[].restitution")},
      "Impacts at this normal speed or a lower one are inelastic.");
  add_elasticity(key, "contact.");
  key("contact.pair_rule", &MaterialOptions::pair_rule,
      Names<PairRule>{
          {"min", PairRule::min}, {"max", PairRule::max}, {"mean", PairRule::mean}, {"geometric", PairRule::geometric}},
      needs("materials"),
      "How the coefficients of two materials in contact are combined, unless contact.pairs lists the pair.");
  key("contact.pairs", &MaterialOptions::pairs,
      "Coefficients of particular pairs of materials, which replace those of the pair rule.");
  key("materials", &MaterialOptions::materials, Restart::state,
      "Named materials. Bodies and walls without a material have the unnamed one, whose values are those of "
      "contact.*.");
}

void MaterialOptions::check(const Values& deck) {
  const auto law = read<problem::LawOptions>(deck);
  const auto check = [&](const bodies::Elasticity& springs, const std::string& group) {
    // Where friction is bounded row by row, the law has its own spring of contacts that stick, or none.
    if (springs.tangential_stiffness > 0 && problem::has_bounds(law.friction_law())) {
      deck.reject(group + ".tangential_stiffness",
                  fmt::format("not used where contact.law is {}, only where it is ccp, coulomb, pyramid",
                              problem::name_of(law.law)));
    }
    if (springs.young > 0 && (springs.stiffness > 0 || springs.tangential_stiffness > 0))
      deck.reject(group + ".young", "either this or stiffnesses");
    if (springs.damping > 0 && springs.stiffness == 0 && springs.young == 0)
      deck.reject(group + ".damping", "a damper goes with a spring: stiffness or young above 0");
  };
  const auto require_one_form = [&](const auto& friction, const std::string& group) {
    const auto require = [&](double length, double ratio, const char* name) {
      if (length > 0 && ratio > 0)
        deck.reject(group + "." + name + "_ratio",
                    fmt::format("either this or {}, which is {} m here: set one of them to 0", name, length));
    };
    require(friction.rho, friction.rho_ratio, "rho");
    require(friction.sigma, friction.sigma_ratio, "sigma");
  };
  const auto given = read<MaterialOptions>(deck);
  check(given, "contact");
  require_one_form(given, "contact");
  for (const auto& material : given.materials) {
    check(material, material.entry);
    require_one_form(material, material.entry);
  }
  for (const auto& pair : given.pairs) require_one_form(pair, pair.entry);
}

}  // namespace talus::scene
