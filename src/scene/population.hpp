#pragma once
// Kinds of bodies that a packing or a feed makes: shapes, sizes, materials, drawn by number.

#include <string>
#include <utility>
#include <vector>

#include "base/key.hpp"
#include "bodies/world.hpp"
#include "scene/shapes.hpp"

namespace talus::scene {

struct MixEntry {
  std::string entry, shape;
  double radius = 0;  // m
  double part = 1;
};

struct PopulationEntry {
  std::string entry, shape, material;
  double radius = 0, spread = 0;  // m, relative
  std::string sizes = "uniform";
  double deviation = 0, smallest = 0, largest = 0;  // relative, m, m
  keys::Rows sieve;                                 // m, fraction by mass
  std::string mix_by = "number";
  bool turned = false;
  std::int64_t seed = 0;
};

struct Setup;

class Population {
 public:
  // The world, setup and shapes outlive it. InputError on what cannot be.
  Population(const Values& deck, const Setup& setup, const bodies::World& world, const std::vector<NamedShape>& shapes,
             const PopulationEntry& given, const std::vector<MixEntry>& mix);

  // Number n of the population, with its mass, shape and orientation, about the origin and at rest. It depends on the
  // seed and n only.
  bodies::Body body(GlobalId n, GlobalId id) const;
  std::pair<double, double> radii() const { return radii_; }  // smallest and largest, m
  double random(GlobalId n, std::uint64_t which) const;       // in [0, 1); 0, 1, 5, 6 and 7 are taken

 private:
  struct Kind {
    std::string shape;
    double radius;  // of a sphere, m
    double until;   // sum of the parts up to this one
  };
  void add_kind(const Values& deck, const MixEntry& entry);
  void check_sizes(const Values& deck) const;
  double radius_of(double mean, double uniform) const;
  double sieved(double uniform) const;
  double mean_mass(const Kind& kind) const;
  bodies::Body made(GlobalId id, const Kind& kind, double radius) const;

  const Setup& setup_;
  const bodies::World& world_;
  const std::vector<NamedShape>& shapes_;
  PopulationEntry given_;
  std::vector<Kind> kinds_;
  std::vector<double> sieve_numbers_;  // parts by number of the bodies up to each row of the sieve curve
  std::pair<double, double> radii_;
};

inline keys::Names<bodies::State> body_states() {
  return {{"dynamic", bodies::State::dynamic}, {"fixed", bodies::State::fixed}, {"driven", bodies::State::driven}};
}

// The keys of a population, of entries of this list; `placed` is the condition under which they are in use.
template <class T>
void add_population_keys(Keys<T>& key, const std::string& group, const auto&... placed) {
  using namespace keys;
  const auto plain = needs_empty(group + ".mix"), sphere = needs(group + ".shape", {""}),
             mean = needs(group + ".sizes", {"uniform", "normal", "lognormal"});
  key(group + ".shape", &T::shape, placed..., plain, "Name of an entry of shapes; \"\" = spheres.");
  key(group + ".radius", &T::radius, in("m"), as("bodies.radius"), above(0), placed..., plain, sphere, mean,
      "Radius of spheres: the mean with uniform and normal sizes, the median with lognormal sizes.");
  key(group + ".sizes", &T::sizes, one_of({"uniform", "normal", "lognormal", "sieve"}), placed..., sphere,
      "Distribution of the radii of spheres, by number of spheres; sieve = by mass, from the sieve curve.");
  key(group + ".spread", &T::spread, as("bodies.spread"), within_open(0, 1), placed..., sphere,
      needs(group + ".sizes", {"uniform"}),
      "Spread s of uniform sizes: radii lie between (1 - s) and (1 + s) times the radius.");
  key(group + ".deviation", &T::deviation, at_least(0), placed...,
      "Standard deviation: with normal sizes, relative to the radius; with lognormal sizes, of the logarithm of the "
      "radius.");
  key(group + ".smallest", &T::smallest, in("m"), at_least(0), placed...,
      "Smallest radius of normal and lognormal sizes; smaller ones are not drawn.");
  key(group + ".largest", &T::largest, in("m"), at_least(0), placed...,
      "Largest radius of normal and lognormal sizes; larger ones are not drawn.");
  key(group + ".sieve", &T::sieve, columns(2), placed...,
      "Sieve curve: rows of a diameter in m and the fraction of the mass that is finer, from 0 to 1, with straight "
      "lines between them.");
  key(group + ".mix_by", &T::mix_by, one_of({"number", "mass"}), placed..., needs(group + ".mix"),
      "Whether mix[].part counts bodies (number) or mass.");
  key(group + ".turned", &T::turned, placed..., "Give each body a random orientation.");
  key(group + ".seed", &T::seed, as("bodies.seed"), at_least(0), placed...,
      "Seed of random positions, sizes, shapes and orientations.");
}
template <class T>
void add_mix_keys(Keys<T>& key, const std::string& group) {
  using namespace keys;
  key(group + ".shape", &T::shape, "Name of an entry of shapes; \"\" = spheres.");
  const std::string sizes = group.substr(0, group.rfind(".mix")) + ".sizes";
  key(group + ".radius", &T::radius, in("m"), as("bodies.radius"), above(0), needs(group + ".shape", {""}),
      needs(sizes, {"uniform", "normal", "lognormal"}), "Radius of spheres.");
  key(group + ".part", &T::part, above(0),
      "Weight of this shape relative to the other entries of the mix: with parts 1 and 3, a quarter and three "
      "quarters.");
}

}  // namespace talus::scene
