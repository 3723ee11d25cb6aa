#include "scene/population.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/random.hpp"
#include "scene/setup.hpp"

namespace talus::scene {
namespace {

// Phi(z) of the standard normal distribution.
double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// The z of [low, high] with Phi(z) = Phi(low) + u (Phi(high) - Phi(low)), by bisection to rounding.
double truncated_normal(double low, double high, double u) {
  const double wanted = normal_below(low) + u * (normal_below(high) - normal_below(low));
  for (int n = 0; n < 64; ++n) {
    const double middle = 0.5 * (low + high);
    (normal_below(middle) < wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Within one interval of a sieve curve mass is spread evenly over diameters from a to b, so numbers go as d^-3.
double number_between(double a, double b) { return (1 / (a * a) - 1 / (b * b)) / (2 * (b - a)); }

// A uniformly distributed rotation (Shoemake).
Quat any_rotation(double u, double v, double w) {
  const double a = 2 * std::numbers::pi * v, b = 2 * std::numbers::pi * w;
  return Quat(std::sqrt(u) * std::cos(b), std::sqrt(1 - u) * std::sin(a), std::sqrt(1 - u) * std::cos(a),
              std::sqrt(u) * std::sin(b));
}

}  // namespace

Population::Population(const Values& deck, const Setup& setup, const bodies::World& world,
                       const std::vector<NamedShape>& shapes, const PopulationEntry& given,
                       const std::vector<MixEntry>& mix)
    : setup_(setup), world_(world), shapes_(shapes), given_(given), radii_(std::numeric_limits<double>::infinity(), 0) {
  check_sizes(deck);
  if (given.sizes == "sieve") {
    for (std::size_t row = 1; row < given.sieve.size(); ++row) {
      const auto &low = given.sieve[row - 1], &high = given.sieve[row];
      const double before = row > 1 ? sieve_numbers_.back() : 0;
      sieve_numbers_.push_back(before + (high[1] - low[1]) * number_between(low[0], high[0]));
    }
  }
  for (const MixEntry& entry : mix) add_kind(deck, entry);
  if (mix.empty()) add_kind(deck, {given.entry, given.shape, given.radius});
}

void Population::check_sizes(const Values& deck) const {
  const bool is_normal = given_.sizes == "normal" || given_.sizes == "lognormal";
  if (is_normal && !(given_.deviation > 0)) deck.reject(given_, "deviation", "expected a deviation above 0");
  if (is_normal && !(given_.smallest > 0 && given_.largest > given_.smallest))
    deck.reject(given_, "largest", "expected radii smallest and largest with 0 < smallest < largest");
  if (!is_normal && given_.deviation > 0) deck.reject(given_, "deviation", "only normal and lognormal sizes use it");
  if (!is_normal && given_.smallest > 0) deck.reject(given_, "smallest", "only normal and lognormal sizes use it");
  if (!is_normal && given_.largest > 0) deck.reject(given_, "largest", "only normal and lognormal sizes use it");
  const auto& rows = given_.sieve;
  if (given_.sizes != "sieve") {
    if (!rows.empty()) deck.reject(given_, "sieve", "only sizes: sieve uses it");
    return;
  }
  const bool whole = rows.size() > 1 && rows.front()[0] > 0 && rows.front()[1] == 0 && rows.back()[1] == 1;
  if (!whole) deck.reject(given_, "sieve", "expected rows from a diameter above 0 that nothing passes to 1, all mass");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (!(rows[row][0] > rows[row - 1][0]) || !(rows[row][1] >= rows[row - 1][1]))
      deck.reject(given_, "sieve", fmt::format("row {} is not above the one before", row));
  }
}

void Population::add_kind(const Values& deck, const MixEntry& entry) {
  Kind kind{entry.shape, entry.radius, entry.part};
  try {
    if (given_.mix_by == "mass") kind.until /= mean_mass(kind);
    const bool is_sphere = kind.shape.empty();
    const double radius = made(0, kind, is_sphere ? entry.radius : 0).radius;
    for (const double u : {0.0, 1.0}) {
      const double size = is_sphere ? radius_of(radius, u) : radius;
      radii_ = {std::min(radii_.first, size), std::max(radii_.second, size)};
    }
  } catch (const InputError& fault) {
    deck.reject(entry, "shape", fault.what());
  }
  if (!kinds_.empty()) kind.until += kinds_.back().until;
  kinds_.push_back(kind);
}

double Population::sieved(double uniform) const {
  const double number = uniform * sieve_numbers_.back();
  const auto at = std::min(std::ranges::upper_bound(sieve_numbers_, number) - sieve_numbers_.begin(),
                           std::ssize(sieve_numbers_) - 1);
  const double before = at > 0 ? sieve_numbers_[at - 1] : 0;
  const double part = std::clamp((number - before) / (sieve_numbers_[at] - before), 0.0, 1.0);
  const double low = 1 / (given_.sieve[at][0] * given_.sieve[at][0]),
               high = 1 / (given_.sieve[at + 1][0] * given_.sieve[at + 1][0]);
  return 0.5 / std::sqrt(low + part * (high - low));
}

double Population::radius_of(double mean, double uniform) const {
  if (given_.sizes == "sieve") return sieved(uniform);
  if (given_.sizes == "uniform") return mean * (1 + given_.spread * (2 * uniform - 1));
  const double deviation = given_.deviation;
  const auto z_of = [&](double radius) {
    return (given_.sizes == "normal" ? radius / mean - 1 : std::log(radius / mean)) / deviation;
  };
  const double z = truncated_normal(z_of(given_.smallest), z_of(given_.largest), uniform);
  return mean * (given_.sizes == "normal" ? 1 + deviation * z : std::exp(deviation * z));
}

double Population::mean_mass(const Kind& kind) const {
  const double mass = made(0, kind, kind.radius).mass;
  if (!kind.shape.empty()) return mass;
  constexpr int kPoints = 4096;
  double sum = 0;
  for (int n = 0; n < kPoints; ++n) sum += std::pow(radius_of(kind.radius, (n + 0.5) / kPoints) / kind.radius, 3);
  return mass * sum / kPoints;
}

bodies::Body Population::made(GlobalId id, const Kind& kind, double radius) const {
  return kind.shape.empty() ? make_sphere(world_, setup_, id, {radius, 0, 0, given_.material})
                            : make_shaped(world_, setup_, shapes_, id, {kind.shape, 0, given_.material});
}

double Population::random(GlobalId n, std::uint64_t which) const {
  return random_uniform(static_cast<std::uint64_t>(given_.seed), static_cast<std::uint64_t>(n), which);
}

bodies::Body Population::body(GlobalId n, GlobalId id) const {
  const double part = random(n, 0) * kinds_.back().until;
  const auto found = std::ranges::find_if(kinds_, [part](const Kind& k) { return part < k.until; });
  const Kind& kind = found == kinds_.end() ? kinds_.back() : *found;
  bodies::Body body = made(id, kind, kind.shape.empty() ? radius_of(kind.radius, random(n, 1)) : 0);
  if (given_.turned) body.orientation = any_rotation(random(n, 5), random(n, 6), random(n, 7));
  return body;
}

}  // namespace talus::scene
