#include "io/deck/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "io/deck/value.hpp"

namespace talus::io {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr auto kWords = std::to_array<Pair>({
    // LAMMPS and LIGGGHTS
    {"timestep", "time.step"},
    {"run", "time.end"},
    {"dump", "output.every"},
    {"thermo", "output.series_every"},
    {"restart", "checkpoint.every"},
    {"boundary", "domain.period"},
    {"periodic", "domain.period"},
    {"pairstyle", "contact.law"},
    {"paircoeff", "materials"},
    {"createatoms", "bodies.packings"},
    {"readdata", "bodies.packings"},
    {"insertpack", "bodies.packings"},
    {"insertstream", "feeds"},
    {"insertrateregion", "feeds"},
    {"meshsurface", "walls"},
    {"meshsurfacestressservo", "walls[].servo_force"},
    {"fixwallgran", "walls"},
    {"coefficientfriction", "contact.mu"},
    {"coefficientrestitution", "contact.restitution"},
    {"coefficientrollingfriction", "contact.rho"},
    {"youngsmodulus", "contact.young"},
    {"poissonsratio", "contact.poisson"},
    // MercuryDPM
    {"settimestep", "time.step"},
    {"settimemax", "time.end"},
    {"setgravity", "gravity"},
    {"setslidingfrictioncoefficient", "contact.mu"},
    {"setrollingfrictioncoefficient", "contact.rho"},
    {"settorsionfrictioncoefficient", "contact.sigma"},
    {"insertionboundary", "feeds"},
    {"deletionboundary", "outlets"},
    {"periodicboundary", "domain.period"},
    {"species", "materials"},
    // Chrono
    {"setslidingfriction", "contact.mu"},
    {"setrollingfriction", "contact.rho"},
    {"setspinningfriction", "contact.sigma"},
    {"setrestitution", "contact.restitution"},
    {"setgravitationalacceleration", "gravity"},
    // Yade and any
    {"dt", "time.step"},
    {"tend", "time.end"},
    {"duration", "time.end"},
    {"endtime", "time.end"},
    {"frictmat", "materials"},
    {"frictionangle", "contact.mu"},
    {"friction", "contact.mu"},
    {"frictioncoefficient", "contact.mu"},
    {"rollingfriction", "contact.rho"},
    {"spinningfriction", "contact.sigma"},
    {"torsionfriction", "contact.sigma"},
    {"restitution", "contact.restitution"},
    {"restitutioncoefficient", "contact.restitution"},
    {"cor", "contact.restitution"},
    {"particles", "bodies.list"},
    {"spheres", "bodies.list"},
    {"atoms", "bodies.list"},
    {"grains", "bodies.packings"},
    {"density", "bodies.density"},
    {"radius", "bodies.radius"},
    {"factories", "feeds"},
    {"inlets", "feeds"},
    {"geometry", "walls"},
});

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }

// 0,3 for 0.3
bool has_decimal_comma(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(text);
  with_point[comma] = '.';
  return to_number(with_point).has_value();
}

}  // namespace

std::string hint_of(const Node& found) {
  if (found.kind != Node::Kind::scalar || found.quoted) return {};
  if (has_decimal_comma(found.text)) return " (decimals are written with a point)";
  const auto colon = found.text.find(':');
  const bool is_key =
      colon != std::string::npos && colon > 0 &&
      std::ranges::all_of(found.text.substr(0, colon), [](char c) { return is_letter(c) || is_digit(c); });
  return is_key ? " (a space belongs behind the colon)" : "";
}

std::string hint_of_list(const Node& found, std::size_t expected) {
  const bool numbers = std::ranges::all_of(found.children, [](const Node& n) { return to_number(n.text).has_value(); });
  return found.kind == Node::Kind::list && found.children.size() > expected && numbers
             ? " (decimals are written with a point)"
             : "";
}

std::string_view key_for(std::string_view word_of_another_code) {
  std::string plain;
  for (const char c : word_of_another_code) {
    if (is_letter(c) && c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto at = std::ranges::find(kWords, plain, &Pair::first);
  return at == kWords.end() ? "" : at->second;
}

std::vector<std::string_view> answers() {
  std::vector<std::string_view> all;
  for (const auto& [word, key] : kWords) all.push_back(key);
  return all;
}

}  // namespace talus::io
